import type OpenAI from "openai";
import { z } from "zod";
import { rejectOnAbort } from "../../lib/timeouts";
import { type LlmCall, type LlmClient, type LlmUsage, ExternalServiceError, type Prompt } from "../../platform/ports";
import { type OptionalArgument, findRejectedArgument, buildRequest, type LlmOptions } from "./chat-request";
import { extractJson } from "./extract-json";
import { abortedError, badAnswerError, toLlmError, isModelGone, type LlmErrorResponse } from "./llm-errors";

const CALL_TIMEOUT_MS = 45_000;
const MODEL_CHECK_TIMEOUT_MS = 10_000;
/** How long a missing model is skipped. Milliseconds. */
const GONE_MODEL_SKIP_MS = 3_600_000;
/** Hosts of the service itself, in all its regions. */
const OPENAI_HOST = /(?:^|\.)api\.openai\.com$/u;
/** How long a misconfigured service is not called again. Milliseconds. */
const MISCONFIGURED_SKIP_MS = 60_000;

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
const ModelInfo = z.looseObject({ shutdown_date: z.iso.date().nullish().catch(null) });

interface OpenAiOptions extends Partial<Omit<LlmOptions, "marksCache">> {
  fetch: typeof fetch;
  apiKey: string;
  baseUrl: string;
  /** In the order in which they are tried. */
  models: readonly string[];
  /** Longest time of a try, milliseconds. */
  callTimeoutMs?: number;
  /** Told of every try, answered or not. */
  onCall?: (call: LlmCall) => void;
}

const NO_USAGE: LlmUsage = { input: 0, cached: 0, cacheWritten: 0, output: 0 };

/** An error response that is still to be interpreted. */
class RejectedRequest extends Error {
  readonly response: LlmErrorResponse;
  /** The rejected argument, if the service names one. */
  readonly param: string | null | undefined;

  constructor(response: LlmErrorResponse, param: string | null | undefined) {
    super(`The writer answered ${response.status}`);
    this.response = response;
    this.param = param;
  }
}

