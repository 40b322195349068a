import type { SiteReading } from "../../db/schema/json-types";

/** Sites of one search that a consumer has in hand. With a second between two requests to a host, so many keep its connections busy. */
export const LEASES_PER_CONSUMER = 24;

/** A site that could not be read. */
export const UNREAD_SITE: SiteReading = {
  read: false,
  movedTo: null,
  host: "",
  contacts: [],
  about: "",
  applyElsewhere: null,
};
