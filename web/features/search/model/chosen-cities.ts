import * as z from "zod/mini";
import type { Language } from "../../../../worker/contract/field-schemas";
import { LIMITS } from "../../../../worker/contract/limits";
import {
  type PlaceChoice,
  type PlaceSuggestion,
  RADII_KM,
  type SuggestedPlace,
} from "../../../../worker/contract/search";
import {
  SUGGESTED_CITIES,
  SUGGESTED_CITY_NAMES,
  type SuggestedCity,
} from "../../../../worker/contract/suggested-cities";
import { foldText } from "../../../lib/fold-text";
import { formatCountry } from "../../../lib/format";
import type { ListProblem } from "./custom-values";

const ChosenPlace = z.object({
  id: z.string(),
  name: z.string(),
  region: z.nullable(z.string()),
  country: z.string(),
  radius_km: z.literal([...RADII_KM]),
  /** Which of the offered cities it is. */
  city: z.nullable(z.enum(SUGGESTED_CITIES)),
});
export type ChosenPlace = z.infer<typeof ChosenPlace>;
/** A place of the directory, or a city as it was typed or offered. */
export const ChosenCity = z.union([z.string(), ChosenPlace]);
export type ChosenCity = z.infer<typeof ChosenCity>;

const isSuggestedCity = (city: string): city is SuggestedCity =>
  SUGGESTED_CITIES.some((suggested) => suggested === city);

const HOME_COUNTRIES: Record<Language, string> = { fr: "FR", en: "GB", de: "DE" };
/** The cities offered, those of the language's own country first. */
export const listOfferedCities = (language: Language): SuggestedCity[] => {
  const isAbroad = (city: SuggestedCity) => Number(SUGGESTED_CITY_NAMES[city].country !== HOME_COUNTRIES[language]);
  return SUGGESTED_CITIES.toSorted((a, b) => isAbroad(a) - isAbroad(b));
};

/** The same for one city, whether it was ticked or found: it is chosen once. */
export const getCityKey = (chosen: ChosenCity): string =>
  typeof chosen === "string" ? chosen.trim().toLowerCase() : (chosen.city?.toLowerCase() ?? chosen.id);

/** Which of the offered cities this is; undefined for any other. */
export function findOfferedCity(chosen: ChosenCity): SuggestedCity | undefined {
  if (typeof chosen !== "string") return chosen.city ?? undefined;
  return isSuggestedCity(chosen) ? chosen : undefined;
}

/** "Londres (Royaume-Uni)": an offered city in the language of the screen, another place as it was found. */
export function formatCity(chosen: ChosenCity, language: Language): string {
  const offered = findOfferedCity(chosen);
  if (offered) {
    const { names, country } = SUGGESTED_CITY_NAMES[offered];
    return `${names[language]} (${formatCountry(country, language)})`;
  }
  if (typeof chosen === "string") return chosen;
  return `${chosen.name} (${formatPlaceDetail(chosen, language)})`;
}

/** "Texas, États-Unis". A region that is called like its town says nothing. */
export function formatPlaceDetail(
  { name, region, country }: Pick<PlaceSuggestion, "name" | "region" | "country">,
  language: Language,
): string {
  const larger = region === null || foldText(region) === foldText(name) ? [] : [region];
  return [...larger, formatCountry(country, language)].join(", ");
}

/** Null without a published directory: then an offered city is chosen by its name. */
export function toChosenCity({ id, name, region, country, city }: SuggestedPlace): ChosenCity | null {
  return id === null ? city : { id, name, region, country, city, radius_km: 0 };
}

/** The suggestion whose name was typed in full, first letter to last; undefined when none was. */
export function findTypedSuggestion(text: string, suggestions: readonly SuggestedPlace[]): SuggestedPlace | undefined {
  const typed = foldText(text.trim());
  const named = suggestions.filter(({ name }) => foldText(name) === typed);
  // Of two with one name the server asks which is meant.
  return named.length === 1 ? named[0] : undefined;
}

/** Why a typed city cannot be added; undefined when it can. */
export function findCityProblem(
  city: string,
  chosen: readonly ChosenCity[],
  language: Language,
): ListProblem | undefined {
  if (city.trim() === "") return "blank";
  if (city.trim().length > LIMITS.cityLength) return "too_long";
  const typed = city.trim().toLowerCase();
  const isChosen = (other: ChosenCity) =>
    getCityKey(other) === typed || formatCity(other, language).toLowerCase() === typed;
  if (chosen.some(isChosen)) return "duplicate";
  return chosen.length >= LIMITS.cities ? "full" : undefined;
}

/** The choices as the call takes them: an offered city without a radius goes by its name. */
export function toSearchTargets(chosen: readonly ChosenCity[]): { cities: string[]; places: PlaceChoice[] } {
  const cities: string[] = [];
  const places: PlaceChoice[] = [];
  for (const each of chosen) {
    if (typeof each === "string") cities.push(each);
    else if (each.city !== null && each.radius_km === 0) cities.push(each.city);
    else places.push({ id: each.id, radius_km: each.radius_km });
  }
  return { cities, places };
}
