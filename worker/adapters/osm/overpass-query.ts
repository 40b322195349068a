import type { Area, CompanyKind, TagFilter } from "../../platform/ports";

/** Tags that hold a company's contacts, the best first. */
export const WEBSITE_KEYS = [
  "website",
  "contact:website",
  "website:fr",
  "website:de",
  "website:en",
  "url",
  "contact:url",
  "operator:website",
  "brand:website",
];
export const EMAIL_KEYS = ["email", "contact:email", "operator:email", "brand:email"];
export const PHONE_KEYS = [
  "phone",
  "contact:phone",
  "mobile",
  "contact:mobile",
  "phone:mobile",
  "operator:phone",
  "brand:phone",
];
/** Fallback name tags of a company. */
export const NAME_KEYS = ["name", "brand", "operator"];

/** Most entries of a kind: points, and buildings and grounds, which would come after all points. */
export const MAX_PER_ELEMENT_TYPE = 200;
/** Limits declared to the server. It rejects sooner the more is declared, and assumes 512 MiB without a value. */
export const QUERY_TIMEOUT_SECONDS = 25;
const QUERY_MEMORY_BYTES = 128 * 1024 * 1024;
/** Overpass's number for the area of a relation. */
const RELATION_AREA_OFFSET = 3_600_000_000;

const quote = (text: string): string => `"${text.replace(/[\\"]/gu, "\\$&").replace(/[\u0000-\u001f]/gu, " ")}"`;
/** A text inside a regular expression of Overpass's (POSIX extended). */
const escapeRegex = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/gu, "\\$&");
const writeAnyKey = (keys: string[]): string => `[~${quote(`^(${keys.join("|")})$`)}~"."]`;
/** A tag may have several values: `cuisine=pizza;italian`. */
const writeTag = ([key, value]: TagFilter[number]): string =>
  `[${quote(key)}~${quote(`(^|;) *${escapeRegex(value)} *(;|$)`)}]`;

/**
 * The query in Overpass QL: for each kind a count of the named entries with contacts, then points, then the rest. The
 * contact filter runs over the results, which is faster than a key filter over the whole place.
 */
export function writeOverpassQuery(area: Area, kinds: CompanyKind[]): string {
  const { south, west, north, east } = area.box;
  const place = area.relation === null ? `(${south},${west},${north},${east})` : "(area.a)";
  const contactKeys = [...WEBSITE_KEYS, ...EMAIL_KEYS, ...PHONE_KEYS];
  const reachable = `nwr._${writeAnyKey(NAME_KEYS)}${writeAnyKey(contactKeys)}->.k;`;
  const max = MAX_PER_ELEMENT_TYPE;
  const outs = `.k out count;node.k;out body ${max};(way.k;rel.k;);out tags center ${max};`;
  const settings = `[out:json][timeout:${QUERY_TIMEOUT_SECONDS}][maxsize:${QUERY_MEMORY_BYTES}];`;
  const border = area.relation === null ? "" : `area(id:${RELATION_AREA_OFFSET + area.relation})->.a;`;
  return (
    settings +
    border +
    kinds
      .map(
        (kind) =>
          `(${writeConditions(kind)
            .map((tags) => `nwr${tags}${place};`)
            .join("")});${reachable}${outs}`,
      )
      .join("")
  );
}

const writeConditions = (kind: CompanyKind): string[] =>
  "text" in kind
    ? [`["name"~${quote(escapeRegex(kind.text))},i]`]
    : [...new Set(kind.filters.map((filter) => filter.map(writeTag).join("")))];
