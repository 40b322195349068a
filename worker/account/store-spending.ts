import { and, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Quota } from "../contract/limits";
import type { Database } from "../db/client";
import { spending } from "../db/schema/account";
import { DAY, HOUR, periodOf } from "./rules-spending";

interface Purse {
  /** A user; `network:` and a hash; or empty for the product as a whole. */
  userId: string;
  kind: typeof spending.$inferInsert["kind"];
  /** When the period began. ISO 8601. */
  period: string;
  limit: number;
}

/** Counts one, if the limit allows it and `when` holds: no row back means no. What an earlier period has used is forgotten. */
function spend(db: Database, { userId, kind, period, limit }: Purse, when = sql`1`) {
  const isNew = lt(spending.period, period);
  return db.insert(spending).select(db.select({
    userId: sql<string>`${userId}`.as("user_id"), kind: sql<Purse["kind"]>`${kind}`.as("kind"), period: sql<string>`${period}`.as("period"), count: sql<number>`1`.as("count"),
  }).from(sql`(SELECT 1) one`).where(and(sql`${limit} > 0`, when)))
    .onConflictDoUpdate({
      target: [spending.userId, spending.kind],
      set: { period, count: sql`CASE WHEN ${isNew} THEN 1 ELSE ${spending.count} + 1 END` },
      setWhere: or(isNew, lt(spending.count, limit)),
    })
    .returning({ count: spending.count });
}

/** Statement that counts one under a user's quota of the hour, if `when` holds. No row back: it is used up. */
export const spendQuota = (db: Database, { userId, quota, limit }: { userId: string; quota: Quota; limit: number }, now: Date, when?: SQL) =>
  spend(db, { userId, kind: quota, period: periodOf(now, HOUR).began, limit }, when);

/** What a network's row begins with: no user's id does. */
const NETWORK = "network:";

/** Statement that counts a try to open an account under the hour's limit of its network. No row back: it is used up. @param network hashed */
export const spendRegistration = (db: Database, { network, limit }: { network: string; limit: number }, now: Date) =>
  spend(db, { userId: `${NETWORK}${network}`, kind: "registration", period: periodOf(now, HOUR).began, limit });

/**
 * Statement that counts a look for the proof of a domain under the hour's limit of a network, if `when` holds. No row back: not now.
 * @param by.network hashed
 */
export const spendProofCheck = (db: Database, by: { network: string; limit: number }, now: Date, when: SQL) =>
  spend(db, {
    userId: `${NETWORK}${by.network}`, kind: "proof_check", period: periodOf(now, HOUR).began, limit: by.limit,
  }, when);

/** Forgets networks whose hour is over. */
export async function sweepRegistrations(db: Database, now: Date): Promise<void> {
  // A stretch of the primary key: whoever is no network is not looked at. ";" follows ":".
  await db.delete(spending).where(and(gte(spending.userId, NETWORK), lt(spending.userId, "network;"), lt(spending.period, periodOf(now, HOUR).began)));
}

/** Statement that counts a question to the model under the day's ceiling of all users together, if `when` holds. No row back: it may not be asked. */
export const spendModelCall = (db: Database, limit: number, now: Date, when?: SQL) => spend(db, { userId: "", kind: "model_call", period: periodOf(now, DAY).began, limit }, when);
