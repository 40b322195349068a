import { cityKey, foldName } from "../db/directory/keys";
import type { UnlocatedCity } from "../ports";

/** What people write for a country beside its name in our languages. */
const ALSO: Record<string, string> = {
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

let byName: Map<string, string> | undefined;

/** Folded names of all countries in French, English and German; made at the first question. */
function countries(): Map<string, string> {
  if (byName) return byName;
  byName = new Map(Object.entries(ALSO));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const language of ["fr", "en", "de"]) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code);
      // An old code has the name of the one that took its place.
      if (name !== undefined && new Intl.Locale(`und-${code}`).region === code) byName.set(foldName(name), code);
    }
  }
  return byName;
}

/** What a city's name alone tells of it: "Paris (France)", "Paris, France" and "Paris" are Paris, the first two in France. */
export function unlocated(city: string): UnlocatedCity {
  const [, plain = "", inBrackets, afterComma] = /^(.*?)\s*(?:\(([^()]*)\)|,([^,]*))?$/u.exec(city.trim()) ?? [];
  const rest = inBrackets ?? afterComma;
  const country = rest === undefined ? undefined : countries().get(foldName(rest));
  const name = cityKey(plain) === "" ? city : plain;
  return { city, name, names: [name], country: country ?? null, box: null };
}
