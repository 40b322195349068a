import { getDomain, parse } from "tldts";

/** Networks and directories with pages about companies. */
const PROFILE_HOSTS = [
  "facebook.com",
  "instagram.com",
  "linkedin.com",
  "linktr.ee",
  "x.com",
  "twitter.com",
  "youtube.com",
  "about.me",
  "pagesjaunes.fr",
];
/** Hosts on which every first path segment is a separate site. */
const PATH_HOSTS = new Set([...PROFILE_HOSTS, "sites.google.com"]);

/** A page about a company that is no site of its own, as facebook.com/firm; facebook.com is that company's site. */
export function isProfilePage(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return pathname !== "/" && PROFILE_HOSTS.includes(toRegistrableDomain(hostname.toLowerCase().replace(/\.$/, "")));
}

/** A host with sites of many companies: addresses at its domain belong to the platform. */
export function isSharedHost(host: string): boolean {
  return PATH_HOSTS.has(host) || PATH_HOSTS.has(toRegistrableDomain(host));
}

/** Top-level domains reserved by RFC 2606; the sandbox's companies use two of them. */
const RESERVED_ENDING = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|lan|home|corp|onion|arpa|alt)$/;

/** Key of a site: registrable domain, or host and first path segment on a shared host. */
export function toSiteKey(url: string): string {
  if (!URL.canParse(url)) return "";
  const { hostname, pathname } = new URL(url);
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const domain = toRegistrableDomain(host);
  const shared = PATH_HOSTS.has(host) ? host : PATH_HOSTS.has(domain) ? domain : "";
  return shared ? `${shared}/${(pathname.split("/")[1] ?? "").toLowerCase()}` : domain;
}

/** Providers with a sub-domain per customer that are missing in the Public Suffix List. */
const CUSTOMER_HOSTS = new Set([
  "free.fr",
  "pagesperso-orange.fr",
  "monsite-orange.fr",
  "chez.com",
  "e-monsite.com",
  "over-blog.com",
  "canalblog.com",
  "kazeo.com",
  "unblog.fr",
  "centerblog.net",
  "blog4ever.com",
  "skyrock.com",
  "site-solocal.com",
  "webself.net",
  "wifeo.com",
  "sitew.com",
  "sitew.fr",
  "hubside.fr",
  "edan.io",
  "metro.bar",
  "metro.rest",
  "eatbu.com",
  "business.site",
  "ueniweb.com",
  "jimdo.com",
  "jimdofree.com",
  "jimdosite.com",
  "webnode.com",
  "webnode.fr",
  "webador.de",
  "webador.fr",
  "jouwweb.nl",
  "weebly.com",
  "strikingly.com",
  "mystrikingly.com",
  "squarespace.com",
  "godaddysites.com",
  "site123.me",
  "bigcartel.com",
  "company.site",
  "canva.site",
  "ionos.space",
  "odoo.com",
  "wordpress.com",
  "blogspot.fr",
  "blogspot.de",
  "blogspot.co.uk",
  "tumblr.com",
  "beepworld.de",
  "npage.de",
  "page4.com",
  "homepage.eu",
  "moonfruit.com",
  "vpweb.co.uk",
  "btck.co.uk",
  "webs.com",
]);

/** "jobs.firm.co.uk" → "firm.co.uk"; a builder's sub-domain ("firm.wixsite.com") counts as a domain. */
export function toRegistrableDomain(host: string): string {
  const domain = getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
  if (host === domain || !CUSTOMER_HOSTS.has(domain)) return domain;
  const customer =
    host
      .slice(0, -domain.length - 1)
      .split(".")
      .at(-1) ?? "";
  return customer === "www" ? domain : `${customer}.${domain}`;
}

/** True for a name that ends in a public suffix of the real internet. */
export function isPublicDomain(host: string): boolean {
  const { isIcann, domain } = parse(host, { extractHostname: false });
  return isIcann === true && domain !== null;
}

export function isReservedDomain(host: string): boolean {
  return RESERVED_ENDING.test(host);
}

/** The name without its ending, to see that firm.fr and firm.com are one brand. */
export function toBrand(host: string): string {
  return toRegistrableDomain(host).split(".")[0] ?? "";
}
