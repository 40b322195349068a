import { z } from "zod";
import type { ReasoningEffort } from "../../platform/config";
import type { Prompt } from "../../platform/ports";

export interface LlmOptions {
  effort: ReasoningEffort | undefined;
  interactiveEffort: ReasoningEffort | undefined;
  /** 0 for no limit. */
  maxTokens: number;
  /** Whether the service takes marks of what to cache; others may refuse a text in parts. */
  marksCache: boolean;
}

/** Arguments that some servers and models reject, and that a request can do without. */
const OPTIONAL_ARGUMENTS = [
  "reasoning_effort",
  "max_completion_tokens",
  "verbosity",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_options",
] as const;
export type OptionalArgument = (typeof OPTIONAL_ARGUMENTS)[number];

/** The body of a request. @param refused arguments that this model has rejected before */
export function buildRequest(
  model: string,
  prompt: Prompt<unknown>,
  endUser: string,
  wishes: LlmOptions,
  refused: ReadonlySet<OptionalArgument>,
) {
  const { $schema: _, ...schema } = z.toJSONSchema(prompt.answer);
  // Repeated in the prompt: a model behind another server may never see the response format.
  const schemaText = JSON.stringify(schema);
  const shape = `Answer with one JSON object that fits this JSON Schema, and with nothing else: ${schemaText}`;
  const effort = prompt.interactive ? wishes.interactiveEffort : wishes.effort;
  const wished = {
    ...(effort && { reasoning_effort: effort }),
    ...(wishes.maxTokens > 0 && { max_completion_tokens: wishes.maxTokens }),
    verbosity: "low" as const,
    safety_identifier: endUser,
    prompt_cache_key: endUser,
    // Nothing else is written to the cache: a write costs a quarter more, and no prompt is asked twice.
    ...(wishes.marksCache && { prompt_cache_options: { mode: "explicit" as const } }),
  };
  const cachedChars = wishes.marksCache && !refused.has("prompt_cache_options") ? (prompt.sharedChars ?? 0) : 0;
  return {
    model,
    messages: [
      { role: "system" as const, content: `${prompt.instructions}\n\n${shape}` },
      { role: "user" as const, content: cachedChars > 0 ? splitAtMark(prompt.input, cachedChars) : prompt.input },
    ],
    response_format: { type: "json_schema" as const, json_schema: { name: prompt.name, strict: true, schema } },
    ...(Object.fromEntries(
      Object.entries(wished).filter(([name]) => !refused.has(name as OptionalArgument)),
    ) as Partial<typeof wished>),
  };
}

/** A text in two parts, the first of which the service keeps for the next prompt that begins with it. */
const splitAtMark = (text: string, chars: number) => [
  { type: "text" as const, text: text.slice(0, chars), prompt_cache_breakpoint: { mode: "explicit" as const } },
  { type: "text" as const, text: text.slice(chars) },
];

/** The optional argument that an error (400 or 422) names; undefined when it names none. */
export const findRejectedArgument = (
  request: object,
  { param, message }: { param: string | null | undefined; message: string },
): OptionalArgument | undefined =>
  OPTIONAL_ARGUMENTS.find((name) => name in request && (param === name || message.includes(name))) ??
  // The mark in a message goes with its option.
  ("prompt_cache_options" in request && message.includes("prompt_cache_breakpoint")
    ? "prompt_cache_options"
    : undefined);
