import { seededRandom } from "../random.ts";

export interface RandomChoices {
  chance(share: number): boolean;
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number;
  /** Undefined of nothing. */
  pick<T>(values: readonly T[]): T | undefined;
  /** Some of them in any order, one at least if there is one. */
  some<T>(values: readonly T[], most: number): T[];
}

export function createRandomChoices(seed: number): RandomChoices {
  const random = seededRandom(seed);
  const shuffle = <T>(values: readonly T[]) =>
    values
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  return {
    chance: (share) => random() < share,
    between: (from, to) => from + random() * (to - from),
    pick: (values) => values[Math.floor(random() * values.length)],
    some: (values, most) => shuffle(values).slice(0, 1 + Math.floor(random() * most)),
  };
}
