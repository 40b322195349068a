import type { Language } from "../../contract/field-schemas";
import { findPlaceShard, type Place } from "../release/release-format";
import { matchName, type NameMatch, prepareName, type TypedName } from "./match-name";
import { type PlaceReading, type PlaceText, parsePlaceText } from "./parse-place-text";
import { listShardsFor, type PlaceTable } from "./place-table";
import { isInQualifier, prepareQualifier, type Qualifier } from "./rules-qualifier";

/** Worth of a match, in powers of ten of population. */
const MATCH_WORTH: Record<NameMatch, number> = {
  exact: 2.5,
  joined: 2.3,
  words: 1.5,
  whole_words: 0.5,
  beginning: 0,
  typo: -0.3,
  typo_beginning: -1.5,
};
/** Country, region or postcode say that this place is meant. */
const TOLD_APART_WORTH = 3;
/** An explicit "(Narnia)" that says nothing to us. */
const UNKNOWN_QUALIFIER_WORTH = -4;
const HOME_WORTH = 0.5;
/** Where the language of the user is spoken: there they more likely look for work. */
const HOME_COUNTRIES: Record<Language, ReadonlySet<string>> = {
  fr: new Set(["FR", "BE", "CH", "LU", "MC"]),
  en: new Set(["GB", "IE", "US"]),
  de: new Set(["DE", "AT", "CH", "LI", "LU"]),
};
export const isHome = ({ country }: Place, language: Language | undefined): boolean =>
  language !== undefined && HOME_COUNTRIES[language].has(country);

/** These names are meant whole: a place with a qualifier is not guessed from the beginning of its name. */
const WHOLE_MATCHES: ReadonlySet<NameMatch> = new Set(["exact", "joined", "words", "whole_words", "typo"]);
/** "Saint E" is not Saint-Paul in Ecuador. */
const COMMON_FIRST_WORDS = new Set(["saint", "sainte", "san", "santa", "bad", "le", "la", "les", "new", "villa"]);

export interface RankedPlace {
  place: Place;
  match: NameMatch;
  /** Told by country, region or postcode. */
  isToldApart: boolean;
  /** Its country or region is not the one that the text names. */
  isDoubtful: boolean;
  score: number;
}

interface RankOptions {
  language?: Language | undefined;
  /** The text is a whole name, not the beginning of one. */
  isWhole: boolean;
}

/** One reading of the text, ready to be compared with many keys. */
interface PreparedReading {
  typed: TypedName;
  qualifier: Qualifier | null;
  isExplicit: boolean;
}

/** The places that a text may mean, the likeliest first. */
export async function rankPlaces(table: PlaceTable, text: string, options: RankOptions): Promise<RankedPlace[]> {
  const typed = parsePlaceText(text);
  const readings = typed.readings.filter(({ name }) => name !== "").flatMap((each) => prepareReading(each, options));
  const best = new Map<string, RankedPlace>();
  const keepBest = (ranked: RankedPlace | null) => {
    const known = ranked && best.get(ranked.place.id);
    if (ranked && (!known || known.score < ranked.score)) best.set(ranked.place.id, ranked);
  };
  const rankShards = async (shards: readonly string[]) => {
    for (const { key, place } of await listKeys(table, shards))
      for (const reading of readings) {
        const match = matchName(reading.typed, key, options.isWhole);
        if (match) keepBest(ratePlace(place, match, reading, typed, options.language));
      }
  };

  const first = [...new Set(readings.flatMap((reading) => findPlaceShard(table.shards, reading.typed.key) ?? []))];
  await rankShards(first);
  const [whole] = readings;
  if (whole && !hasGoodMatch(best)) {
    const further = new Set(listMoreShards(table.shards, whole.typed.key));
    await rankShards([...further].filter((shard) => !first.includes(shard)));
  }
  if (best.size === 0 && typed.postcode !== null) {
    const reading = { typed: prepareName(""), qualifier: null, isExplicit: false };
    for (const place of await listByPostcode(table, typed.postcode, options.isWhole))
      keepBest(ratePlace(place, "exact", reading, typed, options.language));
  }
  return [...best.values()].sort(
    (a, b) => b.score - a.score || b.place.population - a.place.population || (a.place.id < b.place.id ? -1 : 1),
  );
}

