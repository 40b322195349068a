import { describe, expect, it } from "vitest";
import { fontCharacters } from "../../web/font-characters";
import { typesetFrench } from "../../web/i18n/typography";
import { LetterWarning } from "../../worker/contract/companies";
import { ERROR_STATUS } from "../../worker/contract/errors";
import { ReviewCode, SendReason } from "../../worker/contract/mail";
import { LetterReason } from "../../worker/contract/messages";
import { TEXTS } from "../e2e/texts";

const { en, fr } = TEXTS;

type Texts = { [key: string]: string | Texts };

/** Every text by its dotted key. */
function flat(texts: Texts, path = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  );
}
/** French counts millions apart, English does not. */
const shared = (keys: Iterable<string>) => [...keys].filter((key) => !key.endsWith("_many")).toSorted();
const sorted = (matches: Iterable<RegExpMatchArray>): string[] =>
  Array.from(matches, ([, name]) => name ?? "").toSorted();
const variables = (text: string) => sorted(text.matchAll(/\{\{\s*(\w+)/gu));
const tags = (text: string) => sorted(text.matchAll(/<(\w+)>/gu));

describe("the texts", () => {
  const french = flat(fr);
  const english = flat(en);

  it("have the same keys in both languages", () => {
    expect(shared(english.keys())).toEqual(shared(french.keys()));
  });

  it("are written with letters that the fonts of the product have", () => {
    const drawn = new Set(fontCharacters());
    const letters = new Set(
      [...Array.from(french.values(), typesetFrench), ...english.values()].flatMap((text) => [...text]),
    );
    expect(drawn.has("é")).toBe(true);
    expect([...letters].filter((letter) => !drawn.has(letter))).toEqual([]);
  });

  it("ask for the same values in both languages", () => {
    const ofOne = (texts: Map<string, string>) =>
      shared(texts.keys()).map((key) => [key, variables(texts.get(key) ?? ""), tags(texts.get(key) ?? "")]);
    expect(ofOne(english)).toEqual(ofOne(french));
  });

  it("are never empty", () => {
    expect([...french, ...english].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("say every code of the server in both languages", () => {
    expect(
      Object.keys(ERROR_STATUS).filter((code) => !french.has(`errors.${code}`) || !english.has(`errors.${code}`)),
    ).toEqual([]);
  });

  it("say every code of the gate and every reason of a batch in both languages", () => {
    const wanted = [
      ...[...LetterReason.options, ...ReviewCode.options].map((code) => `messages.reasons.${code}`),
      ...LetterWarning.options.map((code) => `messages.warnings.${code}`),
      ...SendReason.options.flatMap((reason) => [`mail.reasons.${reason}`, `mail.advice.${reason}`]),
    ];
    expect(wanted.filter((key) => !french.has(key) || !english.has(key))).toEqual([]);
  });

  it("quote the specification's English exactly", () => {
    expect(en.errors).toMatchObject({
      internal: "An error occurred",
      invalid_credentials: "Invalid email or password",
      password_too_short: "Password must be at least 6 characters",
      query_required: "Please enter a search query",
      template_required: "Please enter a message template",
      message_required: "Please enter a message first",
      gmail_required: "Please connect your Gmail account in Settings before sending emails",
      writer_failed: "Error generating message",
    });
    expect(en.account.passwordMismatch).toBe("Passwords do not match");
    expect(en.account.signup.failed).toBe("Error creating account");
    expect(en.mail.gmail).toMatchObject({
      gmailConnectError: "Failed to start Gmail connection",
      gmailDisconnectError: "Failed to disconnect Gmail",
    });
  });

  it("keep French punctuation from standing alone at the start of a line", () => {
    expect(typesetFrench("Prêt ? Oui : « tout »; un; deux")).toBe(
      "Prêt\u00a0? Oui\u00a0: «\u00a0tout\u00a0»; un; deux",
    );
  });
});
