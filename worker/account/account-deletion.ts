import type { Deps } from "../compose";
import { logError } from "../lib/log";
import { deleteEntry, releaseIdentity } from "../shards/store-user-directory";
import { toCvPrefix } from "./cv/cv-text-job";
import { deleteAccountRows, deleteUserRows, markDeleted, listSearchIds } from "./store-account-deletion";

const SEARCHES_PER_BATCH = 5;
/**
 * Requests admitted before the account was closed may still write, so a last pass runs this long after. Milliseconds.
 */
const FINAL_PASS_DELAY_MS = 30_000;
/** How long a failing revocation at Google may delay the rest of the deletion. Milliseconds. */
const GOOGLE_REVOKE_TIMEOUT_MS = 10 * 60_000;

/**
 * Closes an account and deletes its data. Its object retries what fails and runs a last pass half a minute later.
 * @returns whether everything could be deleted at once
 */
export async function requestDeletion(
  { accounts, shard }: Pick<Deps, "accounts" | "shard">,
  userId: string,
): Promise<boolean> {
  return accounts
    .get(accounts.idFromName(userId))
    .close(userId, shard)
    .catch((error: unknown) => {
      logError("deletion_unfinished", error);
      return false;
    });
}

/**
 * The same for the waiting user: the account is closed, or this throws.
 * @returns false when a part is still to be deleted
 */
export async function closeAndDeleteAccount(
  deps: Pick<Deps, "accounts" | "db" | "now" | "shard">,
  userId: string,
): Promise<boolean> {
  if (await requestDeletion(deps, userId)) return true;
  // The object may have missed the call; the cron job finds the closed account.
  await markDeleted(deps.db, userId, deps.now().toISOString());
  return false;
}

/**
 * One step of a deletion: closes the account, then deletes all that can be deleted. Steps may repeat, and a failing
 * part does not stop the others; rows that lead to other data go last, then the account, then its entry in the
 * directory.
 * @returns milliseconds until the next step; null when nothing is left
 */
export async function runDeletionStep(deps: Deps, userId: string): Promise<number | null> {
  const { sharedDb } = deps;
  const closedAt = await markDeleted(deps.db, userId, deps.now().toISOString());
  if (closedAt === null) {
    await deleteEntry(sharedDb, userId);
    return null;
  }
  // Only now: while the account was open, its e-mail could have been given to a second one.
  await releaseIdentity(sharedDb, userId);
  const age = deps.now().getTime() - Date.parse(closedAt);
  const { activities, generations, files } = deps;
  const parts = await Promise.allSettled([
    eraseMailbox(deps, userId, age > GOOGLE_REVOKE_TIMEOUT_MS),
    generations.get(generations.idFromName(userId)).erase(),
    activities.get(activities.idFromName(userId)).erase(),
    eraseSearches(deps, userId),
    files.deleteAll(toCvPrefix(userId)),
  ]);
  await deleteUserRows(deps.db, userId);
  for (const part of parts) if (part.status === "rejected") throw part.reason;
  if (age < FINAL_PASS_DELAY_MS) return FINAL_PASS_DELAY_MS - age;
  await deleteAccountRows(deps.db, userId);
  // The very last: it says where the rest would be.
  await deleteEntry(sharedDb, userId);
  return null;
}

async function eraseMailbox({ mailboxes }: Pick<Deps, "mailboxes">, userId: string, force: boolean): Promise<void> {
  if (!(await mailboxes.get(mailboxes.idFromName(userId)).erase(force)))
    throw new Error("Google could not be told that the grant has ended");
}

async function eraseSearches({ db, searches }: Pick<Deps, "db" | "searches">, userId: string): Promise<void> {
  const ids = await listSearchIds(db, userId);
  for (let at = 0; at < ids.length; at += SEARCHES_PER_BATCH) {
    await Promise.all(
      ids.slice(at, at + SEARCHES_PER_BATCH).map((id) => searches.get(searches.idFromName(id)).erase()),
    );
  }
}
