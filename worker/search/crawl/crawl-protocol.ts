import { z } from "zod";
import type { Contact } from "../../contract/companies";

/** A wake-up for the crawl queue: a search has sites to read. Its object says which, if any are left. */
export const CrawlWakeUp = z.object({ searchId: z.string() });
export type CrawlWakeUp = z.infer<typeof CrawlWakeUp>;

/** Sites of one search that a consumer has in hand. With a second between two requests to a host, so many keep its connections busy. */
export const LEASES_PER_CONSUMER = 24;

/** A site as a consumer gets it. */
export interface LeasedSite {
  /** Its number in the frontier. */
  number: number;
  /** What tells it from other sites (site-start.ts). */
  site: string;
  /** Its root. */
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Contacts the directory gave. */
  given: Contact[];
  /** Host of the company's own site where this is a page on somebody else's that its root redirects to. */
  own?: string | undefined;
  /** The site that the directory names, and how many redirects of a root led from there. */
  moved?: { from: string; hops: number };
}

/** What a site itself says, whoever asked and whichever entry named it: what the cache of sites holds. */
export interface SiteReading {
  /** False: nothing could be read. */
  read: boolean;
  /** Where its root redirects to, if that is another site; nothing was read then. */
  movedTo: string | null;
  /** Host of the company's own site, after redirects. */
  host: string;
  contacts: Contact[];
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}

/** A site that could not be read. */
export const UNREAD_SITE: SiteReading = {
  read: false,
  movedTo: null,
  host: "",
  contacts: [],
  about: "",
  applyElsewhere: null,
};

/** A site's result for one search: what was read and what the directory gave, best first. */
export interface SiteReport {
  number: number;
  /** False: the directory's contacts are all there is. */
  read: boolean;
  /** The site that was read where the entry's redirects to it: its root, and what it is told apart by if it is the company's own. */
  movedTo: { website: string; identity: string | null } | null;
  contacts: Contact[];
  /** Joined by `;`, best first. */
  email: string;
  phone: string;
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}

/** What a consumer tells a search: what it has finished, what it still holds, and how many more sites it has room for. */
export interface Heartbeat {
  reports: SiteReport[];
  held: number[];
  room: number;
}

/** What it gets back: more sites; or that the search is over, and the work to be laid down. */
export interface HeartbeatAnswer {
  goOn: boolean;
  sites: LeasedSite[];
}
