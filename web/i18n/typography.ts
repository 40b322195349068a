import type { Language } from "../../worker/contract/field-schemas";

/** French puts an unbreakable space before : ; ! ? » and after «; the locale files hold plain spaces. */
export const typesetFrench = (text: string): string =>
  text.replaceAll(/ (?=[:;!?»])/gu, "\u00a0").replaceAll("« ", "«\u00a0");

const SEPARATORS: Record<Language, string> = { fr: "\u202f", en: "," };

/**
 * A count with the language's thousands separator. `Intl.NumberFormat` takes 15 ms to load, and every screen shows a
 * count.
 */
export const formatCount = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, SEPARATORS[language]);
