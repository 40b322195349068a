import type { ChatRequest } from "./request-schema";

/** An error in the service's own form. */
export function llmError(
  status: number,
  message: string,
  type: string,
  code: string | null,
  param: string | null = null,
  headers: HeadersInit = {},
): Response {
  return Response.json({ error: { message, type, param, code } }, { status, headers });
}

/** Retired models. A fault retires any other: `{service: "openai", call: "<its id>", kind: "404:model_not_found"}`. */
const RETIRED_MODELS = new Set(["gpt-3.5-turbo", "gpt-5-retired"]);
/** Announced in the list of models, as OpenAI does. */
const SHUTDOWN_DATES: Readonly<Record<string, string>> = {
  "gpt-5-mini": "2026-12-11",
  "gpt-5-nano": "2026-12-11",
  "gpt-4o": "2027-01-14",
};

export const modelNotFound = (model: string): Response =>
  llmError(
    404,
    `The model \`${model}\` does not exist or you do not have access to it.`,
    "invalid_request_error",
    "model_not_found",
  );

export const isRetired = (model: string): boolean => RETIRED_MODELS.has(model);

/** GET /v1/models/{id} */
export function describeModel(model: string): Response {
  if (isRetired(model)) return modelNotFound(model);
  return Response.json({
    id: model,
    object: "model",
    created: 1_790_000_000,
    owned_by: "system",
    shutdown_date: SHUTDOWN_DATES[model] ?? null,
  });
}

/** Arguments unknown to older models and other servers; a fault rejects one: `without_reasoning_effort`. */
export const REFUSABLE = [
  "reasoning_effort",
  "max_completion_tokens",
  "verbosity",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_options",
] as const;

/** Models that know no marks of what to cache: those before gpt-5.6. */
const WITHOUT_CACHE_MARKS = /^gpt-(?:[34]|5(?:\.[0-5])?(?:-|$))/u;

/** Efforts of a model: `minimal` ended with gpt-5, `none` came after it. */
const listEfforts = (model: string): string[] =>
  /^gpt-5(?:-|$)/.test(model)
    ? ["minimal", "low", "medium", "high"]
    : ["none", "low", "medium", "high", "xhigh", "max"];

/** The error for an unsupported argument, or undefined. @param special the fault in force */
export function findRefusedArgument(request: ChatRequest, special: string | undefined): Response | undefined {
  const given: Readonly<Record<string, unknown>> = request;
  const unknown = REFUSABLE.find(
    (name) =>
      given[name] !== undefined &&
      (special === `without_${name}` || (name === "prompt_cache_options" && WITHOUT_CACHE_MARKS.test(request.model))),
  );
  if (unknown)
    return llmError(
      400,
      `Unsupported parameter: '${unknown}' is not supported with this model.`,
      "invalid_request_error",
      "unsupported_parameter",
      unknown,
    );
  // The form of Mistral and vLLM.
  const extra = special === "no_extras" ? REFUSABLE.find((name) => given[name] !== undefined) : undefined;
  if (extra)
    return Response.json(
      {
        object: "error",
        message: { detail: [{ type: "extra_forbidden", loc: ["body", extra], msg: "Extra inputs are not permitted" }] },
        type: "invalid_request_error",
        param: null,
        code: null,
      },
      { status: 422 },
    );
  const { reasoning_effort: effort } = given;
  const efforts = listEfforts(request.model);
  if (typeof effort !== "string" || efforts.includes(effort)) return undefined;
  const supported = efforts.map((each) => `'${each}'`).join(", ");
  return llmError(
    400,
    `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model. Supported values ` +
      `are: ${supported}.`,
    "invalid_request_error",
    "unsupported_value",
    "reasoning_effort",
  );
}
