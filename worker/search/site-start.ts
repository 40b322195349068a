import { isSharedHost, siteKey } from "./contacts/site";

/** Where the reading of a site begins, and what tells it from other sites. */
export interface SiteStart {
  /** Registrable domain, or host and path where many sites share a host. */
  site: string;
  url: string;
}

/** First segments of shared hosts under which every company stands: the one after it tells them apart. */
const SHELVES = new Set([
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
const BUILDER = /\.wixsite\.com$/u;

const segmentsOf = (pathname: string): string[] => pathname.split("/").filter((part) => part !== "");

/**
 * The start of the site that an entry of a directory names: always its root. Anybody can put a page with words of their own, a
 * redirect or a sub-domain of somebody else's domain into a directory; what the domain's own root leads to is the domain's.
 */
export function findStart(website: string): SiteStart {
  const site = siteKey(website);
  const { origin, hostname, pathname, searchParams } = new URL(website);
  const parts = segmentsOf(pathname);
  const [first = "", second, third] = parts.map((part) => part.toLowerCase());
  const below = (count: number) => `${origin}/${parts.slice(0, count).join("/")}`;
  if (BUILDER.test(hostname))
    return first === "" ? { site, url: below(0) } : { site: `${site}/${first}`, url: below(1) };
  if (isSharedHost(hostname)) {
    // facebook.com/profile.php?id=… and facebook.com/pages/<name>/<id>
    if (first === "profile.php")
      return {
        site: `${site}?${searchParams.get("id") ?? ""}`,
        url: `${below(1)}?${new URLSearchParams({ id: searchParams.get("id") ?? "" }).toString()}`,
      };
    if (SHELVES.has(first))
      return { site: [site, second, third].filter((part) => part !== undefined).join("/"), url: below(3) };
    return { site, url: below(1) };
  }
  const isOfDomain = hostname.replace(/\.$/u, "").replace(/^www\./u, "") === site;
  // Of a sub-domain only the domain's own site is believed; that has its name with "www." more surely than without.
  return { site, url: isOfDomain ? `${origin}/` : `https://www.${site}/` };
}

/** The front page of a site in one of its usual guises: "/", "/fr/", "/index.html", "/de/home". */
const FRONT_PAGE =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?(?:\/|$))?(?:(?:index|default|home|accueil|start|startseite)(?:\.[a-z]{2,5})?\/?)?$/iu;

/** What a root redirects to: another root, so the company's new site; or, with the host of the company's `own` site, a page on somebody else's. */
export type MovedSite = SiteStart & { own?: string | undefined };

/** What stands behind a redirect of a site's root to another site. A page below another root does not speak for that domain, nor does what that page redirects to. */
export function findMoved(from: MovedSite, location: string): MovedSite {
  const start = findStart(location);
  const { host, pathname, search } = new URL(location);
  const isRoot = FRONT_PAGE.test(pathname) && search === "" && host.replace(/^www\./u, "") === start.site;
  const isOnSharedHost = start.site.includes("/") && !start.site.endsWith("/");
  if (from.own === undefined && (isRoot || isOnSharedHost)) return start;
  return {
    site: `${from.site} > ${host}${pathname}${search}`.slice(0, 500),
    url: location,
    own: from.own ?? new URL(from.url).hostname,
  };
}
