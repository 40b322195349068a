import { isSharedHost, toSiteKey } from "../../contacts/site-key";

/** Where the crawl of a site starts, and the key of the site. */
export interface SiteRoot {
  /** Registrable domain, or host and path where many sites share a host. */
  site: string;
  url: string;
}

/** First path segments on shared hosts that are followed by the company's own segment. */
const PROFILE_FOLDERS = new Set([
  "company",
  "in",
  "pages",
  "people",
  "groups",
  "view",
  "site",
  "channel",
  "user",
  "c",
  "p",
  "pros",
]);
/** Builders with one host a person and one path a site. */
const SITE_BUILDER_HOST = /\.wixsite\.com$/u;

const splitPath = (pathname: string): string[] => pathname.split("/").filter((part) => part !== "");

/**
 * The crawl of a directory entry always starts at the root of the site: anyone can add a URL with text of their own, a
 * redirect or a foreign sub-domain to a directory, but only the owner controls what the root of the domain shows.
 */
export function findSiteRoot(website: string): SiteRoot {
  const site = toSiteKey(website);
  const { origin, hostname, pathname, searchParams } = new URL(website);
  const parts = splitPath(pathname);
  const [first = "", second, third] = parts.map((part) => part.toLowerCase());
  const buildPrefixUrl = (count: number) => `${origin}/${parts.slice(0, count).join("/")}`;
  if (SITE_BUILDER_HOST.test(hostname))
    return first === "" ? { site, url: buildPrefixUrl(0) } : { site: `${site}/${first}`, url: buildPrefixUrl(1) };
  if (isSharedHost(hostname)) {
    // facebook.com/profile.php?id=… and facebook.com/pages/<name>/<id>
    if (first === "profile.php")
      return {
        site: `${site}?${searchParams.get("id") ?? ""}`,
        url: `${buildPrefixUrl(1)}?${new URLSearchParams({ id: searchParams.get("id") ?? "" }).toString()}`,
      };
    if (PROFILE_FOLDERS.has(first))
      return { site: [site, second, third].filter((part) => part !== undefined).join("/"), url: buildPrefixUrl(3) };
    return { site, url: buildPrefixUrl(1) };
  }
  const isOfDomain = hostname.replace(/\.$/u, "").replace(/^www\./u, "") === site;
  // For a sub-domain, the domain's own site is read; it more often answers with "www." than without.
  return { site, url: isOfDomain ? `${origin}/` : `https://www.${site}/` };
}

/** Usual paths of a home page: "/", "/fr/", "/index.html", "/de/home". */
const FRONT_PAGE_NAMES = "index|default|home|accueil|start|startseite";
const FRONT_PAGE_PATH = new RegExp(
  String.raw`^\/(?:[a-z]{2}(?:[-_][a-z]{2})?(?:\/|$))?(?:(?:${FRONT_PAGE_NAMES})(?:\.[a-z]{2,5})?\/?)?$`,
  "iu",
);

/** Target of a root's redirect. With `own`, the host of the company's site, it is a page on another company's site. */
export type RedirectedSite = SiteRoot & { own?: string | undefined };

/** A redirect to another root is the company's new site; a page below another root is not, nor are its redirects. */
export function resolveSiteRedirect(from: RedirectedSite, location: string): RedirectedSite {
  const start = findSiteRoot(location);
  const { host, pathname, search } = new URL(location);
  const isRoot = FRONT_PAGE_PATH.test(pathname) && search === "" && host.replace(/^www\./u, "") === start.site;
  const isOnSharedHost = start.site.includes("/") && !start.site.endsWith("/");
  if (from.own === undefined && (isRoot || isOnSharedHost)) return start;
  return {
    site: `${from.site} > ${host}${pathname}${search}`.slice(0, 500),
    url: location,
    own: from.own ?? new URL(from.url).hostname,
  };
}
