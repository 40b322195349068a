import type { Deps } from "../deps";
import { READING_LOST, wakeReader } from "./cv";
import { closeAccount } from "./deletion";
import { forgottenCvs } from "./store-cv";
import { unfinishedDeletions } from "./store-deletion";
import { sweepTries } from "./store-sign-ins";
import { sweepRegistrations } from "./store-spending";

const CVS = 50;
const DELETIONS = 20;
/** A deletion that is older than this may have lost its alarm, or never had one. Going on with one that has it does no harm. Milliseconds. */
const DELETION_STUCK = 2 * 60_000;

/** Wakes the reading of CVs whose wake-up was lost, and the deletions whose alarm was; forgets old failures to sign in and old tries to sign up. */
export async function sweepAccounts(deps: Deps): Promise<void> {
  const ago = (ms: number) => new Date(deps.now().getTime() - ms).toISOString();
  for (const { userId, cvPath } of await forgottenCvs(deps.db, ago(READING_LOST), CVS))
    await wakeReader(deps, userId, cvPath);
  await sweepTries(deps.db, deps.now());
  await sweepRegistrations(deps.db, deps.now());
  for (const userId of await unfinishedDeletions(deps.db, ago(DELETION_STUCK), DELETIONS))
    await closeAccount(deps, userId);
}
