import { hashText } from "../companies/hash";
import { readBodyText, type OutsideRequest, type Service } from "../outside-request";
import { answerBatchCall, BATCH_FAULTS, nameBatchCall } from "./batches";
import { readFacts } from "./cv-facts";
import { describeModel, llmError, isRetired, modelNotFound, REFUSABLE, findRefusedArgument } from "./models";
import { LIE_CLASSES, listDoubted, misleadLetter, misleadText, obeyWith, toLieFault } from "./obedient-llm";
import { parsePrompt, type ParsedPrompt } from "./parse-prompt";
import { CHARACTERS_PER_TOKEN, PromptCache } from "./prompt-cache";
import { chatRequest, findSchemaFault, readMessagesText, type AnswerSchema, type ChatRequest } from "./request-schema";
import { buildList, rankOptions } from "./rerank";
import {
  joinClaims,
  joinLetter,
  leavesWishOut,
  writeFollowUp,
  writeLetter,
  writeTemplate,
  type WrittenLetter,
} from "./write-letter";

const badRequestError = (message: string): Response => llmError(400, message, "invalid_request_error", null);

function readSchema(request: ChatRequest): AnswerSchema | undefined {
  return request.response_format?.type === "json_schema" ? request.response_format.json_schema.schema : undefined;
}

type Fault = Pick<OutsideRequest, "special" | "obeys">;

/** A letter, by an honest LLM, a misled one, or one that writes the same to everybody, whatever it is asked. */
function writeAnyLetter(prompt: ParsedPrompt, { special, obeys }: Fault): WrittenLetter {
  const letter =
    prompt.task === "follow_up"
      ? writeFollowUp(prompt)
      : special === "repeat"
        ? writeLetter({ ...prompt, angle: undefined, leftOut: [] }, "the same")
        : writeLetter(prompt);
  if (!obeys) return misleadLetter(letter, prompt, special);
  return { subject: letter.subject, paragraphs: obeyWith(obeys, prompt) ?? letter.paragraphs };
}

/** The same as one text, or a template. */
function writeBody(prompt: ParsedPrompt, fault: Fault): string {
  return prompt.task === "improve" || prompt.task === "generate"
    ? misleadText(writeTemplate(prompt, prompt.task === "improve"), prompt, fault.special)
    : joinLetter(writeAnyLetter(prompt, fault));
}

/** The value of one property of the answer, by its kind and name. */
function buildValue(name: string, schema: AnswerSchema, prompt: ParsedPrompt, fault: Fault): unknown {
  if (name === "paragraphs") {
    const { paragraphs } = writeAnyLetter(prompt, fault);
    const isText = schema.items?.items?.properties?.["claims"]?.items?.type === "string";
    return isText ? joinClaims(paragraphs) : paragraphs;
  }
  if (name === "doubts") return listDoubted(prompt);
  if (schema.type === "array") {
    const allowed = schema.items?.enum?.map(String);
    return buildList(schema, rankOptions(prompt, allowed));
  }
  if (schema.type === "boolean") return name === "wish_left_out" && leavesWishOut(prompt);
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.enum) return schema.enum[0];
  return name === "subject" ? writeAnyLetter(prompt, fault).subject : writeBody(prompt, fault);
}

