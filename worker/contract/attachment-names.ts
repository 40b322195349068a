import type { MessageLanguage } from "./field-schemas";

/** Letters that no decomposition turns into plain ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
};

const LETTER_NAMES: Record<MessageLanguage, string> = {
  fr: "Lettre-de-motivation",
  en: "Cover-letter",
  de: "Anschreiben",
};

/** Name of the attached CV, used by both sides: `CV-Ana-Martin.pdf`. */
export const toCvFileName = (name: string): string => toFileName("CV", name);

/** Name of the attached letter, in its language: `Anschreiben-Ana-Martin.pdf`. */
export const toLetterFileName = (name: string, language: MessageLanguage): string =>
  toFileName(LETTER_NAMES[language], name);

/** Only letters that every mail program and file system accepts. */
function toFileName(what: string, name: string): string {
  const clean = name
    .replace(/[ßæÆœŒøØłŁ]/gu, (letter) => PLAIN_LETTERS[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "")
    .slice(0, 60);
  return clean === "" ? `${what}.pdf` : `${what}-${clean}.pdf`;
}
