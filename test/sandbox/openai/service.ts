import { bodyText, type OutsideCall, type Service } from "../call";
import { hash } from "../world/hash";
import { readPrompt, type Prompt } from "./blocks";
import { writeLetter, writeTemplate } from "./compose";
import { readFacts } from "./facts";
import { boast, obey } from "./misled";
import { describeModel, failure, isRetired, modelGone, REFUSABLE, refusedArgument } from "./models";
import { listFor, rerank } from "./rerank";
import { chatRequest, strictFault, type AnswerSchema, type ChatRequest } from "./schema";

const badRequest = (message: string): Response => failure(400, message, "invalid_request_error", null);

const textOf = (request: ChatRequest): string =>
  request.messages
    .map(({ content }) => (typeof content === "string" ? content : content.map((each) => each.text).join("\n")))
    .join("\n\n");

function schemaOf(request: ChatRequest): AnswerSchema | undefined {
  return request.response_format?.type === "json_schema" ? request.response_format.json_schema.schema : undefined;
}

/** A text of the task, by an honest writer or a misled one. */
function bodyFor(prompt: Prompt, special: string | undefined): string {
  const honest =
    prompt.task === "improve" || prompt.task === "generate"
      ? writeTemplate(prompt, prompt.task === "improve")
      : writeLetter(prompt).body;
  return special === "obey" ? obey(honest, prompt) : special === "boast" ? boast(honest, prompt) : honest;
}

/** The value of one property of the answer, by its kind and name. */
function valueFor(name: string, schema: AnswerSchema, prompt: Prompt, special: string | undefined): unknown {
  if (schema.type === "array") {
    const allowed = schema.items?.enum?.map(String);
    return listFor(schema, rerank(prompt, allowed));
  }
  if (schema.type === "boolean") return false;
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.enum) return schema.enum[0];
  return name === "subject" ? writeLetter(prompt).subject : bodyFor(prompt, special);
}

function contentFor(request: ChatRequest, special: string | undefined): string {
  const prompt = readPrompt(textOf(request));
  const schema = special === "ignore_schema" ? undefined : schemaOf(request);
  const plain = (): string => {
    if (prompt.task === "rerank") return rerank(prompt, undefined).join("\n");
    return prompt.task === "facts" ? JSON.stringify(readFacts(prompt.cv)) : bodyFor(prompt, special);
  };
  if (prompt.task === "facts" && schema) return plain();
  if (!schema) return special === "ignore_schema" ? `Sure! Here you are:\n\n${plain()}` : plain();
  const entries = Object.entries(schema.properties ?? {}).map(([name, each]) => [
    name,
    valueFor(name, each, prompt, special),
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

function choices(request: ChatRequest, special: string | undefined): unknown[] {
  const message = { role: "assistant", refusal: null, annotations: [] };
  const choice = { index: 0, logprobs: null };
  const content = contentFor(request, special);
  switch (special) {
    case "empty_choices":
      return [];
    case "empty":
      return [{ ...choice, message: { ...message, content: "" }, finish_reason: "stop" }];
    case "length":
      return [
        { ...choice, message: { ...message, content: content.slice(0, content.length / 3) }, finish_reason: "length" },
      ];
    case "content_filter":
      return [{ ...choice, message: { ...message, content: null }, finish_reason: "content_filter" }];
    case "refusal":
      return [
        {
          ...choice,
          message: { ...message, content: null, refusal: "I'm sorry, I can't help with that." },
          finish_reason: "stop",
        },
      ];
    default:
      return [{ ...choice, message: { ...message, content }, finish_reason: "stop" }];
  }
}

/** The refusal of who asks; undefined for a key that holds. */
function refusedKey(call: OutsideCall): Response | undefined {
  const bearer = /^Bearer (.+)$/i.exec(call.headers.get("authorization") ?? "")?.[1];
  if (!bearer) return failure(401, "You didn't provide an API key.", "invalid_request_error", null);
  return bearer.startsWith("wrong")
    ? failure(401, `Incorrect API key provided: ${bearer}.`, "invalid_request_error", "invalid_api_key")
    : undefined;
}

function complete(call: OutsideCall): Response {
  let body: unknown;
  try {
    body = JSON.parse(bodyText(call));
  } catch {
    return badRequest("We could not parse the JSON body of your request.");
  }
  const request = chatRequest.safeParse(body);
  if (!request.success) return badRequest(request.error.issues[0]?.message ?? "Invalid request");
  if (isRetired(request.data.model)) return modelGone(request.data.model);
  const refused = refusedArgument(request.data, call.special);
  if (refused) return refused;
  const schema = schemaOf(request.data);
  const strict =
    request.data.response_format?.type === "json_schema" && request.data.response_format.json_schema.strict === true;
  const fault = schema && strict ? strictFault(schema) : undefined;
  if (fault !== undefined) return badRequest(`Invalid schema for response_format: ${fault}`);
  const text = textOf(request.data);
  const answered = choices(request.data, call.special);
  const usage = {
    prompt_tokens: Math.ceil(text.length / 4),
    completion_tokens: 250,
    total_tokens: Math.ceil(text.length / 4) + 250,
  };
  const head = {
    id: `chatcmpl-${hash(text).toString(36)}`,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
  };
  return Response.json(
    { ...head, model: request.data.model, choices: answered, usage },
    { headers: { "x-request-id": crypto.randomUUID() } },
  );
}

/** An OpenAI-compatible writer that composes from what the prompt really holds. */
export const openai: Service = {
  name: "openai",
  specials: [
    "length",
    "content_filter",
    "refusal",
    "empty",
    "empty_choices",
    "ignore_schema",
    "obey",
    "boast",
    "no_extras",
    ...REFUSABLE.map((name) => `without_${name}`),
  ],
  // The body is JSON: a line break in a prompt stands there as two characters.
  calls: (call) => [
    call.url.pathname.split("/").at(-1) ?? "",
    [...bodyText(call).matchAll(/<task>(?:\s|\\n)*?(\w+)(?:\s|\\n)*<\/task>/g)].at(-1)?.[1] ?? "unknown",
    /"model":"([^"]+)"/.exec(bodyText(call))?.[1] ?? "no model",
  ],
  async answer(call) {
    const refused = refusedKey(call);
    if (refused) return refused;
    if (call.url.pathname === "/v1/chat/completions" && call.method === "POST") return complete(call);
    const model = /^\/v1\/models\/([^/]+)$/.exec(call.url.pathname)?.[1];
    if (model !== undefined && call.method === "GET") return describeModel(decodeURIComponent(model));
    return failure(404, `Invalid URL (${call.method} ${call.url.pathname})`, "invalid_request_error", null);
  },
  error(status, reason) {
    if (status === 429) {
      const quota = reason === "insufficient_quota";
      const message = quota
        ? "You exceeded your current quota, please check your plan and billing details."
        : "Rate limit reached for requests.";
      return failure(
        429,
        message,
        quota ? "insufficient_quota" : "requests",
        reason ?? "rate_limit_exceeded",
        null,
        quota ? {} : { "retry-after": "2" },
      );
    }
    if (reason === "model_not_found") return modelGone("gone");
    if (status === 401)
      return failure(
        401,
        "Incorrect API key provided: sk-proj-********************wrng.",
        "invalid_request_error",
        reason ?? "invalid_api_key",
      );
    if (reason === "output_limit")
      return badRequest(
        "Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.",
      );
    const server = status >= 500;
    return failure(
      status,
      server ? "The server had an error while processing your request." : "The sandbox was told to fail.",
      server ? "server_error" : "invalid_request_error",
      reason ?? null,
    );
  },
};
