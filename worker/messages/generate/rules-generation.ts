import type { ErrorCode } from "../../contract/errors";
import type { Generation } from "../../contract/messages";
import type { generationItems, generations } from "../../db/schema/messages";
import { ApiError, toServiceError } from "../../platform/api-error";
import { type ExternalServiceError, isRetryable } from "../../platform/ports";
import { findUrgency } from "../batch/rules-batch";

export type GenerationRow = typeof generations.$inferSelect;
export type GenerationItemRow = typeof generationItems.$inferSelect;

/** Attempts at one item of a generation before it has failed. */
export const MAX_ATTEMPTS = 3;
const RETRY_DELAY_S = 5;
const MAX_RETRY_DELAY_S = 120;

/** Errors that every other item of the same generation would meet too. */
const GENERATION_ENDING_CODES: ReadonlySet<ErrorCode> = new Set([
  "writer_misconfigured",
  "spending_paused",
  "writing_limit",
  "generation_limit",
]);
export const endsGeneration = ({ code }: ApiError): boolean => GENERATION_ENDING_CODES.has(code);

/** What to do with a failed item: the delay before the next attempt, or the error it ends with. */
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

/** Whether its letters wait for a batch of the model. */
export const isWaiting = ({
  finishedAt,
  batchUntil,
  batchEndedAt,
}: Pick<GenerationRow, "finishedAt" | "batchUntil" | "batchEndedAt">): boolean =>
  finishedAt === null && batchUntil !== null && batchEndedAt === null;

/** Rows to wire; all counts are counted from the items. */
export function toGeneration(row: GenerationRow, items: GenerationItemRow[], now: Date): Generation {
  const waitsUntil = isWaiting(row) ? row.batchUntil : null;
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
    waits_until: waitsUntil,
    can_hurry: waitsUntil !== null && findUrgency({ until: Date.parse(waitsUntil) }, now.getTime()) === "none",
    items: items.map(({ companyId, messageVersion, state, error, fields }) => ({
      company_id: companyId,
      message_version: messageVersion,
      state,
      error_code: error,
      fields,
    })),
  };
}
