import { and, eq, gt, lt, max, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { Database } from "../db/client";
import { signInFailures } from "../db/schema/account";
import { blockedUntil } from "./rules-sign-in";

/** Whose failures a try counts among, and how many there may be before the longest wait. */
export interface Budget {
  /** Hashed. */
  key: string;
  most: number;
}

/** What a try counts against: one list where the condition holds, the other where it does not. */
export interface Tried {
  isKnown: SQL;
  known: readonly Budget[];
  unknown: readonly Budget[];
}

const { key, remaining, failedAt, blockedUntil: until } = signInFailures;

/** The budgets that count, as a table of `key` and `most`. */
function budgetsOf({ isKnown, known, unknown }: Tried): SQL {
  const all = JSON.stringify([
    ...known.map((budget) => ({ ...budget, known: 1 })),
    ...unknown.map((budget) => ({ ...budget, known: 0 })),
  ]);
  return sql`(SELECT value ->> 'key' AS key, value ->> 'most' AS most
    FROM json_each(${all}) WHERE value ->> 'known' = (${isKnown}))`;
}
const isTried = (tried: Tried) => sql`${key} IN (SELECT b.key FROM ${budgetsOf(tried)} b)`;

/**
 * Counts a try as failed before its password is looked at, so that a thousand at once are counted too; a right one is
 * taken back by `forgive`. No row: one of them has to wait, and nothing was counted. Goes into the batch that reads the
 * account.
 */
export function countTry(db: Database, tried: Tried, now: Date) {
  const at = now.toISOString();
  const blocked = sql`SELECT 1 FROM ${signInFailures} WHERE ${isTried(tried)} AND ${until} > ${at}`;
  // After a while without a failure the count begins anew.
  const forgotten = sql`${failedAt} <= ${new Date(now.getTime() - LIMITS.signInWait).toISOString()}`;
  const left = sql`CASE WHEN ${forgotten} THEN excluded.remaining ELSE max(${remaining} - 1, 0) END`;
  const wait = (after: SQL) =>
    sql`coalesce(json_extract(${JSON.stringify(blockedUntil(now))}, '$[' || (${after}) || ']'), '')`;
  const first = sql`b.most - 1`;
  return db
    .insert(signInFailures)
    .select(
      db
        .select({
          key: sql<string>`b.key`.as("key"),
          remaining: sql<number>`${first}`.as("remaining"),
          failedAt: sql<string>`${at}`.as("failed_at"),
          blockedUntil: sql<string>`${wait(first)}`.as("blocked_until"),
        })
        .from(sql`${budgetsOf(tried)} b`)
        .where(sql`NOT EXISTS (${blocked})`),
    )
    .onConflictDoUpdate({ target: key, set: { remaining: left, failedAt: at, blockedUntil: wait(left) } })
    .returning({ key, blockedUntil: until });
}

/** Until when the next try has to wait; null for not at all. */
export const waitQuery = (db: Database, tried: Tried, now: Date) =>
  db
    .select({ until: max(until) })
    .from(signInFailures)
    .where(and(isTried(tried), gt(until, now.toISOString())));

/** Statement that forgets all failures of a budget. */
export const forgive = (db: Database, budget: string) => db.delete(signInFailures).where(eq(key, budget));

/** Statement that takes back one try. @param counted as `countTry` has counted it */
export const giveBack = (db: Database, counted: { key: string; blockedUntil: string }) =>
  db
    .update(signInFailures)
    .set({
      remaining: sql`${remaining} + 1`,
      // Only the wait of this very try: others may have failed since.
      blockedUntil: sql`CASE WHEN ${until} = ${counted.blockedUntil} THEN '' ELSE ${until} END`,
    })
    .where(eq(key, counted.key));

/** Drops what no longer counts. */
export async function sweepTries(db: Database, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(failedAt, new Date(now.getTime() - LIMITS.signInWait).toISOString()));
}
