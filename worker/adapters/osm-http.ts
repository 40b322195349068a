import { OutsideError, type Service } from "../ports";

interface OsmRequest {
  fetch: typeof fetch;
  service: Extract<Service, "overpass" | "nominatim">;
  url: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * One request to a server of OpenStreetMap's, answered in JSON.
 * @throws OutsideError: these servers answer trouble in HTML, whose text is worth nothing
 */
export async function requestJson({ fetch: open, service, url, init, timeoutMs, signal }: OsmRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const fail = (error: unknown): never => {
    if (error instanceof OutsideError) throw error;
    if (signal?.aborted) throw new OutsideError(service, "aborted", "given up");
    if (timeout.aborted) throw new OutsideError(service, "timeout", `no answer in ${timeoutMs} ms`);
    throw new OutsideError(service, "unreachable", error instanceof Error ? error.message : "connection lost");
  };
  try {
    const response = await open(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    const text = await response.text();
    if (!response.ok) throw refused(service, response);
    return parse(service, text);
  } catch (error) {
    return fail(error);
  }
}

function refused(service: Service, { status, headers }: Response): OutsideError {
  const wait = Number(headers.get("retry-after"));
  const details = { status, retryAfterSeconds: wait > 0 ? wait : 30 };
  // 504 is Overpass's word for "too busy": the same advice as a 429.
  if (status === 429 || status === 504) return new OutsideError(service, "rate_limited", `${status}: told to wait`, details);
  return new OutsideError(service, status >= 500 ? "server_error" : "refused", `answered ${status}`, { status });
}

function parse(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OutsideError(service, "bad_answer", error instanceof Error ? error.message : "not JSON");
  }
}
