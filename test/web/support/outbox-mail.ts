import type { OutboxMail } from "../../../worker/contract/outbox";

/** An application that waits for its turn. */
export const makeOutboxMail = (values: Partial<OutboxMail> = {}): OutboxMail => ({
  company_id: "a",
  company_name: "Lumen",
  step: 0,
  recipient: "jobs@lumen.test",
  cv_profile_id: null,
  subject: "Application",
  status: "waiting",
  waits_for: "turn",
  ended_by: null,
  leaves_at: null,
  send_at: null,
  office_closed: false,
  undo_until: "2026-11-23T20:00:10.000Z",
  approved_at: "2026-11-23T20:00:00.000Z",
  changed_at: "2026-11-23T20:00:00.000Z",
  ...values,
});
