import type { UnlocatedCity } from "../platform/ports";
import { toCityKey, foldName } from "./place-keys";

/** Other names of countries that people write, folded. */
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

/** Country codes by folded name in French, English and German; built on first use. */
function loadCountryCodes(): Map<string, string> {
  if (countryCodesByName) return countryCodesByName;
  countryCodesByName = new Map(Object.entries(EXTRA_COUNTRY_NAMES));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const language of ["fr", "en", "de"]) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code);
      // Withdrawn codes have the name of their successor.
      if (name !== undefined && new Intl.Locale(`und-${code}`).region === code)
        countryCodesByName.set(foldName(name), code);
    }
  }
  return countryCodesByName;
}

/** "Paris (France)" and "Paris, France" are Paris with a country, "Paris" is without one. */
export function parseCityName(city: string): UnlocatedCity {
  const [, plain = "", inBrackets, afterComma] = /^(.*?)\s*(?:\(([^()]*)\)|,([^,]*))?$/u.exec(city.trim()) ?? [];
  const rest = inBrackets ?? afterComma;
  const country = rest === undefined ? undefined : loadCountryCodes().get(foldName(rest));
  const name = toCityKey(plain) === "" ? city : plain;
  return { city, name, names: [name], country: country ?? null, box: null };
}
