import { z } from "zod";
import type { LlmUsage, Prompt } from "../../platform/ports";
import { extractJson } from "./extract-json";
import { badAnswerError } from "./llm-errors";

const Completion = z.looseObject({
  choices: z.array(
    z.looseObject({
      finish_reason: z.string().nullish(),
      message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});
const TokenCount = z.int().nonnegative().catch(0);
const Usage = z.looseObject({
  prompt_tokens: TokenCount,
  completion_tokens: TokenCount,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: TokenCount, cache_write_tokens: TokenCount })
    .nullish()
    .catch(null),
});
export const NO_USAGE: LlmUsage = { input: 0, cached: 0, cacheWritten: 0, output: 0 };

/** What an answer has cost, unusable ones included. */
export function readUsage(completion: unknown): LlmUsage {
  const { usage } = z.looseObject({ usage: Usage }).safeParse(completion).data ?? {};
  if (!usage) return NO_USAGE;
  const { cached_tokens = 0, cache_write_tokens = 0 } = usage.prompt_tokens_details ?? {};
  return {
    input: usage.prompt_tokens,
    cached: cached_tokens,
    cacheWritten: cache_write_tokens,
    output: usage.completion_tokens,
  };
}

/** @throws ExternalServiceError for an answer that is no use */
export function parseCompletion<T>(completion: unknown, prompt: Prompt<T>): T {
  const choice = Completion.safeParse(completion).data?.choices[0];
  if (!choice) throw badAnswerError("no choice");
  const {
    finish_reason: finish,
    message: { content, refusal },
  } = choice;
  if (refusal) throw badAnswerError("refusal");
  if (finish === "length" || finish === "content_filter") throw badAnswerError(finish);
  if (!content?.trim()) throw badAnswerError("empty");
  const answer = prompt.answer.safeParse(extractJson(content));
  if (!answer.success) throw badAnswerError("not in the shape asked for");
  return answer.data;
}
