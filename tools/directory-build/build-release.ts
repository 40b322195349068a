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
import { buildPlaces, buildPlaceShards, type RawPlace } from "./build-places";
import { EntryIndex } from "./entry-index";
import { findDoubles } from "./find-doubles";
import { buildTile, type Company, type Member, mergeEntries } from "./merge-entries";
import type { SourceEntry } from "./source-entry";
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
  const places = buildPlaces(input.places, towns.list(), () => ({}));
  const shards = buildPlaceShards(places);
  const countEntries = (source: string, isLead: boolean) =>
    input.entries.filter((entry, i) => entry.source === source && (leader[i] === i) === isLead).length;
  const manifest = toManifest({
    ...input,
    companies: members.size,
    tiles: tiles.size,
    places: places.length,
    shards,
    sources: input.sources.map((source) => {
      const [kept, merged] = [countEntries(source.id, true), countEntries(source.id, false)];
      return { ...source, read: kept + merged, kept, merged, refused: {} };
    }),
  });
  const files = new Map<string, unknown>([[MANIFEST_PATH, manifest]]);
  for (const [tile, companies] of tiles) files.set(toTilePath(tile), buildTile(tile, companies));
  for (const shard of shards) files.set(toPlacesPath(shard.shard), shard);
  return { manifest, files };
}

export function toManifest(parts: {
  release: string;
  date: string;
  companies: number;
  tiles: number;
  places: number;
  shards: Pick<PlaceShard, "shard">[];
  coverage: Box[];
  sources: ReleaseSource[];
}): ReleaseManifest {
  const { release, date, companies, tiles, places, shards, coverage, sources } = parts;
  return {
    format: RELEASE_FORMAT,
    release,
    date,
    companies,
    tiles,
    places,
    place_shards: shards.map(({ shard }) => shard),
    coverage,
    sources,
  };
}

/** JSON in gzip. The same text gives the same bytes: the header names neither time nor machine. */
export async function compressJson(value: unknown): Promise<Uint8Array> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  bytes[9] = 255;
  return bytes;
}
