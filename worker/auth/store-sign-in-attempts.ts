import { and, eq, gt, lt, max, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { signInFailures } from "../db/schema/account";
import { listBlockEnds } from "./rules-sign-in-attempts";

/** Counters of an attempt, and how many failures each allows before the longest wait. */
export interface AttemptLimit {
  /** Hashed. */
  key: string;
  most: number;
}

/** Counters of an attempt: one list where the condition holds, the other where it does not. */
export interface AttemptKeys {
  isKnown: SQL;
  known: readonly AttemptLimit[];
  unknown: readonly AttemptLimit[];
}

const { key, remaining, failedAt, blockedUntil: until } = signInFailures;

/** The counters as a table of `key` and `most`. */
function attemptLimitsSql({ isKnown, known, unknown }: AttemptKeys): SQL {
  const all = JSON.stringify([
    ...known.map((budget) => ({ ...budget, known: 1 })),
    ...unknown.map((budget) => ({ ...budget, known: 0 })),
  ]);
  return sql`(SELECT value ->> 'key' AS key, value ->> 'most' AS most
    FROM json_each(${all}) WHERE value ->> 'known' = (${isKnown}))`;
}
const hasAttemptKey = (keys: AttemptKeys) => sql`${key} IN (SELECT b.key FROM ${attemptLimitsSql(keys)} b)`;

/**
 * Counts an attempt as failed before its password is checked, so that a thousand at once count too;
 * `clearAttemptsQuery` reverts it for a right one. No row: a wait is on, and nothing was counted. Goes into the batch
 * that reads the account.
 */
export function countAttemptQuery(db: UserDatabase, keys: AttemptKeys, now: Date) {
  const at = now.toISOString();
  const blocked = sql`SELECT 1 FROM ${signInFailures} WHERE ${hasAttemptKey(keys)} AND ${until} > ${at}`;
  // After a while without a failure the count restarts.
  const forgotten = sql`${failedAt} <= ${new Date(now.getTime() - LIMITS.signInWaitMs).toISOString()}`;
  const left = sql`CASE WHEN ${forgotten} THEN excluded.remaining ELSE max(${remaining} - 1, 0) END`;
  const toBlockEndSql = (after: SQL) =>
    sql`coalesce(json_extract(${JSON.stringify(listBlockEnds(now))}, '$[' || (${after}) || ']'), '')`;
  const first = sql`b.most - 1`;
  return db
    .insert(signInFailures)
    .select(
      db
        .select({
          key: sql<string>`b.key`.as("key"),
          remaining: sql<number>`${first}`.as("remaining"),
          failedAt: sql<string>`${at}`.as("failed_at"),
          blockedUntil: sql<string>`${toBlockEndSql(first)}`.as("blocked_until"),
        })
        .from(sql`${attemptLimitsSql(keys)} b`)
        .where(sql`NOT EXISTS (${blocked})`),
    )
    .onConflictDoUpdate({ target: key, set: { remaining: left, failedAt: at, blockedUntil: toBlockEndSql(left) } })
    .returning({ key, blockedUntil: until });
}

/** Query for the end of the current wait; null without one. */
export const waitQuery = (db: UserDatabase, keys: AttemptKeys, now: Date) =>
  db
    .select({ until: max(until) })
    .from(signInFailures)
    .where(and(hasAttemptKey(keys), gt(until, now.toISOString())));

/** Query that clears all failures of a counter. */
export const clearAttemptsQuery = (db: UserDatabase, budget: string) =>
  db.delete(signInFailures).where(eq(key, budget));

/** Query that reverts one attempt. @param counted as returned by `countAttemptQuery` */
export const refundAttempt = (db: UserDatabase, counted: { key: string; blockedUntil: string }) =>
  db
    .update(signInFailures)
    .set({
      remaining: sql`${remaining} + 1`,
      // Only the wait of this attempt: others may have failed since.
      blockedUntil: sql`CASE WHEN ${until} = ${counted.blockedUntil} THEN '' ELSE ${until} END`,
    })
    .where(eq(key, counted.key));

/** Deletes counters that no longer count. */
export async function deleteExpiredAttempts(db: UserDatabase, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(failedAt, new Date(now.getTime() - LIMITS.signInWaitMs).toISOString()));
}
