import { describe, expect, it } from "vitest";
import { groupByColumn, toBoardColumn, toMove } from "../../../web/features/applications/model/board";
import { encodeMailFile } from "../../../web/features/applications/model/outcomes";
import { getOutcomeFilter } from "../../../web/features/companies/model/company-status";
import { filterByOutcome } from "../../../web/features/companies/model/table-filter";
import type { Company } from "../../../worker/contract/companies";

const makeCompany = (values: Partial<Company>) =>
  ({ email_sent: false, applied: null, outcome: null, message: "", ...values }) as unknown as Company;

const unsent = { recipient: "rh@lune.example", message: "Hello" };
const sent = { ...unsent, email_sent: true, sent_at: "2026-11-01T09:00:00.000Z" };

describe("the board", () => {
  it("puts each company into the column of what became of it", () => {
    expect(toBoardColumn(makeCompany({ ...unsent, message: " " }))).toBe("to_write");
    expect(toBoardColumn(makeCompany(unsent))).toBe("ready");
    expect(toBoardColumn(makeCompany(sent))).toBe("waiting");
    expect(toBoardColumn(makeCompany({ ...sent, outcome: "offer" }))).toBe("offer");
    // A bounce frees the company: its mail is no longer sent.
    expect(toBoardColumn(makeCompany({ ...unsent, outcome: "bounced" }))).toBe("bounced");
    expect(toBoardColumn(makeCompany({ recipient: null }))).toBeNull();
    expect(groupByColumn([makeCompany(sent), makeCompany({ recipient: null })]).waiting).toHaveLength(1);
  });

  it("moves what was applied to, and takes an outcome back by moving to waiting", () => {
    expect(toMove(makeCompany(sent), "interview")).toBe("interview");
    expect(toMove(makeCompany({ ...sent, outcome: "interview" }), "waiting")).toBeNull();
    expect(toMove(makeCompany({ ...sent, outcome: "interview" }), "interview")).toBeUndefined();
    expect(toMove(makeCompany(sent), "ready")).toBeUndefined();
    expect(toMove(makeCompany(unsent), "interview")).toBeUndefined();
  });
});

it("a mail that is too long is cut where the server takes it", async () => {
  expect(await encodeMailFile(new Blob(["abc"]), 100)).toBe("YWJj");
  expect((await encodeMailFile(new Blob(["x".repeat(1_000)]), 100)).length).toBe(100);
});

it("the list is filtered by what became of an application", () => {
  const waiting = makeCompany(sent);
  const refused = makeCompany({ ...sent, outcome: "refused" });
  expect(getOutcomeFilter(makeCompany(unsent))).toBeNull();
  expect(filterByOutcome([waiting, refused, makeCompany(unsent)], "waiting")).toEqual([waiting]);
  expect(filterByOutcome([waiting, refused], "refused")).toEqual([refused]);
  expect(filterByOutcome([waiting, refused], null)).toEqual([waiting, refused]);
});
