import type { RawPlace } from "../../../tools/directory-build/build-places";
import { buildRelease, compressJson } from "../../../tools/directory-build/build-release";
import { matchCategories } from "../../../tools/directory-build/match-categories";
import { toOsmEntry } from "../../../tools/directory-build/osm-entry";
import type { SourceEntry } from "../../../tools/directory-build/source-entry";
import { catalogue } from "../../../worker/catalogue/catalogue";
import { POINTER_KEY, type ReleaseManifest, toReleaseKey } from "../../../worker/directory/release/release-format";
import { listElements } from "../companies/osm-elements";
import { cities, CITY_RADIUS_DEGREES, type City } from "../osm/cities";

/** People of the sandbox's cities, so that the larger is suggested first. */
const POPULATIONS: Record<string, number> = {
  newyork: 8_336_000,
  london: 8_982_000,
  berlin: 3_645_000,
  paris: 2_145_000,
  wien: 1_897_000,
  hamburg: 1_841_000,
  montreal: 1_762_000,
  munchen: 1_472_000,
  bruxelles: 1_209_000,
  birmingham: 1_142_000,
  koln: 1_086_000,
  marseille: 870_000,
};
const DEFAULT_POPULATION = 400_000;
const POSTCODES: Record<string, string[]> = {
  paris: ["75001", "75002", "75008", "75011", "75015", "75020"],
  lyon: ["69001", "69002", "69003", "69007"],
  marseille: ["13001", "13002", "13008"],
  london: ["EC1A 1BB", "SW1A 1AA"],
  berlin: ["10115", "10117", "12043"],
  munchen: ["80331", "80539"],
  hamburg: ["20095", "22765"],
};
/** Spellings of the sandbox in the user's languages. */
const FOREIGN_NAMES: Record<string, { fr?: string; en?: string; de?: string }> = {
  london: { fr: "Londres" },
  munchen: { en: "Munich", fr: "Munich" },
  hamburg: { fr: "Hambourg" },
  koln: { en: "Cologne", fr: "Cologne" },
  frankfurtammain: { fr: "Francfort-sur-le-Main" },
  strasbourg: { de: "Straßburg" },
  bruxelles: { en: "Brussels", de: "Brüssel" },
  geneve: { en: "Geneva", de: "Genf" },
  wien: { en: "Vienna", fr: "Vienne" },
  edinburgh: { fr: "Édimbourg" },
  montreal: { en: "Montreal", de: "Montreal" },
};

/** The cities that the wizard suggests; the sandbox's others are left to its OpenStreetMap. */
const SAMPLE_CITIES = [
  "paris",
  "lyon",
  "marseille",
  "london",
  "manchester",
  "birmingham",
  "berlin",
  "munchen",
  "hamburg",
];

export interface SampleOptions {
  /** Names of the sandbox's cities, or their slugs; those of SAMPLE_CITIES unless given. */
  cities?: string[];
  /** Ids of the catalogue; all of it unless given, 800 kinds of 11 companies a city. */
  gcids?: string[];
  /** Companies beside those of OpenStreetMap's sandbox. */
  entries?: SourceEntry[];
  places?: RawPlace[];
  /** Name of the release; two of them can be switched. */
  release?: string;
  /** Whether the cities are covered, so that OpenStreetMap is not asked there; true unless given. */
  covered?: boolean;
}

const isNamed = (city: City, names: string[]): boolean => names.includes(city.slug) || names.includes(city.name);

function toRawPlace(city: City): RawPlace {
  return {
    kind: "city",
    name: city.name,
    names: FOREIGN_NAMES[city.slug] ?? {},
    otherNames: [...city.also, ...(POSTCODES[city.slug] ?? [])],
    lat: city.lat,
    lon: city.lon,
    population: POPULATIONS[city.slug] ?? DEFAULT_POPULATION,
    country: city.country.toUpperCase(),
    region: city.state,
  };
}

/** The entries of a city: what the sandbox's Overpass answers for every filter of the categories. */
function listEntries(city: City, gcids: string[] | undefined): SourceEntry[] {
  const filters = catalogue.filter(({ gcid }) => gcids?.includes(gcid) ?? true).flatMap((category) => category.filters);
  const keys = new Map(filters.map((filter) => [filter.map((tag) => tag.join("=")).join("+"), filter]));
  const elements = [...keys.values()].flatMap((filter) =>
    listElements(
      filter.map(([key, value]) => ({ kind: "equals" as const, key, value })),
      city,
      CITY_RADIUS_DEGREES,
    ),
  );
  return [...new Map(elements.map((element) => [`${element.type}/${element.id}`, element])).values()].flatMap(
    ({ type, id, lat, lon, tags }) =>
      toOsmEntry(
        { type, id, lat, lon, tags: { ...tags, "addr:country": city.country.toUpperCase() } },
        matchCategories(tags),
        true,
      ).entry ?? [],
  );
}

/** A release of the sandbox's world: the same companies, at the same places, as its OpenStreetMap answers. */
export function buildSampleRelease(options: SampleOptions = {}): {
  manifest: ReleaseManifest;
  files: Map<string, unknown>;
} {
  const chosen = cities.filter((city) => isNamed(city, options.cities ?? SAMPLE_CITIES));
  const lonRadius = CITY_RADIUS_DEGREES * 1.4;
  return buildRelease({
    release: options.release ?? "2026-11-01-sandbox",
    date: "2026-11-01",
    sources: [
      {
        id: "osm",
        name: "OpenStreetMap",
        licence: "ODbL-1.0",
        url: "https://www.openstreetmap.org/copyright",
        date: "2026-11-01",
      },
      ...[...new Set(options.entries?.map(({ source }) => source))]
        .filter((source) => source !== "osm")
        .map((id) => ({ id, name: id, licence: "CC0-1.0", url: "", date: "2026-11-01" })),
    ],
    entries: [...chosen.flatMap((city) => listEntries(city, options.gcids)), ...(options.entries ?? [])],
    places: [...chosen.map(toRawPlace), ...(options.places ?? [])],
    coverage:
      options.covered === false
        ? []
        : chosen.map(({ lat, lon }) => ({
            south: lat - CITY_RADIUS_DEGREES,
            west: lon - lonRadius,
            north: lat + CITY_RADIUS_DEGREES,
            east: lon + lonRadius,
          })),
  });
}

/** What of a bucket is needed to fill it. */
interface Bucket {
  put: (key: string, value: Uint8Array | string) => Promise<unknown>;
}

/** Puts a sample release into a bucket and switches to it. @returns its manifest */
export async function publishSampleRelease(bucket: Bucket, options: SampleOptions = {}): Promise<ReleaseManifest> {
  const { manifest, files } = buildSampleRelease(options);
  for (const [path, value] of files) await bucket.put(toReleaseKey(manifest.release, path), await compressJson(value));
  await bucket.put(
    POINTER_KEY,
    JSON.stringify({ release: manifest.release, previous: null, published_at: "2026-11-01T00:00:00.000Z" }),
  );
  return manifest;
}
