import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { UserDatabase } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { generationItems, generations } from "../../db/schema/messages";
import type { ApiError } from "../../platform/api-error";
import type { GenerationWakeUp } from "../../platform/queue-messages";
import { candidateQuery } from "../store-candidate";
import type { GenerationItemRow, GenerationRow } from "./rules-generation";
import { type MessageClaim, messageClaimQueries } from "./store-message-claims";
import { skipReasonSql } from "./store-skip-reasons";

/** One company of a generation; the queue message holds the same. */
export type ItemKey = GenerationWakeUp;

/** A running item. `attempt` makes writes of an earlier run, restarted as dead, fail. */
export interface ItemAttempt extends ItemKey {
  attempt: number;
  messageVersion: number;
  profileId: string | null;
  /** As with its generation. */
  batchUntil: string | null;
  /** ISO 8601 UTC, the row's time of change while it runs; the claim on the company has the same. */
  startedAt: string;
}

const isOpen = inArray(generationItems.state, ["queued", "running"]);
const whereItem = (key: ItemKey, ...more: (SQL | undefined)[]) =>
  and(
    eq(generationItems.userId, key.userId),
    eq(generationItems.generationId, key.generationId),
    eq(generationItems.companyId, key.companyId),
    ...more,
  );
const whereAttempt = (run: ItemAttempt) =>
  whereItem(run, eq(generationItems.state, "running"), eq(generationItems.attempts, run.attempt));

const isQueuedIn = (userId: string, generationId: string) =>
  and(
    eq(generationItems.userId, userId),
    eq(generationItems.generationId, generationId),
    eq(generationItems.state, "queued"),
  );

/** What `toItemKeys` reads. */
const ITEM_KEY_COLUMNS = {
  generationId: generationItems.generationId,
  companyId: generationItems.companyId,
  position: generationItems.position,
};

/** Finishes the user's generation once none of its items is open. */
export const finishGenerationQuery = (db: UserDatabase, userId: string, at: string) =>
  db
    .update(generations)
    .set({ finishedAt: at })
    .where(
      and(
        eq(generations.userId, userId),
        isNull(generations.finishedAt),
        sql`NOT EXISTS (SELECT 1 FROM ${generationItems} WHERE ${generationItems.userId} = ${userId}
          AND ${generationItems.generationId} = ${generations.id} AND ${isOpen})`,
      ),
    )
    .returning({ id: generations.id });

const toTextColumn = (value: string) => sql<string>`${value}`.as("given");

interface NewGeneration {
  userId: string;
  id: string;
  companyIds: string[];
  overwrite: boolean;
  /** The profile to write all with; null for that of each company. */
  profileId: string | null;
  /** Until when (ISO 8601) they may wait for a batch, if there are so many; null where none is made. */
  batch: { until: string; minLetters: number } | null;
}

/**
 * Queues companies in the given order, unless the user has a running generation.
 * @returns `running`: there is one; `items`: each id once, with the reason it was skipped (null: queued)
 */
export async function createGeneration(
  db: UserDatabase,
  { userId, id, companyIds, overwrite, profileId, batch }: NewGeneration,
  now: Date,
): Promise<{ running: boolean; items: { id: string; reason: string | null }[] }> {
  const at = now.toISOString();
  const reason = skipReasonSql(overwrite, now);
  const requested = sql`json_each(${JSON.stringify(companyIds)}) j
    LEFT JOIN ${companies} c ON c.user_id = ${userId} AND c.id = j.value`;
  const ofGeneration = sql`FROM ${generationItems} WHERE user_id = ${userId} AND generation_id = ${id}`;
  const runningGeneration = sql`SELECT 1 FROM ${generations} WHERE user_id = ${userId} AND finished_at IS NULL`;
  // Builders only: Drizzle cannot put raw statements with parameters into a D1 batch.
  const [running, items] = await db.batch([
    db
      .select({ id: generations.id })
      .from(generations)
      .where(and(eq(generations.userId, userId), isNull(generations.finishedAt))),
    db
      .select({ id: sql<string>`j.value`, reason: sql<string | null>`${reason}` })
      .from(requested)
      .orderBy(sql`j.key`),
    db.insert(generationItems).select(
      db
        .select({
          userId: toTextColumn(userId),
          generationId: toTextColumn(id),
          companyId: sql<string>`c.id`.as("company_id"),
          position: sql<number>`j.key`.as("position"),
          messageVersion: sql<number>`c.message_version`.as("message_version"),
          state: sql<"queued">`'queued'`.as("state"),
          attempts: sql<number>`0`.as("attempts"),
          error: sql<null>`NULL`.as("error"),
          fields: sql<null>`NULL`.as("fields"),
          updatedAt: batch
            ? sql<string>`CASE WHEN count(*) OVER () >= ${batch.minLetters} THEN ${batch.until} ELSE ${at} END`.as(
                "updated_at",
              )
            : toTextColumn(at),
          profileId: sql<string | null>`${profileId}`.as("profile_id"),
        })
        .from(requested)
        .where(sql`${reason} IS NULL AND NOT EXISTS (${runningGeneration})`),
    ),
    db.insert(generations).select(
      db
        .select({
          userId: toTextColumn(userId),
          id: toTextColumn(id),
          cancelledAt: sql<null>`NULL`.as("a"),
          finishedAt: sql<null>`NULL`.as("b"),
          createdAt: toTextColumn(at),
          batchUntil: batch
            ? sql<string | null>`(SELECT max(updated_at) ${ofGeneration} AND updated_at > ${at})`.as("batch_until")
            : sql<null>`NULL`.as("batch_until"),
          batchEndedAt: sql<null>`NULL`.as("batch_ended_at"),
        })
        .from(sql`(SELECT 1) one`)
        .where(sql`EXISTS (SELECT 1 ${ofGeneration})`),
    ),
  ]);
  return { running: running.length > 0, items };
}

