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

const mode = z.strictObject({ mode: z.literal("explicit"), ttl: z.literal("30m").optional() });
const part = z.strictObject({ type: z.literal("text"), text: z.string(), prompt_cache_breakpoint: mode.optional() });
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.union([z.string(), z.array(part)]),
});

/** Further documented arguments of POST /v1/chat/completions. */
const DOCUMENTED_ARGUMENTS = [
  "audio",
  "frequency_penalty",
  "logit_bias",
  "logprobs",
  "metadata",
  "modalities",
  "n",
  "parallel_tool_calls",
  "prediction",
  "presence_penalty",
  "reasoning_effort",
  "safety_identifier",
  "seed",
  "service_tier",
  "stop",
  "store",
  "stream_options",
  "temperature",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "user",
  "verbosity",
  "web_search_options",
] as const;

/** The body of POST /v1/chat/completions as far as the product uses it; undocumented arguments are rejected. */
export const chatRequest = z.strictObject({
  ...Object.fromEntries(DOCUMENTED_ARGUMENTS.map((name) => [name, z.unknown().optional()])),
  model: z.string({ error: "you must provide a model parameter" }).min(1, "you must provide a model parameter"),
  messages: z
    .array(message, { error: "Missing required parameter: 'messages'." })
    .min(1, "Invalid 'messages': empty array."),
  stream: z.literal(false, { error: "the sandbox does not stream" }).nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  max_tokens: z.int().positive().nullish(),
  prompt_cache_key: z.string().max(64, "Invalid 'prompt_cache_key': string too long.").nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(["implicit", "explicit"]).optional(), ttl: z.literal("30m").optional() })
    .optional(),
  response_format: z
    .discriminatedUnion("type", [
      z.looseObject({ type: z.literal("text") }),
      z.looseObject({ type: z.literal("json_object") }),
      z.looseObject({
        type: z.literal("json_schema"),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().optional(),
          strict: z.boolean().nullish(),
          schema: answerSchema,
        }),
      }),
    ])
    .optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;

/** All that a request says. */
export const readMessagesText = (request: ChatRequest): string =>
  request.messages
    .map(({ content }) => (typeof content === "string" ? content : content.map((each) => each.text).join("\n")))
    .join("\n\n");

/** The keywords a strict schema may use. */
const ALLOWED_KEYWORDS = new Set([
  ..."type properties required additionalProperties items enum const anyOf $ref $defs title description".split(" "),
  ..."pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(" "),
]);

/** OpenAI's complaint about a strict schema: an open object, an optional property, a keyword it does not support. */
export function findSchemaFault(schema: AnswerSchema, path = "()"): string | undefined {
  const foreign = Object.keys(schema).find((word) => !ALLOWED_KEYWORDS.has(word));
  if (foreign !== undefined) return `In context=${path}, '${foreign}' is not permitted.`;
  if (path === "()" && schema.type !== "object") return `schema must be a JSON Schema of 'type: "object"'.`;
  if (schema.properties) {
    const names = Object.keys(schema.properties);
    if (schema.additionalProperties !== false)
      return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`;
    const forgotten = names.find((name) => !schema.required?.includes(name));
    if (forgotten !== undefined)
      return (
        `In context=${path}, 'required' is required to be supplied and to be an array including every key in ` +
        `properties. Missing '${forgotten}'.`
      );
    for (const name of names) {
      const fault = findSchemaFault(schema.properties[name] ?? {}, `('properties', '${name}')`);
      if (fault !== undefined) return fault;
    }
  }
  return schema.items ? findSchemaFault(schema.items, `${path} items`) : undefined;
}
