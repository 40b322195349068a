import { describe, expect, it } from "vitest";
import { formatTimeLeft, estimateSecondsLeft } from "../../../web/lib/estimated-time";

describe("the estimated time", () => {
  it("is derived from the pace, once there is one", () => {
    const first = { at: 0, done: 10 };
    expect(estimateSecondsLeft(first, { at: 3_000, done: 20 }, 100)).toBe(null);
    expect(estimateSecondsLeft(first, { at: 60_000, done: 11 }, 100)).toBe(null);
    expect(estimateSecondsLeft(first, { at: 10_000, done: 20 }, 100)).toBe(80);
    expect(estimateSecondsLeft(first, { at: 10_000, done: 100 }, 100)).toBe(null);
  });

  it.each([
    [3, "10 seconds"],
    [41, "50 seconds"],
    [56, "1 minute"],
    [80, "2 minutes"],
    [3_600, "60 minutes"],
  ] as const)("%d s are about %s", (seconds, text) => {
    expect(formatTimeLeft(seconds, "en")).toBe(text);
  });
});
