import type { ErrorCode } from "../../contract/errors";
import { log } from "../../lib/log";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError, type Prompt, type Llm } from "../../platform/ports";
import { toErrorFields, type BlockingFinding } from "../prompts/check-feedback";

/** What became of an answer: fit to use, or what is said against it. */
export type CheckedAnswer<T> = { good: T } | { objections: BlockingFinding[] };

/**
 * A text of the writer's that passed its check. A bad one is asked for once more, with what was said against the first; one that was declined
 * or cut short is not, for the same question would end the same way.
 * @param promptFor the question, given the objections (none at first)
 * @param check null for an answer that is none
 * @throws ApiError message_refused with the objections as its fields, or writer_failed, when the second is no better; writer_declined, writer_cut_short
 * @throws ExternalServiceError when the writer fails
 */
export async function generateWithRetry<A, T>(
  writer: Llm,
  promptFor: (findings: BlockingFinding[]) => Prompt<A>,
  check: (answer: A) => Promise<CheckedAnswer<T> | null>,
  signal: AbortSignal,
): Promise<T> {
  let findings: BlockingFinding[] = [];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const answer = await requestAnswer(writer, promptFor(findings), signal);
    const checked = answer === null ? null : await check(answer);
    if (checked && "good" in checked) return checked.good;
    if (checked) findings = checked.objections;
    log("text_refused", {
      asked: attempt,
      reasons: checked ? [...new Set(findings.map(({ code }) => code))].join(" ") : "no_answer",
    });
  }
  throw findings.length > 0
    ? new ApiError("message_refused", { fields: toErrorFields(findings) })
    : new ApiError("writer_failed");
}

/** The ends of an answer that another one would come to as well. */
const FINAL_ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  refusal: "writer_declined",
  content_filter: "writer_declined",
  length: "writer_cut_short",
};

async function requestAnswer<A>(writer: Llm, prompt: Prompt<A>, signal: AbortSignal): Promise<A | null> {
  try {
    return await writer.generate(prompt, signal);
  } catch (error) {
    if (!(error instanceof ExternalServiceError) || error.failure !== "bad_answer") throw error;
    const final = FINAL_ERROR_CODES[error.details.reason ?? ""];
    if (final) throw new ApiError(final);
    return null;
  }
}
