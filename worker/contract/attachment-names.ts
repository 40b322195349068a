import type { Language, MessageLanguage } from "./field-schemas";

/** Letters that no decomposition turns into plain ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ı: "i",
};
/** As German writes them without dots; elsewhere they only lose these. */
const GERMAN_UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

const CV_NAMES: Record<MessageLanguage, string> = { fr: "CV", en: "CV", de: "Lebenslauf" };
const LETTER_NAMES: Record<MessageLanguage, string> = {
  fr: "Lettre-de-motivation",
  en: "Cover-letter",
  de: "Anschreiben",
};

/** After whom attachments are named. */
export interface FileOwner {
  name: string;
  /** Of the account: a German name is spelled the German way in other languages, too. */
  language: Language;
}

/** Name of the CV that goes with a letter, used by both sides: `CV-Ana-Martin.pdf`, `Lebenslauf-Ana-Martin.pdf`. */
export const toCvFileName = (owner: FileOwner, letterLanguage: MessageLanguage): string =>
  toFileName(CV_NAMES[letterLanguage], owner, letterLanguage);

/** Name of the attached letter, in its language: `Anschreiben-Ana-Martin.pdf`. */
export const toLetterFileName = (owner: FileOwner, letterLanguage: MessageLanguage): string =>
  toFileName(LETTER_NAMES[letterLanguage], owner, letterLanguage);

/** Only letters that every mail program and file system accepts. */
function toFileName(what: string, { name, language }: FileOwner, letterLanguage: MessageLanguage): string {
  const composed = name.normalize("NFC");
  const spelled = language === "de" || letterLanguage === "de" ? spellUmlauts(composed) : composed;
  const clean = spelled
    .replace(/[ßẞæÆœŒøØłŁđĐðÐþÞı]/gu, (letter) => PLAIN_LETTERS[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/gu, "-")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/gu, "");
  return clean === "" ? `${what}.pdf` : `${what}-${clean}.pdf`;
}

const MAX_NAME_LENGTH = 60;

/** In a word of capitals the second letter is one, too. */
const spellUmlauts = (text: string): string =>
  text.replace(/([äöüÄÖÜ])(?=(\p{Lu})?)/gu, (_, umlaut: string, capital: string | undefined) => {
    const spelled = GERMAN_UMLAUTS[umlaut] ?? umlaut;
    return capital === undefined ? spelled : spelled.toUpperCase();
  });
