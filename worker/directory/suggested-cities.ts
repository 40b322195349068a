import { SUGGESTED_CITIES, type SuggestedCity } from "../contract/suggested-cities";
import type { Area } from "../platform/ports";
import { foldName } from "./place-keys";

type SuggestedCityArea = Omit<Area, "city" | "box"> & {
  box: readonly [south: number, west: number, north: number, east: number];
};

/**
 * The cities that the wizard suggests, so that they need no geocoding. Relations are OpenStreetMap borders as of
 * November 2026; Birmingham's could not be checked, so only its box is used. Boxes contain the border, rounded outwards
 * to a hundredth of a degree; Hamburg's is without its island.
 */
const SUGGESTED_CITY_AREAS: Record<SuggestedCity, SuggestedCityArea> = {
  "Paris (France)": { name: "Paris", names: ["Paris"], country: "FR", relation: 7444, box: [48.81, 2.22, 48.91, 2.47] },
  "Lyon (France)": {
    name: "Lyon",
    names: ["Lyon", "Lyons"],
    country: "FR",
    relation: 120965,
    box: [45.7, 4.77, 45.81, 4.9],
  },
  "Marseille (France)": {
    name: "Marseille",
    names: ["Marseille", "Marseilles"],
    country: "FR",
    relation: 76469,
    box: [43.16, 5.22, 43.4, 5.54],
  },
  "London (United Kingdom)": {
    name: "London",
    names: ["London", "Londres", "Greater London"],
    country: "GB",
    relation: 175342,
    box: [51.28, -0.52, 51.7, 0.34],
  },
  "Manchester (United Kingdom)": {
    name: "Manchester",
    names: ["Manchester"],
    country: "GB",
    relation: 146656,
    box: [53.34, -2.32, 53.55, -2.14],
  },
  "Birmingham (United Kingdom)": {
    name: "Birmingham",
    names: ["Birmingham"],
    country: "GB",
    relation: null,
    box: [52.38, -2.04, 52.61, -1.72],
  },
  "Berlin (Germany)": {
    name: "Berlin",
    names: ["Berlin"],
    country: "DE",
    relation: 62422,
    box: [52.33, 13.08, 52.68, 13.77],
  },
  "Munich (Germany)": {
    name: "Munich",
    names: ["Munich", "München", "Muenchen"],
    country: "DE",
    relation: 62428,
    box: [48.06, 11.36, 48.25, 11.73],
  },
  "Hamburg (Germany)": {
    name: "Hamburg",
    names: ["Hamburg", "Hambourg"],
    country: "DE",
    relation: 62782,
    box: [53.39, 9.73, 53.75, 10.33],
  },
};

const areasByName = new Map(SUGGESTED_CITIES.map((city) => [foldName(city), SUGGESTED_CITY_AREAS[city]]));

/** A suggested city, whatever the punctuation of its name; undefined for any other. */
export function findSuggestedCity(city: string): Area | undefined {
  const known = areasByName.get(foldName(city));
  if (!known) return undefined;
  const [south, west, north, east] = known.box;
  return { ...known, city, box: { south, west, north, east } };
}

/** Which suggested city a place is: it lies there and has its name. */
export const findSuggestedCityAt = ({ names, country, lat, lon }: NamedPoint): SuggestedCity | null =>
  SUGGESTED_CITIES.find((city) => {
    const area = SUGGESTED_CITY_AREAS[city];
    const [south, west, north, east] = area.box;
    const isThere = lat >= south && lat <= north && lon >= west && lon <= east;
    return isThere && area.country === country && area.names.includes(names.local ?? "");
  }) ?? null;

interface NamedPoint {
  names: Record<string, string>;
  country: string;
  lat: number;
  lon: number;
}