/** "Muenchen" is "Munchen" too. */
function prepareReading({ name, qualifier, isExplicit }: PlaceReading, { isWhole }: RankOptions): PreparedReading[] {
  const names = [...new Set([name, name.replace(/([aou])e/gu, "$1")])];
  const prepared = qualifier === null ? null : prepareQualifier(qualifier, { isWhole, isExplicit });
  return names.map((key) => ({ typed: prepareName(key), qualifier: prepared, isExplicit }));
}

/** @returns null when this reading does not mean the place */
function ratePlace(
  place: Place,
  match: NameMatch,
  { typed, qualifier, isExplicit }: PreparedReading,
  text: PlaceText,
  language: Language | undefined,
): RankedPlace | null {
  const isQualified = qualifier !== null && isInQualifier(place, qualifier);
  if (qualifier && !isQualified && (!isExplicit || qualifier.isKnown)) return null;
  if (qualifier && !isExplicit) {
    if (!WHOLE_MATCHES.has(match)) return null;
    if (match === "whole_words" && COMMON_FIRST_WORDS.has(typed.key)) return null;
  }
  const isToldApart = isQualified || isInPostcode(place, text);
  const isDoubtful = qualifier !== null && !isQualified;
  const score =
    MATCH_WORTH[match] +
    Math.log10(place.population + 10) +
    (isToldApart ? TOLD_APART_WORTH : 0) +
    (isDoubtful ? UNKNOWN_QUALIFIER_WORTH : 0) +
    (isHome(place, language) ? HOME_WORTH : 0);
  return { place, match, isToldApart, isDoubtful, score };
}

function isInPostcode({ country, postcodes = [] }: Place, { postcode, department, ...text }: PlaceText): boolean {
  if (country === text.country) return true;
  if (postcode !== null && postcodes.some((code) => isSamePostcode(code, postcode))) return true;
  return department !== null && country === "FR" && postcodes.some((code) => code.startsWith(department));
}

/** "sw1a" is that of "SW1A 1AA", "1012" of "1012 AB". */
const isSamePostcode = (code: string, typed: string): boolean =>
  code.length === typed.length ? code.toLowerCase() === typed : code.toLowerCase().startsWith(`${typed} `);

const hasGoodMatch = (found: ReadonlyMap<string, RankedPlace>): boolean =>
  [...found.values()].some(({ match, isDoubtful }) => !isDoubtful && !match.startsWith("typo"));

/** Where a name may be whose first letters are mistyped: the largest places of shorter beginnings. */
function listMoreShards(shards: readonly string[], key: string): string[] {
  const [first = "", second = "", ...rest] = [...key];
  const exchanged = [second, first, ...rest].join("");
  const [firstWord = ""] = key.split(" ");
  return [key, exchanged, firstWord].flatMap((each) => listShardsFor(shards, each));
}

async function listKeys(table: PlaceTable, names: readonly string[]): Promise<{ key: string; place: Place }[]> {
  const shards = await Promise.all(names.map((name) => table.readShard(name)));
  return shards.flatMap((shard) =>
    (shard?.keys ?? []).flatMap(([key, position]) => {
      const place = shard?.places[position];
      return place ? { key, place } : [];
    }),
  );
}

async function listByPostcode(table: PlaceTable, postcode: string, isWhole: boolean): Promise<Place[]> {
  const name = findPlaceShard(table.shards, postcode);
  const keys = name === undefined ? [] : await listKeys(table, [name]);
  return keys.filter(({ key }) => (isWhole ? key === postcode : key.startsWith(postcode))).map(({ place }) => place);
}
