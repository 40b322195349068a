import { parse } from "tldts";
import type { SiteCheck } from "../../platform/ports";

type UrlRejection =
  | "malformed"
  | "scheme"
  | "port"
  | "userinfo"
  | "ip_literal"
  | "local_name"
  | "reserved_name"
  | "unknown_ending"
  | "dns_trick";

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlRejection };

const MAX_URL_LENGTH = 2048;
/**
 * Never on the public internet, whatever allowReserved says (RFC 6761, RFC 6762, RFC 8375, RFC 9476, common intranet
 * names).
 */
const LOCAL_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "lan",
  "home",
  "corp",
  "mail",
  "host",
  "router",
  "invalid",
  "onion",
  "i2p",
  "alt",
  "arpa",
  "kubernetes",
  "cluster",
  "consul",
];
const LOCAL_HOST = new RegExp(`(?:^|\\.)(?:${LOCAL_NAMES.join("|")})$`);
/** The sandbox's two endings, which nobody can register (RFC 2606). */
const RESERVED_HOST = /\.(?:test|example)$/;
/**
 * Wildcard DNS services that resolve to 127.0.0.1 or to the address in the name. Not complete: it protects a
 * developer's machine from the common ones. The deployed Worker reaches no private network.
 */
const DNS_REBINDING_DOMAINS = [
  "nip.io",
  "sslip.io",
  "xip.io",
  "xip.name",
  "ip6.name",
  "backname.io",
  "traefik.me",
  "localtest.me",
  "localdev.me",
  "lvh.me",
  "vcap.me",
  "fuf.me",
  "lacolhost.com",
  "local.gd",
  "localho.st",
  "localhost.direct",
  "lcl.host",
  "yoogle.com",
  "fbi.com",
  "42foo.com",
  "smackaho.st",
  "127-0-0-1.org.uk",
  "ipq.co",
  "rebind.network",
  "dnsrebind.it",
  "1u.ms",
  "rbndr.us",
];
const DNS_REBINDING_HOST = new RegExp(`(?:^|\\.)(?:${DNS_REBINDING_DOMAINS.join("|").replaceAll(".", "\\.")})$`);
/** Four numbers with dots or dashes, as such services accept them: "app-10-0-0-1", "127.0.0.1". */
const IPV4_IN_NAME = /(?:^|[.-])(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?=[.-]|$)/g;
/** The same in hexadecimal, for private addresses: 127.*, 10.*, 169.254.*, 172.16.* to 172.31.*, 192.168.* */
const PRIVATE_HEX_IN_NAME = /(?:^|[.-])(?:7f|0a|a9fe|ac1[0-9a-f]|c0a8)[0-9a-f]+(?=[.-]|$)/g;

/**
 * Whether this address may be fetched: only http on 80 and https on 443, to a name with a public suffix; no IP in any
 * spelling (the URL parser turns decimal, octal, hexadecimal, full-width and percent-encoded ones into dotted form), no
 * user or password, no local name. Check every hop of a redirect.
 * @param allowReserved allow `.test` and `.example`, which the sandbox answers
 */
export function checkUrl(address: string, allowReserved: boolean): UrlCheck {
  if (address.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007F-\u009F\\]/.test(address) || !URL.canParse(address))
    return rejectUrl("malformed");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return rejectUrl("scheme");
  if (url.username !== "" || url.password !== "" || /^[a-z]{4,5}:\/*[^/?#]*@/i.test(address))
    return rejectUrl("userinfo");
  // The parser drops the default port; the other scheme's port speaks another protocol.
  if (url.port !== "") return rejectUrl("port");
  const host = url.hostname.replace(/\.$/, "");
  if (isIpLiteral(host)) return rejectUrl("ip_literal");
  if (!/^(?=.{1,253}$)[a-z0-9][a-z0-9_-]{0,62}(?:\.[a-z0-9][a-z0-9_-]{0,62})*$/.test(host))
    return rejectUrl("malformed");
  if (!host.includes(".") || LOCAL_HOST.test(host)) return rejectUrl("local_name");
  if (RESERVED_HOST.test(host)) return allowReserved ? acceptUrl(url, host) : rejectUrl("reserved_name");
  if (DNS_REBINDING_HOST.test(host) || spellsIpAddress(host)) return rejectUrl("dns_trick");
  const { isIcann, domain } = parse(host, { extractHostname: false });
  return isIcann === true && domain !== null ? acceptUrl(url, host) : rejectUrl("unknown_ending");
}

/** A trailing dot means the same name; without it certificates and the site's own links match. */
function acceptUrl(url: URL, host: string): UrlCheck {
  url.hostname = host;
  url.hash = "";
  return { ok: true, url };
}

function rejectUrl(reason: UrlRejection): UrlCheck {
  return { ok: false, reason };
}

function isIpLiteral(host: string): boolean {
  return (
    host.startsWith("[") || host.includes(":") || /^[\d.]+$/.test(host) || /(?:^|\.)(?:0x[0-9a-f]*|\d+)$/i.test(host)
  );
}

/** Whether a name spells an IP address below a domain, which no company's site does. */
function spellsIpAddress(host: string): boolean {
  const below = host.split(".").slice(0, -2).join(".");
  const isByte = (text: string | undefined) => Number(text) <= 255;
  return (
    [...below.matchAll(IPV4_IN_NAME)].some(([, a, , b, c, d]) => [a, b, c, d].every(isByte)) ||
    [...below.matchAll(PRIVATE_HEX_IN_NAME)].some(([part]) => part.replace(/^[.-]/u, "").length === 8)
  );
}

/** A directory's web address as a URL that may be fetched, or null. Entries sometimes lack the scheme. */
export function toSiteUrl(address: string, allowReserved: boolean): string | null {
  const verdict = checkUrl(/^https?:\/\//iu.test(address) ? address : `https://${address}`, allowReserved);
  return verdict.ok ? verdict.url.href : null;
}

const PRIVATE_REJECTIONS: ReadonlySet<UrlRejection> = new Set([
  "ip_literal",
  "local_name",
  "reserved_name",
  "dns_trick",
]);

/** What SiteCheck says of an address. */
export function checkSite(address: string, allowReserved: boolean): ReturnType<SiteCheck> {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(address);
  const full = hasScheme ? address : `https://${address.replace(/^\/\//u, "")}`;
  const verdict = checkUrl(full, allowReserved);
  if (verdict.ok) return { ok: true, url: verdict.url.href };
  if (verdict.reason === "scheme") return { ok: false, reason: "scheme" };
  return { ok: false, reason: isPrivateHost(full, hasScheme, allowReserved) ? "private" : "invalid" };
}

/** Without its port and its user, which hide what the host is. A lone word is a name only behind a scheme. */
function isPrivateHost(address: string, hasScheme: boolean, allowReserved: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  const verdict = checkUrl(`https://${hostname}/`, allowReserved);
  if (verdict.ok || !PRIVATE_REJECTIONS.has(verdict.reason)) return false;
  return hasScheme || verdict.reason !== "local_name" || LOCAL_HOST.test(hostname);
}
