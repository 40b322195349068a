import { z } from "zod";
import { type LlmCall, type LlmClient, ExternalServiceError, type Prompt } from "../../platform/ports";
import { type OptionalArgument, findRejectedArgument, buildRequest, type LlmOptions } from "./chat-request";
import { NO_USAGE, parseCompletion, readUsage } from "./completion";
import { toLlmError, isModelGone } from "./llm-errors";
import { connectToOpenAi, isOpenAiHost, type OpenAiConnection, RejectedRequest } from "./openai-connection";

const CALL_TIMEOUT_MS = 45_000;
const MODEL_CHECK_TIMEOUT_MS = 10_000;
/** How long a missing model is skipped. Milliseconds. */
const GONE_MODEL_SKIP_MS = 3_600_000;
/** How long a misconfigured service is not called again. Milliseconds. */
const MISCONFIGURED_SKIP_MS = 60_000;

const ModelInfo = z.looseObject({ shutdown_date: z.iso.date().nullish().catch(null) });

interface OpenAiOptions extends Partial<Omit<LlmOptions, "marksCache">>, OpenAiConnection {
  /** In the order in which they are tried. */
  models: readonly string[];
  /** Longest time of a try, milliseconds. */
  callTimeoutMs?: number;
  /** Told of every try, answered or not. */
  onCall?: (call: LlmCall) => void;
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
  const marksCache = isOpenAiHost(baseUrl);
  const callWithTimeout = connectToOpenAi({ fetch, apiKey, baseUrl });
  const goneUntil = new Map<string, number>();
  const refusedBy = new Map<string, Set<OptionalArgument>>();
  let misconfiguration: { error: ExternalServiceError; until: number } | null = null;

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

/** Ways in which a model ends without an answer, as it names them. */
const REFUSALS: ReadonlySet<string> = new Set(["refusal", "content_filter", "length", "empty"]);

function nameFailure(error: unknown): string {
  const known = error instanceof RejectedRequest ? toLlmError(error.response) : error;
  if (!(known instanceof ExternalServiceError)) return "broken";
  const { reason = "" } = known.details;
  return known.failure === "bad_answer" && REFUSALS.has(reason) ? reason : known.failure;
}
