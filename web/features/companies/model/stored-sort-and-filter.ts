import { FIRST_LISTING, type Listing } from "../../../../worker/contract/dashboard-preload";
import { enumSchema, createStoredValue } from "../../../lib/stored-value";

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

/** The dashboard's order and favourites filter, stored per tab. */
export const storedSort = {
  read: (): Listing => ({ by: sortField.read(), order: sortOrder.read(), favorites: favorites.read() }),
  write: (listing: Listing): void => {
    sortField.write(listing.by);
    sortOrder.write(listing.order);
    favorites.write(listing.favorites);
  },
};
