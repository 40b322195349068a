import type { Deps } from "../compose";
import type { Language } from "../contract/field-schemas";
import type { PlaceChoice } from "../contract/search";
import { findPlace, findPlaceById, type FoundPlace } from "../directory/places/find-place";
import type { PlaceTable } from "../directory/places/place-table";
import { toPlaceSuggestion } from "../directory/places/suggest-places";
import type { Place } from "../directory/release/release-format";
import { ApiError } from "../platform/api-error";
import type { SearchPlace } from "../platform/search-rpc";

/** Of a town that the release does not describe. */
const UNKNOWN_TOWN_RADIUS_KM = 5;

/** Where to search: the cities by which the user follows it, and what the directory knows of them. */
interface ResolvedPlaces {
  cities: string[];
  places: SearchPlace[];
  /** The release that the places come from; null where none is published. */
  release: string | null;
}

/**
 * Looks up texts and ids in the directory. A text that it does not know stays a city without a place.
 * @throws ApiError city_ambiguous with the places that a text may mean; duplicate_cities
 */
export async function resolvePlaces(
  { openPlaces }: Pick<Deps, "openPlaces">,
  { cities, places }: { cities: string[]; places: PlaceChoice[] },
  language: Language,
): Promise<ResolvedPlaces> {
  const table = await openPlaces();
  const [named, chosen] = await Promise.all([
    Promise.all(cities.map(async (city) => ({ city, found: table && (await findPlace(table, city, language)) }))),
    Promise.all(places.map(async (choice) => ({ choice, place: await resolveId(table, choice.id) }))),
  ]);
  requireOneMeaning(named, language);
  const fromTexts = named.flatMap(({ city, found }) =>
    found && "place" in found ? [toSearchPlace(city, found.place, 0, language)] : [],
  );
  const labels = new Set(cities);
  const fromIds = chosen.map(({ choice, place }) => {
    const label = chooseLabel(place, language, labels);
    labels.add(label);
    return toSearchPlace(label, place, choice.radius_km, language);
  });
  const resolved = [...fromTexts, ...fromIds];
  if (new Set(resolved.map(({ id }) => id)).size < resolved.length) throw new ApiError("duplicate_cities");
  return { cities: [...labels], places: resolved, release: table?.release ?? null };
}

/** An id outlives the release that it comes from, so it says enough by itself. */
const resolveId = async (table: PlaceTable | null, id: string): Promise<Place> =>
  (table && (await findPlaceById(table, id))) ?? toPlaceFromId(id);

function toPlaceFromId(id: string): Place {
  const [country = "", name = "", lat, lon] = id.split(":");
  const local = name.replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());
  const centre = { lat: Number(lat), lon: Number(lon) };
  return { id, names: { local }, country, ...centre, radius_km: UNKNOWN_TOWN_RADIUS_KM, population: 0 };
}

function requireOneMeaning(named: { city: string; found: FoundPlace | null }[], language: Language): void {
  const choices = named.flatMap(({ city, found }) =>
    found && "homonyms" in found
      ? [{ city, places: found.homonyms.map((place) => toPlaceSuggestion(place, language)) }]
      : [],
  );
  if (choices.length > 0) throw new ApiError("city_ambiguous", { extra: { choices } });
}

const toSearchPlace = (
  city: string,
  place: Place,
  radiusKm: PlaceChoice["radius_km"],
  language: Language,
): SearchPlace => ({
  city,
  id: place.id,
  name: toPlaceSuggestion(place, language).name,
  names: [...new Set(Object.values(place.names))],
  country: place.country,
  lat: place.lat,
  lon: place.lon,
  townRadiusKm: place.radius_km,
  radiusKm,
});

/** "Lyon (France)"; of two that would read alike, the later one is told with its region. */
function chooseLabel(place: Place, language: Language, taken: ReadonlySet<string>): string {
  const { name, region } = toPlaceSuggestion(place, language);
  const country = new Intl.DisplayNames(language, { type: "region" }).of(place.country) ?? place.country;
  const labels = [`${name} (${country})`, `${name}, ${region ?? place.id} (${country})`];
  return labels.find((label) => !taken.has(label)) ?? place.id;
}
