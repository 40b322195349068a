import { describe, expect, it } from "vitest";
import { findNextToRead, splitChosen } from "../../../web/features/mail/model/rules-follow-ups";
import type { FollowUp } from "../../../worker/contract/follow-ups";

const followUp = (id: string, message = ""): FollowUp => ({
  company_id: id,
  company_name: id,
  website: "",
  city: "",
  phones: [],
  step: 1,
  block: null,
  applied_at: "2026-11-01T10:00:00.000Z",
  last_contact_at: "2026-11-01T10:00:00.000Z",
  due_at: "2026-11-08T10:00:00.000Z",
  recipient: "jobs@firm.example",
  outcome_unknown: false,
  message,
  version: message === "" ? 0 : 1,
  author: message === "" ? null : "user",
  language: "fr",
});
const listIds = (list: readonly FollowUp[]) => list.map(({ company_id: id }) => id);

describe("a choice of follow-ups", () => {
  it("has those to write and those to read, without what waits in the outbox", () => {
    const list = [
      followUp("a"),
      followUp("b", "Bonjour"),
      followUp("c", "Bonjour"),
      followUp("d"),
      followUp("e", " \n"),
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
