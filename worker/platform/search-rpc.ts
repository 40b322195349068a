import type { Contact } from "../contract/companies";

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

/** What a search is: told once, at its start. */
export interface SearchRequest {
  userId: string;
  searchId: string;
  businessTypes: string[];
  cities: string[];
  createdAt: string;
}

/** A found company as the object's table holds it. */
export type FoundCompanyRow = {
  number: number;
  id: string;
  identity: string;
  name: string;
  website: string;
  business_type: string;
  city: string;
  country: string;
  source: string;
  duplicate: number;
  site: "none" | "waiting" | "out" | "read" | "given_up";
  redirected_from: string;
  moved_identity: string;
  contacts: string;
  email: string;
  phone: string;
  about: string;
  apply_elsewhere: string | null;
};
