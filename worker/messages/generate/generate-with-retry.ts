import type { ErrorCode } from "../../contract/errors";
import { log } from "../../lib/log";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError, type Prompt, type Llm } from "../../platform/ports";
import { toErrorFields, type BlockingFinding } from "../prompts/check-feedback";

/** A checked answer: accepted, or with the findings against it. */
export type CheckedAnswer<T> = { accepted: T } | { findings: BlockingFinding[] };

/**
 * Asks the LLM for a text that passes its check. A text with findings is requested once more, with the findings; an
 * answer that was declined or cut short is not, because the same prompt would end the same way.
 * @param buildPrompt the prompt, given the findings (none at first)
 * @param check null for an unusable answer
 * @throws ApiError message_refused with the findings as its fields, or writer_failed, when the second is no better;
 *   writer_declined, writer_cut_short
 * @throws ExternalServiceError when the LLM fails
 */
export async function generateWithRetry<A, T>(
  writer: Llm,
  buildPrompt: (findings: BlockingFinding[]) => Prompt<A>,
  check: (answer: A) => Promise<CheckedAnswer<T> | null>,
  signal: AbortSignal,
): Promise<T> {
  let findings: BlockingFinding[] = [];
  for (let attempt = 1; attempt <= 2; attempt++) {
    const answer = await requestAnswer(writer, buildPrompt(findings), signal);
    const checked = answer === null ? null : await check(answer);
    if (checked && "accepted" in checked) return checked.accepted;
    if (checked) findings = checked.findings;
    log("text_refused", {
      asked: attempt,
      reasons: checked ? [...new Set(findings.map(({ code }) => code))].join(" ") : "no_answer",
    });
  }
  throw findings.length > 0
    ? new ApiError("message_refused", { fields: toErrorFields(findings) })
    : new ApiError("writer_failed");
}

/** Finish reasons that a second attempt would repeat. */
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
