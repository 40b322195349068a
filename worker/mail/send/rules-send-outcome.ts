import { type ExternalServiceError, THREAD_NOT_FOUND } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";

/** POSTs of one mail, the first included. */
const MAX_POSTS = 3;
/** Longest wait between two POSTs. Seconds. */
const MAX_RETRY_WAIT_S = 5;

/** Limits that every other mail of the batch would meet too. */
const MAILBOX_LIMIT_REASONS = new Set(["dailyLimitExceeded", "quotaExceeded", "limitExceeded"]);
/** The account has no Gmail, or its administrator forbids access by other apps. */
const CANNOT_SEND_REASONS = new Set(["failedPrecondition", "domainPolicy"]);
/** The grant no longer includes the permission to send. */
const MISSING_PERMISSION_REASONS = new Set(["insufficientPermissions", "insufficientScope"]);
const DAILY_LIMIT_RETRY_S = 24 * 3_600;
/** When to try again after the operator has to enable the Gmail API. Seconds. */
const API_OFF_RETRY_S = 3_600;

/**
 * What to do after a failed POST. `leave_thread`: post it again as a conversation of its own. `stop` ends the batch,
 * `unlink` deletes tokens that are no longer valid.
 */
export type NextAttempt =
  | { do: "refresh" | "leave_thread" }
  | { do: "wait"; seconds: number }
  | { do: "settle"; status: "failed" | "unknown"; no: SendFailure; stop: boolean; unlink?: true };

const REFUSED_TO_ALL: SendFailure = { reason: "provider_error", stops: true };
const DISCONNECTED: NextAttempt = {
  do: "settle",
  status: "failed",
  no: { reason: "gmail_disconnected" },
  stop: true,
  unlink: true,
};
const failWith = (no: SendFailure, stop = false): NextAttempt => ({ do: "settle", status: "failed", no, stop });

/**
 * Decides whether Gmail may have accepted the mail. Only a definite rejection frees the claim; only a rate limit, an
 * invalid token or a conversation that is gone is tried again. A 5xx is not definite: a front end may answer so for a
 * mail that Gmail accepted.
 * @param tries POSTs made so far, this one included
 */
export function decideNextAttempt(error: ExternalServiceError, tries: number, refreshed: boolean): NextAttempt {
  const { status, reason = "", retryAfterSeconds } = error.details;
  switch (error.failure) {
    case "server_error":
    case "timeout":
    case "unreachable":
    case "bad_answer":
    case "too_large":
    case "aborted":
      return { do: "settle", status: "unknown", no: { reason: "outcome_unknown" }, stop: true };
    case "rate_limited": {
      if (reason === "dailyLimitExceeded")
        return failWith({ reason: "gmail_rate_limited", retryAfterSeconds: DAILY_LIMIT_RETRY_S }, true);
      const seconds = retryAfterSeconds ?? 2 ** (tries - 1);
      if (tries < MAX_POSTS && seconds <= MAX_RETRY_WAIT_S) return { do: "wait", seconds };
      return failWith({ reason: "gmail_rate_limited", retryAfterSeconds: Math.max(seconds, 30) }, true);
    }
    case "refused":
    case "misconfigured":
      // The user has deleted the application from their Gmail. The mail's own references remain.
      if (reason === THREAD_NOT_FOUND) return { do: "leave_thread" };
      // Google renews the token and Gmail refuses it all the same: only linking anew helps.
      if (status === 401) return refreshed ? DISCONNECTED : { do: "refresh" };
      if (reason === "reserved") return failWith({ reason: "provider_error", code: "recipient_reserved" });
      if (reason === "dailyLimitExceeded")
        return failWith({ reason: "gmail_rate_limited", retryAfterSeconds: DAILY_LIMIT_RETRY_S }, true);
      if (MISSING_PERMISSION_REASONS.has(reason)) return DISCONNECTED;
      if (CANNOT_SEND_REASONS.has(reason)) return failWith({ reason: "mailbox_cannot_send" }, true);
      if (reason === "accessNotConfigured")
        return failWith({ reason: "gmail_api_off", retryAfterSeconds: API_OFF_RETRY_S }, true);
      return MAILBOX_LIMIT_REASONS.has(reason)
        ? failWith(REFUSED_TO_ALL, true)
        : failWith({ reason: "provider_error" });
  }
}