/**
 * Starts a queued item: of several queue messages for it, one succeeds.
 * @returns null when it is not queued any more
 */
export async function startItem(db: UserDatabase, key: ItemKey, at: string): Promise<ItemAttempt | null> {
  const [item] = await db
    .update(generationItems)
    .set({ state: "running", attempts: sql`${generationItems.attempts} + 1`, updatedAt: at })
    .where(whereItem(key, eq(generationItems.state, "queued")))
    .returning({
      attempt: generationItems.attempts,
      messageVersion: generationItems.messageVersion,
      profileId: generationItems.profileId,
      batchUntil: sql<string | null>`(SELECT batch_until FROM ${generations}
        WHERE user_id = ${key.userId} AND id = ${key.generationId})`,
    });
  return item ? { ...key, ...item, startedAt: at } : null;
}

/** Completes the item in the transaction that saves the message, if `when` holds. */
export const completeItemQuery = (db: UserDatabase, run: ItemAttempt, when: SQL, at: string) =>
  db
    .update(generationItems)
    .set({ state: "done", error: null, updatedAt: at })
    .where(and(whereAttempt(run), when));

export function isCompletedBy(run: ItemAttempt): SQL {
  const isCompleted = whereItem(run, eq(generationItems.state, "done"), eq(generationItems.attempts, run.attempt));
  return sql`EXISTS (SELECT 1 FROM ${generationItems} WHERE ${isCompleted})`;
}

/** Fails an item. @returns whether its generation has ended */
export const failItem = (db: UserDatabase, run: ItemAttempt, error: ApiError, at: string): Promise<boolean> =>
  failItems(db, run, whereAttempt(run), error, at);

/** Fails an item and all queued items of its generation. @returns whether it has ended */
export function failGeneration(db: UserDatabase, run: ItemAttempt, error: ApiError, at: string): Promise<boolean> {
  const isQueued = and(
    eq(generationItems.userId, run.userId),
    eq(generationItems.generationId, run.generationId),
    eq(generationItems.state, "queued"),
  );
  return failItems(db, run, or(whereAttempt(run), isQueued), error, at);
}

/** Fails queued items of some companies. @returns whether their generation has ended */
export const failQueuedItems = (
  db: UserDatabase,
  { userId, generationId }: Pick<ItemKey, "userId" | "generationId">,
  companyIds: string[],
  error: ApiError,
  at: string,
): Promise<boolean> =>
  failItems(
    db,
    { userId },
    and(
      eq(generationItems.userId, userId),
      eq(generationItems.generationId, generationId),
      eq(generationItems.state, "queued"),
      sql`${generationItems.companyId} IN (SELECT value FROM json_each(${JSON.stringify(companyIds)}))`,
    ),
    error,
    at,
  );

async function failItems(
  db: UserDatabase,
  { userId }: Pick<ItemAttempt, "userId">,
  which: SQL | undefined,
  { code, options: { fields } }: ApiError,
  at: string,
): Promise<boolean> {
  const [, ended] = await db.batch([
    db
      .update(generationItems)
      .set({ state: "failed", error: code, fields: fields ?? null, updatedAt: at })
      .where(which),
    finishGenerationQuery(db, userId, at),
  ]);
  return ended.length > 0;
}

/** Requeues an item. @param retryAt time of the next attempt: the item is not stale before */
export async function requeueItem(db: UserDatabase, run: ItemAttempt, retryAt: string): Promise<void> {
  await db.update(generationItems).set({ state: "queued", updatedAt: retryAt }).where(whereAttempt(run));
}

