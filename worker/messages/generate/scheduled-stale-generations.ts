import type { Deps } from "../../compose";
import { STALE_AFTER_MS, restartStaleGeneration } from "./restart-stale-generation";
import { listUsersWithStaleItems } from "./store-generations";

/** Backstop for objects whose alarm is gone: twice as patient as they are, so that it normally finds nothing. */
export async function restartAllStaleGenerations(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - 2 * STALE_AFTER_MS).toISOString();
  for (const userId of await listUsersWithStaleItems(deps.db, before)) {
    if (await restartStaleGeneration(deps, userId))
      await deps.generations.get(deps.generations.idFromName(userId)).watch(userId);
  }
}
