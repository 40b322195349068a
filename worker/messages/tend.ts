import type { Deps } from "../deps";
import { wake } from "./bulk";
import { ATTEMPTS } from "./rules";
import { reviveTurns } from "./store-generations";

/** A run beats every second; one that has been still for so long is dead. Milliseconds. */
export const STILL = 15_000;

/**
 * Looks after a user's generation: dead runs get another try, turns whose messages were lost are woken again.
 * @returns whether there is anything left to look after
 */
export async function tendGeneration(deps: Pick<Deps, "db" | "now" | "queues">, userId: string): Promise<boolean> {
  const now = deps.now();
  const { wake: turns, left } = await reviveTurns(deps.db, userId, new Date(now.getTime() - STILL).toISOString(), ATTEMPTS, now.toISOString());
  await wake(deps, turns);
  return left;
}
