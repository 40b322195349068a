import { type CompanyRow, findMailAddress } from "../../companies/rules-recipient";
import type { MessageLanguage } from "../../contract/field-schemas";
import type { Confirmation, FollowUpStep, MailStatus, MailStep, SendReason } from "../../contract/mail";
import { readLanguage } from "../../letter-check/detect-language";
import { ApiError } from "../../platform/api-error";
import type { SendFailure } from "../../platform/send-request";
import type { FollowUpBlock } from "../follow-ups/rules-follow-up";

/** What makes a mail a reply in the conversation of an application. */
export interface Reply {
  step: FollowUpStep;
  /** The subject of the application, as it was sent. */
  subject: string;
  /** Message-IDs of the earlier mails, as far as they are known, oldest first. */
  references: string[];
  /** Gmail's id of the conversation, and the mailbox that knows it; null where they are not known. */
  threadId: string | null;
  sender: string | null;
  /** The days on which these were sent, YYYY-MM-DD. */
  sentOn: string[];
}

/** What the database says of a company before a send. */
export interface SendRow {
  /** For a follow-up, with its text, its version and the recipient of the application in place of the company's own. */
  company: CompanyRow;
  step: MailStep;
  /** Null for an application. */
  reply: Reply | null;
  /** Why a follow-up may not leave, by the rule for these; null where it may, and for an application. */
  followUpBlock: FollowUpBlock | null;
  /** Status of the mail that holds the lock of the company and step; null without a lock. */
  lock: MailStatus | null;
  /** Whether a mail for another company of the user went, or may have gone, to this address. */
  contacted: boolean;
  /** Whether a mail of the user came back from the address. */
  dead: boolean;
  /** Whether the address or its domain is on the user's do-not-contact list. */
  blocked: boolean;
  /** The CV of its profile; null without one. */
  cvPath: string | null;
  /** When a mail to this company last changed its status or came back, ISO 8601; null without mails. */
  movedAt: string | null;
}

/** What decides whether a mail may be sent. */
interface SendConditions extends SendRow {
  /** Language of the CV that would be attached; null without one, and where it is not known. */
  cvLanguage: MessageLanguage | null;
}

/** State of a company before a send. */
export interface SendState extends SendConditions {
  /** Whose CV would be attached; null without one. */
  cvProfileId: string | null;
}

/** The language that a message is in: as its text says, else as it was ordered. */
export const findLetterLanguage = ({ message, language }: Pick<CompanyRow, "message" | "language">): MessageLanguage =>
  readLanguage(message) ?? language;

/** Whether the CV that would be attached is in another language than the message. */
export const isCvInOtherLanguage = ({ company, cvLanguage }: SendConditions): boolean =>
  cvLanguage !== null && findLetterLanguage(company) !== cvLanguage;

/** The error of a send that no confirmation of the user overrides; null when there is none. */
export function findUnconfirmableSendError(state: SendRow | undefined): SendReason | null {
  if (!state || state.company.archivedAt !== null) return "not_found";
  const { company, lock, step, followUpBlock } = state;
  if (step > 0) return followUpBlock ?? (company.message.trim() === "" ? "missing_message" : null);
  if (lock === "sent" || company.sendStatus === "sent") return "already_sent";
  if (lock === "sending") return "in_flight";
  if (findMailAddress(company) === null) return "missing_email";
  return company.message.trim() === "" ? "missing_message" : null;
}

/**
 * Why no e-mail may go to this company now; null when one may. The claim in D1 checks the same again.
 * @param request what the user confirmed, and when: outcomes after `askedAt` were not visible to them
 */
export function findSendError(
  state: SendConditions | undefined,
  request: { confirm: readonly Confirmation[]; askedAt: string },
  version: number | undefined,
): SendReason | null {
  const block = findUnconfirmableSendError(state);
  if (block || !state) return block ?? "not_found";
  const { company, lock, dead, contacted, blocked, movedAt } = state;
  const { confirm, askedAt } = request;
  const unseen = movedAt !== null && movedAt > askedAt;
  if (blocked) return "do_not_contact";
  if (dead) return "dead_address";
  if (version !== undefined && version !== company.messageVersion) return "message_changed";
  if (lock === "unknown" && (unseen || !confirm.includes("outcome_unknown"))) return "outcome_unknown";
  // The user pressed twice and the first send has failed since: only the user may decide to try again.
  if (unseen) return "in_flight";
  if (contacted && !confirm.includes("already_contacted")) return "already_contacted";
  // A confirmation covers only an application that the user could know of. A follow-up is none.
  const appliedAt = state.step === 0 ? company.appliedAt : null;
  if (appliedAt !== null && (appliedAt > askedAt || !confirm.includes("already_applied"))) return "already_applied";
  if (!confirm.includes("cv_language") && isCvInOtherLanguage(state)) return "cv_language";
  return null;
}

/** The same for a test, which goes to the user. */
export function findTestSendError(state: SendRow | undefined, version: number | undefined): SendReason | null {
  if (!state || state.company.archivedAt !== null) return "not_found";
  if (state.company.message.trim() === "") return "missing_message";
  return version !== undefined && version !== state.company.messageVersion ? "message_changed" : null;
}

/** The day (UTC) of a time. */
export const toDay = (time: string): string => time.slice(0, 10);

/** The API error of a single send. */
export function toSendApiError({ reason, code, retryAfterSeconds, freeAt }: SendFailure): ApiError {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (code) return new ApiError(code, options);
  if (freeAt !== undefined) return new ApiError("courtesy_wait", { fields: { free_on: toDay(freeAt) } });
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
