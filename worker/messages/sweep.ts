import type { Deps } from "../deps";
import { usersLeftBehind } from "./store-generations";
import { STILL, tendGeneration } from "./tend";

/** Backstop for objects whose alarm is gone: twice as patient as they are, so that it normally finds nothing. */
export async function sweepGenerations(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - 2 * STILL).toISOString();
  for (const userId of await usersLeftBehind(deps.db, before)) {
    if (await tendGeneration(deps, userId))
      await deps.generations.get(deps.generations.idFromName(userId)).watch(userId);
  }
}
