/** Lower case, no accents, one space between words: "Saint-Étienne" is "saint etienne". Letters of other scripts stay. */
export const foldName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What post offices add to a city's name: numbers, and the words that go with them. */
const POSTAL = /^(?:\d+(?:e|er|eme|st|nd|rd|th)?|cedex|arrondissement)$/u;

/** One spelling for the ways a city is written: "75011 Paris", "Paris 11e Arrondissement" and "PARIS CEDEX 11" are all "paris". */
export function cityKey(city: string): string {
  const words = foldName(city)
    .split(" ")
    .map((word) => (word === "st" ? "saint" : word === "ste" ? "sainte" : word));
  return words.filter((word) => !POSTAL.test(word)).join(" ") || words.join(" ");
}

/** Side of a cell of the grid that finds companies by place: a tenth of a degree. */
const CELLS_A_DEGREE = 10;
const CELLS_A_ROW = 360 * CELLS_A_DEGREE + 1;
/** A box of more cells than this (a region, a country) is no city. */
const MOST_CELLS = 400;

const rowOf = (lat: number): number => Math.floor((lat + 90) * CELLS_A_DEGREE);
const columnOf = (lon: number): number => Math.floor((lon + 180) * CELLS_A_DEGREE);
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** The cell of a place; degrees. */
export const cellOf = (lat: number, lon: number): number => rowOf(lat) * CELLS_A_ROW + columnOf(lon);

/** The cells that a box touches; degrees. None for a box too large for a city. */
export function cellsOf({
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
  const [rows, columns] = [range(rowOf(south), rowOf(north)), range(columnOf(west), columnOf(east))];
  return rows.length * columns.length > MOST_CELLS
    ? []
    : rows.flatMap((row) => columns.map((column) => row * CELLS_A_ROW + column));
}