function buildContent(request: ChatRequest, fault: Fault): string {
  const { special } = fault;
  const prompt = parsePrompt(readMessagesText(request));
  const schema = special === "ignore_schema" ? undefined : readSchema(request);
  const buildPlainText = (): string => {
    if (prompt.task === "rerank") return rankOptions(prompt, undefined).join("\n");
    return prompt.task === "facts" ? JSON.stringify(readFacts(prompt.cv)) : writeBody(prompt, fault);
  };
  if (prompt.task === "facts" && schema) return buildPlainText();
  if (!schema) return special === "ignore_schema" ? `Sure! Here you are:\n\n${buildPlainText()}` : buildPlainText();
  const entries = Object.entries(schema.properties ?? {}).map(([name, each]) => [
    name,
    buildValue(name, each, prompt, fault),
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

function buildChoices(request: ChatRequest, fault: Fault): unknown[] {
  const message = { role: "assistant", refusal: null, annotations: [] };
  const choice = { index: 0, logprobs: null };
  const content = buildContent(request, fault);
  switch (fault.special) {
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

/** The error for an invalid key, or undefined. */
function findKeyError(call: OutsideRequest): Response | undefined {
  const bearer = /^Bearer (.+)$/i.exec(call.headers.get("authorization") ?? "")?.[1];
  if (!bearer) return llmError(401, "You didn't provide an API key.", "invalid_request_error", null);
  return bearer.startsWith("wrong")
    ? llmError(401, `Incorrect API key provided: ${bearer}.`, "invalid_request_error", "invalid_api_key")
    : undefined;
}

const promptCache = new PromptCache();

function answerCompletion(call: OutsideRequest): Response {
  let body: unknown;
  try {
    body = JSON.parse(readBodyText(call));
  } catch {
    return badRequestError("We could not parse the JSON body of your request.");
  }
  return complete(call, body);
}

function complete(call: Fault, body: unknown): Response {
  const request = chatRequest.safeParse(body);
  if (!request.success) return badRequestError(request.error.issues[0]?.message ?? "Invalid request");
  if (isRetired(request.data.model)) return modelNotFound(request.data.model);
  const refused = findRefusedArgument(request.data, call.special);
  if (refused) return refused;
  const schema = readSchema(request.data);
  const strict =
    request.data.response_format?.type === "json_schema" && request.data.response_format.json_schema.strict === true;
  const fault = schema && strict ? findSchemaFault(schema) : undefined;
  if (fault !== undefined) return badRequestError(`Invalid schema for response_format: ${fault}`);
  const text = readMessagesText(request.data);
  const answered = buildChoices(request.data, call);
  const countTokens = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const [prompted, completed] = [countTokens(text.length), countTokens(JSON.stringify(answered).length)];
  const { cached, written } = promptCache.pass(request.data);
  const usage = {
    prompt_tokens: prompted,
    completion_tokens: completed,
    total_tokens: prompted + completed,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
  };
  const head = {
    id: `chatcmpl-${hashText(text).toString(36)}`,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
  };
  return Response.json(
    { ...head, model: request.data.model, choices: answered, usage },
    { headers: { "x-request-id": crypto.randomUUID() } },
  );
}

/** An OpenAI-compatible LLM that composes from the real content of the prompt. */
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
    "repeat",
    ...LIE_CLASSES.map(toLieFault),
    "no_extras",
    ...BATCH_FAULTS,
    ...REFUSABLE.map((name) => `without_${name}`),
  ],
  // The body is JSON: a line break in a prompt is two characters there.
  calls: (call) => [
    nameBatchCall(call) ?? "",
    call.url.pathname.split("/").at(-1) ?? "",
    [...readBodyText(call).matchAll(/<task>(?:\s|\\n)*?(\w+)(?:\s|\\n)*<\/task>/g)].at(-1)?.[1] ?? "unknown",
    /"model":"([^"]+)"/.exec(readBodyText(call))?.[1] ?? "no model",
  ],
  async answer(call) {
    const refused = findKeyError(call);
    if (refused) return refused;
    if (call.url.pathname === "/v1/chat/completions" && call.method === "POST") return answerCompletion(call);
    const batched = await answerBatchCall(call, (body) => complete({ special: undefined }, body));
    if (batched) return batched;
    const model = /^\/v1\/models\/([^/]+)$/.exec(call.url.pathname)?.[1];
    if (model !== undefined && call.method === "GET") return describeModel(decodeURIComponent(model));
    return llmError(404, `Invalid URL (${call.method} ${call.url.pathname})`, "invalid_request_error", null);
  },
  error(status, reason) {
    if (status === 429) {
      const quota = reason === "insufficient_quota";
      const message = quota
        ? "You exceeded your current quota, please check your plan and billing details."
        : "Rate limit reached for requests.";
      return llmError(
        429,
        message,
        quota ? "insufficient_quota" : "requests",
        reason ?? "rate_limit_exceeded",
        null,
        quota ? {} : { "retry-after": "2" },
      );
    }
    if (reason === "model_not_found") return modelNotFound("gone");
    if (status === 401)
      return llmError(
        401,
        "Incorrect API key provided: sk-proj-********************wrng.",
        "invalid_request_error",
        reason ?? "invalid_api_key",
      );
    if (reason === "output_limit")
      return badRequestError(
        "Could not finish the message because max_tokens or model output limit was reached. Please try again " +
          "with higher max_tokens.",
      );
    const server = status >= 500;
    return llmError(
      status,
      server ? "The server had an error while processing your request." : "The sandbox was told to fail.",
      server ? "server_error" : "invalid_request_error",
      reason ?? null,
    );
  },
};
