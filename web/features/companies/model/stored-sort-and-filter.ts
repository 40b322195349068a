import { FIRST_LISTING, type Listing } from "../../../../worker/contract/dashboard-preload";
import { createStoredValue, enumSchema } from "../../../lib/stored-value";
import { parseUrlState, type UrlState } from "../../../lib/url-state";

// Loaded before the app, so it uses no zod schema.

const favorites = createStoredValue<boolean>(
  "session",
  "favoritesOnly",
  enumSchema(true, false),
  FIRST_LISTING.favorites,
);
const sortField = createStoredValue<Listing["by"]>(
  "session",
  "sortField",
  enumSchema("created_at", "name", "website"),
  FIRST_LISTING.by,
  true,
);
const sortOrder = createStoredValue<Listing["order"]>(
  "session",
  "sortOrder",
  enumSchema("asc", "desc"),
  FIRST_LISTING.order,
  true,
);

/** The dashboard's order and favourites filter, stored per tab. */
export const storedSort = {
  read: (): Listing => ({ by: sortField.read(), order: sortOrder.read(), favorites: favorites.read() }),
  write: (listing: Listing): void => {
    sortField.write(listing.by);
    sortOrder.write(listing.order);
    favorites.write(listing.favorites);
  },
};

/** The orders of the list, in the order in which they are offered. */
export const SORTS = [
  "created_at_desc",
  "created_at_asc",
  "name_asc",
  "name_desc",
  "website_asc",
  "website_desc",
] as const;
export type Sort = (typeof SORTS)[number];
export const LISTING_BY_SORT: Record<Sort, Pick<Listing, "by" | "order">> = {
  created_at_desc: { by: "created_at", order: "desc" },
  created_at_asc: { by: "created_at", order: "asc" },
  name_asc: { by: "name", order: "asc" },
  name_desc: { by: "name", order: "desc" },
  website_asc: { by: "website", order: "asc" },
  website_desc: { by: "website", order: "desc" },
};
export const toSort = ({ by, order }: Pick<Listing, "by" | "order">): Sort => `${by}_${order}`;

/** The listing in the dashboard's address. */
export const LISTING_PARAMETERS = { sort: enumSchema(...SORTS), favorites: enumSchema("1") };
type ListingInUrl = UrlState<typeof LISTING_PARAMETERS>;

/** The listing of an address: what it says wins, and what the tab stored fills one that says nothing. */
export function findListing({ sort, favorites: favoritesOnly }: ListingInUrl): Listing {
  if (sort === undefined && favoritesOnly === undefined) return storedSort.read();
  return { ...LISTING_BY_SORT[sort ?? toSort(FIRST_LISTING)], favorites: favoritesOnly !== undefined };
}

/** The parameters that stand for a listing; the default needs none. */
export const toListingParameters = (listing: Listing): ListingInUrl => ({
  sort: toSort(listing) === toSort(FIRST_LISTING) ? undefined : toSort(listing),
  favorites: listing.favorites ? "1" : undefined,
});

/** The listing of the page's address. @param search its query */
export const readListing = (search: string): Listing => findListing(parseUrlState(LISTING_PARAMETERS, search));
