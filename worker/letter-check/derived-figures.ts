import type { Amount } from "./amounts.ts";
import words from "./data/amounts.json" with { type: "json" };
import type { Line } from "./evidence.ts";
import { foldText } from "./tokenize.ts";

/** How many times a year has each unit of time, at least and at most: a week of work has five days or seven. */
type Rate = readonly [name: RegExp, least: number, most: number];
const A_YEAR: readonly Rate[] = [
  [/\b(?:jours?|day|daily|tag|taglich|quotidien)\b/u, 220, 365],
  [/\b(?:semaines?|hebdo|sem|weeks?|weekly|wk|woche|wochen|wochentlich|wo)\b/u, 44, 52],
  [/\b(?:mois|mensuel(?:le)?s?|months?|monthly|monate?|monatlich)\b/u, 12, 12],
  [/\b(?:an|annee|years?|yr|yearly|annual|jahr|jahrlich|p\.? ?a)\b/u, 1, 1],
];
const listRates = (text: string) => A_YEAR.filter(([name]) => name.test(foldText(text)));
/** Of a figure, what "about" may leave out. */
export const NEARLY = 0.12;
/** Hours a week of a full post. */
const FULL_TIME = [35, 42] as const;
const shares = Object.entries(words.shares).map(([percent, said]) => ({
  percent: Number(percent),
  said: new RegExp(`\\b(?:${said})\\b`, "u"),
}));

/** "31 k€ -> 12 k€", "3 workers, 5 temps": what stands between two figures that are added up. */
const joins = /^[^()]{0,18}(?:[,+&]|\b(?:et|and|und)\b)[^()]{0,8}$/u;
/** "3 trips of 10 days", "2 x 3 semaines" */
const times = /^(?:[^,.;()]{0,16}\b(?:je|of|de))?\s*[x×]?\s*$/u;
/** "6:40" */
const clock = /(?<!\d)(\d{1,2}):(\d\d)(?!\d)/gu;

/** Whether two figures may count the same: a unit often stands behind one of them only. */
const isAlike = (a: Amount["kind"], b: Amount["kind"]) => a === b || a === "count" || b === "count";
const isSame = (a: number, b: number, most = 0) => Math.abs(a - b) <= most + 1e-6;

/** The figures of a line that follow each other, each with the one before it. */
const listPairs = ({ quote, amounts }: Figures) =>
  amounts
    .filter(({ kind }) => kind !== "year")
    .flatMap((last, at, all) => {
      const first = all[at - 1];
      if (!first || !isAlike(first.kind, last.kind)) return [];
      const kind = first.kind === "count" ? last.kind : first.kind;
      const between = foldText(quote.slice(first.end, last.at));
      const pair = { a: first.values[0] ?? 0, b: last.values[0] ?? 0 };
      return [{ ...pair, kind, isSum: joins.test(between), isProduct: times.test(between) }];
    });

/** A line, or a sentence of the letter itself. */
export type Figures = Pick<Line, "quote" | "amounts">;

/** In percent, those told in words: "half". */
const listToldShares = (quote: string): number[] => {
  const text = foldText(quote);
  return shares.flatMap(({ percent, said }) => (said.test(text) ? [percent] : []));
};

/** Whether a share in percent follows from two figures in a row, or is told as a fraction or in hours. */
export function isShare(figures: Figures, { values: [value = 0] }: Amount, loose: number): boolean {
  const isIt = (share: number) => isSame(share * 100, value, 1 + loose * 4);
  return (
    listToldShares(figures.quote).some((percent) => isSame(percent, value, 1)) ||
    listPairs(figures).some(
      ({ a, b, kind }) =>
        [a / b, b / a, Math.abs(a - b) / a, Math.abs(a - b) / b].some(isIt) ||
        // "From 61 to 79 %" are 18 points.
        (kind === "percent" && isSame(Math.abs(a - b), value, loose)),
    ) ||
    figures.amounts.some(({ kind, values: [told = 0] }) =>
      kind === "hours"
        ? value >= (told / FULL_TIME[1]) * 100 - 1 && value <= (told / FULL_TIME[0]) * 100 + 1
        : // "118 % of the target"
          (told < 1 && isIt(told)) || (kind === "percent" && told > 100 && isSame(told - 100, value)),
    )
  );
}

