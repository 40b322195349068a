import type { Deps } from "../../compose";
import { MAX_ATTEMPTS } from "../rules-message";
import { enqueueItems } from "./start-generation";
import { requeueStaleItems } from "./store-generations";

/** A run beats every second; one that has been still for so long is dead. Milliseconds. */
export const STALE_AFTER_MS = 15_000;
/** What a generation has not brought after this long it will not bring. Milliseconds. */
const MAX_GENERATION_AGE_MS = 2 * 3_600_000;

/**
 * Looks after a user's generation: dead runs get another try, turns whose messages were lost are woken again.
 * @returns whether there is anything left to look after
 */
export async function restartStaleGeneration(
  deps: Pick<Deps, "db" | "now" | "queues">,
  userId: string,
): Promise<boolean> {
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { wake: turns, left } = await requeueStaleItems(
    deps.db,
    userId,
    { deadBefore: ago(STALE_AFTER_MS), overdueBefore: ago(MAX_GENERATION_AGE_MS), attempts: MAX_ATTEMPTS },
    now.toISOString(),
  );
  await enqueueItems(deps, turns);
  return left;
}
