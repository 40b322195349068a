import { and, eq, gt, inArray, lt, max, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { Database } from "../db/client";
import { signInFailures } from "../db/schema/account";
import { blockedUntil } from "./rules-sign-in";

/** Whose failures a try to sign in would join, hashed. */
export interface Tried {
  account: string;
  network: string;
}

const { key, remaining, failedAt, blockedUntil: until } = signInFailures;
const keysOf = ({ account, network }: Tried) => [account, network];

/**
 * Counts a try as failed before its password is looked at, so that a thousand at once are counted too; a right one is taken
 * back by `forgive`. No row: one of the two has to wait, and nothing was counted. Goes into the batch that reads the account.
 */
export function countTry(db: Database, tried: Tried, now: Date) {
  const at = now.toISOString();
  const mayTry = JSON.stringify([[tried.account, LIMITS.signInFailures], [tried.network, LIMITS.signInFailuresOfNetwork]]);
  const blocked = sql`SELECT 1 FROM ${signInFailures} WHERE ${inArray(key, keysOf(tried))} AND ${until} > ${at}`;
  // After a while without a failure the count begins anew.
  const forgotten = sql`${failedAt} <= ${new Date(now.getTime() - LIMITS.signInWait).toISOString()}`;
  const left = sql`CASE WHEN ${forgotten} THEN excluded.remaining ELSE max(${remaining} - 1, 0) END`;
  const wait = (after: SQL) => sql`coalesce(json_extract(${JSON.stringify(blockedUntil(now))}, '$[' || (${after}) || ']'), '')`;
  const first = sql`json_extract(j.value, '$[1]') - 1`;
  return db.insert(signInFailures).select(db.select({
    key: sql<string>`json_extract(j.value, '$[0]')`.as("key"), remaining: sql<number>`${first}`.as("remaining"),
    failedAt: sql<string>`${at}`.as("failed_at"), blockedUntil: sql<string>`${wait(first)}`.as("blocked_until"),
  }).from(sql`json_each(${mayTry}) j`).where(sql`NOT EXISTS (${blocked})`))
    .onConflictDoUpdate({ target: key, set: { remaining: left, failedAt: at, blockedUntil: wait(left) } })
    .returning({ key, blockedUntil: until });
}

/** Until when the next try has to wait; null for not at all. */
export const waitQuery = (db: Database, tried: Tried, now: Date) =>
  db.select({ until: max(until) }).from(signInFailures).where(and(inArray(key, keysOf(tried)), gt(until, now.toISOString())));

/** Statements for a right password: the account's failures are forgotten, and the network is given this try back. */
export const forgive = (db: Database, { account, network }: Tried, counted: readonly { key: string; blockedUntil: string }[]) => [
  db.delete(signInFailures).where(eq(key, account)),
  db.update(signInFailures).set({
    remaining: sql`${remaining} + 1`,
    // Only the wait of this very try: others may have failed since.
    blockedUntil: sql`CASE WHEN ${until} = ${counted.find((row) => row.key === network)?.blockedUntil ?? ""} THEN '' ELSE ${until} END`,
  }).where(eq(key, network)),
] as const;

/** Drops what no longer counts. */
export async function sweepTries(db: Database, now: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(failedAt, new Date(now.getTime() - LIMITS.signInWait).toISOString()));
}
