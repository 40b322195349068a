// With its ending: tools/directory-import loads this file in plain Node.
import { foldText } from "../lib/fold-text.ts";

/** Lower case, no accents, one space between words: "Saint-Étienne" is "saint etienne". Letters of other scripts stay. */
export const foldName = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What post offices add to a city's name: numbers, and the words that go with them. */
const POSTAL_WORD = /^(?:\d+(?:e|er|eme|st|nd|rd|th)?|cedex|arrondissement)$/u;

/** One spelling for the ways a city is written: "75011 Paris", "Paris 11e Arrondissement" and "PARIS CEDEX 11" are all "paris". */
export function toCityKey(city: string): string {
  const words = foldName(city)
    .split(" ")
    .map((word) => (word === "st" ? "saint" : word === "ste" ? "sainte" : word));
  return words.filter((word) => !POSTAL_WORD.test(word)).join(" ") || words.join(" ");
}

/** Side of a cell of the grid that finds companies by place: a tenth of a degree. */
const CELLS_PER_DEGREE = 10;
const CELLS_PER_ROW = 360 * CELLS_PER_DEGREE + 1;
/** A box of more cells than this (a region, a country) is no city. */
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