const mean = new RegExp(`\\b(?:${words.mean})\\b`, "u");
const tellsEach = (quote: string) => mean.test(foldText(quote));
/** What stands before how many there are in all: "six of", "six sur". */
const isWhole = /\b(?:of|in|sur|von)\s(?:every |each |a )?$/u;

/** What a sentence says around a figure. */
export interface Reckoning {
  /** In which lengths of time it tells how many there are. */
  rates: readonly Rate[];
  /** Whether it tells how many fall to each. */
  isEach: boolean;
  /** How many there are in all, of which the figure may be a part. */
  wholes: readonly number[];
}

/** @param amounts the other figures of the sentence, at their places in it */
export function readReckoning({ quote, amounts }: Figures): Reckoning {
  const rates = listRates(quote);
  return {
    rates,
    isEach: tellsEach(quote) || rates.length > 0,
    wholes: amounts.flatMap(({ at, values: [whole = 0] }) => (isWhole.test(quote.slice(0, at)) ? [whole] : [])),
  };
}

/**
 * Whether a figure follows from two in a row of a line, or from how many there are in another length of time.
 * @param loose 1 where the sentence says "about", else 0
 */
export function followsFrom(line: Line, amount: Amount, { rates, isEach, wholes }: Reckoning, loose: number): boolean {
  const {
    values: [value = 0],
    kind,
  } = amount;
  if (kind === "percent") return isShare(line, amount, loose);
  const most = loose * value * NEARLY;
  const percents = line.amounts.flatMap(({ kind: sort, values: [each = 0] }) => (sort === "percent" ? [each] : []));
  const clocks = [...line.quote.matchAll(clock)].map(([, first, second]) => Number(first) * 60 + Number(second));
  return (
    listPairs(line).some(
      (pair) =>
        isAlike(pair.kind, kind === "count" ? pair.kind : kind) &&
        (isSame(Math.abs(pair.a - pair.b), value, most) ||
          (pair.isProduct && isSame(pair.a * pair.b, value, most)) ||
          // "210 seats in six weeks" are 35 a week.
          (isEach && [pair.a / pair.b, pair.b / pair.a].some((each) => isSame(each, value, most))) ||
          // "Six of seven" are "12 of 14".
          wholes.some((whole) => [pair.a / pair.b, pair.b / pair.a].some((share) => isSame(share * whole, value))) ||
          (pair.isSum && isSame(pair.a + pair.b, value, most))),
    ) ||
    clocks.some((last, at) => Math.abs(last - (clocks[at - 1] ?? NaN)) === value) ||
    (kind === "hours" &&
      line.amounts.some(
        ({ kind: sort, values: [share = 0] }) =>
          (sort === "percent" || share < 1) &&
          FULL_TIME.some((hours) => isSame((hours * share) / (share > 1 ? 100 : 1), value, value * NEARLY)),
      )) ||
    // "140 a year, half of them by me"
    [...percents, ...listToldShares(line.quote)].some((percent) =>
      line.amounts.some(
        ({ kind: sort, values: [whole = 0] }) => isAlike(sort, kind) && isSame((whole * percent) / 100, value, most),
      ),
    ) ||
    isRate(line, amount, rates)
  );
}

/** Whether a sentence tells how many of what figures count fall to each: "on average forty a year". */
export const isMean = ({ quote, amounts }: Figures, { values: [value = 0] }: Amount): boolean =>
  tellsEach(quote) &&
  amounts.some(({ values: [all = 0] }) =>
    amounts.some(({ values: [parts = 1] }) => isSame(all / parts, value, value * NEARLY)),
  );

/** "340 a year" are roughly thirty a month. */
const isRate = ({ quote, amounts }: Line, { values: [value = 0], kind }: Amount, rates: readonly Rate[]): boolean =>
  listRates(quote).some((held) =>
    rates.some(
      (told) =>
        held !== told &&
        amounts.some(
          ({ kind: sort, values: [each = 0] }) =>
            sort === kind &&
            value >= ((each * held[1]) / told[2]) * (1 - NEARLY) &&
            value <= ((each * held[2]) / told[1]) * (1 + NEARLY),
        ),
    ),
  );
