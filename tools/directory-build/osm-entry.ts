import type { RawPlace } from "./build-places";
import { isPlaceKind } from "./build-places";
import { type CheckedEntry, checkEntry, cleanText, toCountryCode } from "./source-entry";

/** An object of a map with its centre. */
export interface OsmElement {
  type: "node" | "way" | "relation";
  id: number;
  lat: number;
  lon: number;
  tags: Record<string, string>;
}

/** Tags that hold a company's contacts, the best first. */
const WEBSITE_KEYS = [
  "website",
  "contact:website",
  "website:official",
  "official_website",
  "website:fr",
  "website:de",
  "website:en",
  "contact:website:fr",
  "contact:website:de",
  "contact:website:en",
  "url",
  "url:official",
  "contact:url",
  "homepage",
  "contact:homepage",
  "operator:website",
  "operator:url",
  "brand:website",
  "contact:facebook",
  "facebook",
  "contact:instagram",
];
const EMAIL_KEYS = [
  "email",
  "contact:email",
  "e-mail",
  "contact:e-mail",
  "mail",
  "contact:mail",
  "email:office",
  "operator:email",
  "contact:operator:email",
  "brand:email",
];
const PHONE_KEYS = [
  "phone",
  "contact:phone",
  "telephone",
  "contact:telephone",
  "tel",
  "contact:tel",
  "mobile",
  "contact:mobile",
  "phone:mobile",
  "contact:phone:mobile",
  "phone:office",
  "phone_1",
  "phone:2",
  "operator:phone",
  "brand:phone",
];
const CONTACT_KEYS = [...WEBSITE_KEYS, ...EMAIL_KEYS, ...PHONE_KEYS];
const NAME_KEYS = ["name", "official_name", "name:fr", "name:en", "name:de", "brand", "operator"];
const TOWN_KEYS = ["addr:city", "addr:town", "addr:village", "addr:place", "addr:suburb"];

const readTags = (tags: Record<string, string>, keys: string[]): string[] =>
  keys.flatMap((key) => (tags[key] === undefined ? [] : [tags[key]]));

/** Whether an object could be a company that somebody can write to or call. */
export const hasNameAndContact = (tags: Record<string, string>): boolean =>
  NAME_KEYS.some((key) => tags[key] !== undefined) && CONTACT_KEYS.some((key) => tags[key] !== undefined);

/** A mapper's ways to say that it does not exist any more. */
const isClosed = (tags: Record<string, string>): boolean =>
  ["disused", "abandoned", "demolished", "removed", "razed"].some((key) => tags[key] === "yes") ||
  /^(?:closed|off|permanently[ _]closed|"?closed"?)$/iu.test(tags.opening_hours ?? "") ||
  tags.operational_status === "closed" ||
  tags.business_status === "closed";

/** A company of a map. @param kinds its categories, as matchCategories finds them */
export function toOsmEntry(
  { type, id, lat, lon, tags }: OsmElement,
  kinds: string[],
  allowReserved = false,
): CheckedEntry {
  return checkEntry(
    {
      id: `osm:${type.charAt(0)}${id}`,
      source: "osm",
      names: NAME_KEYS.map((key) => tags[key]),
      lat,
      lon,
      kinds,
      websites: readTags(tags, WEBSITE_KEYS).map(toProfileUrl),
      emails: readTags(tags, EMAIL_KEYS),
      phones: readTags(tags, PHONE_KEYS),
      town: readTags(tags, TOWN_KEYS)[0],
      postcode: tags["addr:postcode"]?.split(";", 1)[0],
      country: tags["addr:country"],
      page: `https://www.openstreetmap.org/${type}/${id}`,
      brand: tags.brand,
      isClosed: isClosed(tags),
    },
    allowReserved,
  );
}

/** Mappers write accounts as "firm" or "@firm" too, which is no address: it is left out by its missing dot. */
const toProfileUrl = (value: string): string => value.trim();

const OTHER_NAME_KEYS = ["alt_name", "official_name", "short_name", "int_name", "loc_name", "old_name", "nat_name"];

/** A town or a part of one, from a node with `place=`; undefined for any other. */
export function toRawPlace({ lat, lon, tags }: Omit<OsmElement, "type" | "id">): RawPlace | undefined {
  const name = cleanText(tags.name, 100);
  const kind = tags.place ?? "";
  if (!isPlaceKind(kind) || name === undefined) return undefined;
  const names: Record<string, string> = {};
  for (const language of ["fr", "en", "de"]) {
    const translated = cleanText(tags[`name:${language}`], 100);
    if (translated !== undefined) names[language] = translated;
  }
  const population = Number((tags.population ?? "").replace(/[\s.,'\u00A0\u202F](?=\d{3}\b)/gu, ""));
  const country = toCountryCode(tags["is_in:country_code"] ?? tags["addr:country"] ?? tags["ISO3166-1:alpha2"]);
  const region = cleanText(tags["is_in:county"] ?? tags["is_in:state"] ?? tags["is_in:region"], 100);
  const postcodes = (tags.postal_code ?? tags["addr:postcode"] ?? "").split(";");
  return {
    kind,
    name,
    names,
    otherNames: [...OTHER_NAME_KEYS.flatMap((key) => (tags[key] ?? "").split(";")), ...postcodes]
      .map((text) => cleanText(text, 100))
      .filter((text) => text !== undefined),
    lat,
    lon,
    ...(Number.isSafeInteger(population) && population > 0 && { population }),
    ...(country !== undefined && { country }),
    ...(region !== undefined && { region }),
  };
}
