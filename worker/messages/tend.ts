import type { Deps } from "../deps";
import { wake } from "./bulk";
import { ATTEMPTS } from "./rules";
import { reviveTurns } from "./store-generations";

/** A run beats every second; one that has been still for so long is dead. Milliseconds. */
export const STILL = 15_000;
/** What a generation has not brought after this long it will not bring. Milliseconds. */
const OVERDUE = 2 * 3_600_000;

/**
 * Looks after a user's generation: dead runs get another try, turns whose messages were lost are woken again.
 * @returns whether there is anything left to look after
 */
export async function tendGeneration(deps: Pick<Deps, "db" | "now" | "queues">, userId: string): Promise<boolean> {
  const now = deps.now();
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { wake: turns, left } = await reviveTurns(
    deps.db,
    userId,
    { deadBefore: ago(STILL), overdueBefore: ago(OVERDUE), attempts: ATTEMPTS },
    now.toISOString(),
  );
  await wake(deps, turns);
  return left;
}
