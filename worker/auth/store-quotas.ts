import { and, count, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Quota } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { spending, users } from "../db/schema/account";
import { COUNTS_IN_DAY, mailboxes, mails } from "../db/schema/mail";
import { DAY_MS, HOUR_MS, toPeriod } from "./rules-quotas";

interface QuotaKey {
  /** A user; `network:` and a hash; or empty for the whole product. */
  userId: string;
  kind: (typeof spending.$inferInsert)["kind"];
  /** Start of the period, ISO 8601. */
  period: string;
  limit: number | SQL;
}

/** Counts one if the limit allows it and `when` holds; no row means no. A new period starts at zero. */
function consumeQuery(db: UserDatabase, { userId, kind, period, limit }: QuotaKey, when = sql`1`) {
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

/** Query that counts one under a user's hourly quota, if `when` holds; no row: it is used up. */
export const consumeQuotaQuery = (
  db: UserDatabase,
  { userId, quota, limit }: { userId: string; quota: Quota; limit: number },
  now: Date,
  when?: SQL,
) => consumeQuery(db, { userId, kind: quota, period: toPeriod(now, HOUR_MS).began, limit }, when);

/** Query that counts a mail forwarded for a user under their hourly limit; no row: it is used up. */
export const consumeInboundMailQuery = (
  db: UserDatabase,
  { userId, limit }: { userId: string; limit: number },
  now: Date,
) => consumeQuery(db, { userId, kind: "inbound_mail", period: toPeriod(now, HOUR_MS).began, limit });

/** Prefix of a network's rows; no user id begins with it. */
const NETWORK_PREFIX = "network:";

/**
 * Query that counts a registration attempt under the hourly limit of its network; no row: it is used up.
 * @param network hashed
 */
export const consumeRegistrationQuery = (
  db: UserDatabase,
  { network, limit }: { network: string; limit: number },
  now: Date,
) =>
  consumeQuery(db, {
    userId: `${NETWORK_PREFIX}${network}`,
    kind: "registration",
    period: toPeriod(now, HOUR_MS).began,
    limit,
  });

/**
 * Query that counts a check for a domain's proof under the hourly limit of a network, if `when` holds; no row: not now.
 * @param by.network hashed
 */
export const consumeProofCheckQuery = (
  db: UserDatabase,
  by: { network: string; limit: number },
  now: Date,
  when: SQL,
) =>
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

/** Deletes rows of networks from past hours. */
export async function deleteExpiredNetworkQuotas(db: UserDatabase, now: Date): Promise<void> {
  // A range of the primary key, so that users' rows are not read. ";" follows ":".
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

/** A user of the LLM and their share of the day's limit. */
export interface LlmCaller {
  userId: string;
  /** The limit of all users together. */
  limit: number;
  share: { usual: number; newcomer: number };
}

const ALL_USERS = "";
const MODEL_CALL_KIND = "model_call";

/** The share of a user: a newcomer's for an account of less than a day, or without a working Gmail. */
function userShareSql({ userId, share }: LlmCaller, now: Date): SQL {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return sql`(CASE WHEN EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.createdAt} < ${dayAgo})
    AND EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${mailboxes.userId} = ${userId} AND ${mailboxes.tokens} IS NOT NULL)
    THEN ${share.usual} ELSE ${share.newcomer} END)`;
}

/**
 * Queries that count an LLM call under the day's limit of all users and under the user's share, if `when` holds:
 * `isLlmCallCounted` says whether it may be made. The first depends on the share, so that a user without one uses up
 * nothing of all users'.
 */
export function consumeLlmCallQueries(db: UserDatabase, caller: LlmCaller, now: Date, when = sql`1`) {
  const { userId, limit } = caller;
  const period = toPeriod(now, DAY_MS).began;
  const share = userShareSql(caller, now);
  const usedUp = sql`EXISTS (SELECT 1 FROM ${spending}
    WHERE ${spending.userId} = ${userId} AND ${spending.kind} = ${MODEL_CALL_KIND}
      AND ${spending.period} >= ${period} AND ${spending.count} >= ${share})`;
  return [
    consumeQuery(db, { userId: ALL_USERS, kind: MODEL_CALL_KIND, period, limit }, sql`${when} AND NOT ${usedUp}`),
    consumeQuery(db, { userId, kind: MODEL_CALL_KIND, period, limit: share }, when),
  ] as const;
}

/** Refunds a counted call of the day. */
export async function refundLlmCall(db: UserDatabase, userId: string, now: Date): Promise<void> {
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

/** Query for the mails since `began` that count against the daily limit. */
export const sentTodayQuery = (db: UserDatabase, userId: string, began: string) =>
  db
    .select({ sent: count() })
    .from(mails)
    .where(and(eq(mails.userId, userId), gte(mails.createdAt, began), sql.raw(COUNTS_IN_DAY)));
