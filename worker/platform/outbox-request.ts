import type { Activity } from "../contract/activity";
import type { Confirmation, MailStep } from "../contract/mail";
import type { Outbox, QueueReason } from "../contract/outbox";

/** A mail as it was approved. */
interface ApprovedMail {
  companyId: string;
  step: MailStep;
  version: number;
  fingerprint: string;
  confirm: Confirmation[];
}
type Approval = ApprovedMail & { sendAt: string | null };

/** Mails to queue, as they were approved. */
export interface QueueRequest {
  userId: string;
  mails: ApprovedMail[];
  /** The chosen time, ISO 8601; null for as soon as may be. */
  sendAt: string | null;
  /** Request id for the log. */
  requestId?: string;
}

/** Every company of the request is in one of the lists. */
export interface QueueResult {
  queued: string[];
  failed: { id: string; reason: QueueReason }[];
  outbox: Outbox;
}

/** A change of the outbox by its user. */
export type OutboxChange =
  | { do: "stop" | "resume" }
  | { do: "take_out"; companyIds: string[] }
  | { do: "reorder"; companyIds: string[] }
  | { do: "schedule"; companyIds: string[]; sendAt: string | null };

/** The companies for which the change was made, and the outbox after it. */
export interface OutboxChangeResult {
  changed: string[];
  /** Of mails that were taken out while they waited, or after their company was archived. */
  approvals: Approval[];
  outbox: Outbox;
}

/** What the sidebar says of an outbox. */
export type OutboxSummary = Activity["outbox"];
