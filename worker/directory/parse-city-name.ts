import type { UnlocatedCity } from "../platform/ports";
import { toCityKey, foldName } from "./place-keys";

/** What people write for a country beside its name in our languages. */
const EXTRA_COUNTRY_NAMES: Record<string, string> = {
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "great britain": "GB",
  angleterre: "GB",
  ecosse: "GB",
  "pays de galles": "GB",
  "grande bretagne": "GB",
  grossbritannien: "GB",
  schottland: "GB",
  usa: "US",
  us: "US",
  holland: "NL",
  hollande: "NL",
};

let countryCodesByName: Map<string, string> | undefined;

/** Folded names of all countries in French, English and German; made at the first question. */
function loadCountryCodes(): Map<string, string> {
  if (countryCodesByName) return countryCodesByName;
  countryCodesByName = new Map(Object.entries(EXTRA_COUNTRY_NAMES));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const language of ["fr", "en", "de"]) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code);
      // An old code has the name of the one that took its place.
      if (name !== undefined && new Intl.Locale(`und-${code}`).region === code)
        countryCodesByName.set(foldName(name), code);
    }
  }
  return countryCodesByName;
}

/** What a city's name alone tells of it: "Paris (France)", "Paris, France" and "Paris" are Paris, the first two in France. */
export function parseCityName(city: string): UnlocatedCity {
  const [, plain = "", inBrackets, afterComma] = /^(.*?)\s*(?:\(([^()]*)\)|,([^,]*))?$/u.exec(city.trim()) ?? [];
  const rest = inBrackets ?? afterComma;
  const country = rest === undefined ? undefined : loadCountryCodes().get(foldName(rest));
  const name = toCityKey(plain) === "" ? city : plain;
  return { city, name, names: [name], country: country ?? null, box: null };
}
