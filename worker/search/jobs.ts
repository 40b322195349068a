import { z } from "zod";
import type { Contact } from "../contract/companies";

/** A wake-up for the crawl queue: some sites of a search are waiting to be read. The search's object knows which still are. */
export const CrawlJob = z.object({
  searchId: z.string(),
  /** Numbers of the sites in the object's frontier. */
  sites: z.array(z.number()),
});
export type CrawlJob = z.infer<typeof CrawlJob>;

/** A site as a consumer gets it. */
export interface SiteToRead {
  number: number;
  /** Which handing-out this is; a report carries it back. */
  attempt: number;
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Contacts the directory gave. */
  given: Contact[];
}

/** What a consumer read of a site. */
export interface SiteReport {
  number: number;
  attempt: number;
  /** False: nothing could be read, and the directory's contacts are all there is. */
  read: boolean;
  contacts: Contact[];
  /** Joined by `;`, best first. */
  email: string;
  phone: string;
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}
