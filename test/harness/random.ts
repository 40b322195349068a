/** A small generator with a seed (mulberry32): the same numbers on every machine. @returns numbers in [0, 1) */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The values in any order. */
export const shuffle = <T>(values: readonly T[], random: () => number): T[] =>
  values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);

export interface RandomChoices {
  chance(share: number): boolean;
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number;
  /** Undefined of an empty list. */
  pick<T>(values: readonly T[]): T | undefined;
  /** One to `most` of them in any order; none of an empty list. */
  some<T>(values: readonly T[], most: number): T[];
}

export function createRandomChoices(seed: number): RandomChoices {
  const random = seededRandom(seed);
  return {
    chance: (share) => random() < share,
    between: (from, to) => from + random() * (to - from),
    pick: (values) => values[Math.floor(random() * values.length)],
    some: (values, most) => shuffle(values, random).slice(0, 1 + Math.floor(random() * most)),
  };
}
