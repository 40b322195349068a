import type { Language } from "../../worker/contract/field-schemas";

/**
 * French sets a space before : ; ! ? » and after «, and a line never breaks there.
 * The locale files have plain spaces; this puts the unbreakable ones in.
 */
export const typesetFrench = (text: string): string =>
  text.replaceAll(/ (?=[:;!?»])/gu, "\u00a0").replaceAll("« ", "«\u00a0");

const SEPARATORS: Record<Language, string> = { fr: "\u202f", en: "," };

/** A count as the language writes it. `Intl.NumberFormat` takes 15 ms to load, and every screen counts something. */
export const formatCount = (count: number, language: Language): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, SEPARATORS[language]);
