import { isSharedHost, toSiteKey } from "../../contacts/site-key";

/** Where the reading of a site begins, and what tells it from other sites. */
export interface SiteRoot {
  /** Registrable domain, or host and path where many sites share a host. */
  site: string;
  url: string;
}

/** First segments of shared hosts under which every company stands: the one after it tells them apart. */
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
/** Builders that give a person a name and each of their sites a path below it. */
const SITE_BUILDER_HOST = /\.wixsite\.com$/u;

const splitPath = (pathname: string): string[] => pathname.split("/").filter((part) => part !== "");

/**
 * The start of the site that an entry of a directory names: always its root. Anybody can put a page with words of their own, a
 * redirect or a sub-domain of somebody else's domain into a directory; what the domain's own root leads to is the domain's.
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
  // Of a sub-domain only the domain's own site is believed; that has its name with "www." more surely than without.
  return { site, url: isOfDomain ? `${origin}/` : `https://www.${site}/` };
}

/** The front page of a site in one of its usual guises: "/", "/fr/", "/index.html", "/de/home". */
const FRONT_PAGE_PATH =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?(?:\/|$))?(?:(?:index|default|home|accueil|start|startseite)(?:\.[a-z]{2,5})?\/?)?$/iu;

/** What a root redirects to: another root, so the company's new site; or, with the host of the company's `own` site, a page on somebody else's. */
export type RedirectedSite = SiteRoot & { own?: string | undefined };

/** What stands behind a redirect of a site's root to another site. A page below another root does not speak for that domain, nor does what that page redirects to. */
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
