import { deleteExpiredNetworkCounts } from "../auth/store-shared-counts";
import { deleteExpiredAttempts } from "../auth/store-sign-in-attempts";
import type { Deps } from "../compose";
import { requestDeletion } from "./account-deletion";
import { CV_TEXT_STALE_MS, enqueueCvText } from "./cv/cv-text-job";
import { listOverdueCvs } from "./cv/store-cv";
import { listUnfinishedDeletions } from "./store-account-deletion";

const CVS_PER_RUN = 50;
const DELETIONS_PER_RUN = 20;
/** A deletion older than this may have lost its alarm. Resuming one that has it does no harm. Milliseconds. */
const DELETION_STALE_MS = 2 * 60_000;

/** Resumes CV extractions and deletions whose wake-up was lost; deletes old sign-in failures and sign-up attempts. */
export async function runAccountJobs(deps: Deps): Promise<void> {
  const toTimeAgo = (ms: number) => new Date(deps.now().getTime() - ms).toISOString();
  for (const { userId, cvPath } of await listOverdueCvs(deps.db, toTimeAgo(CV_TEXT_STALE_MS), CVS_PER_RUN))
    await enqueueCvText(deps, userId, cvPath);
  await deleteExpiredAttempts(deps.sharedDb, deps.now());
  await deleteExpiredNetworkCounts(deps.sharedDb, deps.now());
  for (const userId of await listUnfinishedDeletions(deps.db, toTimeAgo(DELETION_STALE_MS), DELETIONS_PER_RUN))
    await requestDeletion(deps, userId);
}
