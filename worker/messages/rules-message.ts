import { isGenerating } from "../companies/company-dto";
import type { CompanyRow } from "../companies/rules-recipient";
import type { ErrorCode } from "../contract/errors";
import { LIMITS } from "../contract/limits";
import type { Generation } from "../contract/messages";
import type { generationItems, generations } from "../db/schema/messages";
import { ApiError, toServiceError } from "../platform/api-error";
import { isRetryable, type ExternalServiceError } from "../platform/ports";
import type { MessageDraft } from "./prompts/prompt-message";

export type GenerationRow = typeof generations.$inferSelect;
export type GenerationItemRow = typeof generationItems.$inferSelect;

/** Times a company's turn in a generation is tried before it counts as failed. */
export const MAX_ATTEMPTS = 3;
const RETRY_DELAY_S = 5;
const MAX_RETRY_DELAY_S = 120;

/** A letter as it may be stored: one-line subject, trimmed body. @returns null for one that is empty or endless */
export function normalizeMessage(letter: MessageDraft): MessageDraft | null {
  const subject = cleanText(letter.subject).replace(/\s+/gu, " ");
  const body = cleanText(letter.body);
  return subject === "" || subject.length > LIMITS.subjectLength || body === "" || body.length > LIMITS.messageLength
    ? null
    : { subject, body };
}

/** The same for the user's template. */
export function normalizeTemplate(message: string): string | null {
  const text = cleanText(message);
  return text === "" || text.length > LIMITS.templateLength ? null : text;
}

const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, "")
    .replace(/[ \t]+\n/gu, "\n")
    .trim();

/** Why no message can be written for a company now; null when one can. */
export function findWriteError(row: CompanyRow | undefined, now: Date): ApiError | null {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  return isGenerating(row, now) ? new ApiError("generating") : null;
}

/** Why a written message was not saved, given the row as it is now (undefined: gone) and the claim it was written under. */
export function toSaveError(
  row: CompanyRow | undefined,
  claim: { claimedAt: string; version: number },
  now: Date,
): ApiError {
  const ours = row?.generatingSince === claim.claimedAt;
  const refusal = findWriteError(row && ours ? { ...row, generatingSince: null } : row, now);
  return refusal ?? new ApiError(row?.messageVersion === claim.version ? "generation_cancelled" : "message_changed");
}

/** Refusals that every other letter of the same generation would meet as well. */
const GENERATION_ENDING_CODES: ReadonlySet<ErrorCode> = new Set([
  "writer_misconfigured",
  "spending_paused",
  "writing_limit",
  "generation_limit",
]);
export const endsGeneration = ({ code }: ApiError): boolean => GENERATION_ENDING_CODES.has(code);

/** What to do with a company whose turn failed: the seconds to wait before another try, or the refusal to give up with. */
export function decideRetry(
  error: ApiError | ExternalServiceError,
  attempts: number,
): { retryInSeconds: number } | { refusal: ApiError } {
  if (error instanceof ApiError) return { refusal: error };
  if (!isRetryable(error) || attempts >= MAX_ATTEMPTS) return { refusal: toServiceError(error) };
  return {
    retryInSeconds: Math.min(Math.ceil(error.details.retryAfterSeconds ?? RETRY_DELAY_S * attempts), MAX_RETRY_DELAY_S),
  };
}

/** Rows to wire; every count is counted from the items. */
export function toGeneration(row: GenerationRow, items: GenerationItemRow[]): Generation {
  const count = (state: GenerationItemRow["state"]) => items.filter((item) => item.state === state).length;
  return {
    id: row.id,
    status: row.cancelledAt !== null ? "cancelled" : row.finishedAt !== null ? "completed" : "running",
    total: items.length,
    done: count("done"),
    failed: count("failed"),
    cancelled: count("cancelled"),
    created_at: row.createdAt,
    finished_at: row.finishedAt,
    items: items.map(({ companyId, state, error, fields }) => ({
      company_id: companyId,
      state,
      error_code: error,
      fields,
    })),
  };
}
