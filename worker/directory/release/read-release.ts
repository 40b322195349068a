import { ExternalServiceError, type SharedFiles } from "../../platform/ports";
import { POINTER_KEY, ReleaseManifest, ReleasePointer, toManifestKey, toTileKey } from "./release-format";
import { listZoneTiles, type SearchZone, type ZoneTile } from "./search-zone";
import { type CompanyQuery, CompanySelection, type SelectedCompany, UncheckedTile } from "./select-companies";

/** Tiles in memory at once. */
const MAX_TILES_AT_ONCE = 2;
/** Reason of an error: the release was deleted while it was read. */
const RELEASE_GONE = "release_gone";

/** The release in use; null where none was published. */
export const findCurrentRelease = async (files: SharedFiles, options?: { isFresh?: boolean }): Promise<string | null> =>
  (await files.readCurrent(POINTER_KEY, ReleasePointer, options))?.release ?? null;

/** @returns null for a release that is gone */
export const readManifest = (files: SharedFiles, release: string): Promise<ReleaseManifest | null> =>
  files.readPublished(toManifestKey(release), ReleaseManifest);

export interface ZoneCompanies {
  companies: SelectedCompany[];
  /** There are more than the limit. */
  hasMore: boolean;
}

/**
 * The companies of a zone in one release, best first.
 * @throws ExternalServiceError; isReleaseGone tells whether the release was deleted
 */
export async function findZoneCompanies(
  files: SharedFiles,
  manifest: Pick<ReleaseManifest, "release" | "split_tiles">,
  zone: SearchZone,
  kinds: readonly CompanyQuery[],
  limit: number,
): Promise<ZoneCompanies> {
  const { release } = manifest;
  const selection = new CompanySelection(zone, kinds, limit);
  const missing: ZoneTile[] = [];
  const waiting = listZoneTiles(zone, manifest.split_tiles);
  while (waiting[0] && !selection.isFull(waiting[0].distanceKm)) {
    const next = waiting.splice(0, MAX_TILES_AT_ONCE);
    const tiles = await Promise.all(next.map(({ id }) => files.readPublished(toTileKey(release, id), UncheckedTile)));
    for (const [i, tile] of tiles.entries())
      if (tile) selection.addTile(tile);
      else missing.push(...next.slice(i, i + 1));
  }
  // A tile without companies has no file, and neither has one of a release that was deleted.
  if (missing.length > 0 && !(await files.exists(toManifestKey(release))))
    throw new ExternalServiceError("shared_files", "server_error", `release ${release} is gone`, {
      reason: RELEASE_GONE,
    });
  const part = missing.find(({ isPart }) => isPart);
  if (part) throw new ExternalServiceError("shared_files", "server_error", `release ${release} has no ${part.id}`);
  return selection.list();
}

export const isReleaseGone = (error: unknown): boolean =>
  error instanceof ExternalServiceError && error.details.reason === RELEASE_GONE;
