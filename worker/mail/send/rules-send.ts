import { type CompanyRow, findMailAddress } from "../../companies/rules-recipient";
import type { Confirmation, LoggedMail, MailStatus, SendReason } from "../../contract/mail";
import type { mails } from "../../db/schema/mail";
import { ApiError } from "../../platform/api-error";
import type { ExternalServiceError } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";

/** What is known of a company before it is written to. */
export interface SendState {
  company: CompanyRow;
  /** Status of the mail that holds the lock of the company; null when none does. */
  lock: MailStatus | null;
  /** Another company of the user was written to at this address, or may have been. */
  contacted: boolean;
  /** The address, or a domain it lies in, is on the do-not-contact list. */
  blocked: boolean;
  /** An objection to the address, or to a domain it lies in, is pending. */
  objectionPending: boolean;
  /** When a mail to this company last took a turn, ISO 8601; null when there was none. */
  movedAt: string | null;
}

/** What keeps a company from being written to, whatever the user says; null when nothing does. */
export function findUnconfirmableSendError(state: SendState | undefined): SendReason | null {
  if (!state || state.company.archivedAt !== null) return "not_found";
  const { company, lock } = state;
  if (lock === "sent" || company.sendStatus === "sent") return "already_sent";
  if (lock === "sending") return "in_flight";
  if (findMailAddress(company) === null) return "missing_email";
  return company.message.trim() === "" ? "missing_message" : null;
}

/**
 * Why this company may not be written to now; null when it may. The claim in D1 asks the same again.
 * @param request what the user confirmed, and when: an outcome of later than that is one they have not seen
 */
export function findSendError(
  state: SendState | undefined,
  request: { confirm: readonly Confirmation[]; askedAt: string },
  version: number | undefined,
): SendReason | null {
  const block = findUnconfirmableSendError(state);
  if (block || !state) return block ?? "not_found";
  const { company, lock, contacted, blocked, objectionPending, movedAt } = state;
  const { confirm, askedAt } = request;
  const unseen = movedAt !== null && movedAt > askedAt;
  if (blocked) return "do_not_contact";
  if (version !== undefined && version !== company.messageVersion) return "message_changed";
  if (lock === "unknown" && (unseen || !confirm.includes("outcome_unknown"))) return "outcome_unknown";
  // Pressed while another press was on its way, which has failed since: trying again is for the user to say.
  if (unseen) return "in_flight";
  if (contacted && !confirm.includes("already_contacted")) return "already_contacted";
  if (objectionPending && !confirm.includes("objection_pending")) return "objection_pending";
  return null;
}

/** The same for a test, which concerns nobody but the user. */
export function findTestSendError(state: SendState | undefined, version: number | undefined): SendReason | null {
  if (!state || state.company.archivedAt !== null) return "not_found";
  if (state.company.message.trim() === "") return "missing_message";
  return version !== undefined && version !== state.company.messageVersion ? "message_changed" : null;
}

/** At most this many POSTs of one mail, and this long a wait between two. */
const MAX_POSTS = 3;
const MAX_RETRY_WAIT_S = 5;

/** What no further mail of the batch would get past. */
const MAILBOX_LIMIT_REASONS = new Set(["dailyLimitExceeded", "quotaExceeded", "limitExceeded"]);
/** The account has no Gmail, or its administrator does not let it be used from outside. */
const CANNOT_SEND_REASONS = new Set(["failedPrecondition", "domainPolicy"]);
/** The consent no longer holds the permission to send. */
const MISSING_PERMISSION_REASONS = new Set(["insufficientPermissions", "insufficientScope"]);
const DAILY_LIMIT_RETRY_S = 24 * 3_600;
/** How soon an operator may have switched the Gmail API on. Seconds. */
const API_OFF_RETRY_S = 3_600;

/** What to do after a POST that failed. `stop` ends the batch, `unlink` forgets tokens that no longer let us in. */
export type NextAttempt =
  | { do: "refresh" }
  | { do: "wait"; seconds: number }
  | { do: "settle"; status: "failed" | "unknown"; no: SendFailure; stop: boolean; unlink?: true };

const failWith = (no: SendFailure, stop = false): NextAttempt => ({ do: "settle", status: "failed", no, stop });

/**
 * The one question that matters after a failed POST: may Gmail have taken the mail? Only a definite no frees the claim,
 * and only what says "later" or "who are you" is tried again. A 5xx is no definite no: a front end may give up on a mail that was taken.
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
      if (status === 401) return refreshed ? failWith({ reason: "provider_error" }, true) : { do: "refresh" };
      if (reason === "reserved") return failWith({ reason: "provider_error", code: "recipient_reserved" });
      if (reason === "dailyLimitExceeded")
        return failWith({ reason: "gmail_rate_limited", retryAfterSeconds: DAILY_LIMIT_RETRY_S }, true);
      if (MISSING_PERMISSION_REASONS.has(reason))
        return { do: "settle", status: "failed", no: { reason: "gmail_disconnected" }, stop: true, unlink: true };
      if (CANNOT_SEND_REASONS.has(reason)) return failWith({ reason: "mailbox_cannot_send" }, true);
      if (reason === "accessNotConfigured")
        return failWith({ reason: "gmail_api_off", retryAfterSeconds: API_OFF_RETRY_S }, true);
      return failWith({ reason: "provider_error" }, MAILBOX_LIMIT_REASONS.has(reason));
  }
}

/** The refusal of a lone send. */
export function toSendApiError({ reason, code, retryAfterSeconds }: SendFailure): ApiError {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (code) return new ApiError(code, options);
  switch (reason) {
    case "missing_email":
      return new ApiError("email_requirements", { fields: { email: "required" } });
    case "missing_message":
      return new ApiError("email_requirements", { fields: { message: "required" } });
    case "batch_stopped":
      return new ApiError("unavailable", { retryAfterSeconds: 30 });
    default:
      return new ApiError(reason, options);
  }
}

export type MailRow = typeof mails.$inferSelect;

/** Row to wire. */
export const toLoggedMail = (row: MailRow): LoggedMail => ({
  id: row.id,
  company_id: row.companyId,
  company_name: row.companyName,
  test: row.test,
  time: row.createdAt,
  recipient: row.recipient,
  subject: row.subject,
  body: row.body,
  status: row.status,
  error: row.error,
  provider_response: row.providerResponse,
});
