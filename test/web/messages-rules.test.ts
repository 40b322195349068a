import { describe, expect, it } from "vitest";
import { failureOf, failuresOf, type Single } from "../../web/features/messages/failures";
import { idsIn, planOf, reasonsOf, settledCount } from "../../web/features/messages/rules";
import {
  addVersion,
  canRedo,
  canUndo,
  firstVersion,
  redo,
  settleVersion,
  shown,
  typeVersion,
  undo,
} from "../../web/features/messages/versions";
import type { ErrorCode } from "../../worker/contract/errors";
import type { Generation, ItemState } from "../../worker/contract/messages";

const draft = (message: string) => ({ subject: "Objet", message });

describe("the versions of a message", () => {
  it("count a run of typing as one, until the field is left", () => {
    const typed = typeVersion(typeVersion(firstVersion(draft("a")), draft("ab")), draft("abc"));
    expect(shown(undo(typed))).toEqual(draft("a"));
    const again = typeVersion(settleVersion(typed), draft("abcd"));
    expect(shown(undo(again))).toEqual(draft("abc"));
  });

  it("bring back what a text written anew replaced, and that text again", () => {
    const rewritten = addVersion(typeVersion(firstVersion(draft("a")), draft("mine")), draft("new"));
    expect(shown(rewritten)).toEqual(draft("new"));
    expect(shown(undo(rewritten))).toEqual(draft("mine"));
    expect(shown(redo(undo(rewritten)))).toEqual(draft("new"));
  });

  it("let go of what was undone once something else is typed", () => {
    const typed = typeVersion(undo(addVersion(firstVersion(draft("a")), draft("b"))), draft("c"));
    expect(canRedo(typed)).toBe(false);
    expect(shown(undo(typed))).toEqual(draft("a"));
  });

  it("add nothing for the same text, and stay at their ends", () => {
    const first = firstVersion(draft("a"));
    expect(canUndo(addVersion(first, draft("a")))).toBe(false);
    expect(undo(first)).toBe(first);
    expect(redo(first)).toBe(first);
  });

  it("are kept to a hundred", () => {
    let versions = firstVersion(draft("0"));
    for (let index = 1; index <= 150; index += 1) versions = addVersion(versions, draft(String(index)));
    expect(versions.drafts).toHaveLength(100);
    expect(shown(versions)).toEqual(draft("150"));
    expect(versions.drafts[0]).toEqual(draft("51"));
  });
});

describe("a bulk generation", () => {
  it("writes what is missing, and what is written only when asked; what was sent is left alone", () => {
    const company = { id: "a", message: "", email_sent: false, send_status: "none" as const };
    expect(
      planOf([
        company,
        { ...company, id: "b", message: "x" },
        { ...company, id: "c", email_sent: true },
        { ...company, id: "d", send_status: "sending" },
      ]),
    ).toEqual({ missing: ["a"], written: ["b"] });
  });

  it("has gone as far as the turns that have ended, whichever way", () => {
    expect(settledCount({ done: 3, failed: 2, cancelled: 1 })).toBe(6);
    const items = (["done", "queued", "failed"] as const).map((state, index) => ({
      company_id: `c${index}`,
      state,
      error_code: null,
      fields: null,
    }));
    expect(idsIn({ items }, "done", "failed")).toEqual(["c0", "c2"]);
  });

  it("tells each reason once", () => {
    expect(reasonsOf([{ reason: "has_message" }, { reason: "already_sent" }, { reason: "has_message" }])).toEqual([
      "has_message",
      "already_sent",
    ]);
  });
});

describe("why a message was not written", () => {
  const generation = (items: [string, ItemState, ErrorCode | null, Record<string, string> | null][]): Generation => ({
    id: "g",
    status: "completed",
    total: items.length,
    done: 0,
    failed: 0,
    cancelled: 0,
    created_at: "2026-11-21T10:00:00.000Z",
    finished_at: null,
    items: items.map(([company_id, state, error_code, fields]) => ({ company_id, state, error_code, fields })),
  });
  const single = (values: Partial<Single> = {}): Single => ({
    companyId: "a",
    after: "g",
    at: 1,
    failure: null,
    ...values,
  });

  it("is told for each company that failed, with what was found in a text that was refused", () => {
    const failures = failuresOf(
      generation([
        ["a", "failed", "message_refused", { unknown_figure: "40 %", not_a_reason: "x" }],
        ["b", "failed", null, null],
        ["c", "done", null, null],
      ]),
      [],
    );
    expect([...failures]).toEqual([
      ["a", { code: "message_refused", findings: [{ code: "unknown_figure", detail: "40 %" }] }],
      ["b", { code: "writer_failed", findings: [] }],
    ]);
  });

  const failed = generation([["a", "failed", "writer_failed", null]]);
  it("is over as soon as the company is tried again", () => {
    expect(failuresOf(failed, [single()]).size).toBe(0);
  });

  it("is that of the bulk generation when it came after the single try", () => {
    expect(failuresOf(failed, [single({ after: null })]).get("a")?.code).toBe("writer_failed");
    expect(
      failuresOf(generation([["a", "done", null, null]]), [
        single({ after: "earlier", failure: failureOf("offline", {}) }),
      ]).size,
    ).toBe(0);
  });

  it("is that of the latest single try, and a text that was stopped has not failed", () => {
    const refused = failureOf("message_refused", { length: "12 words" });
    expect(
      failuresOf(null, [single({ after: null, at: 2, failure: refused }), single({ after: null, at: 1 })]).get("a"),
    ).toEqual(refused);
    expect(failuresOf(failed, [single({ failure: failureOf("generation_cancelled", {}) })]).size).toBe(0);
  });
});
