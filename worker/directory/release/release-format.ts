import { z } from "zod";

// A release of the directory in R2, written by `npm run directory:build` and read by searches. All files but the
// pointer are gzipped JSON and never change once published.

export const RELEASE_FORMAT = 2;

/** The only key that is ever overwritten: it names the release in use. */
export const POINTER_KEY = "directory/current.json";
/** Paths inside a release; a build writes the same ones below its folder. */
export const MANIFEST_PATH = "manifest.json.gz";
export const toTilePath = (tile: string): string => `tiles/${tile}.json.gz`;
/** @param shard one of the manifest's `place_shards`; in hexadecimal, as it may hold a space or any letter */
export function toPlacesPath(shard: string): string {
  const bytes = Array.from(new TextEncoder().encode(shard), (byte) => byte.toString(16).padStart(2, "0"));
  return `places/${bytes.join("")}.json.gz`;
}
export const toReleaseKey = (release: string, path: string): string => `directory/${release}/${path}`;
export const toManifestKey = (release: string): string => toReleaseKey(release, MANIFEST_PATH);
export const toTileKey = (release: string, tile: string): string => toReleaseKey(release, toTilePath(tile));
export const toPlacesKey = (release: string, shard: string): string => toReleaseKey(release, toPlacesPath(shard));

/** Release names sort by date: "2026-11-23T1" is newer than "2026-11-22T3". */
const ReleaseName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,60}$/u);
/** What POINTER_KEY holds; `previous` is where a rollback goes. */
export const ReleasePointer = z.object({
  release: ReleaseName,
  previous: ReleaseName.nullable(),
  published_at: z.string(),
});
export type ReleasePointer = z.infer<typeof ReleasePointer>;

/** Degrees, WGS 84. */
export const Box = z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() });
export type Box = z.infer<typeof Box>;

const TILES_PER_DEGREE_LAT = 5;
const TILES_PER_DEGREE_LON = 4;
const toTileRow = (lat: number): number => Math.floor((lat + 90) * TILES_PER_DEGREE_LAT);
const toTileColumn = (lon: number): number => Math.floor((lon + 180) * TILES_PER_DEGREE_LON);

/** The tile of a point: a fifth of a degree by a quarter of one, 22 by 18 km in Paris. */
export const toTileId = (lat: number, lon: number): string => `${toTileRow(lat)}-${toTileColumn(lon)}`;

/** The id of a part of a tile that has too many companies for one file; it takes the tile's place in paths. */
export const toPartId = (tile: string, part: number): string => `${tile}-${part}`;

/** The tiles that a box touches. */
export function listTileIds({ south, west, north, east }: Box): string[] {
  const tiles: string[] = [];
  for (let row = toTileRow(south); row <= toTileRow(north); row++)
    for (let column = toTileColumn(west); column <= toTileColumn(east); column++) tiles.push(`${row}-${column}`);
  return tiles;
}

/** The ground of a tile. */
export function toTileBox(tile: string): Box {
  const [row = 0, column = 0] = tile.split("-").map(Number);
  return {
    south: row / TILES_PER_DEGREE_LAT - 90,
    west: column / TILES_PER_DEGREE_LON - 180,
    north: (row + 1) / TILES_PER_DEGREE_LAT - 90,
    east: (column + 1) / TILES_PER_DEGREE_LON - 180,
  };
}

/** One source of a release. `refused`: rows left out, by reason. */
export const ReleaseSource = z.object({
  id: z.string(),
  name: z.string(),
  licence: z.string(),
  url: z.string(),
  /** Date of the data, ISO 8601. */
  date: z.string(),
  read: z.number(),
  kept: z.number(),
  /** Rows that became part of another source's company, or of one of its own. */
  merged: z.number(),
  refused: z.record(z.string(), z.number()),
});
export type ReleaseSource = z.infer<typeof ReleaseSource>;

export const ReleaseManifest = z.object({
  format: z.literal(RELEASE_FORMAT),
  release: ReleaseName,
  /** Date of the newest source, ISO 8601; never the time of the build, so that the same input gives the same bytes. */
  date: z.string(),
  companies: z.number(),
  /** Those with companies; one has a file, or as many as it has parts. */
  tiles: z.number(),
  /** The tiles with too many companies for one file: the ground of each part's companies, by the number of the part. */
  split_tiles: z.record(z.string(), z.array(Box)),
  places: z.number(),
  /** Beginnings of places' keys, sorted: each has a file; `findPlaceShard` says which one to read. */
  place_shards: z.array(z.string()),
  /** Where the release claims to know every company: outside, OpenStreetMap is asked. */
  coverage: z.array(Box),
  sources: z.array(ReleaseSource),
});
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A company of a tile; short names, as there are thousands in a file. */
export const TileCompany = z.object({
  /** Stable across releases as long as its source keeps its id: "osm:n123", "overture:08f…". */
  id: z.string(),
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Positions in the tile's `categories`; with none it is found by its name only. */
  kinds: z.array(z.number()),
  /** Positions in the tile's `sources`, the one of its name first. */
  from: z.array(z.number()),
  site: z.string().optional(),
  emails: z.array(z.string()).optional(),
  /** As the source writes them. */
  phones: z.array(z.string()).optional(),
  town: z.string().optional(),
  postcode: z.string().optional(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Its page at the source. */
  page: z.string().optional(),
  /** Chain it belongs to: what several of them share. */
  chain: z.string().optional(),
  /** People who work there, where a source says so: "1-9", "10-49", "50-249", "250+". */
  size: z.string().optional(),
  /** Sector in the source's own words. */
  sector: z.string().optional(),
});
export type TileCompany = z.infer<typeof TileCompany>;

export const Tile = z.object({
  format: z.literal(RELEASE_FORMAT),
  /** Of a tile, or of a part of one. */
  tile: z.string(),
  /** Ids of the catalogue's categories. */
  categories: z.array(z.string()),
  /** Ids of the manifest's sources. */
  sources: z.array(z.string()),
  companies: z.array(TileCompany),
});
export type Tile = z.infer<typeof Tile>;

export const Place = z.object({
  /** "FR:lyon:45.76:4.83": country, folded local name and centre, so that it outlives a release. */
  id: z.string(),
  /** By language; "local" is always there. */
  names: z.record(z.string(), z.string()),
  country: z.string(),
  /** The larger place that tells it from another of the same name: a département, a county, a Land. */
  region: z.string().optional(),
  lat: z.number(),
  lon: z.number(),
  /** Of the town itself. */
  radius_km: z.number(),
  population: z.number(),
  postcodes: z.array(z.string()).optional(),
});
export type Place = z.infer<typeof Place>;

/**
 * The places whose key has one beginning. `keys`: every folded name (`toPlaceKey`) and postcode with that beginning and
 * the place's position, sorted by key, then the larger place first.
 */
export const PlaceShard = z.object({
  format: z.literal(RELEASE_FORMAT),
  shard: z.string(),
  /** False: only the most populous are here, the rest is in shards with a longer beginning. */
  complete: z.boolean(),
  places: z.array(Place),
  keys: z.array(z.tuple([z.string(), z.number()])),
});
export type PlaceShard = z.infer<typeof PlaceShard>;

/**
 * The one shard that holds what begins with a key: the longest beginning among the manifest's. For "s" it holds the
 * largest places in s; undefined when no place begins so.
 */
export function findPlaceShard(shards: readonly string[], key: string): string | undefined {
  const known = new Set(shards);
  const letters = [...key];
  for (let length = letters.length; length > 0; length--) {
    const beginning = letters.slice(0, length).join("");
    if (known.has(beginning)) return beginning;
  }
  return undefined;
}
