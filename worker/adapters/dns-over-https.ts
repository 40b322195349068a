import { z } from "zod";
import { type DnsResolver, OutsideError } from "../ports";
import { raced, readBody } from "./web-body";

const TIMEOUT_MS = 4_000;

/** Type and answer codes of the DNS: https://www.iana.org/assignments/dns-parameters */
const TXT = 16;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

const Answer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ name: z.string(), type: z.int(), data: z.string() })).optional(),
});

/**
 * Asks a resolver that answers JSON over HTTPS, as Cloudflare's and Google's do. That form has no standard: names come with
 * and without their last dot, texts with and without quotes.
 */
export function createDnsResolver(options: { fetch: typeof fetch; url: string; timeoutMs?: number }): DnsResolver {
  return {
    async readTexts(name, signal) {
      const url = new URL(options.url);
      url.searchParams.set("name", name);
      url.searchParams.set("type", "TXT");
      const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        const request: RequestInit = {
          headers: { accept: "application/dns-json" },
          redirect: "manual",
          signal: either,
        };
        const response = await raced(options.fetch(url.href, request), either);
        return toTexts(await readJson(response, either), name);
      } catch (error) {
        if (signal?.aborted) throw new OutsideError("dns", "aborted", "given up");
        if (timeout.aborted) throw new OutsideError("dns", "timeout", "no answer in time");
        if (error instanceof OutsideError) throw new OutsideError("dns", error.failure, error.message, error.details);
        throw new OutsideError("dns", "unreachable", error instanceof Error ? error.message : "connection lost");
      }
    },
  };
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  const { ok, status } = response;
  if (!ok) {
    // Not awaited: what hangs on reading hangs on cancelling too.
    response.body?.cancel().catch(() => undefined);
    const failure = status === 429 ? "rate_limited" : status >= 500 ? "server_error" : "refused";
    throw new OutsideError("dns", failure, `answered ${status}`, { status });
  }
  const { bytes } = await readBody(response, signal, false);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new OutsideError("dns", "bad_answer", "not JSON");
  }
}

function toTexts(json: unknown, name: string): string[] {
  const answer = Answer.safeParse(json);
  if (!answer.success) throw new OutsideError("dns", "bad_answer", "not the answer of a resolver");
  const { Status: code, Answer: records = [] } = answer.data;
  if (code === NO_SUCH_NAME) return [];
  if (code !== NO_ERROR) {
    throw new OutsideError("dns", "server_error", `answered with code ${code}`, { reason: `rcode_${code}` });
  }
  const isAsked = (owner: string) => owner.toLowerCase().replace(/\.$/u, "") === name;
  return records.filter((record) => record.type === TXT && isAsked(record.name)).map(({ data }) => toText(data));
}

/** A text longer than 255 bytes comes in quoted pieces, which belong together. */
const toText = (data: string): string =>
  data.startsWith('"') ? data.replace(/"\s*"/gu, "").replace(/^"|"$/gu, "") : data;
