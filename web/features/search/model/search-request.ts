import type { SavedSearch } from "../../../../worker/contract/saved-searches";
import type { PlaceChoice, Search } from "../../../../worker/contract/search";

/** What a search is started with; `cities` lacks those of `places`. */
type SearchTerms = Pick<SavedSearch, "business_types" | "cities" | "places" | "profile_id">;

/** What to start an earlier search with again. */
export const toSearchRequest = ({ business_types, cities, places, profile_id }: Search): SearchTerms => ({
  business_types,
  cities: cities.filter((city) => !places.some((place) => place.city === city)),
  places: places.map(({ id, radius_km }) => ({ id, radius_km })),
  ...(profile_id !== undefined && { profile_id }),
});

/** Whether a kept search is this one, in whatever order its terms were chosen. */
export function isSameRequest(kept: SearchTerms, search: Search): boolean {
  const request = toSearchRequest(search);
  const toText = ({ id, radius_km: km }: PlaceChoice) => `${id} ${km}`;
  return (
    kept.profile_id === request.profile_id &&
    isSameSet(kept.business_types, request.business_types) &&
    isSameSet(kept.cities, request.cities) &&
    isSameSet(kept.places.map(toText), request.places.map(toText))
  );
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));
