import type { CompanyFact, Contact } from "../contract/companies";

/** A site leased to a consumer. */
export interface LeasedSite {
  /** Its number in the frontier. */
  number: number;
  /** Identity of the site (site-root.ts). */
  site: string;
  /** Its root. */
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Contacts from the directory. */
  given: Contact[];
  /** Host of the company's own site, when its root redirects to a page on another site. */
  own?: string | undefined;
  /** The site in the directory, and how many root redirects led from there. */
  moved?: { from: string; hops: number };
}

/** A site's result for one search: what was read and what the directory had, best first. */
export interface SiteReport {
  number: number;
  /** False: only the directory's contacts. */
  read: boolean;
  /** The site that was read when the entry's redirects to it: its root, and its identity if it is the company's own. */
  movedTo: { website: string; identity: string | null } | null;
  contacts: Contact[];
  /** Joined by `;`, best first. */
  email: string;
  phone: string;
  facts: CompanyFact[];
  applyElsewhere: { url: string; reason: string } | null;
}

/** Report of a consumer to a search: finished sites, sites still leased, and how many more it can take. */
export interface Heartbeat {
  /** Names the invocation. */
  consumer: string;
  /** False: it has read its share and leaves when its sites are done. */
  takesMore: boolean;
  reports: SiteReport[];
  held: number[];
  room: number;
}

/** The search's answer: more sites; or that it is over and the work must stop. */
export interface HeartbeatAnswer {
  goOn: boolean;
  sites: LeasedSite[];
}

/** What to search for; sent once, at the start. */
export interface SearchRequest {
  userId: string;
  searchId: string;
  businessTypes: string[];
  cities: string[];
  createdAt: string;
}

/** A row of the object's table of found companies. */
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
  /** JSON; empty before its site is read, and in searches begun before facts were read. */
  facts: string;
  /** Sentences of the site, in those searches. */
  about: string;
  apply_elsewhere: string | null;
};
