import type { QueueReason } from "../../../../worker/contract/outbox";

/** Reasons that a single send can overcome after a review. */
const REASONS_TO_REVIEW_SINGLY: ReadonlySet<QueueReason> = new Set([
  "already_contacted",
  "already_applied",
  "needs_review",
  "objection_pending",
  "cv_language",
  "message_changed",
  "outcome_unknown",
]);
export const needsSingleReview = (reason: QueueReason): boolean => REASONS_TO_REVIEW_SINGLY.has(reason);

/** Reasons that end once the text or the address of a message is another one. */
const REASONS_TO_EDIT: ReadonlySet<QueueReason> = new Set([
  "missing_email",
  "missing_message",
  "dead_address",
  "undeliverable_address",
]);
export const needsOtherMessage = (reason: QueueReason): boolean => REASONS_TO_EDIT.has(reason);

/** The screen where a reason is seen or ended for all its companies at once; null where there is none. */
export function findRemedyPath(
  reason: QueueReason,
): "/outbox" | "/sent" | "/settings/gmail" | "/settings/do-not-contact" | null {
  switch (reason) {
    case "in_flight":
    case "outbox_full":
      return "/outbox";
    case "provider_error":
      return "/sent";
    case "gmail_disconnected":
    case "mailbox_cannot_send":
      return "/settings/gmail";
    case "do_not_contact":
      return "/settings/do-not-contact";
    default:
      return null;
  }
}
