import { DAY_MS, HOUR_MS } from "../auth/rules-quotas";
import type { Deps } from "../compose";
import { LIMITS } from "../contract/limits";
import type { raiseObjection } from "../contract/search";
import type { RequestContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { hmacSha256, sha256 } from "../lib/hash";
import { log, logWarning } from "../lib/log";
import { randomToken } from "../lib/random-token";
import { ApiError } from "../platform/api-error";
import { findDomainProof, type ProofPorts, type ProofResults } from "./domain-proof";
import { toPublishedProof, NETWORK_HASH_DIGITS, parseObjectionEntry, toWideNetwork } from "./rules-objections";
import { addObjection, type Objection, saveObjectionProof } from "./store-objections";

/**
 * A company says that it does not want to be written to. Nobody is refused. An address is believed, and a domain that is
 * proven holds too, as long as its network has not used up what holds in an hour; the rest is pending. Raised once more, a
 * domain is looked at anew.
 */
export async function recordObjection(
  { c, deps, signal }: RequestContext,
  { body }: RequestInput<typeof raiseObjection>,
) {
  const objected = parseObjectionEntry(body.entry);
  if ("no" in objected) throw new ApiError(objected.no, { fields: { entry: objected.no } });
  const { entry } = objected;
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
    ofNetwork: LIMITS.objectionsPerNetwork,
    ofAll: LIMITS.objectionsPerDay,
  };
  const { objection, mayCheck } = await addObjection(deps.db, raised, caps, now);

  const open = isDomain && objection.status !== "listed";
  // The token of this very moment cannot have been published yet.
  const results = open && objection.token !== raised.token ? await checkProof(objection, mayCheck, deps, signal) : null;
  const place = results?.dns === "found" ? "dns" : results?.file === "found" ? "file" : null;
  const proven =
    place && (await saveObjectionProof(deps.db, { ...raised, token: objection.token, proof: place }, caps));
  const after = proven ?? objection;

  const answer = toObjectionAnswer(after, isDomain, results ?? toUncheckedResults(deps, "unchecked"));
  const kind = isDomain ? "domain" : "address";
  logObjection(answer, { kind, proof: after.proof, network: network.slice(0, NETWORK_HASH_DIGITS) });
  return answer;
}

const toIsoBefore = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** A network, hashed with a key: there are few enough of them to try them all. */
const hashNetwork = (address: string, secret: string | undefined): Promise<string> => {
  const text = `objection ${toWideNetwork(address)}`;
  return secret === undefined ? sha256(text) : hmacSha256(secret, text);
};

/** The file is read as the sites are: not without an address at which their operators can reach us. */
const pickProofPorts = (deps: Deps): ProofPorts => ({
  dns: deps.dns,
  web: deps.config.contactUrl === undefined ? undefined : deps.web,
});

function toUncheckedResults(deps: Deps, why: "unchecked" | "postponed"): ProofResults {
  const { dns, web } = pickProofPorts(deps);
  return { dns: dns ? why : "off", file: web ? why : "off" };
}

const checkProof = async (
  { entry, token }: Objection,
  mayCheck: boolean,
  deps: Deps,
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
