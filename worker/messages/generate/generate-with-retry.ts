import type { ErrorCode } from "../../contract/errors";
import { log } from "../../lib/log";
import { ApiError } from "../../platform/api-error";
import { ExternalServiceError, type Prompt, type Llm } from "../../platform/ports";
import { type BlockingFinding, NO_OBJECTIONS, type Objections, toErrorFields } from "../prompts/check-feedback";

/** What another attempt could do better in a text that may be saved as it is. */
type Doubts = Pick<Objections, "unsupported" | "repeated">;
/** A checked answer: accepted, perhaps with doubts, or with the findings against it. */
export type CheckedAnswer<T> = { accepted: T; doubts?: Doubts } | { findings: BlockingFinding[] };

/**
 * Asks the LLM for a text that passes its check. A text with findings or doubts is requested once more, with them; an
 * answer that was declined or cut short is not, because the same prompt would end the same way. Of two accepted texts
 * the one with fewer doubts is returned; a doubtful first one is returned too when the second attempt fails.
 * @param buildPrompt the prompt, given what was wrong before (nothing at first)
 * @param check null for an unusable answer
 * @throws ApiError message_refused with the findings as its fields, or writer_failed, when the second is no better;
 *   writer_declined, writer_cut_short
 * @throws ExternalServiceError when the LLM fails
 */
export async function generateWithRetry<A, T>(
  writer: Llm,
  buildPrompt: (objections: Objections) => Prompt<A>,
  check: (answer: A) => Promise<CheckedAnswer<T> | null>,
  signal: AbortSignal,
): Promise<T> {
  let objections = NO_OBJECTIONS;
  let best: { accepted: T; doubts: number } | null = null;
  for (let attempt = 1; attempt <= 2; attempt++) {
    let answer: A | null;
    try {
      answer = await requestAnswer(writer, buildPrompt(objections), signal);
    } catch (error) {
      if (best === null || signal.aborted || !isExpectedFailure(error)) throw error;
      return best.accepted;
    }
    const checked = answer === null ? null : await check(answer);
    if (checked && "accepted" in checked) {
      const { accepted, doubts } = checked;
      const count = doubts ? doubts.unsupported.length + doubts.repeated.length : 0;
      if (count === 0) return accepted;
      if (best === null || count < best.doubts) best = { accepted, doubts: count };
      objections = { findings: [], ...(doubts ?? NO_OBJECTIONS) };
    } else if (checked) objections = { ...NO_OBJECTIONS, findings: checked.findings };
    log("text_refused", { asked: attempt, reasons: checked ? listReasons(objections) : "no_answer" });
  }
  if (best !== null) return best.accepted;
  throw objections.findings.length > 0
    ? new ApiError("message_refused", { fields: toErrorFields(objections.findings) })
    : new ApiError("writer_failed");
}

/** Of the LLM or the service around it; any other error is a fault. */
export const isExpectedFailure = (error: unknown): error is ApiError | ExternalServiceError =>
  error instanceof ApiError || error instanceof ExternalServiceError;

const listReasons = ({ findings, unsupported, repeated }: Objections): string =>
  [
    ...new Set(findings.map(({ code }) => code)),
    ...(unsupported.length > 0 ? ["unsupported_sentence"] : []),
    ...(repeated.length > 0 ? ["repeated_sentence"] : []),
  ].join(" ");

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
