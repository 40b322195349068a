import type { SiteReading } from "../../platform/site-reading";

/** With one second between two requests to a host, so many sites keep all connections of a consumer busy. */
export const LEASES_PER_CONSUMER = 24;
/** One user's search must not starve the others: a queue runs 250 consumers at most. */
export const CONSUMERS_PER_SEARCH = 4;

/** A site that could not be read. */
export const UNREAD_SITE: SiteReading = {
  read: false,
  movedTo: null,
  host: "",
  contacts: [],
  facts: [],
  applyElsewhere: null,
  contactForm: null,
  careersPage: null,
};
