import type OpenAI from "openai";
import { z } from "zod";
import { mayPass, OutsideError, type Prompt, type Writer } from "../ports";
import { jsonInText } from "./json-in-text";
import { raced } from "./web-body";

const TRY_MS = 45_000;
const PAUSE_MS = 1_000;
/** A longer wait is the caller's to plan. */
const LONGEST_PAUSE_MS = 5_000;

const Completion = z.looseObject({
  choices: z.array(z.looseObject({
    finish_reason: z.string().nullish(),
    message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
  })),
});

interface Options {
  fetch: typeof fetch;
  apiKey: string;
  baseUrl: string;
  model: string;
  /** Longest a try may take, and the pause before the second. Milliseconds. */
  tryMs?: number;
  pauseMs?: number;
}

/** A writer behind any endpoint that speaks OpenAI's chat completions with structured answers. */
export function createOpenAiWriter({ fetch, apiKey, baseUrl, model, tryMs = TRY_MS, pauseMs = PAUSE_MS }: Options): Writer {
  // Loaded at the first letter: the package is large and most requests write none.
  let made: Promise<OpenAI> | undefined;
  const client = () => (made ??= import("openai").then(({ default: Client }) =>
    // Tries and their clock are ours: the package's clock stops at the headers, and its retry sleeps as long as it is told.
    new Client({ apiKey, baseURL: baseUrl, fetch, timeout: tryMs, maxRetries: 0, logLevel: "off" })));

  async function ask<T>(prompt: Prompt<T>, signal: AbortSignal | undefined): Promise<T> {
    const { chat } = await client();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), tryMs);
    const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
    try {
      const completion = await raced(chat.completions.create(requestFor(model, prompt), { signal: either }), either);
      return answerIn(completion, prompt);
    } catch (error) {
      throw signal?.aborted ? new OutsideError("writer", "aborted", "The writing was given up") : await asOutside(error, clock.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async answer(prompt, signal) {
      if (signal?.aborted) throw new OutsideError("writer", "aborted", "The writing was given up");
      try {
        return await ask(prompt, signal);
      } catch (error) {
        const pause = pauseBefore(error, pauseMs);
        if (pause === undefined) throw error;
        await sleep(pause, signal);
        return await ask(prompt, signal);
      }
    },
  };
}

function requestFor(model: string, prompt: Prompt<unknown>) {
  const { $schema: _, ...schema } = z.toJSONSchema(prompt.answer);
  // Said twice: a model behind another server may never see the response format.
  const shape = `Answer with one JSON object that fits this JSON Schema, and with nothing else: ${JSON.stringify(schema)}`;
  return {
    model,
    messages: [
      { role: "system" as const, content: `${prompt.instructions}\n\n${shape}` },
      { role: "user" as const, content: prompt.input },
    ],
    response_format: { type: "json_schema" as const, json_schema: { name: prompt.name, strict: true, schema } },
  };
}

function answerIn<T>(completion: unknown, prompt: Prompt<T>): T {
  const choice = Completion.safeParse(completion).data?.choices[0];
  if (!choice) throw badAnswer("no choice");
  const { finish_reason: finish, message: { content, refusal } } = choice;
  if (refusal) throw badAnswer("refusal");
  if (finish === "length" || finish === "content_filter") throw badAnswer(finish);
  if (!content?.trim()) throw badAnswer("empty");
  const answer = prompt.answer.safeParse(jsonInText(content));
  if (!answer.success) throw badAnswer("not in the shape asked for");
  return answer.data;
}

const badAnswer = (reason: string) => new OutsideError("writer", "bad_answer", `The writer's answer is no use: ${reason}`, { reason });

async function asOutside(error: unknown, timedOut: boolean): Promise<OutsideError> {
  if (timedOut) return new OutsideError("writer", "timeout", "The writer took too long");
  if (error instanceof OutsideError) return error;
  const { APIError, APIConnectionTimeoutError } = await import("openai");
  if (error instanceof APIConnectionTimeoutError) return new OutsideError("writer", "timeout", "The writer took too long");
  // A body that stops in the middle, or is no JSON at all.
  if (error instanceof SyntaxError) return badAnswer("not JSON");
  if (!(error instanceof APIError) || error.status === undefined) return new OutsideError("writer", "unreachable", "The connection to the writer failed");
  const status = Number(error.status);
  const details = { status, ...(error.code && { reason: error.code }) };
  if (status === 429) return new OutsideError("writer", "rate_limited", "The writer asks to wait", { ...details, ...waitIn(error.headers as Headers | undefined) });
  if (status >= 500 || status === 408) return new OutsideError("writer", "server_error", `The writer answered ${status}`, details);
  return new OutsideError("writer", "refused", `The writer answered ${status}`, details);
}

function waitIn(headers: Headers | undefined): { retryAfterSeconds?: number } {
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterSeconds: Math.min(seconds, 3_600) } : {};
}

/** How long to wait before the one retry; undefined when a second try would not help. */
function pauseBefore(error: unknown, usual: number): number | undefined {
  if (!(error instanceof OutsideError) || !mayPass(error)) return undefined;
  const pause = error.details.retryAfterSeconds === undefined ? usual : error.details.retryAfterSeconds * 1_000;
  return pause <= LONGEST_PAUSE_MS ? pause : undefined;
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => { timer = setTimeout(resolve, ms); });
  try {
    await (signal ? raced(slept, signal) : slept);
  } catch {
    throw new OutsideError("writer", "aborted", "The writing was given up");
  } finally {
    clearTimeout(timer);
  }
}
