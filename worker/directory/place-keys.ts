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

/** Companies are found by cells of a grid; a cell is a tenth of a degree wide. */
const CELLS_PER_DEGREE = 10;
const CELLS_PER_ROW = 360 * CELLS_PER_DEGREE + 1;
/** A box with more cells is a region or a country. */
const MAX_CITY_CELLS = 400;

const toGridRow = (lat: number): number => Math.floor((lat + 90) * CELLS_PER_DEGREE);
const toGridColumn = (lon: number): number => Math.floor((lon + 180) * CELLS_PER_DEGREE);
const listIntegers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** The cell of a place; degrees. */
export const toGridCell = (lat: number, lon: number): number => toGridRow(lat) * CELLS_PER_ROW + toGridColumn(lon);

/** The cells that a box touches; degrees. None for a box too large for a city. */
export function listGridCells({
  south,
  west,
  north,
  east,
}: {
  south: number;
  west: number;
  north: number;
  east: number;
}): number[] {
  const [rows, columns] = [
    listIntegers(toGridRow(south), toGridRow(north)),
    listIntegers(toGridColumn(west), toGridColumn(east)),
  ];
  return rows.length * columns.length > MAX_CITY_CELLS
    ? []
    : rows.flatMap((row) => columns.map((column) => row * CELLS_PER_ROW + column));
}
