import { getDomain, parse } from "tldts";

/** Hosts on which every first path segment is a site of its own. */
const PATH_HOSTS = new Set([
  "facebook.com", "instagram.com", "linkedin.com", "linktr.ee", "sites.google.com", "x.com", "twitter.com", "youtube.com", "about.me", "pagesjaunes.fr",
]);

/** A host of many people's pages: its own addresses are the platform's, never the company's. */
export function isSharedHost(host: string): boolean {
  return PATH_HOSTS.has(host) || PATH_HOSTS.has(registrableDomain(host));
}

/** Endings that never exist on the public internet (RFC 2606); the sandbox's companies live on two of them. */
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|lan|home|corp|onion|arpa|alt)$/;

/** What tells one site from another: registrable domain, or host and first path segment where many sites share a host. */
export function siteKey(url: string): string {
  if (!URL.canParse(url)) return "";
  const { hostname, pathname } = new URL(url);
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const domain = registrableDomain(host);
  const shared = PATH_HOSTS.has(host) ? host : PATH_HOSTS.has(domain) ? domain : "";
  return shared ? `${shared}/${(pathname.split("/")[1] ?? "").toLowerCase()}` : domain;
}

/** "jobs.firm.co.uk" → "firm.co.uk"; a builder's sub-domain ("firm.wixsite.com") counts as a domain. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
}

/** True for a name that ends in a public suffix of the real internet. */
export function isPublicName(host: string): boolean {
  const { isIcann, domain } = parse(host, { extractHostname: false });
  return isIcann === true && domain !== null;
}

export function isReservedName(host: string): boolean {
  return RESERVED.test(host);
}

/** The name without its ending, to see that firm.fr and firm.com are one brand. */
export function brandOf(host: string): string {
  return registrableDomain(host).split(".")[0] ?? "";
}
