import { FIRST_LISTING, type Listing } from "../../../worker/contract/dashboard-preload";
import { oneOf, stored } from "../../lib/storage";

// Read before the app has loaded: nothing here needs a schema.

const favorites = stored<boolean>("session", "favoritesOnly", oneOf(true, false), FIRST_LISTING.favorites);
const sortField = stored<Listing["by"]>("session", "sortField", oneOf("created_at", "website"), FIRST_LISTING.by, true);
const sortOrder = stored<Listing["order"]>("session", "sortOrder", oneOf("asc", "desc"), FIRST_LISTING.order, true);

/** The favourites filter and the order that a tab remembers of the dashboard. */
export const storedListing = {
  read: (): Listing => ({ by: sortField.read(), order: sortOrder.read(), favorites: favorites.read() }),
  write: (listing: Listing): void => {
    sortField.write(listing.by);
    sortOrder.write(listing.order);
    favorites.write(listing.favorites);
  },
};
