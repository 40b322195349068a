import { parseRetryAfter } from "../../lib/retry-after";
import { rejectOnAbort } from "../../lib/timeouts";
import { ExternalServiceError, type PageFetcher, type WebPage, type WebRedirect } from "../../platform/ports";
import { decodeText } from "./charset";
import { createSemaphore } from "./connection-semaphore";
import { readResponseBody } from "./read-body";
import { checkUrl } from "./ssrf-guard";

const MAX_REDIRECTS = 5;
const MAX_RETRY_AFTER_SECONDS = 3_600;
const PAGE_TIMEOUT_MS = 8_000;
/**
 * Most requests waiting for headers in an invocation: the platform would queue more unseen while their timeouts run.
 */
const MAX_CONNECTIONS = 6;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml|text\/(?:x-)?vcard)$/;
const TEXT_TYPE = /^(?:text\/[\w.+-]+|application\/(?:xhtml\+xml|json|octet-stream))?$/;

type PageFetcherOptions = {
  fetch: typeof fetch;
  /** Names the product and a page about it, for complaints of site owners. */
  userAgent: string;
  /** Allow `.test` and `.example`: only with the sandbox, which answers them. */
  allowReserved: boolean;
  /** Milliseconds for one page, redirects and body included; 8000 by default. */
  timeoutMs?: number;
};

/**
 * The only safe fetch of third-party pages. Every hop is checked (ssrf-guard.ts), a redirect to another host is
 * returned to the caller, and sizes are bounded. Answers with any status below 500 but 429; the text is decoded by its
 * charset.
 * @throws ExternalServiceError("web", …): timeout, aborted, refused (a forbidden address), unreachable, bad_answer (not
 * HTML, a redirect loop, a broken body), rate_limited, server_error
 */
export function createPageFetcher({
  fetch: open,
  userAgent,
  allowReserved,
  timeoutMs: defaultTimeoutMs = PAGE_TIMEOUT_MS,
}: PageFetcherOptions): PageFetcher {
  const gate = createSemaphore(MAX_CONNECTIONS);

  async function followRedirects(
    address: string,
    accept: "html" | "text",
    mayFollow: (url: string) => boolean,
    signal: AbortSignal,
  ): Promise<{ url: string; response: Response } | WebRedirect> {
    const seen = new Set<string>();
    for (let target = address; seen.size <= MAX_REDIRECTS;) {
      const url = requireAllowedUrl(target, allowReserved);
      if (seen.has(url.href)) throw new ExternalServiceError("web", "bad_answer", "The address redirects to itself");
      seen.add(url.href);
      const response = await rejectOnAbort(
        open(url.href, { headers: toRequestHeaders(userAgent, accept), redirect: "manual", signal }),
        signal,
      );
      const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get("location") : null;
      if (location === null) return { url: url.href, response };
      discardBody(response);
      target = requireAllowedUrl(
        URL.canParse(location, url.href) ? new URL(location, url.href).href : location,
        allowReserved,
      ).href;
      if (toBareHost(target) !== toBareHost(url.href) || !mayFollow(target)) return { url: url.href, location: target };
    }
    throw new ExternalServiceError("web", "bad_answer", `More than ${MAX_REDIRECTS} redirects`);
  }

  return {
    async fetchPage(
      address,
      { signal, accept = "html", mayFollow = () => true, timeoutMs = defaultTimeoutMs, onOpen } = {},
    ) {
      requireAllowedUrl(address, allowReserved);
      const release = await gate.acquire(signal);
      onOpen?.();
      // Started only now: the time in the queue is not the site's.
      const clock = new AbortController();
      const timer = setTimeout(() => clock.abort(), timeoutMs);
      const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
      try {
        // Only waiting for headers occupies a slot; reading a body does not.
        const answer = await followRedirects(address, accept, mayFollow, either).finally(release);
        return "location" in answer ? answer : await toWebPage(answer.response, answer.url, accept, either);
      } catch (error) {
        throw toExternalError(error, signal?.aborted === true, clock.signal.aborted);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const toBareHost = (url: string): string => new URL(url).hostname.replace(/^www\./u, "");

function requireAllowedUrl(address: string, allowReserved: boolean): URL {
  const verdict = checkUrl(address, allowReserved);
  if (!verdict.ok)
    throw new ExternalServiceError("web", "refused", `Not an address to open: ${verdict.reason}`, {
      reason: verdict.reason,
    });
  return verdict.url;
}

function toRequestHeaders(userAgent: string, accept: "html" | "text"): Record<string, string> {
  return {
    "user-agent": userAgent,
    accept: accept === "html" ? "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1" : "text/plain,*/*;q=0.5",
    "accept-language": "fr,en;q=0.8,de;q=0.7",
  };
}

async function toWebPage(
  response: Response,
  url: string,
  accept: "html" | "text",
  signal: AbortSignal,
): Promise<WebPage> {
  const { status } = response;
  const contentType = response.headers.get("content-type") ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const refusal =
    findStatusError(response) ??
    (type !== "" && !(accept === "html" ? HTML_TYPE : TEXT_TYPE).test(type) ? contentTypeError(type) : undefined);
  if (refusal) {
    discardBody(response);
    throw refusal;
  }
  const { bytes, truncated } = await readResponseBody(response, signal, accept === "html");
  const text = decodeText(bytes, contentType);
  // No type: sniff it, as browsers do.
  if (accept === "html" && type === "" && !/^\s{0,200}(?:<|BEGIN:VCARD)/i.test(text)) throw contentTypeError("unknown");
  return { url, status, text, contentType, truncated };
}

function findStatusError({ status, headers }: Response): ExternalServiceError | undefined {
  if (status === 429) {
    const seconds = parseRetryAfter(headers.get("retry-after")) ?? 0;
    const wait = seconds > 0 ? { retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) } : {};
    return new ExternalServiceError("web", "rate_limited", "The site asks to wait", { status, ...wait });
  }
  if (status >= 500) return new ExternalServiceError("web", "server_error", `The site answered ${status}`, { status });
  return undefined;
}

function contentTypeError(type: string): ExternalServiceError {
  return new ExternalServiceError("web", "bad_answer", `Not a page: ${type.slice(0, 60)}`, { reason: "content_type" });
}

function discardBody(response: Response): void {
  // Not awaited: how the server closes its connection does not matter.
  response.body?.cancel().catch(() => undefined);
}

function toExternalError(error: unknown, givenUp: boolean, timedOut: boolean): ExternalServiceError {
  if (givenUp) return new ExternalServiceError("web", "aborted", "The read was given up");
  if (timedOut) return new ExternalServiceError("web", "timeout", "The site took too long");
  if (error instanceof ExternalServiceError) return error;
  return new ExternalServiceError(
    "web",
    "unreachable",
    error instanceof Error ? error.message.slice(0, 200) : "No connection",
  );
}
