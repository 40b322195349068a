import type { CompanyFact, Contact } from "../contract/companies";
import type { OwnList, PlaceChoice } from "../contract/search";

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
  contactForm?: string | null;
  careersPage?: string | null;
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

/** One of a search's cities that the directory knows. */
export interface SearchPlace {
  /** As in `cities`. */
  city: string;
  id: string;
  /** Its name as shown, and all its names. */
  name: string;
  names: string[];
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Centre; degrees, WGS 84. */
  lat: number;
  lon: number;
  /** Of the town itself, and how far around it companies are searched. */
  townRadiusKm: number;
  radiusKm: PlaceChoice["radius_km"];
}

/** A company that the user gave: checked, with at least one contact. */
export interface OwnCompany {
  name: string;
  website: string | null;
  emails: string[];
  /** E.164. */
  phones: string[];
  city: string;
  /** ISO 3166-1 alpha-2, or empty when nothing tells. */
  country: string;
}

/** An address that the user typed for a company, in place of `replaces` or beside the others; undefined: none. */
export interface TypedEmail {
  email: string | undefined;
  replaces?: string | undefined;
  /** ISO 8601. */
  at: string;
}

/** What to search for; sent once, at the start. */
export interface SearchRequest {
  userId: string;
  searchId: string;
  businessTypes: string[];
  /** Each once, those of `places` included; a city without a place is one that the directory does not know. */
  cities: string[];
  places?: SearchPlace[];
  /** The directory's release that the places come from; null where none is published, undefined when not known. */
  release?: string | null | undefined;
  createdAt: string;
  /** A list of the user's own in place of business types and cities; its companies are sent apart. */
  list?: OwnList | undefined;
  /** The kept search that it is a run of, with what earlier runs have found. */
  saved?: { id: string; seen: string[] };
  /** The profile for the companies it adds; undefined for the default one. */
  profileId?: string;
}

/** Degrees, WGS 84. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** What a search has found, as a kept search remembers it. */
export interface SearchTraces {
  identities: string[];
  /** Where the companies are. */
  zones: Box[];
  release: string | null;
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
  /** JSON; empty where the directory does not say, as are the texts after it. */
  sources: string;
  size: string;
  sector: string;
  chain: string;
  lat: number | null;
  lon: number | null;
  distance_km: number | null;
  duplicate: number;
  /** `skipped`: the search was stopped before. */
  site: "none" | "waiting" | "out" | "read" | "given_up" | "skipped";
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
  contact_form: string | null;
  careers_page: string | null;
  /** 1: found by an earlier run of a kept search. */
  seen: number;
  /** 1: added to the dashboard. */
  added: number;
};
