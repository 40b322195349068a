import type { Deps } from "../compose";
import { logError } from "../lib/log";
import { clearObjectionNetworks } from "../suppression/store-objections";
import { purgeSites } from "./crawl/store-site-cache";
import { resumeSearch } from "./resume-search";
import { listRunningSearches } from "./store-searches";

const MAX_ROWS_PER_RUN = 500;

/** So long the operator can tell which objections came from one network, and lift a flood together. Milliseconds. */
const NETWORK_RETENTION_MS = 30 * 86_400_000;

/** A search that has run for so long is looked at. Milliseconds. */
const STUCK_AFTER_MS = 60_000;

/** Looks at every search that runs: one whose start was cut off would otherwise run for ever, and its user could start no other. */
export async function resumeStuckSearches(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - STUCK_AFTER_MS).toISOString();
  for (const row of await listRunningSearches(deps.db, before, MAX_ROWS_PER_RUN)) {
    await resumeSearch(deps, row).catch((error: unknown) =>
      logError("search_not_revived", error, { searchId: row.id }),
    );
  }
}

/** Forgets what was read of sites more than a month ago, and where objections came from. */
export async function purgeSitesAndNetworks({ db, now }: Deps): Promise<void> {
  await purgeSites(db, now(), MAX_ROWS_PER_RUN);
  await clearObjectionNetworks(db, new Date(now().getTime() - NETWORK_RETENTION_MS).toISOString());
}
