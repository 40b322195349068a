import { z } from "zod";
import { rejectOnAbort } from "../lib/timeouts";
import { type DnsResolver, ExternalServiceError } from "../platform/ports";
import { readResponseBody } from "./web-fetch/read-body";

const DNS_TIMEOUT_MS = 4_000;

/** Type and answer codes of the DNS: https://www.iana.org/assignments/dns-parameters */
const TYPE_CODES = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const;
type RecordType = keyof typeof TYPE_CODES;
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

const Answer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ name: z.string(), type: z.int(), data: z.string() })).optional(),
});
type DnsRecord = NonNullable<z.infer<typeof Answer>["Answer"]>[number];

/**
 * Queries a resolver that answers JSON over HTTPS, as Cloudflare's and Google's do. The format has no standard: names
 * come with and without their last dot, texts with and without quotes.
 */
export function createDnsResolver(options: { fetch: typeof fetch; url: string; timeoutMs?: number }): DnsResolver {
  /** Records of a type, of the name and of its aliases. */
  async function query(name: string, type: RecordType, signal: AbortSignal | undefined): Promise<DnsRecord[]> {
    const url = new URL(options.url);
    url.searchParams.set("name", name);
    url.searchParams.set("type", type);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? DNS_TIMEOUT_MS);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const request: RequestInit = {
        headers: { accept: "application/dns-json" },
        redirect: "manual",
        signal: either,
      };
      const response = await rejectOnAbort(options.fetch(url.href, request), either);
      return parseRecords(await readJson(response, either), type);
    } catch (error) {
      if (signal?.aborted) throw new ExternalServiceError("dns", "aborted", "given up");
      if (timeout.aborted) throw new ExternalServiceError("dns", "timeout", "no answer in time");
      if (error instanceof ExternalServiceError)
        throw new ExternalServiceError("dns", error.failure, error.message, error.details);
      throw new ExternalServiceError("dns", "unreachable", error instanceof Error ? error.message : "connection lost");
    }
  }

  return {
    async readTexts(name, signal) {
      const records = await query(name, "TXT", signal);
      return records.filter((record) => toName(record.name) === name).map(({ data }) => unquoteTxt(data));
    },
    async findMailRoute(domain, signal) {
      const servers = (await query(domain, "MX", signal)).map(({ data }) => toName(data.replace(/^\s*\d+\s+/u, "")));
      // A null MX names the root; beside others it means nothing (RFC 7505).
      if (servers.length > 0) return servers.every((server) => server === "") ? "null_mx" : "accepts";
      const addresses = await Promise.all([query(domain, "A", signal), query(domain, "AAAA", signal)]);
      return addresses.flat().length > 0 ? "accepts" : "no_server";
    },
  };
}

const toName = (name: string): string => name.trim().toLowerCase().replace(/\.$/u, "");

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

/** No records for a name that does not exist. */
function parseRecords(json: unknown, type: RecordType): DnsRecord[] {
  const answer = Answer.safeParse(json);
  if (!answer.success) throw new ExternalServiceError("dns", "bad_answer", "not the answer of a resolver");
  const { Status: code, Answer: records = [] } = answer.data;
  if (code === NO_SUCH_NAME) return [];
  if (code !== NO_ERROR) {
    throw new ExternalServiceError("dns", "server_error", `answered with code ${code}`, { reason: `rcode_${code}` });
  }
  return records.filter((record) => record.type === TYPE_CODES[type]);
}

/** A text longer than 255 bytes comes in quoted pieces, which are joined. */
const unquoteTxt = (data: string): string =>
  data.startsWith('"') ? data.replace(/"\s*"/gu, "").replace(/^"|"$/gu, "") : data;