/**
 * Cancels the open items and releases their companies; results of running items are discarded. A finished generation
 * does not change.
 */
export async function cancelGeneration(
  db: UserDatabase,
  userId: string,
  id: string,
  at: string,
): Promise<{ generation: GenerationRow | undefined; items: GenerationItemRow[] }> {
  const inGeneration = and(eq(generationItems.userId, userId), eq(generationItems.generationId, id));
  const isRunning = sql`${companies.id} IN (SELECT ${generationItems.companyId} FROM ${generationItems}
    WHERE ${inGeneration} AND ${generationItems.state} = 'running')`;
  const [, , , rows, items] = await db.batch([
    db
      .update(companies)
      .set({ generatingSince: null })
      .where(and(eq(companies.userId, userId), isRunning)),
    db.update(generationItems).set({ state: "cancelled", updatedAt: at }).where(and(inGeneration, isOpen)),
    db
      .update(generations)
      .set({ cancelledAt: at, finishedAt: at })
      .where(and(eq(generations.userId, userId), eq(generations.id, id), isNull(generations.finishedAt))),
    db
      .select()
      .from(generations)
      .where(and(eq(generations.userId, userId), eq(generations.id, id))),
    db.select().from(generationItems).where(inGeneration).orderBy(asc(generationItems.position)),
  ]);
  return { generation: rows[0], items };
}

/** The user's latest generation, if it is running or finished after `since`, and its items. */
export function currentGenerationQueries(db: UserDatabase, userId: string, since: string) {
  const current = and(
    eq(generations.userId, userId),
    or(isNull(generations.finishedAt), gt(generations.finishedAt, since)),
  );
  const latest = db
    .select({ id: generations.id })
    .from(generations)
    .where(current)
    .orderBy(desc(generations.createdAt))
    .limit(1);
  return [
    db.select().from(generations).where(current).orderBy(desc(generations.createdAt)).limit(1),
    db
      .select()
      .from(generationItems)
      .where(and(eq(generationItems.userId, userId), inArray(generationItems.generationId, latest)))
      .orderBy(asc(generationItems.position)),
  ] as const;
}

/**
 * Repairs the user's running generation. A run that began before `deadBefore` and is not alive is queued again, or
 * fails after its last attempt; its claim is released. When no item has changed since then and nothing is written, the
 * queued items have lost their queue messages (dead letters included); those that wait for a batch have changed in the
 * future. Open items of a generation that should have begun before `overdueBefore` fail.
 * @returns the items to requeue, in order, and the generation if it is still open
 */
export async function requeueStaleItems(
  db: UserDatabase,
  userId: string,
  {
    deadBefore,
    overdueBefore,
    attempts,
    alive,
  }: { deadBefore: string; overdueBefore: string; attempts: number; alive: string[] },
  at: string,
): Promise<{ requeued: ItemKey[]; open: GenerationRow | undefined }> {
  const isDead = and(
    eq(generationItems.userId, userId),
    eq(generationItems.state, "running"),
    lt(generationItems.updatedAt, deadBefore),
    sql`${generationItems.companyId} || ' ' || ${generationItems.updatedAt}
      NOT IN (SELECT value FROM json_each(${JSON.stringify(alive)}))`,
  );
  const running = sql`SELECT ${generations.id} FROM ${generations}
    WHERE ${generations.userId} = ${userId} AND ${generations.finishedAt} IS NULL`;
  const lastChange = sql`(SELECT max(i.updated_at) FROM ${generationItems} i
    WHERE i.user_id = ${userId} AND i.generation_id = (${running}))`;
  const [, , , , , stale, [open]] = await db.batch([
    db
      .update(generationItems)
      .set({ state: "failed", error: "writer_unavailable", updatedAt: at })
      .where(
        and(
          eq(generationItems.userId, userId),
          isOpen,
          sql`${generationItems.generationId} = (${running}
            AND coalesce(${generations.batchUntil}, ${generations.createdAt}) < ${overdueBefore})`,
        ),
      ),
    db
      .update(companies)
      .set({ generatingSince: null })
      .where(
        and(
          eq(companies.userId, userId),
          lt(companies.generatingSince, deadBefore),
          sql`${companies.id} IN (SELECT ${generationItems.companyId} FROM ${generationItems} WHERE ${isDead})`,
        ),
      ),
    db
      .update(generationItems)
      .set({ state: "failed", error: "writer_failed" })
      .where(and(isDead, sql`${generationItems.attempts} >= ${attempts}`)),
    db.update(generationItems).set({ state: "queued" }).where(isDead),
    finishGenerationQuery(db, userId, at),
    db
      .update(generationItems)
      .set({ updatedAt: at })
      .where(
        and(
          eq(generationItems.userId, userId),
          eq(generationItems.state, "queued"),
          sql`${generationItems.generationId} = (${running})`,
          sql`${lastChange} < ${alive.length > 0 ? "" : deadBefore}`,
        ),
      )
      .returning(ITEM_KEY_COLUMNS),
    db
      .select()
      .from(generations)
      .where(and(eq(generations.userId, userId), isNull(generations.finishedAt))),
  ]);
  return { requeued: toItemKeys(userId, stale), open };
}

