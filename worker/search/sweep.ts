import type { Deps } from "../deps";
import { forgetSites } from "./store-sites";

const MOST = 500;

/** Forgets what was read of sites more than a month ago. */
export async function sweepSites({ db, now }: Deps): Promise<void> {
  await forgetSites(db, now(), MOST);
}
