import type { Deps } from "../compose";
import { logError } from "../lib/log";
import { toCvPrefix } from "./cv/cv-text-job";
import { deleteAccountRows, deleteUserRows, markDeleted, listSearchIds } from "./store-account-deletion";

const SEARCHES_PER_BATCH = 5;
/** A call admitted before the account was closed may still write: the last look comes this long after. Milliseconds. */
const FINAL_PASS_DELAY_MS = 30_000;
/** How long Google, to be told that the grant has ended, may keep the rest from going. Milliseconds. */
const GOOGLE_REVOKE_TIMEOUT_MS = 10 * 60_000;

/**
 * Closes an account and deletes what belongs to it. Its object goes on with what fails, and takes a last look half a minute later.
 * @returns whether everything could be deleted at once
 */
export async function requestDeletion({ accounts }: Pick<Deps, "accounts">, userId: string): Promise<boolean> {
  return accounts
    .get(accounts.idFromName(userId))
    .close(userId)
    .catch((error: unknown) => {
      logError("deletion_unfinished", error);
      return false;
    });
}

/**
 * The same, for the user who waits: whatever fails, the account is closed, or this throws.
 * @returns false when some of it is still to come
 */
export async function closeAndDeleteAccount(
  deps: Pick<Deps, "accounts" | "db" | "now">,
  userId: string,
): Promise<boolean> {
  if (await requestDeletion(deps, userId)) return true;
  // Its object may never have heard of it. The sweep finds the tombstone.
  await markDeleted(deps.db, userId, deps.now().toISOString());
  return false;
}

/**
 * One step of a deletion: the account is closed, then everything that can go goes. Any step may run twice, and one part that fails
 * keeps no other from going; what leads to the parts goes last, the account itself at the very end.
 * @returns milliseconds until the next step is due; null when nothing is left
 */
export async function runDeletionStep(deps: Deps, userId: string): Promise<number | null> {
  const closedAt = await markDeleted(deps.db, userId, deps.now().toISOString());
  if (closedAt === null) return null;
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
