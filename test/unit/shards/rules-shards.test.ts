import { expect, it } from "vitest";
import { chooseShard } from "../../../worker/shards/rules-shards";

const row = (shard: number, entries: number, state: "open" | "full" = "open") => ({ shard, entries, state });

it("a new user goes to the open shard with the fewest, the first of several", () => {
  expect(chooseShard([0, 1, 2], [row(0, 5), row(1, 3), row(2, 4)])).toBe(1);
  expect(chooseShard([0, 1, 2], [row(0, 5), row(1, 3, "full"), row(2, 3)])).toBe(2);
  expect(chooseShard([0, 1], [row(0, 2), row(1, 2)])).toBe(0);
});

it("a shard without a row is new and empty", () => {
  expect(chooseShard([0, 1, 2], [row(0, 5), row(1, 3)])).toBe(2);
});

it("only those bound count", () => {
  expect(chooseShard([0, 1], [row(0, 5), row(1, 6), row(2, 0)])).toBe(0);
});

it("where all are full the emptiest takes new users all the same", () => {
  expect(chooseShard([0, 1], [row(0, 5, "full"), row(1, 3, "full")])).toBe(1);
});

it("one in an object takes nobody before it has a row: its tables are made with it", () => {
  expect(chooseShard([0, 1_000], [row(0, 5)])).toBe(0);
  expect(chooseShard([0, 1_000], [row(0, 5, "full")])).toBe(0);
  expect(chooseShard([0, 1_000], [row(0, 5), row(1_000, 0)])).toBe(1_000);
});
