import {
  type Answer,
  type Body,
  type Endpoint,
  type PathParams,
  type Query,
  toUrl,
} from "../../worker/contract/endpoint";
import { ErrorBody, type ErrorCode } from "../../worker/contract/errors";
import { ApiError, parseRetryAfter } from "./api-error";
import { uploadWithProgress } from "./upload-with-progress";

type Params<E extends Endpoint> = string extends PathParams<E>[keyof PathParams<E>]
  ? { params: PathParams<E> }
  : { params?: never };
type QueryPart<E extends Endpoint> = E["query"] extends object ? { query?: Query<E> } : { query?: never };
type BodyPart<E extends Endpoint> = E["body"] extends object
  ? E extends { bodyOptional: true }
    ? { body?: Body<E> }
    : { body: Body<E> }
  : { body?: never };
type FilePart<E extends Endpoint> = E["file"] extends string
  ? { file: File; /** Called with 0 to 1 while the file goes up. */ onProgress?: (share: number) => void }
  : { file?: never; onProgress?: never };

/** Input of one call, derived from the contract: a missing parameter does not compile. */
type CallInput<E extends Endpoint> = Params<E> & QueryPart<E> & BodyPart<E> & FilePart<E> & { signal?: AbortSignal };
/** The input is optional when none of its members is required. */
export type CallArgs<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** The same input for an endpoint known only at run time. */
export interface UntypedInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  file?: File;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Answers that reached the page before the app did, each for one caller. */
interface EarlyAnswers {
  /** The response to a request that was sent early. */
  takePrefetched: (url: string) => Promise<Response> | undefined;
  /** An answer that the page carried, as its schema returns it: both come from the same release. */
  takePreloaded: (url: string) => unknown;
  /** Drops those that are left: a change at the server may make them wrong. */
  discard: () => void;
}
let earlyAnswers: EarlyAnswers | undefined;

/** Sets where early answers are found. The app sets it once: web/prerender/early-answers.ts. */
export function setEarlyAnswers(source: EarlyAnswers): void {
  earlyAnswers = source;
}

let signedOutHandler: () => void = () => undefined;

/** Sets the handler for a 401 on any call but the current-user check. The app sets it once. */
export function setSignedOutHandler(handler: () => void): void {
  signedOutHandler = handler;
}

let changeHandler: () => void = () => undefined;

/** Sets the handler for a call that may have changed something. The app sets it once. */
export function setChangeHandler(handler: () => void): void {
  changeHandler = handler;
}

/**
 * Makes one API call as its contract describes it.
 * @returns the answer, parsed by the endpoint's schema
 * @throws ApiError for an error response, no network (`offline`) or an invalid answer (`bad_answer`); the signal's
 * own reason when aborted
 */
export async function callApi<const E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>): Promise<Answer<E>> {
  return (await callApiUntyped(endpoint, (input ?? {}) as UntypedInput)) as Answer<E>;
}

/** `callApi` without types: returns the parsed answer and throws as `callApi` does. */
export async function callApiUntyped(endpoint: Endpoint, input: UntypedInput): Promise<unknown> {
  const response = await sendRequest(endpoint, input);
  const body = await readJson(response, input.signal);
  if (!response.ok) throw toApiError(endpoint, response, body);
  if (endpoint.method !== "GET" && !endpoint.readOnly) changeHandler();
  const parsed = endpoint.answer.safeParse(body);
  if (!parsed.success) throw new ApiError(response.status, "bad_answer", parsed.error.message);
  return parsed.data;
}

/** Fetches an answer that is a file. @throws ApiError as `callApi` does */
export async function fetchFile<const E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>): Promise<Blob> {
  const untyped = (input ?? {}) as UntypedInput;
  const response = await sendRequest(endpoint, untyped);
  if (!response.ok) throw toApiError(endpoint, response, await readJson(response, untyped.signal));
  return response.blob();
}

/** Takes the answer to a call that the page carries; each can be taken once. Sends no request. */
export function takePreloadedAnswer<const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArgs<E>
): Answer<E> | undefined {
  return earlyAnswers?.takePreloaded(buildUrl(endpoint, (input ?? {}) as UntypedInput)) as Answer<E> | undefined;
}

const buildUrl = ({ path }: Endpoint, { query, params }: UntypedInput): string => toUrl(path, query, params);

async function sendRequest(endpoint: Endpoint, input: UntypedInput): Promise<Response> {
  const url = buildUrl(endpoint, input);
  const { signal } = input;
  try {
    if (endpoint.method === "GET") {
      const early = await earlyAnswers?.takePrefetched(url);
      if (early) return early;
    } else earlyAnswers?.discard();
    if (endpoint.file !== undefined && input.file) {
      const form = new FormData();
      form.set(endpoint.file, input.file);
      if (input.onProgress) return await uploadWithProgress(endpoint.method, url, form, input.onProgress, signal);
      return await fetch(url, {
        method: endpoint.method,
        credentials: "same-origin",
        body: form,
        ...(signal && { signal }),
      });
    }
    return await fetch(url, {
      method: endpoint.method,
      credentials: "same-origin",
      ...(input.body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input.body),
      }),
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiError(0, "offline", "The server cannot be reached", { cause: error });
  }
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiError(response.status, "bad_answer", "The answer is not JSON", { cause: error });
  }
}

function toApiError(endpoint: Endpoint, response: Response, body: unknown): ApiError {
  if (response.status === 401 && endpoint.path !== "/auth/me") signedOutHandler();
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return new ApiError(response.status, "bad_answer", "The error has no code");
  const code: ErrorCode = parsed.data.code;
  return new ApiError(response.status, code, parsed.data.error, {
    fields: parsed.data.fields ?? {},
    body,
    retryAfterSeconds: parseRetryAfter(response.headers.get("retry-after")),
  });
}
