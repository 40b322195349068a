import type { Deps } from "../deps";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { cvPrefix } from "./cv";
import { deleteRows, entomb, searchIdsOf } from "./store-deletion";

const AT_ONCE = 5;

/**
 * Deletes an account and all that belongs to it. It is closed at once; what fails after that is gone on with by the sweep.
 * @throws Refusal `unavailable` when not everything is gone yet
 */
export async function deleteAccount(deps: Deps, userId: string): Promise<void> {
  await entomb(deps.db, userId, deps.now().toISOString());
  await finishDeletion(deps, userId).catch((error: unknown) => {
    logFault("deletion_unfinished", error);
    throw new Refusal("unavailable", { text: "Your account is closed; the rest of it is being deleted", retryAfterSeconds: 600 });
  });
}

/** Deletes what is left of a closed account: the objects, the files, the rows, the account itself last. Any step may run twice. */
export async function finishDeletion(deps: Deps, userId: string): Promise<void> {
  const { searches, generations, mailboxes } = deps;
  await mailboxes.get(mailboxes.idFromName(userId)).erase();
  await generations.get(generations.idFromName(userId)).erase();
  const searchIds = await searchIdsOf(deps.db, userId);
  for (let at = 0; at < searchIds.length; at += AT_ONCE) {
    await Promise.all(searchIds.slice(at, at + AT_ONCE).map((id) => searches.get(searches.idFromName(id)).erase()));
  }
  await deps.files.deleteAll(cvPrefix(userId));
  await deleteRows(deps.db, userId);
}
