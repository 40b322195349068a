import type { Language } from "../contract/field-schemas";

/**
 * French puts a narrow unbreakable space inside guillemets and before high punctuation: a line must not end there.
 * Every sign keeps its place.
 */
export const typesetLetter = (text: string, language: Language): string =>
  language === "fr" ? text.replaceAll(/(?<=«) | (?=[:;!?»])/gu, "\u202f") : text;
