import { toPlaceKey } from "../place-keys";

/** One way to read what somebody typed. */
export interface PlaceReading {
  /** Key of the name; empty where only a postcode was typed. */
  name: string;
  /** Key of what tells homonyms apart: a country, a region. */
  qualifier: string | null;
  /** The qualifier stands in brackets or after a comma. */
  isExplicit: boolean;
}

export interface PlaceText {
  readings: PlaceReading[];
  postcode: string | null;
  /** Two figures: a French département ("Vienne 38"), if not an arrondissement. */
  department: string | null;
  /** ISO 3166-1 alpha-2, from a prefix of the postcode ("D-80331"). */
  country: string | null;
}

/** Prefixes of postcodes that are no country codes of two letters. */
const POSTCODE_COUNTRIES: Record<string, string> = { f: "FR", d: "DE", a: "AT", b: "BE", l: "LU", i: "IT", e: "ES" };
const COUNTRY_PREFIX = /^(?:([fdablie])|(fr|de|at|be|lu|it|es|ch|nl|li|mc|pt|pl|cz|dk|gb)) (?=\d{4,5}\b)/u;
/** The beginning of one, where nothing else is typed. */
const POSTCODE_BEGINNING = /^\d{2,5}$/u;
const POSTCODE = /(?:^| )(\d{4,5})(?= |$)/u;
/** The half of a British postcode that names a town, alone or with the other half. */
const BRITISH_POSTCODE = /(?:^| )([a-z]{1,2}\d[a-z\d]?)(?: \d[a-z]{2})?(?= |$)/u;
const DUTCH_LETTERS = /^(\d{4}) [a-z]{2} (?=\p{L})/u;
const DEPARTMENT = /(?: )(\d{2}|2[ab]|97\d)$/u;
const POSTAL_WORD = /^(?:\d+(?:e|er|eme|st|nd|rd|th|ieme)?|cedex|arrondissement|arrdt|arr)$/u;
/** Words of a country or a region: "the united states of america". */
const MAX_QUALIFIER_WORDS = 5;

/** Reads a name, a postcode and what tells homonyms apart. */
export function parsePlaceText(text: string): PlaceText {
  const [, before = "", inBrackets = ""] = /^([^(,]*)[(,](.*)$/u.exec(text) ?? [];
  const whole = toPlaceKey(text);
  const prefix = COUNTRY_PREFIX.exec(whole);
  const rest = (prefix ? whole.slice(prefix[0].length) : whole).replace(DUTCH_LETTERS, "$1 ");
  const postcode =
    POSTCODE_BEGINNING.exec(rest)?.[0] ?? POSTCODE.exec(rest)?.[1] ?? BRITISH_POSTCODE.exec(rest)?.[1] ?? null;
  const name = toName(rest, postcode);
  const explicit = toPlaceKey(inBrackets);
  const named = toName(toPlaceKey(before), postcode);
  const isExplicit = named !== "" && explicit !== "";
  return {
    readings: [
      { name, qualifier: null, isExplicit: false },
      ...(isExplicit ? [{ name: named, qualifier: explicit, isExplicit }] : splitQualifier(name)),
    ],
    postcode,
    department: DEPARTMENT.exec(rest)?.[1] ?? null,
    country: prefix ? (POSTCODE_COUNTRIES[prefix[1] ?? ""] ?? prefix[2]?.toUpperCase() ?? null) : null,
  };
}

/** Without postcode, arrondissement and cedex. */
const toName = (key: string, postcode: string | null): string =>
  (postcode === null ? key : key.replace(BRITISH_POSTCODE, " "))
    .split(" ")
    .filter((word) => word !== "" && word !== postcode && !POSTAL_WORD.test(word))
    .join(" ");

/** "paris texas" may be Paris in Texas; the longest name first. */
function splitQualifier(name: string): PlaceReading[] {
  const words = name.split(" ");
  return words
    .map((_, at) => at)
    .filter((at) => at > 0 && at <= MAX_QUALIFIER_WORDS)
    .map((count) => ({
      name: words.slice(0, -count).join(" "),
      qualifier: words.slice(-count).join(" "),
      isExplicit: false,
    }));
}
