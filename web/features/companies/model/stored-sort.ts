import { FIRST_LISTING, type Listing } from "../../../../worker/contract/dashboard-preload";
import { enumSchema, createStoredValue } from "../../../lib/stored-value";

// Read before the app has loaded: nothing here needs a schema.

const favorites = createStoredValue<boolean>(
  "session",
  "favoritesOnly",
  enumSchema(true, false),
  FIRST_LISTING.favorites,
);
const sortField = createStoredValue<Listing["by"]>(
  "session",
  "sortField",
  enumSchema("created_at", "website"),
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

/** The favourites filter and the order that a tab remembers of the dashboard. */
export const storedSort = {
  read: (): Listing => ({ by: sortField.read(), order: sortOrder.read(), favorites: favorites.read() }),
  write: (listing: Listing): void => {
    sortField.write(listing.by);
    sortOrder.write(listing.order);
    favorites.write(listing.favorites);
  },
};
