import { expect, it } from "vitest";
import { listProblems } from "../../../web/layouts/use-sidebar-status";
import type { OutboxMail } from "../../../worker/contract/outbox";

const mail = (
  status: OutboxMail["status"],
  reason: OutboxMail["ended_by"],
  changed_at = "2026-11-28T10:00:00.000Z",
) => ({
  status,
  ended_by: reason,
  changed_at,
});

it("the outbox is marked for what failed or must not be sent, not for what the user took back", () => {
  const failed = [mail("failed", "provider_error"), mail("unknown", null), mail("withdrawn", "do_not_contact")];
  const own = (["message_changed", "sender_changed", "archived", "applied"] as const).map((reason) =>
    mail("withdrawn", reason),
  );
  expect(listProblems([...failed, ...own, mail("sent", null), mail("waiting", null)], null)).toEqual(failed);
});

it("the mark goes once it was seen, and comes for what fails later", () => {
  const [old, late] = [mail("failed", "provider_error"), mail("failed", "provider_error", "2026-11-28T11:00:00.000Z")];
  expect(listProblems([old, late], old.changed_at)).toEqual([late]);
  expect(listProblems([old, late], late.changed_at)).toEqual([]);
});