/** The items of one generation, in order. */
const toItemKeys = (
  userId: string,
  items: Pick<GenerationItemRow, "generationId" | "companyId" | "position">[],
): ItemKey[] =>
  items
    .toSorted((a, b) => a.position - b.position)
    .map(({ generationId, companyId }) => ({ userId, generationId, companyId }));

/** Shortens the waiting for a batch, if it lasts longer. @returns the generation as it is then, and its items */
export async function shortenBatchWait(
  db: UserDatabase,
  userId: string,
  id: string,
  until: string,
): Promise<{ generation: GenerationRow | undefined; items: GenerationItemRow[] }> {
  const isThis = and(eq(generations.userId, userId), eq(generations.id, id));
  const waitsLonger = and(
    isThis,
    isNull(generations.finishedAt),
    isNull(generations.batchEndedAt),
    gt(generations.batchUntil, until),
  );
  const [, , rows, items] = await db.batch([
    db
      .update(generationItems)
      .set({ updatedAt: until })
      .where(and(isQueuedIn(userId, id), sql`EXISTS (SELECT 1 FROM ${generations} WHERE ${waitsLonger})`)),
    db.update(generations).set({ batchUntil: until }).where(waitsLonger),
    db.select().from(generations).where(isThis),
    db
      .select()
      .from(generationItems)
      .where(and(eq(generationItems.userId, userId), eq(generationItems.generationId, id)))
      .orderBy(asc(generationItems.position)),
  ]);
  return { generation: rows[0], items };
}

/**
 * The claim of a letter that is asked for by itself. There is none while the same version is still to be replaced in a
 * series with a batch, where that is paid for: the first query has a row then.
 */
export function singleClaimQueries(db: UserDatabase, claim: MessageClaim, when: SQL | undefined) {
  const inBatch = db
    .select({ batchEndedAt: generations.batchEndedAt })
    .from(generations)
    .innerJoin(
      generationItems,
      and(eq(generationItems.userId, generations.userId), eq(generationItems.generationId, generations.id)),
    )
    .where(
      and(
        eq(generations.userId, claim.userId),
        isNull(generations.finishedAt),
        isNotNull(generations.batchUntil),
        eq(generationItems.companyId, claim.companyId),
        eq(generationItems.state, "queued"),
        sql`${generationItems.messageVersion} = (SELECT c.message_version FROM ${companies} c
          WHERE c.user_id = ${claim.userId} AND c.id = ${claim.companyId})`,
      ),
    );
  return [inBatch, ...messageClaimQueries(db, claim, and(when, notExists(inBatch)))] as const;
}

/** Ends the waiting for a batch. @returns the items to enqueue, in order */
export async function endBatchWait(
  db: UserDatabase,
  userId: string,
  generationId: string,
  at: string,
): Promise<ItemKey[]> {
  const [, items] = await db.batch([
    db
      .update(generations)
      .set({ batchEndedAt: at })
      .where(and(eq(generations.userId, userId), eq(generations.id, generationId), isNull(generations.finishedAt))),
    db
      .update(generationItems)
      .set({ updatedAt: at })
      .where(isQueuedIn(userId, generationId))
      .returning(ITEM_KEY_COLUMNS),
  ]);
  return toItemKeys(userId, items);
}

/** Queries for the queued items of a generation in order, their companies, and the user with each profile. */
export const queuedLetterQueries = (db: UserDatabase, userId: string, generationId: string) => {
  const queued = isQueuedIn(userId, generationId);
  return [
    db.select().from(generationItems).where(queued).orderBy(asc(generationItems.position)),
    db
      .select()
      .from(companies)
      .where(
        and(
          eq(companies.userId, userId),
          inArray(companies.id, db.select({ id: generationItems.companyId }).from(generationItems).where(queued)),
        ),
      ),
    candidateQuery(db, userId),
  ] as const;
};

/** Users with open items that have not changed since `before`, at most a hundred. For the cron. */
export async function listUsersWithStaleItems(db: UserDatabase, before: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: generationItems.userId })
    .from(generationItems)
    // In words, as the index of open items has them: with parameters all items would be read.
    .where(and(sql`state IN ('queued', 'running')`, lt(generationItems.updatedAt, before)))
    .limit(100);
  return rows.map(({ userId }) => userId);
}
