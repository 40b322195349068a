import type { ErrorCode } from "../../../../worker/contract/errors";
import type { Generation, GenerationItem } from "../../../../worker/contract/messages";
import type { ClientErrorCode } from "../../../lib/api-error";
import { type Finding, parseFindings } from "../../../lib/letter-findings";

const DAY_MS = 86_400_000;

/** Why a message was not written: a code, and for `message_refused` the findings in the discarded text. */
export interface GenerationFailure {
  code: ClientErrorCode;
  findings: Finding[];
}

/** The result of one press on "write" for one company. */
export interface SingleGeneration {
  companyId: string;
  /** Id of the latest bulk generation at that time; null when none was known. */
  after: string | null;
  /** Time of the press (ms). */
  at: number;
  /** Null while it is being written and after success. */
  failure: GenerationFailure | null;
}

export const toGenerationFailure = (code: ClientErrorCode, fields: Record<string, string>): GenerationFailure => ({
  code,
  findings: parseFindings(fields),
});

/** Stopped by the user, or not a failure to write: nothing to report. */
const CODES_WITHOUT_FAILURE: ReadonlySet<ClientErrorCode> = new Set<ErrorCode>([
  "generation_cancelled",
  "generating",
  "message_waits",
  "message_changed",
  "not_found",
  "already_sent",
  "in_flight",
]);

/** Whether a message could not be written; one that the user has written, sent or archived meanwhile needs none. */
export const isFailure = ({ state, error_code: code }: GenerationItem): boolean =>
  state === "failed" && !(code !== null && CODES_WITHOUT_FAILURE.has(code));

/**
 * Why the latest attempt failed, by company. A single attempt after the bulk generation replaces its result there. A
 * limit of an earlier day is none any more.
 */
export function findGenerationFailures(
  generation: Generation | null,
  singles: readonly SingleGeneration[],
  now = Date.now(),
): Map<string, GenerationFailure> {
  const failures = new Map<string, GenerationFailure>();
  const endedAt = Date.parse(generation?.finished_at ?? "");
  const wasEarlierDay = Math.floor(endedAt / DAY_MS) < Math.floor(now / DAY_MS);
  for (const item of generation?.items ?? []) {
    const failure = toGenerationFailure(item.error_code ?? "writer_failed", item.fields ?? {});
    if (isFailure(item) && !(wasEarlierDay && meetsDayLimit(failure))) failures.set(item.company_id, failure);
  }
  const turns = new Set(generation?.items.map(({ company_id }) => company_id));
  for (const { companyId, after, failure } of singles.toSorted((a, b) => a.at - b.at)) {
    if (turns.has(companyId) && after !== (generation?.id ?? null)) continue;
    if (failure === null || CODES_WITHOUT_FAILURE.has(failure.code)) failures.delete(companyId);
    else failures.set(companyId, failure);
  }
  return failures;
}

/** Limits of the day: each message that meets one fails alike, and trying again is vain before the day ends. */
const DAY_LIMITS: ReadonlySet<ClientErrorCode> = new Set<ErrorCode>(["writing_limit", "spending_paused"]);

/** The limit of the day among codes, which is told once. */
export const findDayLimit = (codes: readonly (ClientErrorCode | null)[]): ClientErrorCode | undefined =>
  codes.find((code) => code !== null && DAY_LIMITS.has(code)) ?? undefined;

export const meetsDayLimit = ({ code }: GenerationFailure): boolean => DAY_LIMITS.has(code);

/** Until the limits of the day end, with the day of UTC. */
export const computeSecondsLeft = (now: number): number => Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
