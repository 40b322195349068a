import { env } from "cloudflare:workers";
import { buildPlaceShards } from "../../../tools/directory-build/build-places";
import { compressJson } from "../../../tools/directory-build/build-release";
import { splitTile } from "../../../tools/directory-build/split-tile";
import { clearDepsCache } from "../../../worker/compose";
import {
  type Box,
  type Place,
  POINTER_KEY,
  RELEASE_FORMAT,
  type ReleaseManifest,
  type Tile,
  type TileCompany,
  toManifestKey,
  toPlacesKey,
  toTileId,
  toTileKey,
} from "../../../worker/directory/release/release-format";

/** A company of a test's directory: bakeries of the Open List with an id of their name, unless it says otherwise. */
export type TestCompany = Pick<TileCompany, "name" | "lat" | "lon"> &
  Partial<Omit<TileCompany, "kinds" | "from">> & { gcids?: string[]; sources?: string[] };

export interface TestRelease {
  /** A new name unless given: files of a release are cached. */
  release?: string;
  places?: Place[];
  companies?: TestCompany[];
  coverage?: Box[];
  /** Tiles with more companies are split. */
  maxFileCompanies?: number;
}

export const OPEN_LIST = "Open List (CC0-1.0)";
const EVERYWHERE: Box = { south: -90, west: -180, north: 90, east: 180 };
const SOURCES = [
  { id: "list", name: "Open List", licence: "CC0-1.0", url: "https://list.example/" },
  { id: "osm", name: "OpenStreetMap", licence: "ODbL-1.0", url: "https://www.openstreetmap.org/copyright" },
].map((source) => ({ ...source, date: "2026-11-01", read: 0, kept: 0, merged: 0, refused: {} }));

/** A town of 5 km with an id of its own. */
export const createPlace = (local: string, lat: number, lon: number, rest: Partial<Place> = {}): Place => ({
  id: `${rest.country ?? "FR"}:${local.toLowerCase()}:${lat.toFixed(2)}:${lon.toFixed(2)}`,
  names: { local },
  country: "FR",
  lat,
  lon,
  radius_km: 5,
  population: 10_000,
  ...rest,
});

/** Puts a release into R2 and switches to it. It covers the whole earth unless `coverage` says otherwise. */
export async function publishRelease({
  release = crypto.randomUUID(),
  places = [],
  companies = [],
  coverage = [EVERYWHERE],
  maxFileCompanies,
}: TestRelease): Promise<ReleaseManifest> {
  const shards = buildPlaceShards(places.map((place) => ({ place, otherNames: [] })));
  const named = companies.map((company) => ({ id: `list:${company.name}`, ...company }));
  const tiles = [...Map.groupBy(named, ({ lat, lon }) => toTileId(lat, lon))].map(([tile, group]) => ({
    tile,
    parts: splitTile(tile, group, maxFileCompanies),
  }));
  const split = tiles.filter(({ parts }) => parts.length > 1);
  const manifest: ReleaseManifest = {
    format: RELEASE_FORMAT,
    release,
    date: "2026-11-01",
    companies: companies.length,
    tiles: tiles.length,
    split_tiles: Object.fromEntries(split.map(({ tile, parts }) => [tile, parts.map(({ ground }) => ground)])),
    places: places.length,
    place_shards: shards.map(({ shard }) => shard),
    coverage,
    sources: SOURCES,
  };
  await env.SHARED.put(toManifestKey(release), await compressJson(manifest));
  for (const shard of shards) await env.SHARED.put(toPlacesKey(release, shard.shard), await compressJson(shard));
  for (const part of tiles.flatMap(({ parts }) => parts))
    await env.SHARED.put(toTileKey(release, part.id), await compressJson(toTile(part.id, part.companies)));
  await switchRelease(release);
  return manifest;
}

/** Another instance of the Worker reads the pointer anew. */
export async function switchRelease(release: string): Promise<void> {
  await env.SHARED.put(
    POINTER_KEY,
    JSON.stringify({ release, previous: null, published_at: "2026-11-01T00:00:00.000Z" }),
  );
  clearDepsCache();
}

function toTile(tile: string, companies: (TestCompany & { id: string })[]): Tile {
  const categories = [...new Set(companies.flatMap(({ gcids = ["shop_bakery"] }) => gcids))];
  const sources = SOURCES.map(({ id }) => id);
  return {
    format: RELEASE_FORMAT,
    tile,
    categories,
    sources,
    companies: companies.map(({ gcids = ["shop_bakery"], sources: from = ["list"], ...company }) => ({
      country: "FR",
      ...company,
      kinds: gcids.map((gcid) => categories.indexOf(gcid)),
      from: from.map((source) => sources.indexOf(source)),
    })),
  };
}
