import { describe, expect, it } from "vitest";
import { computeLease, findReachedMark } from "../../../worker/messages/llm-calls/rules-leases";

const DAY = { perDay: 10_000, share: 500, used: 0, ownUsed: 0 };

/** Takes leases until there are no more. @returns the calls */
function takeAll(used: number, ownUsed = 0, share = DAY.share): number {
  let taken = 0;
  for (let calls = -1; calls !== 0; taken += calls)
    calls = computeLease({ ...DAY, share, used: used + taken, ownUsed: ownUsed + taken });
  return taken;
}

describe("a lease of the day's LLM calls", () => {
  it("is of five at most, of a hundredth of what is left, of one in the end", () => {
    expect([0, 9_400, 9_600, 9_800, 9_999, 10_000, 10_003].map((used) => computeLease({ ...DAY, used }))).toEqual([
      5, 5, 4, 2, 1, 0, 0,
    ]);
    expect(computeLease({ perDay: 0, share: 0, used: 0, ownUsed: 0 })).toBe(0);
    expect(computeLease({ perDay: 1, share: 1, used: 0, ownUsed: 0 })).toBe(1);
  });

  it("leaves the share alone until the others have used half of the day", () => {
    for (const used of [0, 2_000, 5_000]) expect(takeAll(used)).toBeGreaterThanOrEqual(500);
    expect(takeAll(6_000)).toBe(400);
  });

  it("never takes more than twice the share of what is left", () => {
    for (const [used, ownUsed] of [
      [5_000, 0],
      [9_000, 0],
      [9_000, 50],
      [9_000, 600],
      [9_990, 0],
      [9_990, 3],
    ] as const)
      expect(takeAll(used, ownUsed)).toBeLessThanOrEqual(Math.max(1, (10_000 - used) * 0.1));
  });

  it("gives the last calls to those who have had none", () => {
    expect(computeLease({ ...DAY, used: 9_990, ownUsed: 2 })).toBe(0);
    expect(computeLease({ ...DAY, used: 9_990, ownUsed: 0 })).toBe(1);
  });

  it("lets one user have all where the operator says so", () => {
    expect(takeAll(0, 0, 10_000)).toBe(10_000);
  });
});

it("tells which mark so many calls have reached, of small days too", () => {
  expect([1, 2, 3, 4, 5].map((used) => findReachedMark(used, 5))).toEqual([0, 0, 50, 80, 100]);
  expect(findReachedMark(1, 1)).toBe(100);
  expect(findReachedMark(7_999, 10_000)).toBe(50);
});
