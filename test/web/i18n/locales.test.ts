import { describe, expect, it } from "vitest";
import { readFontCharacters } from "../../../tools/font-characters";
import { typesetFrench } from "../../../web/i18n/typography";
import { MessageWarning } from "../../../worker/contract/companies";
import { ERROR_STATUS } from "../../../worker/contract/errors";
import { SendFindingCode, SendReason } from "../../../worker/contract/mail";
import { BlockingFindingCode } from "../../../worker/contract/messages";
import { TEXTS } from "../../e2e/support/screen-texts";

const { en, fr } = TEXTS;

type Texts = { [key: string]: string | Texts };

/** Every text by its dotted key. */
function flattenTexts(texts: Texts, path = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value] as const] : [...flattenTexts(value, `${path}${key}.`)],
    ),
  );
}
/** French counts millions apart, English does not. */
const listSharedKeys = (keys: Iterable<string>) => [...keys].filter((key) => !key.endsWith("_many")).toSorted();
const sortMatches = (matches: Iterable<RegExpMatchArray>): string[] =>
  Array.from(matches, ([, name]) => name ?? "").toSorted();
const listVariables = (text: string) => sortMatches(text.matchAll(/\{\{\s*(\w+)/gu));
const listTags = (text: string) => sortMatches(text.matchAll(/<(\w+)>/gu));

describe("the texts", () => {
  const french = flattenTexts(fr);
  const english = flattenTexts(en);

  it("have the same keys in both languages", () => {
    expect(listSharedKeys(english.keys())).toEqual(listSharedKeys(french.keys()));
  });

  it("are written with letters that the fonts of the product have", () => {
    const drawn = new Set(readFontCharacters());
    const letters = new Set(
      [...Array.from(french.values(), typesetFrench), ...english.values()].flatMap((text) => [...text]),
    );
    expect(drawn.has("é")).toBe(true);
    expect([...letters].filter((letter) => !drawn.has(letter))).toEqual([]);
  });

  it("ask for the same values in both languages", () => {
    const listVariablesByKey = (texts: Map<string, string>) =>
      listSharedKeys(texts.keys()).map((key) => [
        key,
        listVariables(texts.get(key) ?? ""),
        listTags(texts.get(key) ?? ""),
      ]);
    expect(listVariablesByKey(english)).toEqual(listVariablesByKey(french));
  });

  it("are never empty", () => {
    expect([...french, ...english].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("cover every error code of the server in both languages", () => {
    expect(
      Object.keys(ERROR_STATUS).filter((code) => !french.has(`errors.${code}`) || !english.has(`errors.${code}`)),
    ).toEqual([]);
  });

  it("cover every code of the letter check and every reason of a batch in both languages", () => {
    const wanted = [
      ...[...BlockingFindingCode.options, ...SendFindingCode.options].map((code) => `messages.reasons.${code}`),
      ...MessageWarning.options.map((code) => `messages.warnings.${code}`),
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
