import Papa from "papaparse";
import { LIMITS } from "../../contract/limits";
import { ApiError } from "../../platform/api-error";

/** A row of a list. */
export interface ListRow {
  /** Counts from 1, blank rows included, as a spreadsheet numbers them. */
  line: number;
  cells: string[];
  /** Why its cells cannot be told: a quote that was never closed, or too many characters. */
  problem: "quote_open" | "value_too_long" | null;
}

const DELIMITERS = [";", ",", "\t", "|"];
/** The delimiter is guessed from this much. */
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 20;
/** A quoted value that is longer, or has more lines, was never closed: only its first line is lost. */
const MAX_RECORD_CHARACTERS = 20_000;
const MAX_RECORD_LINES = 50;

/** A line longer than this is not parsed. */
const MAX_LINE_CHARACTERS = 100_000;
/** Lines without any quote are parsed together, up to this much. */
const MAX_BATCH_CHARACTERS = 32 * 1024;

/**
 * Reads the rows of a list one after the other. The parser gets a few lines at a time: a quote that is wrong spoils no
 * other line, and the parser's errors for a file of quotes would take forty times the file.
 * @param given lines end with `\n`
 * @param onRow blank rows are left out
 * @throws ApiError `list_too_long`
 */
export function readRows(given: string, onRow: (row: ListRow) => void): void {
  const text = given.trimEnd();
  const declared = /^sep=(.)\n/iu.exec(text);
  const delimiter = declared?.[1] ?? guessDelimiter(text);
  let line = declared ? 1 : 0;
  let quote = 0;
  for (let start = declared?.[0].length ?? 0; start < text.length;) {
    if (quote < start) quote = text.indexOf('"', start);
    if (quote < 0) quote = text.length;
    const plain = Math.min(quote, start + MAX_BATCH_CHARACTERS);
    const plainEnd = plain === text.length ? plain : text.lastIndexOf("\n", plain - 1);
    const end = plainEnd >= start ? plainEnd : findRecordEnd(text, start);
    for (const row of parseRecord(text.slice(start, end), delimiter)) {
      line += 1;
      if (line > LIMITS.listLines) throw new ApiError("list_too_long");
      if (row.cells.some((cell) => cell.trim() !== "")) onRow({ line, ...row });
    }
    start = end + 1;
  }
}

/** Usually one row: quotes inside of a value may have joined lines. */
function parseRecord(record: string, delimiter: string): Omit<ListRow, "line">[] {
  if (record.length > MAX_LINE_CHARACTERS)
    return [{ cells: [record.slice(0, MAX_RECORD_CHARACTERS)], problem: "value_too_long" }];
  const { data, errors } = Papa.parse<string[]>(record, { delimiter, newline: "\n" });
  const open = errors.find(({ code }) => code === "MissingQuotes")?.row;
  return (data.length > 0 ? data : [[]]).map((cells, index) => ({
    cells: cells.slice(0, LIMITS.listColumns),
    problem: index === open ? "quote_open" : null,
  }));
}

/** Lines with a lone quote are left out: the parser would take all that follows for one value. */
function guessDelimiter(text: string): string {
  const sample: string[] = [];
  for (let start = 0; start < Math.min(text.length, SAMPLE_CHARACTERS) && sample.length < SAMPLE_ROWS;) {
    const end = findRecordEnd(text, start);
    const record = text.slice(start, end);
    const isShort = record.length <= MAX_RECORD_CHARACTERS;
    if (isShort && record.trim() !== "" && (record.match(/"/gu)?.length ?? 0) % 2 === 0) sample.push(record);
    start = end + 1;
  }
  return Papa.parse(sample.join("\n"), { newline: "\n", delimitersToGuess: DELIMITERS }).meta.delimiter;
}

/** Where a line ends with all its quotes closed; the end of this line if they are not closed soon. */
function findRecordEnd(text: string, start: number): number {
  let isQuoted = false;
  let firstEnd = -1;
  for (let at = start, lines = 0; at < text.length && at - start < MAX_RECORD_CHARACTERS; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) isQuoted = !isQuoted;
    if (character !== LINE_FEED) continue;
    if (!isQuoted) return at;
    if (firstEnd < 0) firstEnd = at;
    lines += 1;
    if (lines === MAX_RECORD_LINES) break;
  }
  if (firstEnd >= 0) return firstEnd;
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
