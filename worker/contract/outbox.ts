import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import type { ErrorCode } from "./errors";
import { CompanyIds, CompanyIdsBody, Count, Flag, Id, idListField, Text, Time } from "./field-schemas";
import { LIMITS } from "./limits";
import { Confirmation, Fingerprint, FollowUpStep, MailStep, SendReason } from "./mail";

/**
 * What became of a mail in the outbox. `held`: it can be undone; `sending`: only this one can no longer be taken out.
 * Finished ones: `sent`; `failed`, which Gmail refused; `unknown`, which Gmail may have accepted; and `withdrawn`: it
 * left the outbox unsent, because its approval ended or because it must not be sent.
 */
export const OutboxStatus = z.enum(["held", "waiting", "sending", "sent", "failed", "unknown", "withdrawn"]);
export type OutboxStatus = z.infer<typeof OutboxStatus>;

/**
 * What a mail waits for: the end of its undo time, its turn, office hours of the recipient, the end of a weekend or of
 * a holiday, its chosen time, the next day (of a new mailbox, or of a full one), Gmail, the user who stopped it, a
 * mailbox; `in_flight`: another mail to this company; `courtesy`: the company is given time between applications.
 */
export const WaitReason = z.enum([
  "undo",
  "turn",
  "office_hours",
  "weekend",
  "holiday",
  "chosen_time",
  "ramp",
  "daily_limit",
  "gmail_rate_limited",
  "stopped",
  "gmail_disconnected",
  "in_flight",
  "courtesy",
]);
export type WaitReason = z.infer<typeof WaitReason>;

/**
 * Why a mail failed or was withdrawn. `message_changed`: it is no longer the one that was approved; `sender_changed`:
 * the name, the address, the signature or the CV that go with it are not; `approval_expired`: it was approved too long
 * ago; `archived`, `applied`: its company was archived, or applied to by another way.
 */
export const EndReason = z.enum([
  ...SendReason.options,
  "recipient_reserved",
  "archived",
  "applied",
  "approval_expired",
  "sender_changed",
]);
export type EndReason = z.infer<typeof EndReason>;

/** Who or what stopped the outbox; the user makes it go on. */
export const OutboxStop = z.enum(["by_user", "outcome_unknown", "mailbox_cannot_send"]);
export type OutboxStop = z.infer<typeof OutboxStop>;

export const OutboxMail = z.object({
  company_id: Text,
  company_name: Text,
  step: MailStep,
  recipient: Text,
  /** The profile whose CV is attached; null without one, and where that was not kept. */
  cv_profile_id: z.nullable(Text),
  subject: Text,
  status: OutboxStatus,
  /** What an open mail waits for; null for a finished one and while it is sending. */
  waits_for: z.nullable(WaitReason),
  /** Why it failed or was withdrawn. */
  ended_by: z.nullable(EndReason),
  /** When it will leave, as far as can be known now; null while nothing can be told, and once it is finished. */
  leaves_at: z.nullable(Time),
  /** The time that the user chose. */
  send_at: z.nullable(Time),
  /** At the chosen time the recipient's office is closed; it is sent then all the same. */
  office_closed: Flag,
  /** Until then it is held. */
  undo_until: Time,
  approved_at: Time,
  /** When it last changed its status. */
  changed_at: Time,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const Outbox = z.object({
  /** Open mails in their order, then finished ones of the last week, newest first. */
  mails: z.array(OutboxMail),
  /** Null: it goes on. */
  stopped: z.nullable(OutboxStop),
  /** How long a mail that is queued now can be undone. */
  undo_seconds: Count,
  /** Mails leave some minutes apart, in office hours; false: within seconds at any hour, to show it. */
  office_hours: Flag,
  /**
   * Mails of today under the limit of today (UTC): the daily limit, or less for a mailbox in its first days. While
   * nothing waits, that of the mailbox that sent last, without test mails. May be null.
   */
  today: z.nullable(z.object({ sent: Count, limit: Count, resets_at: Time })),
});
export type Outbox = z.infer<typeof Outbox>;

const isWithinReach = (time: string): boolean =>
  Date.parse(time) - Date.now() <= LIMITS.outboxDaysAhead * 24 * 3_600_000;
const tooFar: ErrorCode = "invalid";
/** A time in the past means at once; for one that is past by more than two hours, office hours hold all the same. */
const ChosenTime = Time.check(z.refine(isWithinReach, tooFar));

/** An approval: the mail that was previewed, and what was confirmed of it. */
const ApprovedMail = z.strictObject({
  company_id: Id,
  /** For a follow-up, which one, and the version of its text. */
  step: z.optional(FollowUpStep),
  message_version: z.int(),
  fingerprint: Fingerprint,
  confirm: z._default(z.array(Confirmation).check(z.maxLength(Confirmation.options.length)), []),
});
const tooManyMails: ErrorCode = "bulk_send_limit";

/** Why a mail was not queued. */
export const QueueReason = z.enum([...SendReason.options, "outbox_full"]);
export type QueueReason = z.infer<typeof QueueReason>;

/** Queues mails as they were previewed. Each is held for its undo time first. */
export const queueMails = defineEndpoint({
  method: "POST",
  path: "/outbox",
  access: "ready",
  body: z.strictObject({
    mails: z.array(ApprovedMail).check(z.minLength(1), z.maxLength(LIMITS.bulkSend, tooManyMails)),
    send_at: z.optional(z.nullable(ChosenTime)),
  }),
  answer: z.object({
    queued_ids: z.array(Text),
    failed: z.array(z.object({ id: Text, reason: QueueReason })),
    outbox: Outbox,
  }),
});
/** Also withdraws approvals that have ended: of mails that were edited, archived, or objected to. */
export const getOutbox = defineEndpoint({
  method: "GET",
  path: "/outbox",
  access: "ready",
  answer: z.object({ outbox: Outbox }),
});
/**
 * Undo, and taking out later; a finished mail is no longer listed. Answers the ids that are out. One that is being sent
 * is not: should this attempt fail, it goes without another.
 */
export const takeOut = defineEndpoint({
  method: "POST",
  path: "/outbox/take-out",
  access: "ready",
  body: CompanyIdsBody,
  answer: z.extend(CompanyIds, {
    outbox: Outbox,
    /** What was approved of those that waited, or would but for an archived company: to queue the same mails again. */
    approvals: z.array(z.extend(ApprovedMail, { send_at: z.nullable(Time) })),
  }),
});
/** After the mail that is being sent, if any. */
export const stopOutbox = defineEndpoint({
  method: "POST",
  path: "/outbox/stop",
  access: "ready",
  answer: z.object({ outbox: Outbox }),
});
export const resumeOutbox = defineEndpoint({
  method: "POST",
  path: "/outbox/resume",
  access: "ready",
  answer: z.object({ outbox: Outbox }),
});
/** The named mails first, in this order; then the others as they were. */
export const reorderOutbox = defineEndpoint({
  method: "POST",
  path: "/outbox/order",
  access: "ready",
  body: z.strictObject({ company_ids: idListField(LIMITS.outboxMails) }),
  answer: z.object({ outbox: Outbox }),
});
/**
 * A time for the named mails; null: as soon as may be. Answers the ids whose time was changed: not those that are being
 * sent, or whose approval ends before it.
 */
export const scheduleMails = defineEndpoint({
  method: "POST",
  path: "/outbox/schedule",
  access: "ready",
  body: z.strictObject({ company_ids: idListField(LIMITS.outboxMails), send_at: z.nullable(ChosenTime) }),
  answer: z.extend(CompanyIds, { outbox: Outbox }),
});
