import type { MessageLanguage } from "../contract/field-schemas";

/** What a letter of a language is called: the title of its file. */
export const LETTER_NAMES: Record<MessageLanguage, string> = {
  fr: "Lettre de motivation",
  en: "Cover letter",
  de: "Anschreiben",
};

const LOCALES: Record<MessageLanguage, string> = { fr: "fr-FR", en: "en-GB", de: "de-DE" };

/** The date as a letter says it, after the place where it is known. @param day YYYY-MM-DD */
export function formatPlaceAndDate(language: MessageLanguage, place: string, day: string): string {
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  if (language === "en") return date;
  if (language === "de") return place === "" ? date : `${place}, ${date}`;
  const frenchDate = `le ${date.replace(/^1 /u, "1er ")}`;
  return place === "" ? `Le${frenchDate.slice(2)}` : `${place}, ${frenchDate}`;
}

/** The subject as it stands in a letter: only a French one is announced. */
export const formatSubject = (language: MessageLanguage, subject: string): string =>
  language === "fr" ? `Objet\u00a0: ${subject}` : subject;

const PAGES: Record<MessageLanguage, (page: number, pages: number) => string> = {
  fr: (page, pages) => `${page} / ${pages}`,
  en: (page, pages) => `Page ${page} of ${pages}`,
  de: (page, pages) => `Seite ${page} von ${pages}`,
};
export const formatPageNumber = (language: MessageLanguage, page: number, pages: number): string =>
  PAGES[language](page, pages);
