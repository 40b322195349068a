import { listIdentities } from "../companies/store-import";
import type { Deps } from "../compose";
import { foldName } from "../directory/place-keys";
import { findCurrentRelease } from "../directory/release/read-release";
import { type Box, listTileIds, Tile, type TileCompany, toTileKey } from "../directory/release/release-format";
import { logError } from "../lib/log";
import { ExternalServiceError } from "../platform/ports";
import { toWantedKinds, type WantedKind } from "./rules-business-types";
import { toCompanyIdentity } from "./rules-same-company";
import { type ListedSavedSearch, savedSearchQuery, saveNews, type SavedSearchRow } from "./store-saved-searches";

/** Kept searches that one visit compares with a new release, and tiles read for one of them. */
const MAX_CHECKS_PER_VISIT = 3;
const MAX_TILES_PER_CHECK = 24;

/** The directory's release in use; null without one, and when it cannot be read now. */
export async function findUsableRelease(files: Deps["sharedFiles"]): Promise<string | null> {
  try {
    return await findCurrentRelease(files);
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    logError("release_unread", error);
    return null;
  }
}

type NewsPorts = Pick<Deps, "db" | "sharedFiles" | "parseSiteUrl">;

/** Compares the user's kept searches with the directory's present release, a few at a visit. */
export async function lookForNews(ports: NewsPorts, userId: string, listed: readonly ListedSavedSearch[]) {
  if (listed.length === 0) return;
  const release = await findUsableRelease(ports.sharedFiles);
  if (release === null) return;
  for (const { id } of listed.filter((row) => row.release !== release).slice(0, MAX_CHECKS_PER_VISIT)) {
    const [[row], known] = await Promise.all([
      savedSearchQuery(ports.db, userId, id),
      listIdentities(ports.db, userId),
    ]);
    if (row) await saveNews(ports.db, row, release, await countNews(ports, row, known, release));
  }
}

/** Companies of a release that no run of a search has found, and that the user does not have. */
async function countNews(
  { sharedFiles, parseSiteUrl }: NewsPorts,
  { request, seen, zones }: SavedSearchRow,
  known: ReadonlySet<string>,
  release: string,
): Promise<number> {
  const kinds = toWantedKinds(request.business_types);
  const old = new Set([...seen, ...known]);
  const found = new Set<string>();
  const tiles = [...new Set(zones.flatMap(listTileIds))].slice(0, MAX_TILES_PER_CHECK);
  for (const id of tiles) {
    const tile = await sharedFiles.readPublished(toTileKey(release, id), Tile);
    for (const company of tile?.companies ?? []) {
      if (!isInAny(zones, company) || !isWanted(company, tile?.categories ?? [], kinds)) continue;
      const { site, emails = [], phones = [], country } = company;
      const website = site === undefined ? null : parseSiteUrl(site);
      const identity = toCompanyIdentity({ website, emails, phones }, country);
      if (identity !== null && !old.has(identity)) found.add(identity);
    }
  }
  return found.size;
}

const isInAny = (zones: readonly Box[], { lat, lon }: TileCompany): boolean =>
  zones.some(({ south, west, north, east }) => lat >= south && lat <= north && lon >= west && lon <= east);

const isWanted = (
  { kinds, name }: TileCompany,
  categories: readonly string[],
  wanted: readonly WantedKind[],
): boolean =>
  wanted.some(
    ({ gcid, nameContains }) =>
      (gcid !== undefined && kinds.some((kind) => categories[kind] === gcid)) ||
      (nameContains !== undefined && foldName(name).includes(foldName(nameContains))),
  );
