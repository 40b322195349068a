import type OpenAI from "openai";
import { rejectOnAbort } from "../../lib/timeouts";
import { ExternalServiceError } from "../../platform/ports";
import { abortedError, badAnswerError, type LlmErrorResponse } from "./llm-errors";

/** An error response that is still to be interpreted. */
export class RejectedRequest extends Error {
  readonly response: LlmErrorResponse;
  /** The rejected argument, if the service names one. */
  readonly param: string | null | undefined;

  constructor(response: LlmErrorResponse, param: string | null | undefined) {
    super(`The writer answered ${response.status}`);
    this.response = response;
    this.param = param;
  }
}

export interface OpenAiConnection {
  fetch: typeof fetch;
  apiKey: string;
  baseUrl: string;
}

/** Hosts of the service itself, in all its regions. */
const OPENAI_HOST = /(?:^|\.)api\.openai\.com$/u;
export const isOpenAiHost = (baseUrl: string): boolean => OPENAI_HOST.test(new URL(baseUrl).hostname);

/**
 * Makes one call with a time limit, in milliseconds. Fails with RejectedRequest for an error response, else with
 * ExternalServiceError.
 */
export type CallWithTimeout = <T>(
  ms: number,
  signal: AbortSignal | undefined,
  call: (client: OpenAI, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

export function connectToOpenAi({ fetch, apiKey, baseUrl }: OpenAiConnection): CallWithTimeout {
  let loaded: OpenAI | undefined;
  const loadClient = async () => {
    // Loaded for the first message: the package is large and most requests write none. By each request itself: one that
    // waits for another's promise may be taken for hung.
    const { default: Client } = await import("openai");
    // Retries and timeouts are ours: the package's timeout ends at the headers, and its retry sleeps as long as it is
    // told.
    loaded ??= new Client({ apiKey, baseURL: baseUrl, fetch, maxRetries: 0, logLevel: "off" });
    return loaded;
  };
  return async (ms, signal, call) => {
    if (signal?.aborted) throw abortedError();
    const client = await loadClient();
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), ms);
    const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
    try {
      return await rejectOnAbort(call(client, either), either);
    } catch (error) {
      throw signal?.aborted ? abortedError() : await toExternalError(error, clock.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };
}

const timeoutError = () => new ExternalServiceError("writer", "timeout", "The writer took too long");

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
