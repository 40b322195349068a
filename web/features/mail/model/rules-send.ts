import type { Company } from "../../../../worker/contract/companies";
import type { Confirmation, MailPreview, SendReason } from "../../../../worker/contract/mail";
import { ApiError, type ClientErrorCode } from "../../../lib/api-error";
import { createRecipientMatcher } from "./do-not-contact-matcher";

type Sendable = Pick<Company, "id" | "recipient" | "message" | "email_sent" | "send_status">;

/** Why a company cannot be sent to now; null when it can. */
export function findSendBlock(
  company: Omit<Sendable, "id">,
): Extract<SendReason, "already_sent" | "missing_email" | "missing_message" | "in_flight"> | null {
  if (company.email_sent) return "already_sent";
  if (company.send_status === "sending") return "in_flight";
  if (company.recipient === null) return "missing_email";
  return company.message.trim() === "" ? "missing_message" : null;
}

export interface SendBatch<T> {
  ready: T[];
  skipped: { company: T; reason: SendReason }[];
}

/**
 * Parts a selection into what can be sent in a batch and what is left out; an unknown outcome needs a look of its own.
 * @param list the do-not-contact list, as far as it is known here; the server asks it again
 */
export function splitBatch<T extends Sendable>(
  companies: readonly T[],
  list: readonly { entry: string }[] = [],
): SendBatch<T> {
  const batch: SendBatch<T> = { ready: [], skipped: [] };
  const isListed = createRecipientMatcher(list);
  for (const company of companies) {
    const reason =
      findSendBlock(company) ??
      (isListed(company) ? "do_not_contact" : company.send_status === "unknown" ? "outcome_unknown" : null);
    if (reason === null) batch.ready.push(company);
    else batch.skipped.push({ company, reason });
  }
  return batch;
}

/** How many companies have an address, and how many have none. */
export function countAddresses(companies: readonly Pick<Company, "recipient">[]): { having: number; lacking: number } {
  const lacking = companies.filter(({ recipient }) => recipient === null).length;
  return { having: companies.length - lacking, lacking };
}

/** How many of each reason, the most frequent first. */
export const countReasons = (reasons: readonly SendReason[]): [SendReason, number][] =>
  groupByReason(reasons.map((reason) => ({ reason }))).map(([reason, all]) => [reason, all.length]);

/** What was not sent, gathered by its reason, the most frequent first. */
export function groupByReason<T extends { reason: SendReason }>(failed: readonly T[]): [SendReason, T[]][] {
  return [...Map.groupBy(failed, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
}

/** How many mails of a batch may have been sent, though nobody says so. */
export const countUnconfirmed = (failed: readonly { reason: SendReason }[]): number =>
  failed.filter(({ reason }) => reason === "outcome_unknown").length;

/** What a send on its own can get past, once the user has looked. */
const REASONS_TO_REVIEW_SINGLY: ReadonlySet<SendReason> = new Set([
  "already_contacted",
  "needs_review",
  "objection_pending",
  "message_changed",
  "outcome_unknown",
]);
export const needsSingleReview = (reason: SendReason): boolean => REASONS_TO_REVIEW_SINGLY.has(reason);

/** What has to be confirmed before this mail may leave, as far as it is known beforehand. */
export function listConfirmations(
  preview: Pick<MailPreview, "review" | "already_contacted" | "objection_pending">,
  company: Pick<Company, "send_status">,
): Confirmation[] {
  const questions: Confirmation[] = [];
  if (company.send_status === "unknown") questions.push("outcome_unknown");
  if (preview.already_contacted) questions.push("already_contacted");
  if (preview.objection_pending) questions.push("objection_pending");
  if (preview.review.length > 0) questions.push("needs_review");
  return questions;
}

/** After these a mail may be on its way all the same. */
const UNCERTAIN_ERROR_CODES: ReadonlySet<ClientErrorCode> = new Set([
  "outcome_unknown",
  "in_flight",
  "offline",
  "bad_answer",
  "unavailable",
  "internal",
]);

/** Whether a send that failed is known to have sent nothing. */
export const isKnownUnsent = (error: unknown): boolean =>
  error instanceof ApiError && !UNCERTAIN_ERROR_CODES.has(error.code);
