import { z } from "zod";

/** The part of JSON Schema that a structured answer uses. */
export interface AnswerSchema {
  type?: string | string[] | undefined;
  properties?: Record<string, AnswerSchema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | AnswerSchema | undefined;
  items?: AnswerSchema | undefined;
  enum?: (string | number | null)[] | undefined;
  maxItems?: number | undefined;
}

const answerSchema: z.ZodType<AnswerSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), answerSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), answerSchema]).optional(),
    items: answerSchema.optional(),
    enum: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
    maxItems: z.number().optional(),
  }),
);

const part = z.looseObject({ type: z.literal("text"), text: z.string() });
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.union([z.string(), z.array(part)]),
});

/** The body of POST /v1/chat/completions, as far as the product may use it. */
export const chatRequest = z.looseObject({
  model: z.string({ error: "you must provide a model parameter" }).min(1, "you must provide a model parameter"),
  messages: z.array(message, { error: "Missing required parameter: 'messages'." }).min(1, "Invalid 'messages': empty array."),
  stream: z.literal(false, { error: "the sandbox does not stream" }).nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  max_tokens: z.int().positive().nullish(),
  response_format: z
    .discriminatedUnion("type", [
      z.looseObject({ type: z.literal("text") }),
      z.looseObject({ type: z.literal("json_object") }),
      z.looseObject({
        type: z.literal("json_schema"),
        json_schema: z.looseObject({ name: z.string().regex(/^[\w-]{1,64}$/), strict: z.boolean().nullish(), schema: answerSchema }),
      }),
    ])
    .optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;

/** OpenAI's complaint about a schema sent as strict, or undefined: every object closed, every property required. */
export function strictFault(schema: AnswerSchema, path = "()"): string | undefined {
  if (schema.properties) {
    const names = Object.keys(schema.properties);
    if (schema.additionalProperties !== false) return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`;
    const forgotten = names.find((name) => !schema.required?.includes(name));
    if (forgotten !== undefined) return `In context=${path}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${forgotten}'.`;
    for (const name of names) {
      const fault = strictFault(schema.properties[name] ?? {}, `('properties', '${name}')`);
      if (fault !== undefined) return fault;
    }
  }
  return schema.items ? strictFault(schema.items, `${path} items`) : undefined;
}
