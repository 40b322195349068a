import type * as api from "../contract/saved-searches";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { getSearchObject } from "./ensure-search-runs";
import { findUsableRelease, lookForNews } from "./saved-search-news";
import { startSearch } from "./start-search";
import {
  insertSavedSearch,
  type ListedSavedSearch,
  removeSavedSearch,
  type SavedSearchRow,
  updateSavedSearchName,
} from "./store-saved-searches";
import type { SearchRow } from "./store-searches";

const toSavedSearch = ({ id, name, request, lastRunAt, news }: ListedSavedSearch): api.SavedSearch => ({
  id,
  name,
  business_types: request.business_types,
  cities: request.cities,
  places: request.places,
  ...(request.profile_id !== undefined && { profile_id: request.profile_id }),
  last_run_at: lastRunAt,
  news,
});

/** The kept searches. A new release of the directory is compared with them once the answer is sent. */
export function showSavedSearches({ deps, user, runAfterResponse }: SignedInContext, rows: ListedSavedSearch[]) {
  if (rows.length > 0) runAfterResponse(lookForNews(deps, user.id, rows));
  return { saved: rows.map(toSavedSearch) };
}

/** Its cities as a search is asked for: those that the directory knows by id and radius. */
const toPlaceChoices = ({ cities, places }: SearchRow) => ({
  cities: cities.filter((city) => !places?.some((place) => place.city === city)),
  places: (places ?? []).map(({ id, radiusKm }) => ({ id, radius_km: radiusKm })),
});

const toProfileChoice = ({ profileId }: SearchRow) => (profileId === null ? {} : { profile_id: profileId });

/** @throws ApiError `not_found`, `saved_searches_full` */
export async function keepSearch(
  { deps, user }: SignedInContext,
  { body }: RequestInput<typeof api.keepSearch>,
  search: SearchRow | undefined,
) {
  if (!search || search.list) throw new ApiError("not_found");
  const traces = await getSearchObject(deps, search.id).traces(user.id);
  const row: SavedSearchRow = {
    userId: user.id,
    // Keeping a search twice, or again after an answer was lost, keeps it once.
    id: search.id,
    name: body.name,
    request: { business_types: search.businessTypes, ...toPlaceChoices(search), ...toProfileChoice(search) },
    lastRunAt: search.createdAt,
    seen: traces?.identities ?? [],
    zones: traces?.zones ?? [],
    release: traces ? traces.release : await findUsableRelease(deps.sharedFiles),
    news: 0,
    newIdentities: [],
    createdAt: deps.now().toISOString(),
  };
  const kept = await insertSavedSearch(deps.db, row);
  if (!kept) throw new ApiError("saved_searches_full");
  return { saved: toSavedSearch(kept) };
}

export async function renameSavedSearch(
  { deps, user }: SignedInContext,
  { params, body }: RequestInput<typeof api.renameSavedSearch>,
) {
  const row = await updateSavedSearchName(deps.db, user.id, params.id, body.name);
  if (!row) throw new ApiError("not_found");
  return { saved: toSavedSearch(row) };
}

export async function deleteSavedSearch(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.deleteSavedSearch>,
) {
  if (!(await removeSavedSearch(deps.db, user.id, params.id))) throw new ApiError("not_found");
  return { ok: true as const };
}

/** Starts a kept search again. What earlier runs have found is marked. */
export async function runSavedSearch(context: SignedInContext, row: SavedSearchRow | undefined) {
  if (!row) throw new ApiError("not_found");
  return startSearch(context, { body: row.request }, { id: row.id, seen: row.seen });
}
