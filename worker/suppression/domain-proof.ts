import type { ProofResult } from "../contract/objections";
import { log } from "../lib/log";
import { type DnsResolver, ExternalServiceError, type PageFetcher } from "../platform/ports";
import { toPublishedProof, isWithinDomain } from "./objection-entry";

/** For the file, redirects included (ms). */
const PROOF_FILE_TIMEOUT_MS = 6_000;

/** Undefined for what is switched off. */
export interface ProofPorts {
  dns: DnsResolver | undefined;
  web: PageFetcher | undefined;
}

export type ProofResults = Record<"dns" | "file", ProofResult>;

/** Checks both places at once. Failures of servers are results: the objection is recorded anyway. */
export async function findDomainProof(
  domain: string,
  token: string,
  { dns, web }: ProofPorts,
  signal: AbortSignal,
): Promise<ProofResults> {
  const { value, dnsName, fileUrl } = toPublishedProof(domain, token);
  const hasProofRecord = async (resolver: DnsResolver) =>
    (await resolver.readTexts(dnsName, signal)).some((text) => text.trim() === value);
  const [record, file] = await Promise.all([
    dns ? toProofResult("dns", hasProofRecord(dns)) : ("off" as const),
    web ? toProofResult("file", hasProofFile(web, fileUrl, domain, value, signal)) : ("off" as const),
  ]);
  return { dns: record, file };
}

/** A redirect to another domain proves nothing about this one. */
async function hasProofFile(
  web: PageFetcher,
  fileUrl: string,
  domain: string,
  value: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await web.fetchPage(fileUrl, { accept: "text", timeoutMs: PROOF_FILE_TIMEOUT_MS, signal });
  if ("location" in answer) return false;
  const { url, status, text } = answer;
  return status === 200 && isWithinDomain(new URL(url).hostname, domain) && text.trim() === value;
}

async function toProofResult(place: keyof ProofResults, check: Promise<boolean>): Promise<ProofResult> {
  try {
    return (await check) ? "found" : "missing";
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    log("objection_proof_failed", { place, failure: error.failure, status: error.details.status });
    // Something else is there: a page instead of the file, or a URL that is not allowed.
    return error.failure === "bad_answer" && place === "file" ? "missing" : "failed";
  }
}
