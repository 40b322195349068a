import type { UserDatabase, Statement } from "../db/client";
import { revokePollTokens } from "../platform/activity-signals";
import type { Env } from "../platform/env";
import { type SessionSelection, endSessionQueries } from "./store-sessions";

/** What sessions are stored in and reported to. */
export interface SessionDeps {
  db: UserDatabase;
  activities: Env["ACTIVITY"];
  now(): Date;
}

/**
 * Ends sessions of a user, for a logout, for one ended from the list, for all of them and after a new password; revokes
 * the user's poll tokens.
 * @param extraQueries written in the same batch
 * @returns whether there were any, and the results of `extraQueries`
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
  // The remaining session gets a new token, so that copies of its old cookies are worthless too.
  if (ended || ending.which === "others") await revokePollTokens(deps, userId);
  return { ended, extraQueries: answers.slice(0, extraQueries.length) };
}

/** Whether the last statement of a batch has ended any sessions. */
export function hasEndedSessions(answers: readonly unknown[]): boolean {
  const ended = answers.at(-1);
  return Array.isArray(ended) && ended.length > 0;
}
