// With its ending: tools/directory-build loads this file in plain Node.
import { foldText } from "../lib/fold-text.ts";

/** Lower case, no accents, single spaces: "Saint-Étienne" is "saint etienne". Other scripts stay. Stored. */
export const foldName = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const spellOutSaint = (word: string): string => (word === "st" ? "saint" : word === "ste" ? "sainte" : word);

/** Key of a place's name or postcode in a release, and of what somebody types: "St-Étienne" is "saint etienne". */
export const toPlaceKey = (text: string): string => foldName(text).split(" ").map(spellOutSaint).join(" ");

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