/** LLM client for any endpoint with OpenAI's chat completions and structured answers. */
export function createOpenAiClient({
  fetch,
  apiKey,
  baseUrl,
  models,
  callTimeoutMs: tryMs = CALL_TIMEOUT_MS,
  effort,
  interactiveEffort,
  maxTokens = 0,
  onCall = () => undefined,
}: OpenAiOptions): LlmClient {
  const marksCache = OPENAI_HOST.test(new URL(baseUrl).hostname);
  // Loaded for the first message: the package is large and most requests write none.
  let loading: Promise<OpenAI> | undefined;
  const loadClient = () =>
    (loading ??= import("openai").then(
      ({ default: Client }) =>
        // Retries and timeouts are ours: the package's timeout ends at the headers, and its retry sleeps as long as it
        // is told.
        new Client({ apiKey, baseURL: baseUrl, fetch, timeout: tryMs, maxRetries: 0, logLevel: "off" }),
    ));
  const goneUntil = new Map<string, number>();
  const refusedBy = new Map<string, Set<OptionalArgument>>();
  let misconfiguration: { error: ExternalServiceError; until: number } | null = null;

  /**
   * Makes one call with a time limit. Fails with RejectedRequest for an error response, else with ExternalServiceError.
   */
  async function callWithTimeout<T>(
    ms: number,
    signal: AbortSignal | undefined,
    call: (loadClient: OpenAI, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw abortedError();
    const ready = await loadClient();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), ms);
    const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
    try {
      return await rejectOnAbort(call(ready, either), either);
    } catch (error) {
      throw signal?.aborted ? abortedError() : await toExternalError(error, clock.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Calls one model, without arguments that it rejects. */
  async function requestModel<T>(
    model: string,
    prompt: Prompt<T>,
    endUser: string,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const refused = refusedBy.get(model) ?? new Set();
    refusedBy.set(model, refused);
    for (;;) {
      const wishes = { effort, interactiveEffort, maxTokens, marksCache };
      const request = buildRequest(model, prompt, endUser, wishes, refused);
      const began = Date.now();
      let usage = NO_USAGE;
      const report = (outcome: string) =>
        onCall({ prompt: prompt.name, model, milliseconds: Date.now() - began, outcome, usage });
      try {
        const completion = await callWithTimeout(tryMs, signal, ({ chat }, either) =>
          chat.completions.create(request, { signal: either }),
        );
        usage = readUsage(completion);
        const answer = parseCompletion(completion, prompt);
        report("answered");
        return answer;
      } catch (error) {
        const isWrong =
          error instanceof RejectedRequest && (error.response.status === 400 || error.response.status === 422);
        const argument = isWrong
          ? findRejectedArgument(request, { param: error.param, message: error.response.message })
          : undefined;
        if (argument === undefined) {
          report(nameFailure(error));
          throw error;
        }
        refused.add(argument);
      }
    }
  }

  /** Uses the first model that exists. When all are missing, all are tried again. */
  async function withAvailableModel<T>(work: (model: string) => Promise<T>): Promise<T> {
    const alive = models.filter((model) => (goneUntil.get(model) ?? 0) <= Date.now());
    let none = toLlmError({ status: 404, code: "model_not_found", message: "", retryAfter: null });
    for (const model of alive.length > 0 ? alive : models) {
      try {
        return await work(model);
      } catch (error) {
        if (!(error instanceof RejectedRequest)) throw error;
        if (!isModelGone(error.response)) throw toLlmError(error.response);
        none = toLlmError(error.response);
        goneUntil.set(model, Date.now() + GONE_MODEL_SKIP_MS);
      }
    }
    throw none;
  }

  /** Remembers what only the operator can correct. */
  async function rememberMisconfiguration<T>(work: Promise<T>): Promise<T> {
    try {
      const answer = await work;
      misconfiguration = null;
      return answer;
    } catch (error) {
      if (error instanceof ExternalServiceError && error.failure === "misconfigured")
        misconfiguration = { error, until: Date.now() + MISCONFIGURED_SKIP_MS };
      throw error;
    }
  }

  return {
    findMisconfiguration: () =>
      misconfiguration && misconfiguration.until > Date.now() ? misconfiguration.error : null,
    generate: (prompt, endUser, signal) =>
      rememberMisconfiguration(withAvailableModel((model) => requestModel(model, prompt, endUser, signal))),
    checkModel: (signal) =>
      withAvailableModel(async (model) => {
        const found = await callWithTimeout(MODEL_CHECK_TIMEOUT_MS, signal, (ready, either) =>
          ready.models.retrieve(model, { signal: either }),
        ).catch(ignoreUnknownModelPage);
        return { model, endsOn: ModelInfo.safeParse(found).data?.shutdown_date ?? null };
      }),
  };
}

/** Not every server has a page for each model: a 404 without a model code proves nothing. */
function ignoreUnknownModelPage(error: unknown): undefined {
  if (error instanceof RejectedRequest && error.response.status === 404 && error.response.code !== "model_not_found")
    return undefined;
  throw error;
}

const timeoutError = () => new ExternalServiceError("writer", "timeout", "The writer took too long");

/** Ways in which a model ends without an answer, as it names them. */
const REFUSALS: ReadonlySet<string> = new Set(["refusal", "content_filter", "length", "empty"]);

function nameFailure(error: unknown): string {
  const known = error instanceof RejectedRequest ? toLlmError(error.response) : error;
  if (!(known instanceof ExternalServiceError)) return "broken";
  const { reason = "" } = known.details;
  return known.failure === "bad_answer" && REFUSALS.has(reason) ? reason : known.failure;
}

/** What an answer has cost, unusable ones included. */
function readUsage(completion: unknown): LlmUsage {
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

function parseCompletion<T>(completion: unknown, prompt: Prompt<T>): T {
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

async function toExternalError(error: unknown, timedOut: boolean): Promise<Error> {
  if (timedOut) return timeoutError();
  const { APIError, APIConnectionTimeoutError } = await import("openai");
  if (error instanceof APIConnectionTimeoutError) return timeoutError();
  // A body that ends early, or is no JSON at all.
  if (error instanceof SyntaxError) return badAnswerError("not JSON");
  if (!(error instanceof APIError) || error.status === undefined)
    return new ExternalServiceError("writer", "unreachable", "The connection to the writer failed");
  const headers = error.headers as Headers | undefined;
  const response = {
    status: Number(error.status),
    code: error.code ?? undefined,
    message: error.message,
    retryAfter: headers?.get("retry-after"),
  };
  return new RejectedRequest(response, error.param);
}
