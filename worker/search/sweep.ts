import type { Deps } from "../deps";
import { forgetNetworks } from "./store-objections";
import { forgetSites } from "./store-sites";

const MOST = 500;

/** An objection counts against the network it came from for an hour. Milliseconds. */
const NETWORK_KEPT = 3_600_000;

/** Forgets what was read of sites more than a month ago, and where objections came from. */
export async function sweepSites({ db, now }: Deps): Promise<void> {
  await forgetSites(db, now(), MOST);
  await forgetNetworks(db, new Date(now().getTime() - NETWORK_KEPT).toISOString());
}
