import { getDomain } from "tldts";
import { toNetwork } from "../auth/client-network";
import { isFreeMailDomain } from "../contacts/emails/rules-emails";
import { isSharedHost, toRegistrableDomain } from "../contacts/site-key";
import { normalizeEntry } from "../lib/email-address";

/**
 * What a company objects to: its address, or its domain with all below it; lower case, ASCII.
 * @returns or why not: it is neither, or a domain at which everybody has an address or a page
 */
export function parseObjectionEntry(
  text: string,
): { entry: string } | { no: "do_not_contact_invalid" | "objection_shared" } {
  const entry = normalizeEntry(text);
  if (entry === null) return { no: "do_not_contact_invalid" };
  return entry.includes("@") || !isSharedDomain(entry) ? { entry } : { no: "objection_shared" };
}

/** A mail provider, a host of many sites, or an ending such as co.uk. Its addresses are not one company's to speak for. */
const isSharedDomain = (domain: string): boolean =>
  getDomain(domain, { allowPrivateDomains: true }) === null ||
  isSharedHost(domain) ||
  isFreeMailDomain(domain) ||
  isFreeMailDomain(toRegistrableDomain(domain));

/** Groups of an IPv6 network that one customer is given at most, a /48, and parts of an IPv4 one taken as one, a /24. */
const [IPV6_GROUPS, IPV4_PARTS] = [3, 3];

/**
 * The wider network that objections are counted by.
 * @param address as Cloudflare names the client; empty where there is no Cloudflare
 */
export function toWideNetwork(address: string): string {
  const network = toNetwork(address, IPV6_GROUPS);
  return network.includes(".") ? network.split(".").slice(0, IPV4_PARTS).join(".") : network;
}

/** Digits of a network's hash by which the operator names it. */
export const NETWORK_HASH_DIGITS = 12;

/**
 * What a company publishes to prove that a domain is its own, either as a TXT record or as the whole of a file.
 * Neither place holds the token in its name: a site that answers with what it was asked for proves nothing.
 */
export const toPublishedProof = (domain: string, token: string) => ({
  value: `candidature-objection=${token}`,
  dnsName: `_candidature.${domain}`,
  fileUrl: `https://${domain}/.well-known/candidature-objection.txt`,
});

/** Whether a host is a domain or lies in it. */
export const isWithinDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
