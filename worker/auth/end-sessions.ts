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
 * @param extraQueries what is written with it, all or nothing
 * @returns whether there were any, and what `also` answered
 */
export async function endSessions(
  deps: SessionDeps,
  userId: string,
  ending: SessionSelection,
  extraQueries: readonly Statement[] = [],
): Promise<{ ended: boolean; extraQueries: unknown[] }> {
  const { forget, end } = endSessionQueries(deps.db, userId, ending);
  const [first = end, ...rest]: readonly Statement[] = [...extraQueries, ...forget, end];
  const answers: unknown[] = await deps.db.batch([first, ...rest]);
  const ended = hasEndedSessions(answers);
  // The session that stays gets a new token: a copy of its old cookies is to be worth nothing either.
  if (ended || ending.which === "others") await revokePollTokens(deps, userId);
  return { ended, extraQueries: answers.slice(0, extraQueries.length) };
}

/** Whether the last statement of a batch, which was to end sessions, has ended any. */
export function hasEndedSessions(answers: readonly unknown[]): boolean {
  const ended = answers.at(-1);
  return Array.isArray(ended) && ended.length > 0;
}
