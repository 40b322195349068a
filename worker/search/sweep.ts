import type { Deps } from "../deps";
import { logFault } from "../log";
import { revived } from "./revive";
import { runningSearches } from "./store";
import { forgetNetworks } from "./store-objections";
import { forgetSites } from "./store-sites";

const MOST = 500;

/** So long the operator can tell which objections came from one network, and lift a flood together. Milliseconds. */
const NETWORK_KEPT = 30 * 86_400_000;

/** A search that has run for so long is looked at. Milliseconds. */
const LOOKED_AT = 60_000;

/** Looks at every search that runs: one whose start was cut off would otherwise run for ever, and its user could start no other. */
export async function sweepSearches(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - LOOKED_AT).toISOString();
  for (const row of await runningSearches(deps.db, before, MOST)) {
    await revived(deps, row).catch((error: unknown) => logFault("search_not_revived", error, { searchId: row.id }));
  }
}

/** Forgets what was read of sites more than a month ago, and where objections came from. */
export async function sweepSites({ db, now }: Deps): Promise<void> {
  await forgetSites(db, now(), MOST);
  await forgetNetworks(db, new Date(now().getTime() - NETWORK_KEPT).toISOString());
}
