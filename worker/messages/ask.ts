import type { ErrorCode } from "../contract/errors";
import { log } from "../log";
import { ApiError } from "../platform/api-error";
import { OutsideError, type Prompt, type Writer } from "../ports";
import { fieldsOf, type Objection } from "./objections";

/** What became of an answer: fit to use, or what is said against it. */
export type Checked<T> = { good: T } | { objections: Objection[] };

/**
 * A text of the writer's that passed its check. A bad one is asked for once more, with what was said against the first; one that was declined
 * or cut short is not, for the same question would end the same way.
 * @param promptFor the question, given the objections (none at first)
 * @param check null for an answer that is none
 * @throws ApiError message_refused with the objections as its fields, or writer_failed, when the second is no better; writer_declined, writer_cut_short
 * @throws OutsideError when the writer fails
 */
export async function answerOf<A, T>(
  writer: Writer,
  promptFor: (objections: Objection[]) => Prompt<A>,
  check: (answer: A) => Promise<Checked<T> | null>,
  signal: AbortSignal,
): Promise<T> {
  let objections: Objection[] = [];
  for (let asked = 1; asked <= 2; asked++) {
    const answer = await answered(writer, promptFor(objections), signal);
    const checked = answer === null ? null : await check(answer);
    if (checked && "good" in checked) return checked.good;
    if (checked) objections = checked.objections;
    log("text_refused", {
      asked,
      reasons: checked ? [...new Set(objections.map(({ code }) => code))].join(" ") : "no_answer",
    });
  }
  throw objections.length > 0
    ? new ApiError("message_refused", { fields: fieldsOf(objections) })
    : new ApiError("writer_failed");
}

/** The ends of an answer that another one would come to as well. */
const FINAL: Readonly<Record<string, ErrorCode>> = {
  refusal: "writer_declined",
  content_filter: "writer_declined",
  length: "writer_cut_short",
};

async function answered<A>(writer: Writer, prompt: Prompt<A>, signal: AbortSignal): Promise<A | null> {
  try {
    return await writer.answer(prompt, signal);
  } catch (error) {
    if (!(error instanceof OutsideError) || error.failure !== "bad_answer") throw error;
    const final = FINAL[error.details.reason ?? ""];
    if (final) throw new ApiError(final);
    return null;
  }
}
