import type { Amount } from "./amounts.ts";
import type { Line } from "./evidence.ts";
import { foldText } from "./tokenize.ts";

/** How many times a year has each unit of time. */
const A_YEAR: readonly [name: RegExp, times: number][] = [
  [/\b(?:semaine|week|woche)/u, 48],
  [/\b(?:mois|mensuel|month|monat)/u, 12],
  [/\b(?:an|annee|year|annual|jahr|jahrlich)\b/u, 1],
];
const readRate = (text: string): number => A_YEAR.find(([name]) => name.test(foldText(text)))?.[1] ?? 0;
const NEARLY = 0.12;

/** "31 k€ -> 12 k€", "3 workers, 5 temps": what stands between two figures of which a third is told. */
const becomes = /->|→|=>/u;
const changing = /\b(?:from|von|de) ?$/u;
const changed = /\b(?:to|a|auf)\b/u;
const joins = /^[^()]{0,18}(?:[,+&]|\b(?:et|and|und)\b)[^()]{0,8}$/u;
/** "6:40" */
const clock = /(?<!\d)(\d{1,2}):(\d\d)(?!\d)/gu;

/**
 * Whether a figure follows from two in a row of a line, or from how many there are in another length of time.
 * @param near the words around it
 * @param loose 1 where these say "about", else 0
 */
export function followsFrom(
  { quote, amounts }: Line,
  { values: [value = 0], kind }: Amount,
  near: string,
  loose: number,
): boolean {
  const pairs = amounts.flatMap((last, at) => {
    const first = amounts[at - 1];
    if (first?.kind !== last.kind) return [];
    const between = foldText(quote.slice(first.end, last.at));
    const isChange =
      becomes.test(between) || (changing.test(foldText(quote.slice(0, first.at))) && changed.test(between));
    return [{ a: first.values[0] ?? 0, b: last.values[0] ?? 0, kind: last.kind, isChange, isSum: joins.test(between) }];
  });
  if (kind === "percent")
    return pairs.some(({ a, b, isChange }) => {
      const more = (Math.abs(a - b) / Math.max(a, b)) * 100 - value;
      return isChange && more >= -1 && more <= 1 + loose * 4;
    });
  const clocks = [...quote.matchAll(clock)].map(([, first, second]) => Number(first) * 60 + Number(second));
  const times = readRate(quote) / readRate(near);
  return (
    pairs.some(
      (pair) =>
        pair.kind === kind &&
        ((pair.isChange && Math.abs(pair.a - pair.b) === value) || (pair.isSum && pair.a + pair.b === value)),
    ) ||
    clocks.some((last, at) => Math.abs(last - (clocks[at - 1] ?? NaN)) === value) ||
    (times !== 1 &&
      amounts.some((each) => each.kind === kind && Math.abs((each.values[0] ?? 0) * times - value) <= value * NEARLY))
  );
}
