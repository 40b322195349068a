import type { CommonDeps, Deps } from "../compose";
import { logError } from "../lib/log";
import { clearObjectionNetworks } from "../suppression/store-objections";
import { ensureSearchRuns } from "./ensure-search-runs";
import { listRunningSearches } from "./store-searches";

const MAX_ROWS_PER_RUN = 500;

/** How long the operator can find all objections of one network, to lift a flood of them together (ms). */
const NETWORK_RETENTION_MS = 30 * 86_400_000;

/** A search that runs for longer than this is checked (ms). */
const STUCK_AFTER_MS = 60_000;

/** Checks running searches: one whose start was interrupted would block its user's next search for ever. */
export async function resumeStuckSearches(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - STUCK_AFTER_MS).toISOString();
  for (const row of await listRunningSearches(deps.db, before, MAX_ROWS_PER_RUN)) {
    await ensureSearchRuns(deps, row).catch((error: unknown) =>
      logError("search_not_revived", error, { searchId: row.id }),
    );
  }
}

/** Forgets the networks of old objections. */
export async function purgeObjectionNetworks({ sharedDb, now }: CommonDeps): Promise<void> {
  await clearObjectionNetworks(sharedDb, new Date(now().getTime() - NETWORK_RETENTION_MS).toISOString());
}
