import { afterEach, expect, it, vi } from "vitest";
import { putMailsBack } from "../../../web/lib/put-mails-back";

afterEach(() => vi.unstubAllGlobals());

const OUTBOX = { mails: [], stopped: null, undo_seconds: 10, office_hours: true, today: null };
const approve = (id: string, values = {}) => ({
  company_id: id,
  message_version: 3,
  fingerprint: "f".repeat(64),
  confirm: [],
  send_at: null,
  ...values,
});

/** Answers the outbox's calls, and returns what each of them asked. */
function recordCalls() {
  const calls: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    calls.push({ path, body: JSON.parse(body) });
    return Response.json({ queued_ids: [], failed: [], company_ids: [], outbox: OUTBOX });
  });
  return calls;
}

it("puts a follow-up back as the follow-up it was, and each mail for its own time", async () => {
  const calls = recordCalls();
  const later = "2026-12-01T09:00:00.000Z";
  expect(await putMailsBack([approve("a", { step: 1 }), approve("b", { send_at: later })], ["a", "b"])).toBe(0);
  const { send_at: _now, ...a } = approve("a", { step: 1 });
  const { send_at: _later, ...b } = approve("b");
  expect(calls).toEqual([
    { path: "/api/outbox", body: { mails: [a], send_at: null } },
    { path: "/api/outbox", body: { mails: [b], send_at: later } },
    { path: "/api/outbox/order", body: { company_ids: ["a", "b"] } },
  ]);
});

it("puts a mail back where it stood between those that stayed", async () => {
  const calls = recordCalls();
  await putMailsBack([approve("b")], ["a", "b", "c"]);
  expect(calls.at(-1)).toEqual({ path: "/api/outbox/order", body: { company_ids: ["a", "b", "c"] } });
});
