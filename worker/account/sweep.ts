import type { Deps } from "../deps";
import { logFault } from "../log";
import { READING_LOST, wakeReader } from "./cv";
import { finishDeletion } from "./deletion";
import { forgottenCvs } from "./store-cv";
import { unfinishedDeletions } from "./store-deletion";

const CVS = 50;
const DELETIONS = 20;
/** A deletion younger than this is still being made by its own call. Milliseconds. */
const DELETION_STUCK = 60_000;

/** Wakes the reading of CVs whose wake-up was lost, and finishes deletions that were cut short. */
export async function sweepAccounts(deps: Deps): Promise<void> {
  const ago = (ms: number) => new Date(deps.now().getTime() - ms).toISOString();
  for (const { userId, cvPath } of await forgottenCvs(deps.db, ago(READING_LOST), CVS)) await wakeReader(deps, userId, cvPath);
  for (const userId of await unfinishedDeletions(deps.db, ago(DELETION_STUCK), DELETIONS)) {
    // One account that cannot be finished must not keep the others from it.
    await finishDeletion(deps, userId).catch((error: unknown) => logFault("deletion_unfinished", error));
  }
}
