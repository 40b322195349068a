import type { Deps } from "../compose";
import type { Search } from "../contract/search";
import { ApiError } from "../platform/api-error";
import { isFinished } from "./rules-search-failure";
import { savedSearchQuery } from "./store-saved-searches";
import type { SearchRow } from "./store-searches";

/** The object of a search; for an unknown id it is empty and answers null. */
export const getSearchObject = ({ searches }: Pick<Deps, "searches">, id: string) =>
  searches.get(searches.idFromName(id));

export function requireSearch(search: Search | null): Search {
  if (!search) throw new ApiError("not_found");
  return search;
}

/**
 * The search of a row with a running status. Starts it if the start was interrupted before it reached the object; the
 * companies of a list are lost then, and the search fails. One that was stopped goes on if the row says so.
 * Waking the object also restores its alarm.
 */
export async function ensureSearchRuns(
  deps: Pick<Deps, "db" | "searches">,
  { userId, id, businessTypes, cities, places, list, savedId, profileId, createdAt }: SearchRow,
): Promise<Search> {
  const object = getSearchObject(deps, id);
  const search = await object.status(userId);
  if (search && isFinished(search.status) && search.created_at !== createdAt)
    return requireSearch(await object.resume(userId, createdAt));
  if (search && search.status !== "waiting") return search;
  const [saved] = savedId === null ? [] : await savedSearchQuery(deps.db, userId, savedId);
  return object.start({
    userId,
    searchId: id,
    businessTypes,
    cities,
    places: places ?? [],
    createdAt,
    ...(list && { list }),
    ...(profileId !== null && { profileId }),
    ...(saved && { saved: { id: saved.id, seen: saved.seen } }),
  });
}
