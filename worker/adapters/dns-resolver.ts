import { z } from "zod";
import { rejectOnAbort } from "../lib/timeouts";
import { type DnsResolver, ExternalServiceError } from "../platform/ports";
import { readResponseBody } from "./web-fetch/read-body";

const DNS_TIMEOUT_MS = 4_000;

/** Type and answer codes of the DNS: https://www.iana.org/assignments/dns-parameters */
const TXT_TYPE = 16;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

const Answer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ name: z.string(), type: z.int(), data: z.string() })).optional(),
});

/**
 * Queries a resolver that answers JSON over HTTPS, as Cloudflare's and Google's do. The format has no standard: names
 * come with and without their last dot, texts with and without quotes.
 */
export function createDnsResolver(options: { fetch: typeof fetch; url: string; timeoutMs?: number }): DnsResolver {
  return {
    async readTexts(name, signal) {
      const url = new URL(options.url);
      url.searchParams.set("name", name);
      url.searchParams.set("type", "TXT");
      const timeout = AbortSignal.timeout(options.timeoutMs ?? DNS_TIMEOUT_MS);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        const request: RequestInit = {
          headers: { accept: "application/dns-json" },
          redirect: "manual",
          signal: either,
        };
        const response = await rejectOnAbort(options.fetch(url.href, request), either);
        return parseTxtRecords(await readJson(response, either), name);
      } catch (error) {
        if (signal?.aborted) throw new ExternalServiceError("dns", "aborted", "given up");
        if (timeout.aborted) throw new ExternalServiceError("dns", "timeout", "no answer in time");
        if (error instanceof ExternalServiceError)
          throw new ExternalServiceError("dns", error.failure, error.message, error.details);
        throw new ExternalServiceError(
          "dns",
          "unreachable",
          error instanceof Error ? error.message : "connection lost",
        );
      }
    },
  };
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  const { ok, status } = response;
  if (!ok) {
    // Not awaited: a hanging body hangs on cancel too.
    response.body?.cancel().catch(() => undefined);
    const failure = status === 429 ? "rate_limited" : status >= 500 ? "server_error" : "refused";
    throw new ExternalServiceError("dns", failure, `answered ${status}`, { status });
  }
  const { bytes } = await readResponseBody(response, signal, false);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ExternalServiceError("dns", "bad_answer", "not JSON");
  }
}

function parseTxtRecords(json: unknown, name: string): string[] {
  const answer = Answer.safeParse(json);
  if (!answer.success) throw new ExternalServiceError("dns", "bad_answer", "not the answer of a resolver");
  const { Status: code, Answer: records = [] } = answer.data;
  if (code === NO_SUCH_NAME) return [];
  if (code !== NO_ERROR) {
    throw new ExternalServiceError("dns", "server_error", `answered with code ${code}`, { reason: `rcode_${code}` });
  }
  const isRequestedName = (owner: string) => owner.toLowerCase().replace(/\.$/u, "") === name;
  return records
    .filter((record) => record.type === TXT_TYPE && isRequestedName(record.name))
    .map(({ data }) => unquoteTxt(data));
}

/** A text longer than 255 bytes comes in quoted pieces, which are joined. */
const unquoteTxt = (data: string): string =>
  data.startsWith('"') ? data.replace(/"\s*"/gu, "").replace(/^"|"$/gu, "") : data;
