import fc from "fast-check";

/** The first in so many percent of cases, else the second. */
export const either = <T>(percent: number, first: fc.Arbitrary<T>, second: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: percent, arbitrary: first }, { weight: 100 - percent, arbitrary: second });
