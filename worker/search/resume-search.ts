import type { Deps } from "../compose";
import type { Search } from "../contract/search";
import { ApiError } from "../platform/api-error";
import type { SearchRow } from "./store-searches";

/** The object of a search. A stranger's id, or one that never was, finds an object that knows nothing. */
export const getSearchObject = ({ searches }: Pick<Deps, "searches">, id: string) =>
  searches.get(searches.idFromName(id));

export function requireSearch(search: Search | null): Search {
  if (!search) throw new ApiError("not_found");
  return search;
}

/**
 * The search of a row that says it is running. One whose object never heard of it, for the start was cut off, is started now; looking at
 * one that lives makes sure of its alarm.
 */
export async function resumeSearch(
  { searches }: Pick<Deps, "searches">,
  { userId, id, businessTypes, cities, createdAt }: SearchRow,
): Promise<Search> {
  const object = searches.get(searches.idFromName(id));
  return (await object.status(userId)) ?? object.start({ userId, searchId: id, businessTypes, cities, createdAt });
}
