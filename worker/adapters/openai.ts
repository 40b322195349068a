import type OpenAI from "openai";
import { z } from "zod";
import { type Model, OutsideError, type Prompt } from "../ports";
import { jsonInText } from "./json-in-text";
import { badAnswer, errorFor, isGone, type Said } from "./model-errors";
import { type Optional, refusedArgument, requestFor, type Wishes } from "./model-request";
import { raced } from "./web-body";

const TRY_MS = 45_000;
const LOOK_MS = 10_000;
/** How long a model that is gone is passed over. Milliseconds. */
const GONE_MS = 3_600_000;
/** How long a service that refuses us for good is not asked again. Milliseconds. */
const LACKING_MS = 60_000;

const Completion = z.looseObject({
  choices: z.array(
    z.looseObject({
      finish_reason: z.string().nullish(),
      message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});
const Found = z.looseObject({ shutdown_date: z.iso.date().nullish().catch(null) });

interface Options extends Partial<Wishes> {
  fetch: typeof fetch;
  apiKey: string;
  baseUrl: string;
  /** In the order in which they are tried. */
  models: readonly string[];
  /** Longest a try may take, milliseconds. */
  tryMs?: number;
}

/** A refusal whose words are still to be read. */
class Refused extends Error {
  readonly said: Said;
  /** The argument it is about, where the service names one. */
  readonly param: string | null | undefined;

  constructor(said: Said, param: string | null | undefined) {
    super(`The writer answered ${said.status}`);
    this.said = said;
    this.param = param;
  }
}

/** A model behind any endpoint that speaks OpenAI's chat completions with structured answers. */
export function createOpenAiModel({
  fetch,
  apiKey,
  baseUrl,
  models,
  tryMs = TRY_MS,
  effort,
  hurriedEffort,
  maxTokens = 0,
}: Options): Model {
  // Loaded at the first letter: the package is large and most requests write none.
  let made: Promise<OpenAI> | undefined;
  const client = () =>
    (made ??= import("openai").then(
      ({ default: Client }) =>
        // Tries and their clock are ours: the package's clock stops at the headers, and its retry sleeps as long as it is told.
        new Client({ apiKey, baseURL: baseUrl, fetch, timeout: tryMs, maxRetries: 0, logLevel: "off" }),
    ));
  const goneUntil = new Map<string, number>();
  const refusedBy = new Map<string, Set<Optional>>();
  let lacking: { error: OutsideError; until: number } | null = null;

  /** Does one call within its time. Fails with Refused where there is an answer to read, else with OutsideError. */
  async function within<T>(
    ms: number,
    signal: AbortSignal | undefined,
    call: (client: OpenAI, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw givenUp();
    const ready = await client();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), ms);
    const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
    try {
      return await raced(call(ready, either), either);
    } catch (error) {
      throw signal?.aborted ? givenUp() : await asOutside(error, clock.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks one model, without whatever it refuses to be told. */
  async function askModel<T>(
    model: string,
    prompt: Prompt<T>,
    endUser: string,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const refused = refusedBy.get(model) ?? new Set();
    refusedBy.set(model, refused);
    for (;;) {
      const request = requestFor(model, prompt, endUser, { effort, hurriedEffort, maxTokens }, refused);
      try {
        return answerIn(
          await within(tryMs, signal, ({ chat }, either) => chat.completions.create(request, { signal: either })),
          prompt,
        );
      } catch (error) {
        const isWrong = error instanceof Refused && (error.said.status === 400 || error.said.status === 422);
        const argument = isWrong
          ? refusedArgument(request, { param: error.param, said: error.said.message })
          : undefined;
        if (argument === undefined) throw error;
        refused.add(argument);
      }
    }
  }

  /** Has the first model that is there do it. All that were gone are tried again when none is left. */
  async function withModel<T>(work: (model: string) => Promise<T>): Promise<T> {
    const alive = models.filter((model) => (goneUntil.get(model) ?? 0) <= Date.now());
    let none = errorFor({ status: 404, code: "model_not_found", message: "", retryAfter: null });
    for (const model of alive.length > 0 ? alive : models) {
      try {
        return await work(model);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (!isGone(error.said)) throw errorFor(error.said);
        none = errorFor(error.said);
        goneUntil.set(model, Date.now() + GONE_MS);
      }
    }
    throw none;
  }

  /** Keeps in mind what only the operator can put right. */
  async function remembering<T>(work: Promise<T>): Promise<T> {
    try {
      const answer = await work;
      lacking = null;
      return answer;
    } catch (error) {
      if (error instanceof OutsideError && error.failure === "misconfigured")
        lacking = { error, until: Date.now() + LACKING_MS };
      throw error;
    }
  }

  return {
    lacking: () => (lacking && lacking.until > Date.now() ? lacking.error : null),
    ask: (prompt, endUser, signal) => remembering(withModel((model) => askModel(model, prompt, endUser, signal))),
    look: (signal) =>
      withModel(async (model) => {
        const found = await within(LOOK_MS, signal, (ready, either) =>
          ready.models.retrieve(model, { signal: either }),
        ).catch(unlessUnknown);
        return { model, endsOn: Found.safeParse(found).data?.shutdown_date ?? null };
      }),
  };
}

/** Not every server has a page for each model: a 404 that does not speak of the model says nothing. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof Refused && error.said.status === 404 && error.said.code !== "model_not_found") return undefined;
  throw error;
}

const givenUp = () => new OutsideError("writer", "aborted", "The writing was given up");
const tooLate = () => new OutsideError("writer", "timeout", "The writer took too long");

function answerIn<T>(completion: unknown, prompt: Prompt<T>): T {
  const choice = Completion.safeParse(completion).data?.choices[0];
  if (!choice) throw badAnswer("no choice");
  const {
    finish_reason: finish,
    message: { content, refusal },
  } = choice;
  if (refusal) throw badAnswer("refusal");
  if (finish === "length" || finish === "content_filter") throw badAnswer(finish);
  if (!content?.trim()) throw badAnswer("empty");
  const answer = prompt.answer.safeParse(jsonInText(content));
  if (!answer.success) throw badAnswer("not in the shape asked for");
  return answer.data;
}

async function asOutside(error: unknown, timedOut: boolean): Promise<Error> {
  if (timedOut) return tooLate();
  const { APIError, APIConnectionTimeoutError } = await import("openai");
  if (error instanceof APIConnectionTimeoutError) return tooLate();
  // A body that stops in the middle, or is no JSON at all.
  if (error instanceof SyntaxError) return badAnswer("not JSON");
  if (!(error instanceof APIError) || error.status === undefined)
    return new OutsideError("writer", "unreachable", "The connection to the writer failed");
  const headers = error.headers as Headers | undefined;
  const said = {
    status: Number(error.status),
    code: error.code ?? undefined,
    message: error.message,
    retryAfter: headers?.get("retry-after"),
  };
  return new Refused(said, error.param);
}
