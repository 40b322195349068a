import { and, type AnyColumn, count, eq, gt, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Quota } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { spending, users } from "../db/schema/account";
import { COUNTS_IN_DAY, mailboxes, mails } from "../db/schema/mail";
import { DAY_MS, HOUR_MS, toPeriod } from "./rules-quotas";

interface QuotaKey {
  userId: string;
  kind: (typeof spending.$inferInsert)["kind"];
  /** Start of the period, ISO 8601. */
  period: string;
  limit: number | SQL;
}

/** What a conflict in a table of counts does: it counts one more if the limit allows it, or begins a new period. */
export function toNextCount(table: { period: AnyColumn; count: AnyColumn }, period: string, limit: number | SQL) {
  const isNew = lt(table.period, period);
  return {
    set: { period, count: sql`CASE WHEN ${isNew} THEN 1 ELSE ${table.count} + 1 END` },
    setWhere: or(isNew, lt(table.count, limit)),
  };
}

/** Counts one if the limit allows it and `when` holds; no row means no. A new period starts at zero. */
const consumeQuery = (db: UserDatabase, { userId, kind, period, limit }: QuotaKey, when = sql`1`) =>
  db
    .insert(spending)
    // All columns in the order of the table.
    .select(sql`SELECT ${userId}, ${kind}, ${period}, 1 WHERE ${limit} > 0 AND ${when}`)
    .onConflictDoUpdate({ target: [spending.userId, spending.kind], ...toNextCount(spending, period, limit) })
    .returning({ count: spending.count });

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

/** A user of the LLM, and their share of the day's limit of all users. */
export interface LlmCaller {
  userId: string;
  share: { usual: number; newcomer: number };
}

const MODEL_CALL_KIND = "model_call";

/** The share of a user: a newcomer's for an account of less than a day, or without a working Gmail. */
function userShareSql({ userId, share }: LlmCaller, now: Date): SQL {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return sql`(CASE WHEN EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.createdAt} < ${dayAgo})
    AND EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${mailboxes.userId} = ${userId} AND ${mailboxes.tokens} IS NOT NULL)
    THEN ${share.usual} ELSE ${share.newcomer} END)`;
}

/** Query that counts an LLM call under the user's share of the day, if `when` holds; no row: it is used up. */
export const consumeLlmShareQuery = (db: UserDatabase, caller: LlmCaller, now: Date, when?: SQL) =>
  consumeQuery(
    db,
    {
      userId: caller.userId,
      kind: MODEL_CALL_KIND,
      period: toPeriod(now, DAY_MS).began,
      limit: userShareSql(caller, now),
    },
    when,
  );

/** Refunds counted calls of the day. */
export async function refundLlmShare(db: UserDatabase, userId: string, now: Date, calls = 1): Promise<void> {
  const { kind, period, count: counted } = spending;
  await db
    .update(spending)
    .set({ count: sql`max(0, ${counted} - ${calls})` })
    .where(
      and(
        eq(spending.userId, userId),
        eq(kind, MODEL_CALL_KIND),
        eq(period, toPeriod(now, DAY_MS).began),
        gt(counted, 0),
      ),
    );
}

/** Query for the mails since `began` that count against the daily limit. */
export const sentTodayQuery = (db: UserDatabase, userId: string, began: string) =>
  db
    .select({ sent: count() })
    .from(mails)
    .where(and(eq(mails.userId, userId), gte(mails.createdAt, began), sql.raw(COUNTS_IN_DAY)));
