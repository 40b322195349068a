import { describe, expect, it } from "vitest";
import { decideNextStep, type Fence, type MoveState, type Whereabouts } from "../../../tools/rules-move.ts";

type Entry = Whereabouts["state"];
type Fences = Partial<Record<number, MoveState>>;
const AT = "2026-11-28T08:00:00.000Z";

const decide = (state: Entry, shard: number, fences: Fences, to: number) => {
  const toFence = ([number, each]: [string, MoveState]): [number, Fence] => [
    Number(number),
    { state: each, changedAt: AT },
  ];
  return decideNextStep(
    { state, shard, fences: new Map(Object.entries(fences as Record<string, MoveState>).map(toFence)) },
    to,
  );
};

describe("the next step of a move from shard 0 to shard 1", () => {
  it.each<[string, Entry, number, Fences, string]>([
    ["begins in the directory", "open", 0, {}, "announce"],
    ["then calls wait", "moving", 0, {}, "close"],
    ["then what is under way is waited for", "moving", 0, { 0: "leaving" }, "freeze"],
    ["then the target is prepared", "moving", 0, { 0: "frozen" }, "prepare"],
    ["which may have been interrupted", "moving", 0, { 0: "frozen", 1: "left" }, "prepare"],
    ["or be of a stay that has ended", "moving", 0, { 0: "frozen", 1: "gone" }, "prepare"],
    ["then the rows are copied", "moving", 0, { 0: "frozen", 1: "arriving" }, "copy"],
    ["the directory names the target: it takes writes", "moving", 1, { 0: "frozen", 1: "arriving" }, "admit"],
    ["then calls go on", "moving", 1, { 0: "frozen", 1: "arrived" }, "open"],
    ["also when that was forgotten", "moving", 1, { 0: "frozen" }, "open"],
    ["then the old rows may go", "open", 1, { 0: "frozen", 1: "arrived" }, "release"],
    ["and go", "open", 1, { 0: "left", 1: "arrived" }, "delete"],
    ["then nothing is left to do", "open", 1, { 0: "gone", 1: "arrived" }, "nothing"],
    ["also an hour later", "open", 1, {}, "nothing"],
    ["a stay that has ended is no hindrance", "open", 0, { 0: "arrived", 1: "gone" }, "announce"],
    ["an earlier move is finished first", "open", 0, { 0: "arrived", 2: "frozen" }, "release"],
    ["an earlier move is finished first, wholly", "open", 0, { 0: "arrived", 2: "left" }, "delete"],
  ])("%s", (_, state, shard, fences, step) => {
    expect(decide(state, shard, fences, 1)).toMatchObject({ do: step });
  });
});

describe("a move is taken back by moving to where the user is", () => {
  it.each<[string, Entry, Fences, string]>([
    ["announced", "moving", {}, "open"],
    ["with calls waiting", "moving", { 0: "leaving" }, "admit"],
    ["frozen", "moving", { 0: "frozen" }, "admit"],
    ["with rows copied", "moving", { 0: "frozen", 1: "arriving" }, "discard"],
    ["with copied rows that go", "moving", { 0: "frozen", 1: "left" }, "delete"],
    ["with copied rows that are gone", "moving", { 0: "frozen", 1: "gone" }, "admit"],
  ])("%s", (_, state, fences, step) => {
    expect(decide(state, 0, fences, 0)).toMatchObject({ do: step });
  });

  it("but not once the directory names the other shard", () => {
    expect(decide("moving", 1, { 0: "frozen", 1: "arriving" }, 0)).toMatchObject({ do: "admit" });
    expect(decide("moving", 1, { 0: "frozen", 1: "arrived" }, 0)).toMatchObject({ do: "open" });
    expect(decide("open", 1, { 0: "frozen", 1: "arrived" }, 0)).toMatchObject({ do: "release", from: 0, frozenAt: AT });
  });
});

it.each<[string, Entry, number, Fences, RegExp]>([
  ["a move to a third shard", "moving", 0, { 0: "frozen", 2: "arriving" }, /to another shard/u],
  ["a directory that names a shard without the rows", "open", 0, { 0: "gone" }, /restored/u],
  ["the same while rows are deleted", "moving", 0, { 0: "left" }, /restored/u],
])("refuses %s", (_, state, shard, fences, message) => {
  expect(() => decide(state, shard, fences, 1)).toThrow(message);
});
