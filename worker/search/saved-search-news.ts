import { listIdentities } from "../companies/store-import";
import type { Deps } from "../compose";
import { LIMITS } from "../contract/limits";
import { findCurrentRelease, readManifest } from "../directory/release/read-release";
import { type ReleaseManifest, toTileKey } from "../directory/release/release-format";
import { listZoneTiles, toBoxZone } from "../directory/release/search-zone";
import { CompanySelection, UncheckedTile } from "../directory/release/select-companies";
import { interleave } from "../lib/interleave";
import { logError } from "../lib/log";
import { ExternalServiceError } from "../platform/ports";
import { toWantedKinds } from "./rules-business-types";
import { toCompanyIdentity } from "./rules-same-company";
import { type ListedSavedSearch, savedSearchQuery, saveNews, type SavedSearchRow } from "./store-saved-searches";

/** Kept searches that one visit compares with a new release, and tiles or parts of them read for each. */
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
  const waiting = listed.filter((row) => row.release !== release).slice(0, MAX_CHECKS_PER_VISIT);
  const manifest = waiting.length > 0 ? await readManifest(ports.sharedFiles, release) : null;
  // Gone by now: the next visit reads another one.
  if (!manifest) return;
  for (const { id } of waiting) {
    const [[row], known] = await Promise.all([
      savedSearchQuery(ports.db, userId, id),
      listIdentities(ports.db, userId),
    ]);
    if (row) await saveNews(ports.db, row, release, await findNews(ports, row, known, manifest));
  }
}

/** Identities of companies of a release that no run of a search has found, and that are not the user's. */
async function findNews(
  { sharedFiles, parseSiteUrl }: NewsPorts,
  { request, seen, zones }: SavedSearchRow,
  known: ReadonlySet<string>,
  manifest: ReleaseManifest,
): Promise<string[]> {
  const kinds = toWantedKinds(request.business_types);
  const searched = zones.map(toBoxZone);
  const selections = searched.map((zone) => new CompanySelection(zone, kinds, LIMITS.seenCompanies));
  const tiles = interleave(searched.map((zone) => listZoneTiles(zone, manifest.split_tiles)));
  for (const id of [...new Set(tiles.map((tile) => tile.id))].slice(0, MAX_TILES_PER_CHECK)) {
    const tile = await sharedFiles.readPublished(toTileKey(manifest.release, id), UncheckedTile);
    if (tile) for (const selection of selections) selection.addTile(tile);
  }
  const old = new Set([...seen, ...known]);
  const found = selections
    .flatMap((selection) => selection.list().companies)
    .map(({ company: { site, emails = [], phones = [], country } }) =>
      toCompanyIdentity({ website: site === undefined ? null : parseSiteUrl(site), emails, phones }, country),
    );
  const news = new Set(found.flatMap((identity) => (identity === null || old.has(identity) ? [] : [identity])));
  return [...news].slice(0, LIMITS.seenCompanies);
}
