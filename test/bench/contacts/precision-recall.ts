/** How many were expected, found, and both; over any number of pages. */
export interface Tally {
  expected: number;
  found: number;
  right: number;
}

export interface Misses {
  missing: string[];
  extra: string[];
}

export const createTally = (): Tally => ({ expected: 0, found: 0, right: 0 });

export const computeRecall = ({ right, expected }: Tally): number => (expected === 0 ? 1 : right / expected);
export const computePrecision = ({ right, found }: Tally): number => (found === 0 ? 1 : right / found);

/** Adds one page to a tally. @returns what was missed and what should not have been found */
export function countMatches(tally: Tally, expected: readonly string[], found: readonly string[]): Misses {
  const missing = expected.filter((value) => !found.includes(value));
  tally.expected += expected.length;
  tally.found += found.length;
  tally.right += expected.length - missing.length;
  return { missing, extra: found.filter((value) => !expected.includes(value)) };
}
