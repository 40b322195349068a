import type { Company } from "../../../../worker/contract/companies";
import type { Confirmation, MailPreview, SendReason } from "../../../../worker/contract/mail";
import type { OutboxMail, QueueReason } from "../../../../worker/contract/outbox";
import { ApiError, type ClientErrorCode } from "../../../lib/api-error";
import { createRecipientMatcher } from "./do-not-contact-matcher";

type Sendable = Pick<Company, "id" | "recipient" | "message" | "email_sent" | "send_status" | "applied"> & {
  /** Its mail in the outbox. */
  queued?: OutboxMail | undefined;
};

/** Why a company cannot be sent to now; null when it can. */
export function findSendBlock(
  company: Omit<Sendable, "id" | "applied">,
): Extract<SendReason, "already_sent" | "missing_email" | "missing_message" | "in_flight"> | null {
  if (company.email_sent) return "already_sent";
  if (company.send_status === "sending" || company.queued) return "in_flight";
  if (company.recipient === null) return "missing_email";
  return company.message.trim() === "" ? "missing_message" : null;
}

/** Whether a letter is offered for sending: to a company that was applied to in another way it is not. */
export const isReviewable = (company: Omit<Sendable, "id">): boolean =>
  findSendBlock(company) === null && company.applied === null;

export interface SendBatch<T> {
  ready: T[];
  skipped: { company: T; reason: SendReason }[];
}

/**
 * Splits a selection into what a batch can send and what it skips. An unknown outcome, and an application by another
 * way, need a single review.
 * @param list the do-not-contact list as known here; the server checks it again
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
      (isListed(company)
        ? "do_not_contact"
        : company.send_status === "unknown"
          ? "outcome_unknown"
          : company.applied !== null
            ? "already_applied"
            : null);
    if (reason === null) batch.ready.push(company);
    else batch.skipped.push({ company, reason });
  }
  return batch;
}

/** Moves the companies whose address is undeliverable, as the server found, to those skipped. */
export function skipUndeliverable<T extends { id: string }>(batch: SendBatch<T>, ids: readonly string[]): SendBatch<T> {
  const undeliverable = new Set(ids);
  const left = batch.ready.filter(({ id }) => undeliverable.has(id));
  return {
    ready: batch.ready.filter(({ id }) => !undeliverable.has(id)),
    skipped: [...batch.skipped, ...left.map((company) => ({ company, reason: "undeliverable_address" as const }))],
  };
}

/** Number of companies with and without an address. */
export function countAddresses(companies: readonly Pick<Company, "recipient">[]): { having: number; lacking: number } {
  const lacking = companies.filter(({ recipient }) => recipient === null).length;
  return { having: companies.length - lacking, lacking };
}

/** Number of each reason, most frequent first. */
export const countReasons = (reasons: readonly SendReason[]): [SendReason, number][] =>
  groupByReason(reasons.map((reason) => ({ reason }))).map(([reason, all]) => [reason, all.length]);

/** Unsent companies grouped by reason, most frequent first. */
export function groupByReason<T extends { reason: QueueReason }>(failed: readonly T[]): [T["reason"], T[]][] {
  const groups = Map.groupBy(failed, (each): T["reason"] => each.reason);
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

/**
 * Confirmations that this mail needs, as far as known beforehand.
 * @param isUnsure its last attempt has an unknown outcome
 */
export function listConfirmations(
  preview: Pick<MailPreview, "review" | "already_contacted" | "applied" | "objection_pending" | "cv_language">,
  isUnsure: boolean,
): Confirmation[] {
  const questions: Confirmation[] = [];
  if (isUnsure) questions.push("outcome_unknown");
  if (preview.applied !== null) questions.push("already_applied");
  if (preview.already_contacted) questions.push("already_contacted");
  if (preview.objection_pending) questions.push("objection_pending");
  if (preview.cv_language) questions.push("cv_language");
  if (preview.review.length > 0) questions.push("needs_review");
  return questions;
}

/** After these errors the mail may have been sent. */
const UNCERTAIN_ERROR_CODES: ReadonlySet<ClientErrorCode> = new Set([
  "outcome_unknown",
  "in_flight",
  "offline",
  "bad_answer",
  "unavailable",
  "internal",
]);

/** Whether a failed send certainly sent nothing. */
export const isKnownUnsent = (error: unknown): boolean =>
  error instanceof ApiError && !UNCERTAIN_ERROR_CODES.has(error.code);
