import { deleteExpiredAttempts } from "../auth/store-sign-in-attempts";
import type { CommonDeps, Deps } from "../compose";
import { deleteExpiredNetworkCounts } from "../quotas/store-shared-counts";
import { deleteEndedMoves } from "../shards/store-account-moves";
import { listElsewhere, listReservations, settleReservations } from "../shards/store-user-directory";
import { requestDeletion } from "./account-deletion";
import { CV_TEXT_STALE_MS, enqueueCvText } from "./cv/cv-text-job";
import { listOverdueCvs } from "./cv/store-cv";
import { listUnfinishedDeletions } from "./store-account-deletion";
import { listAccounts } from "./store-accounts";

const CVS_PER_RUN = 50;
const DELETIONS_PER_RUN = 20;
const RESERVATIONS_PER_RUN = 40;
/** A deletion older than this may have lost its alarm. Resuming one that has it does no harm. Milliseconds. */
const DELETION_STALE_MS = 2 * 60_000;
/** No sign-up that has reserved an e-mail takes so long to open the account. Milliseconds. */
const RESERVATION_STALE_MS = 10 * 60_000;

const toTimeAgo = ({ now }: Pick<CommonDeps, "now">, ms: number) => new Date(now().getTime() - ms).toISOString();

/** Resumes CV extractions whose wake-up was lost. */
export async function resumeCvReadings(deps: Deps): Promise<void> {
  for (const { userId, cvPath } of await listOverdueCvs(deps.db, toTimeAgo(deps, CV_TEXT_STALE_MS), CVS_PER_RUN))
    await enqueueCvText(deps, userId, cvPath);
}

/**
 * Resumes deletions whose alarm was lost. A closed account whose user is in another shard is none: a restore has
 * brought it back after a move.
 */
export async function resumeDeletions(deps: Deps): Promise<void> {
  const { sharedDb, shard, shards } = deps;
  const before = toTimeAgo(deps, DELETION_STALE_MS);
  const closed = await listUnfinishedDeletions(deps.db, before, DELETIONS_PER_RUN);
  const elsewhere = shards.length === 1 ? [] : await listElsewhere(sharedDb, closed, shard);
  for (const userId of closed) if (!elsewhere.includes(userId)) await requestDeletion(deps, userId);
}

/** So long a shard that a user has left refuses their writes: no call from before lasts longer. Milliseconds. */
const MOVE_KEPT_MS = 60 * 60_000;

/** Forgets moves that have ended. */
export async function forgetMoves(deps: Deps): Promise<void> {
  await deleteEndedMoves(deps.db, toTimeAgo(deps, MOVE_KEPT_MS));
}

/** Deletes old sign-in failures and sign-up attempts. */
export async function deleteExpiredCounts({ sharedDb, now }: CommonDeps): Promise<void> {
  await deleteExpiredAttempts(sharedDb, now());
  await deleteExpiredNetworkCounts(sharedDb, now());
}

/** Confirms the entries of accounts that were opened, and gives the e-mails of sign-ups that came to nothing free. */
export async function settleSignUps(deps: CommonDeps): Promise<void> {
  const { sharedDb, shards, openShard } = deps;
  const before = toTimeAgo(deps, RESERVATION_STALE_MS);
  const reserved = await listReservations(sharedDb, before, RESERVATIONS_PER_RUN);
  for (const shard of shards) {
    const userIds = reserved.filter((entry) => entry.shard === shard).map(({ userId }) => userId);
    if (userIds.length === 0) continue;
    const opened = await listAccounts(openShard(shard).db, userIds);
    const unused = userIds.filter((userId) => !opened.includes(userId));
    await settleReservations(sharedDb, { opened, unused }, before);
  }
}
