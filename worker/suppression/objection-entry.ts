import { getDomain } from "tldts";
import { toNetwork } from "../auth/client-network";
import { isFreeMailDomain } from "../contacts/emails/rules-emails";
import { isSharedHost, toRegistrableDomain } from "../contacts/site-key";
import { normalizeEntry } from "../lib/email-address";

/**
 * The address or domain (with its sub-domains) of an objection; lower case, ASCII.
 * @returns an error for any other text, and for a domain shared by many people
 */
export function parseObjectionEntry(
  text: string,
): { entry: string } | { error: "do_not_contact_invalid" | "objection_shared" } {
  const entry = normalizeEntry(text);
  if (entry === null) return { error: "do_not_contact_invalid" };
  return entry.includes("@") || !isSharedDomain(entry) ? { entry } : { error: "objection_shared" };
}

/** A mail provider, a host of many sites, or a public suffix such as co.uk: no single company owns its addresses. */
export const isSharedDomain = (domain: string): boolean =>
  getDomain(domain, { allowPrivateDomains: true }) === null ||
  isSharedHost(domain) ||
  isFreeMailDomain(domain) ||
  isFreeMailDomain(toRegistrableDomain(domain));

/** A /48 is the largest IPv6 network of one customer; IPv4 is counted by /24. */
const [IPV6_GROUPS, IPV4_PARTS] = [3, 3];

/**
 * The network that objections are counted by.
 * @param address from cf-connecting-ip; empty without Cloudflare
 */
export function toWideNetwork(address: string): string {
  const network = toNetwork(address, IPV6_GROUPS);
  return network.includes(".") ? network.split(".").slice(0, IPV4_PARTS).join(".") : network;
}

/** Digits of a network's hash in logs and in the operator's command. */
export const NETWORK_HASH_DIGITS = 12;

/**
 * What a company publishes to prove that it owns a domain: a TXT record or a file with nothing but `value`.
 * The token is in neither name: a site that echoes the requested URL must not pass.
 */
export const toPublishedProof = (domain: string, token: string) => ({
  value: `candidature-objection=${token}`,
  dnsName: `_candidature.${domain}`,
  fileUrl: `https://${domain}/.well-known/candidature-objection.txt`,
});

export const isWithinDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
