import { z } from "zod";
import { LANGUAGES } from "../../worker/contract/limits.ts";
import { Place } from "../../worker/directory/release/release-format.ts";
import { createRandomChoices, type RandomChoices } from "../harness/random.ts";
import { readNdjson } from "./ndjson.ts";
import nameParts from "./places/name-parts.json" with { type: "json" };

const Spelling = z.strictObject({
  typed: z.string(),
  language: z.enum(LANGUAGES),
  /** Id of the place that must come first. */
  expected: z.string(),
});

/** Towns with coordinates, population and postcodes, roughly right and written from memory. */
export const listTestPlaces = (): Place[] => readNdjson("places/places.ndjson", Place);
/** What people type for these towns; written before the ranking was tuned. */
export const listSpellings = () => readNdjson("places/spellings.ndjson", Spelling);

type NameParts = (typeof nameParts)["FR"];
/** France has the most communes. */
const FRENCH_SHARE = 0.4;

/** Invented villages, with names and sizes like those of a continent: as crowded as a real table of places. */
export function generatePlaces(count: number, seed: number): Place[] {
  const random = createRandomChoices(seed);
  const others = Object.entries<NameParts>(nameParts);
  return Array.from({ length: count }, (_, at) => {
    const isFrench = random.chance(FRENCH_SHARE);
    const [country, parts] = (isFrench ? undefined : random.pick(others)) ?? (["FR", nameParts.FR] as const);
    const lat = Math.round(random.between(36, 58) * 1e4) / 1e4;
    const lon = Math.round(random.between(-6, 16) * 1e4) / 1e4;
    return {
      id: `${country}:${at}:${lat}:${lon}`,
      names: { local: inventName(parts, random) },
      country,
      region: `${random.pick(parts.last) ?? ""}land`,
      lat,
      lon,
      radius_km: 2,
      population: Math.round(20 + 30_000 * random.between(0, 1) ** 8),
      postcodes: [String(Math.floor(random.between(1_000, 99_999))).padStart(5, "0")],
    };
  });
}

function inventName({ first, middle, last }: NameParts, random: RandomChoices): string {
  const start = random.pick(first) ?? "";
  const inner = (random.pick(middle) ?? "") + (random.chance(0.3) ? (random.pick(middle) ?? "") : "");
  const isNewWord = /[-' ]$/u.test(start);
  return start + (isNewWord ? inner.charAt(0).toUpperCase() + inner.slice(1) : inner) + (random.pick(last) ?? "");
}
