import { ExternalServiceError, type SharedFiles } from "../../platform/ports";
import {
  findPlaceShard,
  PlaceShard,
  POINTER_KEY,
  ReleaseManifest,
  ReleasePointer,
  toManifestKey,
  toPlacesKey,
} from "../release/release-format";

/** The places of one release, by the beginnings of their keys. */
export interface PlaceTable {
  /** Beginnings that have a shard. */
  shards: readonly string[];
  /**
   * @returns null for a beginning without a shard
   * @throws ExternalServiceError
   */
  readShard(shard: string): Promise<PlaceShard | null>;
}

/** Parsed shards in memory: about 200 kB each, for the letters that somebody is typing. */
const MAX_SHARDS_IN_MEMORY = 40;

/** Keeps the shards used last. A failed read is not kept. */
function createPlaceTable(
  files: SharedFiles,
  { release, place_shards: shards }: Pick<ReleaseManifest, "release" | "place_shards">,
): PlaceTable {
  const read = new Map<string, PlaceShard | null>();
  return {
    shards,
    async readShard(shard) {
      const known = read.get(shard);
      const content = known === undefined ? await files.readPublished(toPlacesKey(release, shard), PlaceShard) : known;
      read.delete(shard);
      read.set(shard, content);
      const [oldest] = read.keys();
      if (read.size > MAX_SHARDS_IN_MEMORY && oldest !== undefined) read.delete(oldest);
      return content;
    },
  };
}

/** Opens the places of the release in use, and names it; null where none was published. */
export type OpenCurrentPlaces = () => Promise<(PlaceTable & { release: string }) | null>;

export function createCurrentPlaces(files: SharedFiles): OpenCurrentPlaces {
  let current: (PlaceTable & { release: string }) | undefined;
  return async () => {
    const pointer = await files.readCurrent(POINTER_KEY, ReleasePointer);
    if (!pointer) return null;
    if (current?.release === pointer.release) return current;
    const manifest = await files.readPublished(toManifestKey(pointer.release), ReleaseManifest);
    if (!manifest) throw new ExternalServiceError("shared_files", "server_error", `${pointer.release} is gone`);
    current = { release: pointer.release, ...createPlaceTable(files, manifest) };
    return current;
  };
}

/** The shards that may hold what begins with a key: the longest beginning, then the shorter ones. */
export function listShardsFor(shards: readonly string[], key: string): string[] {
  const found: string[] = [];
  for (let shard = findPlaceShard(shards, key); shard; shard = findPlaceShard(shards, [...shard].slice(0, -1).join("")))
    found.push(shard);
  return found;
}
