import { z } from "zod";
import type { Effort } from "../config";
import type { Prompt } from "../ports";

export interface Wishes {
  effort: Effort | undefined;
  hurriedEffort: Effort | undefined;
  /** 0 for no bound. */
  maxTokens: number;
}

/** Arguments that some servers and models refuse, and that an answer can do without. */
const OPTIONAL = ["reasoning_effort", "max_completion_tokens", "verbosity", "safety_identifier"] as const;
export type Optional = (typeof OPTIONAL)[number];

/** The body of a question. @param refused what this model has refused before */
export function requestFor(
  model: string,
  prompt: Prompt<unknown>,
  endUser: string,
  wishes: Wishes,
  refused: ReadonlySet<Optional>,
) {
  const { $schema: _, ...schema } = z.toJSONSchema(prompt.answer);
  // Said twice: a model behind another server may never see the response format.
  const shape = `Answer with one JSON object that fits this JSON Schema, and with nothing else: ${JSON.stringify(schema)}`;
  const effort = prompt.hurried ? wishes.hurriedEffort : wishes.effort;
  const wished = {
    ...(effort && { reasoning_effort: effort }),
    ...(wishes.maxTokens > 0 && { max_completion_tokens: wishes.maxTokens }),
    verbosity: "low" as const,
    safety_identifier: endUser,
  };
  return {
    model,
    messages: [
      { role: "system" as const, content: `${prompt.instructions}\n\n${shape}` },
      { role: "user" as const, content: prompt.input },
    ],
    response_format: { type: "json_schema" as const, json_schema: { name: prompt.name, strict: true, schema } },
    ...(Object.fromEntries(Object.entries(wished).filter(([name]) => !refused.has(name as Optional))) as Partial<
      typeof wished
    >),
  };
}

/** The optional argument of a request that a refusal (400 or 422) names; undefined for a refusal of something else. */
export const refusedArgument = (
  request: object,
  { param, said }: { param: string | null | undefined; said: string },
): Optional | undefined => OPTIONAL.find((name) => name in request && (param === name || said.includes(name)));
