import "../../../tools/node-loader.ts";
import type { Place, TileCompany } from "../../../worker/directory/release/release-format.ts";
import type { Product } from "../../harness/product.ts";

const { buildPlaceShards } = await import("../../../tools/directory-build/build-places");
const { compressJson } = await import("../../../tools/directory-build/build-release");
const format = await import("../../../worker/directory/release/release-format");
const { catalogueRows } = await import("../../../worker/catalogue/catalogue.gen");

/** Entries of a city. */
export const CITY_ENTRIES = 5_000;
/** Kinds of a city: of the wanted one there are as many as a search shows in a page. */
const KINDS = catalogueRows.slice(0, 50).map(([gcid]) => gcid);
export const WANTED_KIND = KINDS[0] ?? "";
const TOWN_RADIUS_KM = 5;

/** Two degrees apart, each across the corner of four tiles. */
export const toCityCentre = (city: number) => ({ lat: 36 + 2 * Math.floor(city / 20), lon: -20 + 2 * (city % 20) });
/** Letters for digits: a number would be read as a postcode. */
export const toCityName = (city: number) =>
  `Ville${[...String(city).padStart(3, "0")].map((digit) => "abcdefghij".charAt(Number(digit))).join("")}`;

/** Companies without a site, so that nothing has to be read and only the directory takes time. */
function createCompany(city: number, i: number): TileCompany {
  const { lat, lon } = toCityCentre(city);
  // A spiral of 4 km: evenly spread, the same in each run.
  const [turn, away] = [i * 2.399963, 0.036 * Math.sqrt(i / CITY_ENTRIES)];
  const name = `Établissement ${city}-${i} de la rue des Lilas`;
  return {
    id: `overture:08f${String(city).padStart(6, "0")}${String(i).padStart(10, "0")}`,
    name,
    lat: Number((lat + away * Math.sin(turn)).toFixed(5)),
    lon: Number((lon + away * Math.cos(turn)).toFixed(5)),
    kinds: i % 3 === 0 ? [i % KINDS.length, (i + 7) % KINDS.length] : [i % KINDS.length],
    from: i % 2 === 0 ? [0] : [0, 1],
    emails: [`contact@firm-${city}-${i}.example`],
    phones: ["+33 4 65 71 00 01"],
    town: toCityName(city),
    postcode: "69003",
    country: "FR",
    page: `https://www.openstreetmap.org/node/${city}${i}`,
    sector: "Commerce de détail",
  };
}

/** Publishes a release of so many cities by the entry worker of the bench. */
export async function publishCities(product: Product, count: number): Promise<void> {
  const release = "2026-11-01-bench";
  const cities = Array.from({ length: count }, (_, city) => city);
  const places: Place[] = cities.map((city) => {
    const { lat, lon } = toCityCentre(city);
    const names = { local: toCityName(city) };
    const id = `FR:${toCityName(city).toLowerCase()}:${lat.toFixed(2)}:${lon.toFixed(2)}`;
    return { id, names, country: "FR", lat, lon, radius_km: TOWN_RADIUS_KM, population: 100_000 };
  });
  const sources = [
    { id: "overture", name: "Overture Maps", licence: "CDLA-Permissive-2.0" },
    { id: "osm", name: "OpenStreetMap", licence: "ODbL-1.0" },
  ].map((source) => ({
    ...source,
    url: `https://${source.id}.example/`,
    date: "2026-11-01",
    read: 0,
    kept: 0,
    merged: 0,
    refused: {},
  }));
  const shards = buildPlaceShards(places.map((place) => ({ place, otherNames: [] })));
  let tiles = 0;
  for (const city of cities) {
    const companies = Array.from({ length: CITY_ENTRIES }, (_, i) => createCompany(city, i));
    for (const [tile, group] of Map.groupBy(companies, ({ lat, lon }) => format.toTileId(lat, lon))) {
      const content = {
        format: format.RELEASE_FORMAT,
        tile,
        categories: KINDS,
        sources: sources.map(({ id }) => id),
        companies: group,
      };
      await putFile(product, format.toTileKey(release, tile), await compressJson(content));
      tiles += 1;
    }
  }
  for (const shard of shards)
    await putFile(product, format.toPlacesKey(release, shard.shard), await compressJson(shard));
  const manifest = {
    format: format.RELEASE_FORMAT,
    release,
    date: "2026-11-01",
    companies: count * CITY_ENTRIES,
    tiles,
    split_tiles: {},
    places: count,
    place_shards: shards.map(({ shard }) => shard),
    coverage: [{ south: -90, west: -180, north: 90, east: 180 }],
    sources,
  };
  await putFile(product, format.toManifestKey(release), await compressJson(manifest));
  const pointer = { release, previous: null, published_at: "2026-11-01T00:00:00.000Z" };
  await putFile(product, format.POINTER_KEY, new TextEncoder().encode(JSON.stringify(pointer)));
}

export async function putFile(product: Product, key: string, bytes: Uint8Array): Promise<void> {
  const url = `${product.url()}/bench/shared?key=${encodeURIComponent(key)}`;
  const response = await fetch(url, { method: "POST", body: new Blob([new Uint8Array(bytes)]) });
  if (!response.ok) throw new Error(`${key}: ${await response.text()}`);
}
