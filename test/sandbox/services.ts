import { site } from "./companies/service";
import { dns } from "./dns/service";
import { gmail } from "./gmail/service";
import { google } from "./google/service";
import { isErrorAfterAccept } from "./inject-faults";
import { openai } from "./openai/service";
import { nominatim } from "./osm/nominatim";
import { overpass } from "./osm/overpass";
import type { Service, ServiceName } from "./outside-request";

export const serviceNames = [
  "google",
  "gmail",
  "openai",
  "nominatim",
  "overpass",
  "site",
  "dns",
] as const satisfies readonly ServiceName[];

const byName: Record<ServiceName, Service> = { google, gmail, openai, nominatim, overpass, site, dns };

const byHost: Record<string, Service> = {
  "accounts.google.com": google,
  "oauth2.googleapis.com": google,
  "www.googleapis.com": google,
  "gmail.googleapis.com": gmail,
  "api.openai.com": openai,
  "nominatim.openstreetmap.org": nominatim,
  "overpass-api.de": overpass,
  "cloudflare-dns.com": dns,
};

/** Hosts that many firms share, with sample pages too. */
const sharedHost = /(^|\.)(facebook\.com|linktr\.ee|wixsite\.com)$/;

/** The service of a URL's host, or undefined. */
export function findService(url: URL): Service | undefined {
  const host = url.hostname;
  return byHost[host] ?? (/\.(example|test)$/.test(host) || sharedHost.test(host) ? site : undefined);
}

const GENERAL_FAULTS = ["latency", "hang", "drop", "drop_after_accept", "hang_after_accept", "cut", "garbage"];

/** True for a fault kind of this service: a general one, its own, or an HTTP status with an optional reason. */
export const isFaultKind = (service: ServiceName, kind: string): boolean =>
  GENERAL_FAULTS.includes(kind) ||
  isErrorAfterAccept(kind) ||
  byName[service].specials.includes(kind) ||
  /^[45]\d\d(:\w+)?$/.test(kind);
