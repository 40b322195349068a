import { parseRetryAfter } from "../../lib/retry-after";
import { ExternalServiceError, type Service } from "../../platform/ports";

interface OsmRequest {
  fetch: typeof fetch;
  service: Extract<Service, "overpass" | "nominatim">;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Far more than an answer of 400 entries needs. Characters. */
const MAX_RESPONSE_LENGTH = 16_000_000;
/** The operators' wait after a 429, and the longest wait accepted. Seconds. */
const MIN_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 86_400;

/**
 * One JSON request to a server of OpenStreetMap.
 * @throws ExternalServiceError without the body: these servers report errors in HTML
 */
export async function requestOsmJson({
  fetch: open,
  service,
  url,
  init,
  timeoutMs,
  signal,
}: OsmRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const throwExternalError = (error: unknown): never => {
    if (error instanceof ExternalServiceError) throw error;
    if (signal?.aborted) throw new ExternalServiceError(service, "aborted", "given up");
    if (timeout.aborted) throw new ExternalServiceError(service, "timeout", `no answer in ${timeoutMs} ms`);
    throw new ExternalServiceError(service, "unreachable", error instanceof Error ? error.message : "connection lost");
  };
  try {
    const response = await open(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    if (!response.ok) {
      // Not awaited: a hanging body hangs on cancel too.
      response.body?.cancel().catch(() => undefined);
      throw toOsmError(service, response);
    }
    return parseOsmJson(service, await readText(service, response));
  } catch (error) {
    return throwExternalError(error);
  }
}

async function readText(service: Service, { body }: Response): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    length += part.length;
    if (length > MAX_RESPONSE_LENGTH)
      throw new ExternalServiceError(service, "too_large", `more than ${MAX_RESPONSE_LENGTH} characters`);
    parts.push(part);
  }
  return parts.join("");
}

function toOsmError(service: Service, { status, headers }: Response): ExternalServiceError {
  // Overpass answers 504 when it is too busy: the same advice as a 429.
  if (status === 429 || status === 504)
    return new ExternalServiceError(service, "rate_limited", `${status}: told to wait`, {
      status,
      retryAfterSeconds: toSilenceSeconds(headers.get("retry-after")),
    });
  // 403 and 406: the server considers us a rule breaker, or does not know who we are.
  const message =
    status === 403 || status === 406
      ? `${status}: the server does not want us: look at CONTACT_URL and at its rules of use`
      : `answered ${status}`;
  return new ExternalServiceError(service, status >= 500 ? "server_error" : "refused", message, { status });
}

/** Seconds of silence after a 429: the server's, and never less than the operators require. */
export const toSilenceSeconds = (retryAfter: string | null, now?: number): number =>
  Math.min(MAX_WAIT_SECONDS, Math.max(MIN_WAIT_SECONDS, Math.ceil(parseRetryAfter(retryAfter, now) ?? 0)));

function parseOsmJson(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ExternalServiceError(service, "bad_answer", error instanceof Error ? error.message : "not JSON");
  }
}
