import * as z from "zod/mini";
import { stored } from "../../lib/storage";
import type { Listing } from "./rules";

/** What a tab remembers of the dashboard: the selection, the favourites filter, the sort. */
export const storedSelection = stored<string[]>("session", "selectedCompanyIds", z.array(z.string()), []);

const favorites = stored<boolean>("session", "favoritesOnly", z.boolean(), false);
const sortField = stored<Listing["by"]>("session", "sortField", z.enum(["created_at", "website"]), "created_at", true);
const sortOrder = stored<Listing["order"]>("session", "sortOrder", z.enum(["asc", "desc"]), "desc", true);

export const storedListing = {
  read: (): Listing => ({ by: sortField.read(), order: sortOrder.read(), favorites: favorites.read() }),
  write: (listing: Listing): void => {
    sortField.write(listing.by);
    sortOrder.write(listing.order);
    favorites.write(listing.favorites);
  },
};
