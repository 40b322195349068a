import { cities, type City } from "../osm/cities";
import type { TagTest } from "../osm/parse-query";
import { toSlug, listSurnames, findTrade } from "./company-names";
import { hashText, pickBySeed } from "./hash";
import { shapesWithContacts, rareShapes, shapes, shapesWithoutContacts } from "./shapes/all-shapes";
import { toDomain, parseSite } from "./site";

export interface Element {
  type: "node" | "way" | "relation";
  id: number;
  lat: number;
  lon: number;
  tags: Record<string, string>;
}

const MIN_COMPANIES = 9;
const MAX_COMPANIES = 12;

/** A filter with values in place of patterns. */
interface FilterValues {
  tags: Record<string, string>;
  nameText: string | undefined;
  /** The same text for equal filters in any spelling. */
  key: string;
}

/** "^(a|b)$" and "(^|;) *a *(;|$)" → "a": the first text that a simple pattern matches. */
const stripPattern = (pattern: string): string =>
  (
    pattern
      .replace(/^\(\^\|;\) \*(.*) \*\(;\|\$\)$/, "$1")
      .replace(/^\^?\(?/, "")
      .replace(/\)?\$?$/, "")
      .split("|")[0] ?? ""
  )
    .replace(/\\(.)/g, "$1")
    .replace(/[.*+?()[\]]/g, "");

function readFilter(tests: TagTest[]): FilterValues {
  const tags: Record<string, string> = {};
  let nameText: string | undefined;
  for (const test of tests) {
    if (test.kind === "any") continue;
    if (test.key === "name" && (test.kind === "matches" || test.kind === "equals"))
      nameText = test.kind === "matches" ? stripPattern(test.text) : test.value;
    else if (test.kind === "equals") tags[test.key] = test.value;
    else if (test.kind === "matches") tags[test.key] = stripPattern(test.text);
    else if (test.kind === "has") tags[test.key] ??= "yes";
  }
  const key = [
    ...Object.entries(tags)
      .map(([name, value]) => `${name}=${value}`)
      .sort(),
    nameText?.toLowerCase() ?? "",
  ].join("+");
  return { tags, nameText, key };
}

export function matchesTest(test: TagTest, tags: Record<string, string>): boolean {
  if (test.kind === "any")
    return Object.entries(tags).some(([key, value]) => test.keys.test(key) && test.pattern.test(value));
  const value = tags[test.key];
  switch (test.kind) {
    case "equals":
      return value === test.value;
    case "differs":
      return value !== test.value;
    case "matches":
      return value !== undefined && test.pattern.test(value);
    case "has":
      return value !== undefined;
    default:
      return value === undefined;
  }
}

/** A firm's website or its substitute. `weak` ones show no address on a site. */
function makeWebTags(name: string, city: City, seed: string, weak: number | undefined): Record<string, string> {
  const number = hashText(seed);
  if (weak === 2) return {};
  if (weak === 1 && number % 3 === 0) return { email: `contact@${toSlug(name).slice(0, 40)}-${city.slug}.example` };
  if (weak === 1 && number % 3 === 1) return { website: `https://www.facebook.com/${toSlug(name)}.${city.slug}` };
  const kind = weak === undefined ? "findable" : "unfindable";
  const places = number % 40 === 0 ? rareShapes[kind] : weak === undefined ? shapesWithContacts : shapesWithoutContacts;
  const domain = toDomain(name, city, pickBySeed(places, `${seed}|shape`), number);
  const site = parseSite(domain);
  const special = site && shapes[site.shape]?.website?.(site);
  const plain = [`https://${domain}/`, `https://www.${domain}`, `www.${domain}`, `http://${domain}/`][number % 4] ?? "";
  const website = special ?? plain;
  const phone: Record<string, string> = site && number % 5 === 0 ? { phone: site.phone.e164 } : {};
  const shown = site && shapes[site.shape]?.emails(site)[0];
  const mail: Record<string, string> = shown !== undefined && number % 11 === 0 ? { "contact:email": shown } : {};
  return { [number % 6 === 0 ? "contact:website" : "website"]: website, ...phone, ...mail };
}

function makeFirm(wanted: FilterValues, city: City, n: number): Record<string, string> {
  const language = city.language;
  const value = Object.values(wanted.tags).at(-1) ?? "company";
  const firstKey = Object.keys(wanted.tags)[0] ?? "name";
  // The first of every list is a chain in every city of its country; the second also carries neighbouring categories.
  const shared = wanted.nameText === undefined ? n : -1;
  const seat = shared === 0 ? (cities.find((each) => each.country === city.country) ?? city) : city;
  const seed =
    shared === 0
      ? `chain|${wanted.key}|${seat.country}`
      : shared === 1
        ? `family|${firstKey}|${city.slug}`
        : `${wanted.key}|${city.slug}|${String(n)}`;
  const surnames = listSurnames(language);
  const surname =
    surnames[(hashText(shared > 1 || shared < 0 ? `${wanted.key}|${city.slug}` : seed) + n) % surnames.length] ?? "";
  const trade =
    wanted.nameText ??
    (shared === 1
      ? { fr: "Groupe", en: "Group", de: "Gruppe" }[language]
      : findTrade(value === "yes" ? firstKey : value, language));
  const name = `${trade.charAt(0).toUpperCase()}${trade.slice(1)} ${surname}`;
  const weak = n % 4 === 3 ? (n - 3) / 4 : undefined;
  return { name, ...wanted.tags, ...makeWebTags(name, seat, seed, weak), "addr:city": city.name };
}

/** A chain's branch in the next town: brand but no name, two categories, telephone only, a multi-part building. */
function makeBranch(wanted: FilterValues, city: City): Record<string, string> {
  const kinds = Object.fromEntries(Object.entries(wanted.tags).map(([key, value]) => [key, `${value};other`]));
  const number = String(hashText(`${wanted.key}|${city.slug}|branch`))
    .slice(-city.dialling.digits)
    .padStart(city.dialling.digits, "0");
  return {
    brand: `${findTrade(Object.values(wanted.tags).at(-1) ?? "company", city.language)} Réunis`,
    ...kinds,
    "contact:phone": `+${city.dialling.code}${city.dialling.prefix}${number}`,
    "addr:city": `${city.name}-Nord`,
  };
}

/** The firms of a city that pass a filter, the same on every call. Empty for a filter without tags. */
export function listElements(tests: TagTest[], city: City, radius: number): Element[] {
  const wanted = readFilter(tests);
  if (wanted.key === "") return [];
  const count = MIN_COMPANIES + (hashText(`${wanted.key}|${city.slug}|count`) % (MAX_COMPANIES - MIN_COMPANIES + 1));
  const hasBranch = wanted.nameText === undefined && Object.keys(wanted.tags).length > 0;
  return Array.from({ length: count + (hasBranch ? 1 : 0) }, (_, n) => {
    const number = hashText(`${wanted.key}|${city.slug}|${String(n)}|element`);
    const along = (number % 1000) / 1000 - 0.5;
    const across = ((number >>> 10) % 1000) / 1000 - 0.5;
    return {
      type: n === count ? ("relation" as const) : number % 3 === 0 ? ("way" as const) : ("node" as const),
      id: 1_000_000_000 + number,
      lat: Number((city.lat + along * radius).toFixed(7)),
      lon: Number((city.lon + across * radius).toFixed(7)),
      tags: n === count ? makeBranch(wanted, city) : makeFirm(wanted, city, n),
    };
  }).filter((element) => tests.every((test) => matchesTest(test, element.tags)));
}
