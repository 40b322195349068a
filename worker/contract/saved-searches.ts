import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Count, Ok, singleLineField, Text, Time } from "./field-schemas";
import { LIMITS } from "./limits";
import { PlaceChoice, Search } from "./search";

/** A search that the user keeps, to run it again. */
export const SavedSearch = z.object({
  id: Text,
  name: Text,
  business_types: z.array(Text),
  /** Names that the directory does not know by an id; the others are in `places`. */
  cities: z.array(Text),
  places: z.array(PlaceChoice),
  /** The profile for the letters to what it finds; absent for the default one. */
  profile_id: z.optional(Text),
  last_run_at: Time,
  /** Companies of the directory's present release that no run has found yet. */
  news: Count,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SavedSearchBody = z.strictObject({ name: singleLineField(LIMITS.savedSearchName) });

/** Keeps an earlier search under a name. */
export const keepSearch = defineEndpoint({
  method: "POST",
  path: "/search/keep/:id",
  access: "ready",
  body: SavedSearchBody,
  answer: z.object({ saved: SavedSearch }),
});
export const listSavedSearches = defineEndpoint({
  method: "GET",
  path: "/saved-searches",
  access: "ready",
  answer: z.object({ saved: z.array(SavedSearch) }),
});
export const renameSavedSearch = defineEndpoint({
  method: "PATCH",
  path: "/saved-searches/:id",
  access: "ready",
  body: SavedSearchBody,
  answer: z.object({ saved: SavedSearch }),
});
export const deleteSavedSearch = defineEndpoint({
  method: "DELETE",
  path: "/saved-searches/:id",
  access: "ready",
  answer: Ok,
});
/** Starts it again; what earlier runs have found is marked as seen. */
export const runSavedSearch = defineEndpoint({
  method: "POST",
  path: "/saved-searches/:id/run",
  access: "ready",
  quota: "search",
  answer: z.object({ search_id: Text, search: Search }),
});
