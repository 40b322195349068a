import { type CompanyRow, isGenerating, split } from "../companies/rules";
import type { ErrorCode } from "../contract/errors";
import type { MessageLanguage } from "../contract/fields";
import { LIMITS } from "../contract/limits";
import type { Generation } from "../contract/messages";
import type { generationItems, generations } from "../db/schema/messages";
import { ApiError, toServiceError } from "../platform/api-error";
import { mayPass, type OutsideError } from "../ports";
import { categoryName } from "../search/categories/names";
import type { Letter } from "./prompt";

export type GenerationRow = typeof generations.$inferSelect;
export type ItemRow = typeof generationItems.$inferSelect;

/** Times a company's turn in a generation is tried before it counts as failed. */
export const ATTEMPTS = 3;
const PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 120;

/** Names of a company's categories. */
export const sectorOf = (businessType: string, language: MessageLanguage) =>
  split(businessType)
    .map((each) => categoryName(each, language))
    .join(", ");

/** What the gate may take for true of a company: what it says of itself, and what the directory does. */
export function companyFacts({ name, website, city, country, about, businessType, language }: CompanyRow) {
  return {
    name,
    website,
    city,
    country,
    about: [sectorOf(businessType, language), about].filter((text) => text !== "").join("\n"),
  };
}

/** A letter as it may be stored: one-line subject, trimmed body. @returns null for one that is empty or endless */
export function tidyLetter(letter: Letter): Letter | null {
  const subject = clean(letter.subject).replace(/\s+/gu, " ");
  const body = clean(letter.body);
  return subject === "" || subject.length > LIMITS.subjectLength || body === "" || body.length > LIMITS.messageLength
    ? null
    : { subject, body };
}

/** The same for the user's template. */
export function tidyTemplate(message: string): string | null {
  const text = clean(message);
  return text === "" || text.length > LIMITS.templateLength ? null : text;
}

const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, "")
    .replace(/[ \t]+\n/gu, "\n")
    .trim();

/** Why no message can be written for a company now; null when one can. */
export function refusalOfWriting(row: CompanyRow | undefined, now: Date): ApiError | null {
  if (!row || row.archivedAt !== null) return new ApiError("not_found");
  if (row.sendStatus === "sent") return new ApiError("already_sent");
  if (row.sendStatus === "sending") return new ApiError("in_flight");
  return isGenerating(row, now) ? new ApiError("generating") : null;
}

/** Why a written message was not saved, given the row as it is now (undefined: gone) and the claim it was written under. */
export function refusalOfSaving(
  row: CompanyRow | undefined,
  claim: { claimedAt: string; version: number },
  now: Date,
): ApiError {
  const ours = row?.generatingSince === claim.claimedAt;
  const refusal = refusalOfWriting(row && ours ? { ...row, generatingSince: null } : row, now);
  return refusal ?? new ApiError(row?.messageVersion === claim.version ? "generation_cancelled" : "message_changed");
}

/** Refusals that every other letter of the same generation would meet as well. */
const OF_ALL: ReadonlySet<ErrorCode> = new Set([
  "writer_misconfigured",
  "spending_paused",
  "writing_limit",
  "generation_limit",
]);
export const stopsAll = ({ code }: ApiError): boolean => OF_ALL.has(code);

/** What to do with a company whose turn failed: the seconds to wait before another try, or the refusal to give up with. */
export function afterFailure(
  error: ApiError | OutsideError,
  attempts: number,
): { retryInSeconds: number } | { refusal: ApiError } {
  if (error instanceof ApiError) return { refusal: error };
  if (!mayPass(error) || attempts >= ATTEMPTS) return { refusal: toServiceError(error) };
  return {
    retryInSeconds: Math.min(
      Math.ceil(error.details.retryAfterSeconds ?? PAUSE_SECONDS * attempts),
      LONGEST_PAUSE_SECONDS,
    ),
  };
}

/** Rows to wire; every count is counted from the items. */
export function toGeneration(row: GenerationRow, items: ItemRow[]): Generation {
  const count = (state: ItemRow["state"]) => items.filter((item) => item.state === state).length;
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
