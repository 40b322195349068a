import type { ErrorCode } from "../../../../worker/contract/errors";
import type { Generation } from "../../../../worker/contract/messages";
import type { ClientErrorCode } from "../../../lib/api-error";
import { type Finding, parseFindings } from "../../../lib/letter-findings";

/** Why a message was not written: a code, and with `message_refused` what was found in the text that was thrown away. */
export interface GenerationFailure {
  code: ClientErrorCode;
  findings: Finding[];
}

/** What one press on "write" for one company led to. */
export interface SingleGeneration {
  companyId: string;
  /** Id of the latest bulk generation when it was pressed; null when none was known. */
  after: string | null;
  /** When it was pressed, in ms. */
  at: number;
  /** Null while it is being written, and once it is. */
  failure: GenerationFailure | null;
}

export const toGenerationFailure = (code: ClientErrorCode, fields: Record<string, string>): GenerationFailure => ({
  code,
  findings: parseFindings(fields),
});

/** The user stopped it, or it is being written all the same: nothing has failed. */
const CODES_WITHOUT_FAILURE: ReadonlySet<ClientErrorCode> = new Set<ErrorCode>([
  "generation_cancelled",
  "generating",
  "already_sent",
  "in_flight",
]);

/** Why the latest try to write for a company failed, by company. A press after the bulk generation counts for more than its turn there. */
export function findGenerationFailures(
  generation: Generation | null,
  singles: readonly SingleGeneration[],
): Map<string, GenerationFailure> {
  const failures = new Map<string, GenerationFailure>();
  for (const { company_id: id, state, error_code: code, fields } of generation?.items ?? []) {
    if (state === "failed") failures.set(id, toGenerationFailure(code ?? "writer_failed", fields ?? {}));
  }
  const turns = new Set(generation?.items.map(({ company_id }) => company_id));
  for (const { companyId, after, failure } of singles.toSorted((a, b) => a.at - b.at)) {
    if (turns.has(companyId) && after !== (generation?.id ?? null)) continue;
    if (failure === null || CODES_WITHOUT_FAILURE.has(failure.code)) failures.delete(companyId);
    else failures.set(companyId, failure);
  }
  return failures;
}
