import type { Amount } from "./amounts.ts";
import slots from "./data/slots.json" with { type: "json" };
import type { Line } from "./evidence.ts";
import { foldText } from "./tokenize.ts";

export const MIN_AGE = 15;
const MAX_AGE = 80;

export const listYears = (amounts: readonly Amount[]): number[] =>
  amounts.flatMap(({ kind, values }) => (kind === "year" ? (values[0] ?? []) : []));

const birth = new RegExp(slots.birth, "u");
/** A day with its month and year, which jobs hardly have: "3.10.1984", "3 Oct 1984". */
const wholeDate = /(?<!\d)\d{1,2}(?:[./]\d{1,2}[./](?:\d\d){1,2}|\.? \p{L}{3,9}\.? (?:19|20)\d\d)(?!\d)/u;
const isBirth = ({ kind, quote, station, amounts }: Line): boolean =>
  kind === "cv" &&
  (birth.test(foldText(quote)) || (station === 0 && amounts.some(({ month }) => month > 0) && wholeDate.test(quote)));
/** "57 ans", in no job. */
const listAges = ({ kind, station, amounts }: Line): number[] =>
  kind === "cv" && station === 0
    ? amounts.flatMap(({ kind: sort, values: [age = 0] }) =>
        sort === "years" && age >= MIN_AGE && age <= MAX_AGE ? [age] : [],
      )
    : [];

/** "Climbing since the age of 9" */
const listBegun = ({ kind, quote, amounts }: Line): number[] =>
  kind === "cv"
    ? amounts.flatMap(({ at, values: [age = 0] }) => (atAge.test(foldText(quote.slice(0, at))) ? [age] : []))
    : [];
const atAge = /\b(?:age (?:de|of)|aged?|since age|mes|alter von) $/u;

/** The years in which the candidate may have been born: as a line says, or by the highest age that one tells. */
function listBirths(lines: readonly Line[], today: number): number[] {
  const age = Math.max(...lines.flatMap(listAges));
  const year = Math.floor(today / 12);
  return [
    ...lines.filter(isBirth).flatMap(({ amounts }) => listYears(amounts)),
    ...(age > 0 ? [year - age, year - age - 1] : []),
  ];
}

/** What stands before the age that someone has: "I am". */
export const being = new RegExp(slots.being, "u");

/** Whether lines tell how old the candidate is, or was. */
export const tellsAge = (lines: readonly Line[], today: number): boolean =>
  listBirths(lines, today).length > 0 ||
  lines.some(
    ({ kind, quote, amounts }) =>
      kind === "template" && amounts.some(({ at }) => being.test(foldText(quote.slice(0, at)))),
  );

/** Whether who was born in a year that lines say was so old, up to an age, today or in one of some years. */
export const wasAge = (
  [least, most]: readonly [number, number],
  lines: readonly Line[],
  years: readonly number[],
  today: number,
): boolean =>
  listBirths(lines, today).some((born) =>
    [today / 12, ...years].some((year) => {
      const age = Math.floor(year) - born;
      return Number.isInteger(least) && age >= least && age - 1 <= most;
    }),
  );

/** By how many months a length may be told shorter or longer than its dates make it. */
const SHORTER = 12;
const LONGER = 2;
const YEAR_ONLY = 11;

/**
 * The lengths in years between any two dates that lines tell, today among them.
 * @param today in months since year 0
 * @param isOver whether they tell of what is over, so that nothing lasts until today
 */
export function listSpans(lines: readonly Line[], today: number, isOver: boolean): [least: number, most: number][] {
  const births = listBirths(lines, today);
  const dates = lines
    .filter((line) => !isBirth(line))
    .flatMap((line) => [
      ...line.amounts.flatMap(({ kind, values: [year = 0], month }) =>
        kind === "year" ? [{ at: year * 12 + (month || 6), unsure: month > 0 ? 0 : YEAR_ONLY }] : [],
      ),
      ...[...listAges(line), ...listBegun(line)].flatMap((age) =>
        births.map((born) => ({ at: (born + age) * 12 + 6, unsure: YEAR_ONLY })),
      ),
    ]);
  const all = isOver ? dates : [...dates, { at: today, unsure: 0 }];
  return all.flatMap((first) =>
    all
      .filter((last) => last.at > first.at)
      .map((last): [number, number] => {
        const unsure = Math.max(first.unsure, last.unsure);
        return [(last.at - first.at - SHORTER) / 12, (last.at - first.at + LONGER + unsure) / 12];
      }),
  );
}

/** Whether two dates in a row of a line are so many months apart, those of both ends counted or not. */
export const lasted = ({ amounts }: Line, months: number): boolean => {
  const dates = amounts.filter(({ kind, month }) => kind === "year" && month > 0);
  return dates.some(({ values: [year = 0], month }, at) => {
    const first = dates[at - 1];
    const apart = first ? (year - (first.values[0] ?? 0)) * 12 + month - first.month : NaN;
    return Math.abs(apart + 0.5 - months) <= 1;
  });
};

/** Whether a line tells a date and a number of years after which something ends in a year. */
export const ends = ({ amounts }: Line, year: number): boolean =>
  listYears(amounts).some((from) =>
    amounts.some(({ kind, values: [years = 0] }) => kind === "years" && from + years === year),
  );
