import { describe, expect, it } from "vitest";
import { findNextToRead, splitChosen } from "../../../web/features/mail/model/rules-follow-ups";
import type { FollowUp } from "../../../worker/contract/follow-ups";
import { makeFollowUp } from "../support/follow-up";

const listIds = (list: readonly FollowUp[]) => list.map(({ company_id: id }) => id);

describe("a choice of follow-ups", () => {
  it("has those to write and those to read, without what waits in the outbox", () => {
    const list = [
      makeFollowUp("a"),
      makeFollowUp("b", "Bonjour"),
      makeFollowUp("c", "Bonjour"),
      makeFollowUp("d"),
      makeFollowUp("e", " \n"),
    ];
    const { toWrite, toRead } = splitChosen(list, new Set(["a", "b", "c", "e", "gone"]), new Set(["c"]));
    expect(listIds(toWrite)).toEqual(["a", "e"]);
    expect(listIds(toRead)).toEqual(["b"]);
  });
});

describe("after a follow-up was approved", () => {
  const ids = ["a", "b", "c"];
  it.each<[string, string[], string, string | undefined]>([
    ["the one after it is next", [], "a", "b"],
    ["what is queued is passed over", ["b"], "a", "c"],
    ["those before it come last", ["c"], "b", "a"],
    ["there is none when all are queued", ["a", "b"], "c", undefined],
  ])("%s", (_, queued, id, next) => {
    expect(findNextToRead(ids, new Set(queued), id)).toBe(next);
  });
});
