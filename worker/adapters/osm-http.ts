import { OutsideError, type Service } from "../ports";

interface OsmRequest {
  fetch: typeof fetch;
  service: Extract<Service, "overpass" | "nominatim">;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Far more than an answer of 400 entries takes. Characters. */
const LONGEST = 16_000_000;
/** What the operators ask for after a 429, and the longest wait that is believed. Seconds. */
const SHORTEST_WAIT = 30;
const LONGEST_WAIT = 86_400;

/**
 * One request to a server of OpenStreetMap's, answered in JSON.
 * @throws OutsideError: these servers answer trouble in HTML, whose text is worth nothing
 */
export async function requestJson({
  fetch: open,
  service,
  url,
  init,
  timeoutMs,
  signal,
}: OsmRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const fail = (error: unknown): never => {
    if (error instanceof OutsideError) throw error;
    if (signal?.aborted) throw new OutsideError(service, "aborted", "given up");
    if (timeout.aborted) throw new OutsideError(service, "timeout", `no answer in ${timeoutMs} ms`);
    throw new OutsideError(service, "unreachable", error instanceof Error ? error.message : "connection lost");
  };
  try {
    const response = await open(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    if (!response.ok) {
      // Not awaited: what hangs on reading hangs on cancelling too.
      response.body?.cancel().catch(() => undefined);
      throw refused(service, response);
    }
    return parse(service, await textOf(service, response));
  } catch (error) {
    return fail(error);
  }
}

async function textOf(service: Service, { body }: Response): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    length += part.length;
    if (length > LONGEST) throw new OutsideError(service, "too_large", `more than ${LONGEST} characters`);
    parts.push(part);
  }
  return parts.join("");
}

function refused(service: Service, { status, headers }: Response): OutsideError {
  // 504 is Overpass's word for "too busy": the same advice as a 429.
  if (status === 429 || status === 504)
    return new OutsideError(service, "rate_limited", `${status}: told to wait`, {
      status,
      retryAfterSeconds: waitOf(headers.get("retry-after")),
    });
  // 403 and 406: they know us for one who breaks their rules, or do not know who we are.
  const message =
    status === 403 || status === 406
      ? `${status}: the server does not want us: look at CONTACT_URL and at its rules of use`
      : `answered ${status}`;
  return new OutsideError(service, status >= 500 ? "server_error" : "refused", message, { status });
}

/** Seconds to be silent for: as told, in seconds or by a date, and never less than the operators ask of everybody. */
export function waitOf(retryAfter: string | null, now = Date.now()): number {
  const told =
    retryAfter === null
      ? 0
      : /^\d+$/u.test(retryAfter.trim())
        ? Number(retryAfter)
        : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, Number.isNaN(told) ? 0 : told));
}

function parse(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OutsideError(service, "bad_answer", error instanceof Error ? error.message : "not JSON");
  }
}
