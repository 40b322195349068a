import type { Language } from "../../worker/contract/field-schemas";

/** No line ends after the hyphen of "E-Mail" or "CSV-Datei": U+2060 has no width, and needs no glyph in a font. */
export const joinHyphens = (text: string): string => text.replaceAll(/\b(e|CSV|PDF)-(?=\p{L})/giu, "$1-\u2060");

/** French puts an unbreakable space before : ; ! ? » and after «. */
export const typesetFrench = (text: string): string =>
  joinHyphens(text)
    .replaceAll(/ (?=[:;!?»])/gu, "\u00a0")
    .replaceAll("« ", "«\u00a0");

/** German keeps a number and its unit on one line, and so the letters of an abbreviation and three dots. */
export const typesetGerman = (text: string): string =>
  joinHyphens(text)
    .replaceAll(/(\d|\}\}) (?=(?:km|MB|Uhr)(?!\p{L}))/gu, "$1\u00a0")
    .replaceAll(/(\p{L}\.) (?=\p{L}\.)| (?=…)/gu, "$1\u00a0");

const SEPARATORS: Record<Language, string> = { fr: "\u202f", en: ",", de: "." };

/**
 * A count with the language's thousands separator. `Intl.NumberFormat` takes 15 ms to load, and every screen shows a
 * count.
 */
export const formatCount = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, SEPARATORS[language]);
