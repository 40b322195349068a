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

/** Codes that people write for countries; others are more often the code of an American state. */
const ISO_CODES = /^(?:fr|gb|ie|be|lu|ch|at|nl|es|it|pt|us|ca|de)$/u;

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

/** Country codes of a folded name; with `isBeginning` those of all countries whose name begins so. */
export function listCountryCodes(name: string, { isBeginning }: { isBeginning: boolean }): string[] {
  const codes = loadCountryCodes();
  const whole = codes.get(name) ?? (ISO_CODES.test(name) ? name.toUpperCase() : undefined);
  if (whole !== undefined) return [whole];
  if (!isBeginning) return [];
  return [...new Set([...codes].flatMap(([other, code]) => (other.startsWith(name) ? code : [])))];
}

/** "Paris (France)" and "Paris, France" are Paris with a country, "Paris" is without one. */
export function parseCityName(city: string): UnlocatedCity {
  const [, plain = "", inBrackets, afterComma] = /^(.*?)\s*(?:\(([^()]*)\)|,([^,]*))?$/u.exec(city.trim()) ?? [];
  const rest = inBrackets ?? afterComma;
  const country = rest === undefined ? undefined : loadCountryCodes().get(foldName(rest));
  const name = toCityKey(plain) === "" ? city : plain;
  return { city, name, names: [name], country: country ?? null, box: null };
}
