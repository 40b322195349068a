import { expect, it } from "vitest";
import { readPeople } from "../scale/inputs.ts";
import { computeWaiting, listCalls, sumWaiting } from "./waiting.ts";

const FAR = { toDataMs: 250, nearbyMs: 2 };

it("an asset waits for no data, wherever the Worker runs", () => {
  expect(computeWaiting({ trips: 0, isAsset: true }, FAR)).toEqual({ nearPersonMs: 0, nearDataMs: 0 });
});

it("a read makes the long way once either way, and a write once instead of twice near the data", () => {
  expect(computeWaiting({ trips: 1 }, FAR)).toEqual({ nearPersonMs: 250, nearDataMs: 252 });
  expect(computeWaiting({ trips: 2 }, FAR)).toEqual({ nearPersonMs: 500, nearDataMs: 254 });
});

it("a day counts each call as often as it is made", () => {
  const write = { name: "a write", trips: 2, daily: 3 };
  expect(sumWaiting([write], FAR)).toEqual({ nearPersonMs: 1_500, nearDataMs: 762 });
});

it("a call that the contract no longer has fails the bench", () => {
  expect(() => listCalls(readPeople(), new Map())).toThrow("there is no");
});
