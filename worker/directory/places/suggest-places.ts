import type { Language } from "../../contract/field-schemas";
import { LIMITS } from "../../contract/limits";
import type { PlaceSuggestion, SuggestedPlace } from "../../contract/search";
import { SUGGESTED_CITIES, SUGGESTED_CITY_NAMES } from "../../contract/suggested-cities";
import { toPlaceKey } from "../place-keys";
import type { Place } from "../release/release-format";
import { findSuggestedCity, findSuggestedCityAt } from "../suggested-cities";
import type { PlaceTable } from "./place-table";
import { rankPlaces } from "./rank-places";

/** A place as it is shown: its name in the language of the user. */
export const toPlaceSuggestion = (
  { id, names, region, country, population }: Place,
  language: Language,
): PlaceSuggestion => ({
  id,
  name: names[language] ?? names.local ?? "",
  region: region ?? null,
  country,
  population,
});

/** At most eight places that a text may mean; without a table, those of the cities that the wizard offers. */
export async function suggestPlaces(
  table: PlaceTable | null,
  text: string,
  language: Language,
): Promise<SuggestedPlace[]> {
  if (!table) return suggestOfferedCities(text, language);
  const ranked = await rankPlaces(table, text, { language, isWhole: false });
  return ranked
    .slice(0, LIMITS.placeSuggestions)
    .map(({ place }) => ({ ...toPlaceSuggestion(place, language), city: findSuggestedCityAt(place) }));
}

function suggestOfferedCities(text: string, language: Language): SuggestedPlace[] {
  const key = toPlaceKey(text);
  return SUGGESTED_CITIES.filter((city) => {
    const names = [city, ...Object.values(SUGGESTED_CITY_NAMES[city].names), ...(findSuggestedCity(city)?.names ?? [])];
    return key !== "" && names.some((name) => toPlaceKey(name).startsWith(key));
  })
    .slice(0, LIMITS.placeSuggestions)
    .map((city) => {
      const { country, names } = SUGGESTED_CITY_NAMES[city];
      return { id: null, name: names[language], region: null, country, population: 0, city };
    });
}
