import type { Language } from "../../worker/contract/field-schemas";

/** French puts an unbreakable space before : ; ! ? » and after «. */
export const typesetFrench = (text: string): string =>
  text.replaceAll(/ (?=[:;!?»])/gu, "\u00a0").replaceAll("« ", "«\u00a0");

/** German keeps a number and its unit on one line, and so the letters of an abbreviation and three dots. */
export const typesetGerman = (text: string): string =>
  text
    .replaceAll(/(\d|\}\}) (?=(?:km|MB|Uhr)(?!\p{L}))/gu, "$1\u00a0")
    .replaceAll(/(\p{L}\.) (?=\p{L}\.)| (?=…)/gu, "$1\u00a0");

const SEPARATORS: Record<Language, string> = { fr: "\u202f", en: ",", de: "." };

/**
 * A count with the language's thousands separator. `Intl.NumberFormat` takes 15 ms to load, and every screen shows a
 * count.
 */
export const formatCount = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, SEPARATORS[language]);
