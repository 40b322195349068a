// With its ending: tools/directory-build loads this file in plain Node.
import { foldText } from "../lib/fold-text.ts";

/** Lower case, no accents, single spaces: "Saint-Étienne" is "saint etienne". Other scripts stay. Stored. */
export const foldName = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Letters that have no accent to take away. */
const PLAIN_LETTERS: Record<string, string> = { ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
const SAINTS: Record<string, string> = { st: "saint", ste: "sainte", sankt: "saint", sint: "saint" };

/** Key of a place's name or postcode in a release, and of what somebody types: "St-Étienne" is "saint etienne". */
export const toPlaceKey = (text: string): string =>
  foldName(text)
    .replace(/[łđðþı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .split(" ")
    .map((word) => SAINTS[word] ?? word)
    .join(" ");

/** Articles that people leave out: "Havre", "Rochelle", "Aquila". */
const LEADING_ARTICLE = /^(?:les?|la|l|los|las|el|den|the|s) (?=\p{L}{3})/u;
const ELIDED_ARTICLE = /^([ls]) /u;
const BRACKETS = /\s*\([^()]*\)/gu;
const BETWEEN_LANGUAGES = /\s[-/]\s|(?<=\p{L}{3})\/(?=\p{L}{3})/u;

/**
 * All keys of a name: as written, without what is in brackets, each name of a bilingual town ("Biel/Bienne"), without
 * its article, and "laquila" for "L'Aquila".
 */
export function listPlaceKeys(name: string): string[] {
  // Most names have none of these, and there are many names.
  const parts = /[(/-]/.test(name) ? [name.replace(BRACKETS, ""), ...name.split(BETWEEN_LANGUAGES)] : [];
  const keys = [...new Set([name, ...parts])].map(toPlaceKey);
  const shortened = keys.flatMap((key) =>
    LEADING_ARTICLE.test(key) ? [key.replace(LEADING_ARTICLE, ""), key.replace(ELIDED_ARTICLE, "$1")] : [],
  );
  return [...new Set([...keys, ...shortened])].filter((key) => key !== "");
}

/** Postal additions to the name of a city. */
const POSTAL_WORD = /^(?:\d+(?:e|er|eme|st|nd|rd|th)?|cedex|arrondissement)$/u;

/** "75011 Paris", "Paris 11e Arrondissement" and "PARIS CEDEX 11" are all "paris". Stored. */
export function toCityKey(city: string): string {
  const words = toPlaceKey(city).split(" ");
  return words.filter((word) => !POSTAL_WORD.test(word)).join(" ") || words.join(" ");
}
