import { describe, expect, it } from "vitest";
import { readFontCharacters } from "../../../tools/font-characters";
import { typesetFrench, typesetGerman } from "../../../web/i18n/typography";
import { MessageWarning } from "../../../worker/contract/companies";
import { ERROR_STATUS } from "../../../worker/contract/errors";
import type { Language } from "../../../worker/contract/field-schemas";
import { LANGUAGES } from "../../../worker/contract/limits";
import { SendFindingCode, SendReason } from "../../../worker/contract/mail";
import { BlockingFindingCode } from "../../../worker/contract/messages";
import { TEXTS } from "../../e2e/support/screen-texts";

const { en } = TEXTS;

type Texts = { [key: string]: string | Texts };

/** Every text by its dotted key. */
function flattenTexts(texts: Texts, path = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[path + key, value] as const] : [...flattenTexts(value, `${path}${key}.`)],
    ),
  );
}
/** French counts millions apart, English and German do not. */
const listSharedKeys = (keys: Iterable<string>) => [...keys].filter((key) => !key.endsWith("_many")).toSorted();
const sortMatches = (matches: Iterable<RegExpMatchArray>): string[] =>
  Array.from(matches, ([, name]) => name ?? "").toSorted();
const listVariables = (text: string) => sortMatches(text.matchAll(/\{\{\s*(\w+)/gu));
const listTags = (text: string) => sortMatches(text.matchAll(/<(\w+)>/gu));

describe("the texts", () => {
  const texts = {
    fr: flattenTexts(TEXTS.fr),
    en: flattenTexts(TEXTS.en),
    de: flattenTexts(TEXTS.de),
  } satisfies Record<Language, Map<string, string>>;
  const french = listSharedKeys(texts.fr.keys());
  const translations = [
    ["en", texts.en],
    ["de", texts.de],
  ] as const;

  it.each(translations)("have every key of the French ones and no other: %s", (_, translated) => {
    const keys = listSharedKeys(translated.keys());
    expect({
      missing: french.filter((key) => !keys.includes(key)),
      needless: keys.filter((key) => !french.includes(key)),
    }).toEqual({ missing: [], needless: [] });
  });

  it("are written with letters that the fonts of the product have", () => {
    const drawn = new Set(readFontCharacters());
    const letters = new Set(
      [
        ...Array.from(texts.fr.values(), typesetFrench),
        ...texts.en.values(),
        ...Array.from(texts.de.values(), typesetGerman),
      ].flatMap((text) => [...text]),
    );
    expect(drawn.has("é")).toBe(true);
    expect([...letters].filter((letter) => !drawn.has(letter))).toEqual([]);
  });

  it.each(translations)("ask for the same values as the French ones: %s", (_, translated) => {
    const listVariablesByKey = (language: Map<string, string>) =>
      french.map((key) => [key, listVariables(language.get(key) ?? ""), listTags(language.get(key) ?? "")]);
    expect(listVariablesByKey(translated)).toEqual(listVariablesByKey(texts.fr));
  });

  it.each(LANGUAGES)("are never empty: %s", (language) => {
    expect([...texts[language]].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it.each(LANGUAGES)("cover every error code of the server: %s", (language) => {
    expect(Object.keys(ERROR_STATUS).filter((code) => !texts[language].has(`errors.${code}`))).toEqual([]);
  });

  it.each(LANGUAGES)("cover every code of the letter check and every reason of a batch: %s", (language) => {
    const wanted = [
      ...[...BlockingFindingCode.options, ...SendFindingCode.options].map((code) => `messages.reasons.${code}`),
      ...MessageWarning.options.map((code) => `messages.warnings.${code}`),
      ...SendReason.options.flatMap((reason) => [`mail.reasons.${reason}`, `mail.advice.${reason}`]),
    ];
    expect(wanted.filter((key) => !texts[language].has(key))).toEqual([]);
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

  it("keep the hyphen of “E-Mail” from the end of a line", () => {
    expect(typesetFrench("Les e-mails d’Île-de-France")).toBe("Les e-\u2060mails d’Île-de-France");
    expect(typesetGerman("Test-E-Mail, CSV-Datei")).toBe("Test-E-\u2060Mail, CSV-\u2060Datei");
  });

  it("keep what German writes with a narrow gap on one line", () => {
    expect(typesetGerman("Bis 5 km, 5 MB um {{time}} Uhr, z. B. hier … am Ende. Und 5 kmh")).toBe(
      "Bis 5\u00a0km, 5\u00a0MB um {{time}}\u00a0Uhr, z.\u00a0B. hier\u00a0… am Ende. Und 5 kmh",
    );
  });

  it("quote in German with German quotation marks, and name things by one word", () => {
    const german = [...texts.de];
    expect(german.filter(([, text]) => /["'”«»]|“(?=\p{L})/u.test(text))).toEqual([]);
    expect(german.filter(([, text]) => (text.match(/„/gu) ?? []).length !== (text.match(/“/gu) ?? []).length)).toEqual(
      [],
    );
    // The glossary: senden, Version; Unternehmen, Anschreiben, Lebenslauf, Konto, Passwort, Ort, E-Mail.
    expect(german.filter(([, text]) => /absend(?!er)|abgesend|abzusend|abschick|hinaus|Fassung/iu.test(text))).toEqual(
      [],
    );
    expect(
      german.filter(
        ([key, text]) =>
          !key.startsWith("legal.") &&
          /(?<![-\u2060\p{L}])(?:Firmen?|Nachricht|CV|Account|Kennwort|Stadt|Städte|Email|Mail)(?!\p{L})/u.test(text),
      ),
    ).toEqual([]);
  });
});
