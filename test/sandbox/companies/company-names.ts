import words from "../../data/sandbox/words.json" with { type: "json" };
import type { Language } from "../osm/cities";

const surnames: Record<Language, string[]> = words.surnames;
// One word per trade for the most frequent tag values; any other value is shown as it is.
const trades = new Map<string, Record<Language, string>>(Object.entries(words.trades));

/** The trade's name in a language, from the last value of a filter: "car_repair" → "Garage". */
export function findTrade(value: string, language: Language): string {
  const known = trades.get(value)?.[language];
  if (known !== undefined) return known;
  const spoken = value.replace(/[_;-]+/g, " ").trim();
  return spoken.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) || "Services";
}

export const listSurnames = (language: Language): readonly string[] => surnames[language];

/** Part of a DNS label: letters and digits joined by hyphens. */
export const toSlug = (text: string): string =>
  text
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const accentedWords = new Map(
  [...Object.values(surnames).flat(), ...[...trades.values()].flatMap(({ fr, en, de }) => [fr, en, de])]
    .flatMap((text) => text.split(" "))
    .map((word) => [toSlug(word), word]),
);

/** Restores a name from its slug, with the accents of known words. */
export const restoreName = (slug: string): string =>
  slug
    .split("-")
    .map((word) => accentedWords.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
