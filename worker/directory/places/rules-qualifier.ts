import { listCountryCodes } from "../parse-city-name";
import { toPlaceKey } from "../place-keys";
import type { Place } from "../release/release-format";
import regionNames from "./region-names.json" with { type: "json" };

/** Other names and codes of regions, by country: "bavaria" is "bayern". */
const REGION_NAMES: Record<string, Record<string, string>> = regionNames;
/** Whoever types without brackets may still be typing the name: "saint e". */
const MIN_BEGINNING_LETTERS = 3;

/** What "Texas" or "UK" says about a place. */
export interface Qualifier {
  key: string;
  /** Of the country that it names, or may begin to name. */
  countries: ReadonlySet<string>;
  /** It names a country or a region in full, so a place elsewhere is not meant. */
  isKnown: boolean;
  /** It may be the beginning of a region's name. */
  isBeginning: boolean;
}

/** @param options.isWhole nobody is typing any more; `isExplicit`: it stands in brackets or after a comma */
export function prepareQualifier(key: string, options: { isWhole: boolean; isExplicit: boolean }): Qualifier {
  const isBeginning = !options.isWhole && (options.isExplicit || key.length >= MIN_BEGINNING_LETTERS);
  const named = listCountryCodes(key, { isBeginning: false });
  const isRegion = Object.values(REGION_NAMES).some((names) => Object.hasOwn(names, key));
  return {
    key,
    countries: new Set(named.length > 0 ? named : listCountryCodes(key, { isBeginning })),
    isKnown: named.length > 0 || isRegion,
    isBeginning,
  };
}

/** Whether a place lies in the country or region. */
export function isInQualifier(place: Place, { key, countries, isBeginning }: Qualifier): boolean {
  if (countries.has(place.country)) return true;
  if (place.region === undefined) return false;
  const region = toPlaceKey(place.region);
  const wanted = REGION_NAMES[place.country]?.[key] ?? key;
  if (region === wanted || region.startsWith(`${wanted} `) || wanted.startsWith(`${region} `)) return true;
  const words = region.split(" ");
  return isBeginning
    ? words.some((_, at) => words.slice(at).join(" ").startsWith(wanted))
    : wanted.split(" ").every((word) => words.includes(word));
}
