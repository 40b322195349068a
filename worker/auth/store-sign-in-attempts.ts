import { and, eq, gt, inArray, lt, max, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { SharedDatabase } from "../db/client";
import { signInFailures } from "../db/schema/shared";
import { listBlockEnds } from "./rules-sign-in-attempts";

/** Counters of an attempt, and how many failures each allows before the longest wait. */
export interface AttemptLimit {
  /** Hashed. */
  key: string;
  most: number;
}

/** A counter after an attempt, and the wait that it has begun; empty for none. */
interface CountedAttempt {
  key: string;
  blockedUntil: string;
}

const { key, remaining, failedAt, blockedUntil: until } = signInFailures;

/** The counters as a table of `key` and `most`. */
const attemptLimitsSql = (limits: readonly AttemptLimit[]): SQL =>
  sql`(SELECT value ->> 'key' AS key, value ->> 'most' AS most FROM json_each(${JSON.stringify(limits)}))`;
const hasAttemptKey = (limits: readonly AttemptLimit[]) =>
  inArray(
    key,
    limits.map((limit) => limit.key),
  );

/**
 * Counts an attempt as failed before its password is checked, so that a thousand at once count too;
 * `clearAttempts` reverts it for a right one. One round trip.
 * @returns the counters that it counted under; none when a wait is on, with the end of that wait
 */
export async function countAttempt(
  db: SharedDatabase,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<{ counted: CountedAttempt[]; blockedUntil: string | null }> {
  const [counted, [wait]] = await db.batch([countAttemptQuery(db, limits, now), waitQuery(db, limits, now)]);
  return { counted, blockedUntil: wait?.until ?? null };
}

function countAttemptQuery(db: SharedDatabase, limits: readonly AttemptLimit[], now: Date) {
  const at = now.toISOString();
  const blocked = sql`SELECT 1 FROM ${signInFailures} WHERE ${hasAttemptKey(limits)} AND ${until} > ${at}`;
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
        .from(sql`${attemptLimitsSql(limits)} b`)
        .where(sql`NOT EXISTS (${blocked})`),
    )
    .onConflictDoUpdate({ target: key, set: { remaining: left, failedAt: at, blockedUntil: toBlockEndSql(left) } })
    .returning({ key, blockedUntil: until });
}

/** The end of the current wait; null without one. */
const waitQuery = (db: SharedDatabase, limits: readonly AttemptLimit[], now: Date) =>
  db
    .select({ until: max(until) })
    .from(signInFailures)
    .where(and(hasAttemptKey(limits), gt(until, now.toISOString())));

/** Clears all failures of a counter, and reverts one attempt of others. One round trip. */
export async function clearAttempts(
  db: SharedDatabase,
  counter: string,
  reverted: readonly CountedAttempt[] = [],
): Promise<void> {
  await db.batch([
    db.delete(signInFailures).where(eq(key, counter)),
    ...reverted.map((attempt) => revertAttemptQuery(db, attempt)),
  ]);
}

const revertAttemptQuery = (db: SharedDatabase, attempt: CountedAttempt) =>
  db
    .update(signInFailures)
    .set({
      remaining: sql`${remaining} + 1`,
      // Only the wait of this attempt: others may have failed since.
      blockedUntil: sql`CASE WHEN ${until} = ${attempt.blockedUntil} THEN '' ELSE ${until} END`,
    })
    .where(eq(key, attempt.key));

/** Deletes counters that no longer count. */
export async function deleteExpiredAttempts(db: SharedDatabase, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(failedAt, new Date(now.getTime() - LIMITS.signInWaitMs).toISOString()));
}
