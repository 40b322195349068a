import { and, count, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Quota } from "../contract/limits";
import type { Database } from "../db/client";
import { spending, users } from "../db/schema/account";
import { mailboxes, mails } from "../db/schema/mail";
import { DAY_MS, HOUR_MS, toPeriod } from "./rules-quotas";

interface QuotaKey {
  /** A user; `network:` and a hash; or empty for the product as a whole. */
  userId: string;
  kind: (typeof spending.$inferInsert)["kind"];
  /** When the period began. ISO 8601. */
  period: string;
  limit: number | SQL;
}

/** Counts one, if the limit allows it and `when` holds: no row back means no. What an earlier period has used is forgotten. */
function consumeQuery(db: Database, { userId, kind, period, limit }: QuotaKey, when = sql`1`) {
  const isNew = lt(spending.period, period);
  return db
    .insert(spending)
    .select(
      db
        .select({
          userId: sql<string>`${userId}`.as("user_id"),
          kind: sql<QuotaKey["kind"]>`${kind}`.as("kind"),
          period: sql<string>`${period}`.as("period"),
          count: sql<number>`1`.as("count"),
        })
        .from(sql`(SELECT 1) one`)
        .where(and(sql`${limit} > 0`, when)),
    )
    .onConflictDoUpdate({
      target: [spending.userId, spending.kind],
      set: { period, count: sql`CASE WHEN ${isNew} THEN 1 ELSE ${spending.count} + 1 END` },
      setWhere: or(isNew, lt(spending.count, limit)),
    })
    .returning({ count: spending.count });
}

/** Statement that counts one under a user's quota of the hour, if `when` holds. No row back: it is used up. */
export const consumeQuota = (
  db: Database,
  { userId, quota, limit }: { userId: string; quota: Quota; limit: number },
  now: Date,
  when?: SQL,
) => consumeQuery(db, { userId, kind: quota, period: toPeriod(now, HOUR_MS).began, limit }, when);

/** What a network's row begins with: no user's id does. */
const NETWORK_PREFIX = "network:";

/** Statement that counts a try to open an account under the hour's limit of its network. No row back: it is used up. @param network hashed */
export const consumeRegistration = (db: Database, { network, limit }: { network: string; limit: number }, now: Date) =>
  consumeQuery(db, {
    userId: `${NETWORK_PREFIX}${network}`,
    kind: "registration",
    period: toPeriod(now, HOUR_MS).began,
    limit,
  });

/**
 * Statement that counts a look for the proof of a domain under the hour's limit of a network, if `when` holds. No row back: not now.
 * @param by.network hashed
 */
export const consumeProofCheck = (db: Database, by: { network: string; limit: number }, now: Date, when: SQL) =>
  consumeQuery(
    db,
    {
      userId: `${NETWORK_PREFIX}${by.network}`,
      kind: "proof_check",
      period: toPeriod(now, HOUR_MS).began,
      limit: by.limit,
    },
    when,
  );

/** Forgets networks whose hour is over. */
export async function deleteExpiredNetworkQuotas(db: Database, now: Date): Promise<void> {
  // A stretch of the primary key: whoever is no network is not looked at. ";" follows ":".
  await db
    .delete(spending)
    .where(
      and(
        gte(spending.userId, NETWORK_PREFIX),
        lt(spending.userId, "network;"),
        lt(spending.period, toPeriod(now, HOUR_MS).began),
      ),
    );
}

/** Who asks the model, and how much of the day's ceiling is theirs. */
export interface LlmCaller {
  userId: string;
  /** The ceiling of all users together. */
  limit: number;
  share: { usual: number; newcomer: number };
}

const ALL_USERS = "";
const MODEL_CALL_KIND = "model_call";

/** The share of a user: that of a newcomer for an account of less than a day, or without a Gmail that works. */
function userShareSql({ userId, share }: LlmCaller, now: Date): SQL {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return sql`(CASE WHEN EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.createdAt} < ${dayAgo})
    AND EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${mailboxes.userId} = ${userId} AND ${mailboxes.tokens} IS NOT NULL)
    THEN ${share.usual} ELSE ${share.newcomer} END)`;
}

/**
 * Statements that count a question to the model under the day's ceiling of everybody and under the user's share of it, if `when` holds:
 * `isLlmCallCounted` says whether it may be asked. The second follows the first, so that nothing is taken from everybody for whom has no share left.
 */
export function consumeLlmCallQueries(db: Database, asker: LlmCaller, now: Date, when = sql`1`) {
  const { userId, limit } = asker;
  const period = toPeriod(now, DAY_MS).began;
  const share = userShareSql(asker, now);
  const usedUp = sql`EXISTS (SELECT 1 FROM ${spending} WHERE ${spending.userId} = ${userId} AND ${spending.kind} = ${MODEL_CALL_KIND} AND ${spending.period} >= ${period} AND ${spending.count} >= ${share})`;
  return [
    consumeQuery(db, { userId: ALL_USERS, kind: MODEL_CALL_KIND, period, limit }, sql`${when} AND NOT ${usedUp}`),
    consumeQuery(db, { userId, kind: MODEL_CALL_KIND, period, limit: share }, when),
  ] as const;
}

/** Takes back a question of the day that was counted. */
export async function refundLlmCall(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .update(spending)
    .set({ count: sql`${spending.count} - 1` })
    .where(
      and(
        inArray(spending.userId, [ALL_USERS, userId]),
        eq(spending.kind, MODEL_CALL_KIND),
        eq(spending.period, toPeriod(now, DAY_MS).began),
        gt(spending.count, 0),
      ),
    );
}

/** How many mails since `began` hold a place under the daily cap. Joins a batch as it is. */
export const sentTodayQuery = (db: Database, userId: string, began: string) =>
  db
    .select({ sent: count() })
    .from(mails)
    .where(
      and(eq(mails.userId, userId), gte(mails.createdAt, began), inArray(mails.status, ["sending", "sent", "unknown"])),
    );
