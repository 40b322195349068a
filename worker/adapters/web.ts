import { OutsideError, type Web, type WebPage, type WebRedirect } from "../ports";
import { checkAddress } from "./address-rules";
import { decodeText } from "./charset";
import { raced, readBody } from "./web-body";
import { createGate } from "./web-gate";

const MAX_REDIRECTS = 5;
const PAGE_TIMEOUT_MS = 8_000;
/** What an invocation may have waiting for headers: the rest would queue unseen, their clocks running. */
const CONNECTIONS = 6;
const REDIRECT = new Set([301, 302, 303, 307, 308]);
const HTML = /^(?:text\/html|application\/xhtml\+xml|text\/(?:x-)?vcard)$/;
const TEXT = /^(?:text\/[\w.+-]+|application\/(?:xhtml\+xml|json|octet-stream))?$/;

type WebOptions = {
  fetch: typeof fetch;
  /** Names the product and a page about it, so that a site's owner can complain. */
  userAgent: string;
  /** Let `.test` and `.example` pass: only with the sandbox, which answers them. */
  allowReserved: boolean;
  /** Milliseconds for one page, redirects and body included; 8000 unless a test is in a hurry. */
  timeoutMs?: number;
};

/**
 * The one safe fetch of third-party pages. Every hop is checked (address-rules.ts), another host is left to the reader, nothing is
 * read without end. Answers with any status below 500 but 429; the text is decoded by its charset.
 * @throws OutsideError("web", …): timeout, aborted, refused (an address not to be opened), unreachable, bad_answer (not
 * HTML, a redirect loop, a broken body), rate_limited, server_error.
 */
export function createWeb({
  fetch: open,
  userAgent,
  allowReserved,
  timeoutMs: patience = PAGE_TIMEOUT_MS,
}: WebOptions): Web {
  const gate = createGate(CONNECTIONS);

  async function follow(
    address: string,
    accept: "html" | "text",
    mayFollow: (url: string) => boolean,
    signal: AbortSignal,
  ): Promise<{ url: string; response: Response } | WebRedirect> {
    const seen = new Set<string>();
    for (let target = address; seen.size <= MAX_REDIRECTS;) {
      const url = checked(target, allowReserved);
      if (seen.has(url.href)) throw new OutsideError("web", "bad_answer", "The address redirects to itself");
      seen.add(url.href);
      const response = await raced(
        open(url.href, { headers: headersFor(userAgent, accept), redirect: "manual", signal }),
        signal,
      );
      const location = REDIRECT.has(response.status) ? response.headers.get("location") : null;
      if (location === null) return { url: url.href, response };
      discard(response);
      target = checked(
        URL.canParse(location, url.href) ? new URL(location, url.href).href : location,
        allowReserved,
      ).href;
      if (bareHost(target) !== bareHost(url.href) || !mayFollow(target)) return { url: url.href, location: target };
    }
    throw new OutsideError("web", "bad_answer", `More than ${MAX_REDIRECTS} redirects`);
  }

  return {
    async read(address, { signal, accept = "html", mayFollow = () => true, timeoutMs = patience, onOpen } = {}) {
      checked(address, allowReserved);
      const release = await gate.enter(signal);
      onOpen?.();
      // Armed only now: the time in the queue is not the site's.
      const clock = new AbortController();
      const timer = setTimeout(() => clock.abort(), timeoutMs);
      const either = signal ? AbortSignal.any([clock.signal, signal]) : clock.signal;
      try {
        // A body that is still coming holds no place: only waiting for headers counts.
        const answer = await follow(address, accept, mayFollow, either).finally(release);
        return "location" in answer ? answer : await pageOf(answer.response, answer.url, accept, either);
      } catch (error) {
        throw asOutside(error, signal?.aborted === true, clock.signal.aborted);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const bareHost = (url: string): string => new URL(url).hostname.replace(/^www\./u, "");

function checked(address: string, allowReserved: boolean): URL {
  const verdict = checkAddress(address, allowReserved);
  if (!verdict.ok)
    throw new OutsideError("web", "refused", `Not an address to open: ${verdict.reason}`, { reason: verdict.reason });
  return verdict.url;
}

function headersFor(userAgent: string, accept: "html" | "text"): Record<string, string> {
  return {
    "user-agent": userAgent,
    accept: accept === "html" ? "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1" : "text/plain,*/*;q=0.5",
    "accept-language": "fr,en;q=0.8,de;q=0.7",
  };
}

async function pageOf(response: Response, url: string, accept: "html" | "text", signal: AbortSignal): Promise<WebPage> {
  const { status } = response;
  const contentType = response.headers.get("content-type") ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const refusal =
    refusalOf(response) ?? (type !== "" && !(accept === "html" ? HTML : TEXT).test(type) ? notText(type) : undefined);
  if (refusal) {
    discard(response);
    throw refusal;
  }
  const { bytes, truncated } = await readBody(response, signal, accept === "html");
  const text = decodeText(bytes, contentType);
  // No type given: a browser would look, so do we.
  if (accept === "html" && type === "" && !/^\s{0,200}(?:<|BEGIN:VCARD)/i.test(text)) throw notText("unknown");
  return { url, status, text, contentType, truncated };
}

function refusalOf({ status, headers }: Response): OutsideError | undefined {
  if (status === 429) {
    const seconds = Number(headers.get("retry-after"));
    const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.min(seconds, 3600) } : {};
    return new OutsideError("web", "rate_limited", "The site asks to wait", { status, ...wait });
  }
  if (status >= 500) return new OutsideError("web", "server_error", `The site answered ${status}`, { status });
  return undefined;
}

function notText(type: string): OutsideError {
  return new OutsideError("web", "bad_answer", `Not a page: ${type.slice(0, 60)}`, { reason: "content_type" });
}

function discard(response: Response): void {
  // Not awaited: what the far side does with its connection is no concern of ours.
  response.body?.cancel().catch(() => undefined);
}

function asOutside(error: unknown, givenUp: boolean, timedOut: boolean): OutsideError {
  if (givenUp) return new OutsideError("web", "aborted", "The read was given up");
  if (timedOut) return new OutsideError("web", "timeout", "The site took too long");
  if (error instanceof OutsideError) return error;
  return new OutsideError("web", "unreachable", error instanceof Error ? error.message.slice(0, 200) : "No connection");
}
