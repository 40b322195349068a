import {
  type Box,
  MANIFEST_PATH,
  type PlaceShard,
  RELEASE_FORMAT,
  type ReleaseManifest,
  type ReleaseSource,
  toPlacesPath,
  toTileId,
  toTilePath,
} from "../../worker/directory/release/release-format";
import { MAX_SHARED_FILE_BYTES, MAX_SHARED_TEXT_BYTES } from "../../worker/platform/ports";
import { CommandError } from "../command-error";
import { buildPlaces, buildPlaceShards, type RawPlace } from "./build-places";
import { EntryIndex } from "./entry-index";
import { findDoubles } from "./find-doubles";
import { buildTile, type Company, type Member, mergeEntries } from "./merge-entries";
import type { SourceEntry } from "./source-entry";
import { splitTile } from "./split-tile";
import { TownCounts } from "./town-counts";

interface ReleaseInput {
  release: string;
  /** ISO 8601. */
  date: string;
  /** The one that is believed most first. */
  sources: Pick<ReleaseSource, "id" | "name" | "licence" | "url" | "date">[];
  entries: SourceEntry[];
  places: RawPlace[];
  coverage: Box[];
  /** Companies of one file, if fewer than usual. */
  maxFileCompanies?: number | undefined;
}

/** A release of few companies in memory: the manifest, and files as JSON by their path, the manifest among them. */
export function buildRelease(input: ReleaseInput): { manifest: ReleaseManifest; files: Map<string, unknown> } {
  const ranks = new Map(input.sources.map(({ id }, rank) => [id, rank]));
  const index = new EntryIndex();
  const towns = new TownCounts();
  for (const entry of input.entries) {
    index.add(entry, ranks.get(entry.source) ?? input.sources.length);
    towns.add(entry);
  }
  const { leader, chain } = findDoubles(index);
  const members = new Map<number, Member[]>();
  for (const [i, entry] of input.entries.entries()) {
    const lead = leader[i] ?? i;
    const member = { entry, chain: chain[i] ?? 0 };
    const group = members.get(lead);
    if (!group) members.set(lead, [member]);
    else if (lead === i) group.unshift(member);
    else group.push(member);
  }
  const tiles = new Map<string, Company[]>();
  for (const group of members.values()) {
    const [lead, ...rest] = group;
    if (!lead) continue;
    const company = mergeEntries([lead, ...rest], lead.entry.country ?? "");
    const tile = toTileId(company.lat, company.lon);
    const companies = tiles.get(tile);
    if (companies) companies.push(company);
    else tiles.set(tile, [company]);
  }
  const files = new Map<string, unknown>();
  const splitTiles: ReleaseManifest["split_tiles"] = {};
  for (const [tile, companies] of tiles) {
    const parts = splitTile(tile, companies, input.maxFileCompanies);
    if (parts.length > 1) splitTiles[tile] = parts.map(({ ground }) => ground);
    for (const part of parts) files.set(toTilePath(part.id), buildTile(part.id, part.companies));
  }
  const places = buildPlaces(input.places, towns.list(), () => ({}));
  const shards = buildPlaceShards(places);
  const countEntries = (source: string, isLead: boolean) =>
    input.entries.filter((entry, i) => entry.source === source && (leader[i] === i) === isLead).length;
  const manifest = toManifest({
    ...input,
    companies: members.size,
    tiles: tiles.size,
    splitTiles,
    places: places.length,
    shards,
    sources: input.sources.map((source) => {
      const [kept, merged] = [countEntries(source.id, true), countEntries(source.id, false)];
      return { ...source, read: kept + merged, kept, merged, refused: {} };
    }),
  });
  files.set(MANIFEST_PATH, manifest);
  for (const shard of shards) files.set(toPlacesPath(shard.shard), shard);
  return { manifest, files };
}

export function toManifest(parts: {
  release: string;
  date: string;
  companies: number;
  tiles: number;
  splitTiles: ReleaseManifest["split_tiles"];
  places: number;
  shards: Pick<PlaceShard, "shard">[];
  coverage: Box[];
  sources: ReleaseSource[];
}): ReleaseManifest {
  const { release, date, companies, tiles, splitTiles, places, shards, coverage, sources } = parts;
  return {
    format: RELEASE_FORMAT,
    release,
    date,
    companies,
    tiles,
    // In the same order whatever was merged first.
    split_tiles: Object.fromEntries(Object.entries(splitTiles).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    places,
    place_shards: shards.map(({ shard }) => shard),
    coverage,
    sources,
  };
}

/**
 * JSON in gzip. The same text gives the same bytes: the header names neither time nor machine.
 * @param path named in errors
 * @throws CommandError for more than a search can read
 */
export async function compressJson(value: unknown, path = "a file"): Promise<Uint8Array> {
  const text = new Blob([JSON.stringify(value)]);
  checkSize(`the text of ${path}`, text.size, MAX_SHARED_TEXT_BYTES);
  const bytes = new Uint8Array(
    await new Response(text.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
  checkSize(path, bytes.length, MAX_SHARED_FILE_BYTES);
  bytes[9] = 255;
  return bytes;
}

function checkSize(name: string, bytes: number, limit: number): void {
  if (bytes > limit) throw new CommandError(`${name} would have ${bytes} bytes, and a search can read ${limit}`);
}
