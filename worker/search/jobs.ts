import { z } from "zod";
import type { Contact } from "../contract/companies";

/** A wake-up for the crawl queue: a search has sites to read. Its object says which, if any are left. */
export const CrawlWake = z.object({ searchId: z.string() });
export type CrawlWake = z.infer<typeof CrawlWake>;

/** Sites of one search that a consumer has in hand. With a second between two requests to a host, so many keep its connections busy. */
export const IN_HAND = 24;

/** A site as a consumer gets it. */
export interface SiteToRead {
  /** Its number in the frontier. */
  number: number;
  /** What tells it from other sites: registrable domain, or host and path on shared hosts. */
  site: string;
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Contacts the directory gave. */
  given: Contact[];
}

/** What a site itself says, whoever asked: what the cache of sites holds. */
export interface SiteReading {
  /** False: nothing could be read. */
  read: boolean;
  /** Host the home page was found at, after redirects. */
  host: string;
  contacts: Contact[];
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}

/** A site's result for one search: what was read and what the directory gave, best first. */
export interface SiteReport {
  number: number;
  /** False: the directory's contacts are all there is. */
  read: boolean;
  contacts: Contact[];
  /** Joined by `;`, best first. */
  email: string;
  phone: string;
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}

/** What a consumer tells a search: what it has finished, what it still holds, and how many more sites it has room for. */
export interface Exchange {
  reports: SiteReport[];
  held: number[];
  room: number;
}

/** What it gets back: more sites; or that the search is over, and the work to be laid down. */
export interface ExchangeAnswer {
  goOn: boolean;
  sites: SiteToRead[];
}
