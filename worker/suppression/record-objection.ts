import type { CommonDeps } from "../compose";
import { LIMITS } from "../contract/limits";
import type { raiseObjection } from "../contract/objections";
import type { RequestContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { hashWithSecret } from "../lib/hash";
import { log, logWarning } from "../lib/log";
import { randomToken } from "../lib/random-token";
import { ApiError } from "../platform/api-error";
import { DAY_MS, HOUR_MS } from "../quotas/rules-quotas";
import { findDomainProof, type ProofPorts, type ProofResults } from "./domain-proof";
import { toPublishedProof, NETWORK_HASH_DIGITS, parseObjectionEntry, toWideNetwork } from "./objection-entry";
import { addObjection, type Objection, saveObjectionProof } from "./store-objections";

/**
 * Records that a company does not want mail; every objection is accepted. Addresses and proven domains take effect at
 * once, up to a limit per network and hour; the rest is pending. Another call for a domain checks its proof again.
 */
export async function recordObjection(
  { c, deps, signal }: RequestContext,
  { body }: RequestInput<typeof raiseObjection>,
) {
  const parsed = parseObjectionEntry(body.entry);
  if ("error" in parsed) throw new ApiError(parsed.error, { fields: { entry: parsed.error } });
  const { entry } = parsed;
  const now = deps.now();
  const network = await hashNetwork(c.req.header("cf-connecting-ip") ?? "", deps.config.sessionSecret);
  const isDomain = !entry.includes("@");
  const raised = {
    entry,
    isDomain,
    reason: body.reason ?? "",
    network,
    createdAt: now.toISOString(),
    token: randomToken(),
  };
  const caps = {
    hourAgo: toIsoBefore(now, HOUR_MS),
    dayAgo: toIsoBefore(now, DAY_MS),
    maxPerNetwork: LIMITS.objectionsPerNetwork,
    maxInAll: LIMITS.objectionsPerDay,
  };
  const { objection, mayCheck } = await addObjection(deps.sharedDb, raised, caps, now);

  const needsProof = isDomain && objection.status !== "listed";
  // A token created just now cannot have been published yet.
  const results =
    needsProof && objection.token !== raised.token ? await checkProof(objection, mayCheck, deps, signal) : null;
  const place = results?.dns === "found" ? "dns" : results?.file === "found" ? "file" : null;
  const proven =
    place && (await saveObjectionProof(deps.sharedDb, { ...raised, token: objection.token, proof: place }, caps));
  const after = proven ?? objection;

  const answer = toObjectionAnswer(after, isDomain, results ?? toUncheckedResults(deps, "unchecked"));
  const kind = isDomain ? "domain" : "address";
  logObjection(answer, { kind, proof: after.proof, network: network.slice(0, NETWORK_HASH_DIGITS) });
  return answer;
}

const toIsoBefore = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Keyed hash: there are few enough networks to find a plain hash by trying them all. */
const hashNetwork = (address: string, secret: string | undefined): Promise<string> =>
  hashWithSecret(secret, `objection ${toWideNetwork(address)}`);

/** As for crawling, no request to a site without a contact URL for its operator. */
const pickProofPorts = (deps: CommonDeps): ProofPorts => ({
  dns: deps.dns,
  web: deps.config.contactUrl === undefined ? undefined : deps.web,
});

function toUncheckedResults(deps: CommonDeps, why: "unchecked" | "postponed"): ProofResults {
  const { dns, web } = pickProofPorts(deps);
  return { dns: dns ? why : "off", file: web ? why : "off" };
}

const checkProof = async (
  { entry, token }: Objection,
  mayCheck: boolean,
  deps: CommonDeps,
  signal: AbortSignal,
): Promise<ProofResults> =>
  mayCheck ? findDomainProof(entry, token, pickProofPorts(deps), signal) : toUncheckedResults(deps, "postponed");

function toObjectionAnswer(objection: Objection, isDomain: boolean, { dns, file }: ProofResults) {
  const { entry, status, token } = objection;
  const { value, dnsName, fileUrl } = toPublishedProof(entry, token);
  const listed = status === "listed";
  const provable = isDomain && !listed && (dns !== "off" || file !== "off");
  const proven = dns === "found" || file === "found";
  const untilProven = proven ? "hour" : provable ? "proof" : "operator";
  const untilDecided = status === "pending" ? "hour" : "operator";
  return {
    entry,
    listed,
    waits_for: listed ? null : isDomain ? untilProven : untilDecided,
    proof: provable ? { value, dns: { name: dnsName, result: dns }, file: { url: fileUrl, result: file } } : null,
  } as const;
}

function logObjection(
  { listed, waits_for }: ReturnType<typeof toObjectionAnswer>,
  fields: { kind: string; proof: string; network: string },
): void {
  if (listed) log("objection_taken", fields);
  else log("objection_pending", { ...fields, waitsFor: waits_for });
  if (waits_for === "hour") logWarning("objection_cap", fields);
}
