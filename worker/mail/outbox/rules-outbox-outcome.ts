import type { ErrorCode } from "../../contract/errors";
import type { SendReason } from "../../contract/mail";
import type { EndReason, OutboxStop, WaitReason } from "../../contract/outbox";
import type { SendFailure } from "../../platform/send-request";

// What becomes of a mail of the outbox after an attempt to send it.

/** Pauses before another attempt: after a failure outside, without a mailbox, and after another mail was under way. */
const OUTAGE_RETRY_MS = 5 * 60_000;
const DISCONNECTED_RETRY_MS = 15 * 60_000;
/** After a refusal that every other mail would meet too. */
const REFUSED_RETRY_MS = 60 * 60_000;
/** Longer than an interrupted mail stays `sending`. */
const IN_FLIGHT_RETRY_MS = 2 * 60_000;

/** Something outside that a mail needs does not answer; nothing was posted. */
const OUTAGE_CODES: ReadonlySet<ErrorCode> = new Set(["unavailable", "google_unavailable", "google_misconfigured"]);

export type OutboxOutcome =
  | { status: "sent" }
  | { status: "unknown"; stop: OutboxStop | null }
  | { status: "failed"; reason: EndReason; stop: OutboxStop | null }
  | { status: "withdrawn"; reason: EndReason }
  /** Nothing was sent and the approval holds. */
  | { status: "queued"; waitsFor: WaitReason; retryAfterMs: number }
  /** This mail alone waits, for its company. ISO 8601. */
  | { status: "queued"; freeAt: string };

const withdraw = (reason: EndReason): OutboxOutcome => ({ status: "withdrawn", reason });
const retry = (waitsFor: WaitReason, retryAfterMs: number): OutboxOutcome => ({
  status: "queued",
  waitsFor,
  retryAfterMs,
});

/** Why an approval has ended, in the words of the outbox. */
export function toEndReason(reason: SendReason): EndReason {
  switch (reason) {
    case "not_found":
      return "archived";
    case "missing_email":
    case "missing_message":
      return "message_changed";
    case "already_applied":
      return "applied";
    default:
      return reason;
  }
}

/**
 * Decides by the failure of a send that posted nothing, or was refused.
 * @param previous what the mail has waited for since its last attempt
 */
export function decideAfterFailure(
  { reason, code, retryAfterSeconds = 0, stops, hasOtherSender, freeAt }: SendFailure,
  previous: WaitReason | null,
): OutboxOutcome {
  // An approval names its version: what differs in the same version stands outside it.
  if (code === "cv_required" || hasOtherSender) return withdraw("sender_changed");
  if (freeAt !== undefined) return { status: "queued", freeAt };
  if (code === "recipient_reserved") return { status: "failed", reason: code, stop: null };
  if (code && OUTAGE_CODES.has(code)) return retry("gmail_rate_limited", OUTAGE_RETRY_MS);
  switch (reason) {
    case "gmail_disconnected":
      return retry("gmail_disconnected", DISCONNECTED_RETRY_MS);
    case "gmail_rate_limited":
    case "gmail_api_off":
      return retry("gmail_rate_limited", Math.max(retryAfterSeconds * 1000, OUTAGE_RETRY_MS));
    case "daily_limit":
      return retry("daily_limit", OUTAGE_RETRY_MS);
    case "batch_stopped":
      return retry("turn", OUTAGE_RETRY_MS);
    case "in_flight":
    case "outcome_unknown":
      // Another mail to the company is in the way. It has an outcome by the next attempt, and the user should see it.
      return previous === "in_flight" ? withdraw(reason) : retry("in_flight", IN_FLIGHT_RETRY_MS);
    case "mailbox_cannot_send":
      return { status: "failed", reason, stop: "mailbox_cannot_send" };
    case "provider_error":
      return stops ? retry("gmail_rate_limited", REFUSED_RETRY_MS) : { status: "failed", reason, stop: null };
    default:
      return withdraw(toEndReason(reason));
  }
}
