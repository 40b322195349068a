import type { Database, Statement } from "../db/client";
import { revokePollTokens } from "../platform/activity-signals";
import type { Env } from "../platform/env";
import { type SessionSelection, endSessionQueries } from "./store-sessions";

/** What sessions are stored in and reported to. */
export interface SessionDeps {
  db: Database;
  activities: Env["ACTIVITY"];
  now(): Date;
}

/**
 * Ends sessions of a user: the one verb for a logout, for a session ended from the list, for all of them at once and
 * for those that a new password ends. Whoever has to hear of an ended session is told here.
 * @param also what is written with it, all or nothing
 * @returns whether there were any, and what `also` answered
 */
export async function endSessions(
  deps: SessionDeps,
  userId: string,
  ending: SessionSelection,
  also: readonly Statement[] = [],
): Promise<{ ended: boolean; also: unknown[] }> {
  const { forget, end } = endSessionQueries(deps.db, userId, ending);
  const [first = end, ...rest]: readonly Statement[] = [...also, ...forget, end];
  const answers: unknown[] = await deps.db.batch([first, ...rest]);
  const ended = hasEndedSessions(answers);
  // The session that stays gets a new token: a copy of its old cookies is to be worth nothing either.
  if (ended || ending.which === "others") await revokePollTokens(deps, userId);
  return { ended, also: answers.slice(0, also.length) };
}

/** Whether the last statement of a batch, which was to end sessions, has ended any. */
export function hasEndedSessions(answers: readonly unknown[]): boolean {
  const ended = answers.at(-1);
  return Array.isArray(ended) && ended.length > 0;
}
