import { isGenerating } from "../companies/rules-generating";
import type { CompanyRow } from "../companies/rules-recipient";
import { LIMITS } from "../contract/limits";
import { ApiError } from "../platform/api-error";

interface MessageText {
  subject: string;
  body: string;
}

/** A message as it may be stored: one-line subject, trimmed body. @returns null when it is empty or too long */
export function normalizeMessage(draft: MessageText): MessageText | null {
  const subject = cleanText(draft.subject).replace(/\s+/gu, " ");
  const body = cleanText(draft.body);
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

/** Why a written message was not saved, given the row now (undefined: deleted) and the claim it was written under. */
export function toSaveError(
  row: CompanyRow | undefined,
  claim: { claimedAt: string; version: number },
  now: Date,
): ApiError {
  const isOwnClaim = row?.generatingSince === claim.claimedAt;
  const writeError = findWriteError(row && isOwnClaim ? { ...row, generatingSince: null } : row, now);
  return writeError ?? new ApiError(row?.messageVersion === claim.version ? "generation_cancelled" : "message_changed");
}
