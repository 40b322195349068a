import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { INTERVALS_MS } from "../../contract/limits";
import type { Database } from "../../db/client";
import { companies } from "../../db/schema/companies";
import { generationItems, generations } from "../../db/schema/messages";
import type { ApiError } from "../../platform/api-error";
import type { GenerationRow, GenerationItemRow } from "../rules-message";

/** One company's turn, as a queue message names it. */
export interface ItemKey {
  userId: string;
  generationId: string;
  companyId: string;
}
/** A turn under way. `attempt` fences off an earlier run that was given up for dead. */
export interface ItemAttempt extends ItemKey {
  attempt: number;
  messageVersion: number;
  /** ISO 8601 UTC; its claim on the company is of the same moment, so that no claim is younger than the last sign of life of its run. */
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

/** Ends the user's generation once nothing of it is open. */
export const finishGenerationQuery = (db: Database, userId: string, at: string) =>
  db
    .update(generations)
    .set({ finishedAt: at })
    .where(
      and(
        eq(generations.userId, userId),
        isNull(generations.finishedAt),
        sql`NOT EXISTS (SELECT 1 FROM ${generationItems} WHERE ${generationItems.userId} = ${userId} AND ${generationItems.generationId} = ${generations.id} AND ${isOpen})`,
      ),
    );

/** Why a company is passed over, as SQL: one expression decides both what is queued and what the answer says. */
function skipReasonSql(overwrite: boolean, now: Date): SQL {
  const stale = new Date(now.getTime() - INTERVALS_MS.staleGeneration).toISOString();
  return sql`CASE
    WHEN c.id IS NULL OR c.archived_at IS NOT NULL THEN 'not_found'
    WHEN c.send_status IN ('sending', 'sent') THEN 'already_sent'
    WHEN c.generating_since > ${stale} THEN 'generating'
    WHEN c.message <> '' AND NOT ${overwrite ? 1 : 0} THEN 'has_message' END`;
}

const toTextColumn = (value: string) => sql<string>`${value}`.as("given");

/**
 * Queues companies in the order given, unless a generation of the user is running.
 * @returns running: there is one; `items`: each id once, with the reason it was passed over (null: queued)
 */
export async function createGeneration(
  db: Database,
  userId: string,
  id: string,
  companyIds: string[],
  overwrite: boolean,
  now: Date,
): Promise<{ running: boolean; items: { id: string; reason: string | null }[] }> {
  const at = now.toISOString();
  const reason = skipReasonSql(overwrite, now);
  const asked = sql`json_each(${JSON.stringify(companyIds)}) j LEFT JOIN ${companies} c ON c.user_id = ${userId} AND c.id = j.value`;
  const ofUser = sql`SELECT 1 FROM ${generations} WHERE user_id = ${userId} AND finished_at IS NULL`;
  // Builders all the way: Drizzle cannot put raw statements with parameters into a D1 batch.
  const [running, items] = await db.batch([
    db
      .select({ id: generations.id })
      .from(generations)
      .where(and(eq(generations.userId, userId), isNull(generations.finishedAt))),
    db
      .select({ id: sql<string>`j.value`, reason: sql<string | null>`${reason}` })
      .from(asked)
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
          updatedAt: toTextColumn(at),
        })
        .from(asked)
        .where(sql`${reason} IS NULL AND NOT EXISTS (${ofUser})`),
    ),
    db.insert(generations).select(
      db
        .select({
          userId: toTextColumn(userId),
          id: toTextColumn(id),
          cancelledAt: sql<null>`NULL`.as("a"),
          finishedAt: sql<null>`NULL`.as("b"),
          createdAt: toTextColumn(at),
        })
        .from(sql`(SELECT 1) one`)
        .where(sql`EXISTS (SELECT 1 FROM ${generationItems} WHERE user_id = ${userId} AND generation_id = ${id})`),
    ),
  ]);
  return { running: running.length > 0, items };
}

/** Takes a turn: of any number of messages that name it, one gets it. @returns null when it is not to be had */
export async function startItem(db: Database, key: ItemKey, at: string): Promise<ItemAttempt | null> {
  const [item] = await db
    .update(generationItems)
    .set({ state: "running", attempts: sql`${generationItems.attempts} + 1`, updatedAt: at })
    .where(whereItem(key, eq(generationItems.state, "queued")))
    .returning({ attempt: generationItems.attempts, messageVersion: generationItems.messageVersion });
  return item ? { ...key, ...item, startedAt: at } : null;
}

/** A sign of life. @returns false when the run is no longer wanted: cancelled, replaced, deleted */
export async function renewItem(db: Database, run: ItemAttempt, at: string): Promise<boolean> {
  return (
    (
      await db
        .update(generationItems)
        .set({ updatedAt: at })
        .where(whereAttempt(run))
        .returning({ id: generationItems.companyId })
    ).length > 0
  );
}

/** For the transaction that saves: the item of a run is done, provided that `still` holds. */
export const completeItemQuery = (db: Database, run: ItemAttempt, still: SQL, at: string) =>
  db
    .update(generationItems)
    .set({ state: "done", error: null, updatedAt: at })
    .where(and(whereAttempt(run), still));
export const isCompletedBy = (run: ItemAttempt): SQL =>
  sql`EXISTS (SELECT 1 FROM ${generationItems} WHERE ${whereItem(run, eq(generationItems.state, "done"), eq(generationItems.attempts, run.attempt))})`;

/** Ends a turn with the refusal it failed with. */
export async function failItem(
  db: Database,
  run: ItemAttempt,
  { code, options: { fields } }: ApiError,
  at: string,
): Promise<void> {
  await db.batch([
    db
      .update(generationItems)
      .set({ state: "failed", error: code, fields: fields ?? null, updatedAt: at })
      .where(whereAttempt(run)),
    finishGenerationQuery(db, run.userId, at),
  ]);
}

/** Ends a turn, and all of its generation that has not begun, with the refusal it failed with. */
export async function failGeneration(
  db: Database,
  run: ItemAttempt,
  { code, options: { fields } }: ApiError,
  at: string,
): Promise<void> {
  const waiting = and(
    eq(generationItems.userId, run.userId),
    eq(generationItems.generationId, run.generationId),
    eq(generationItems.state, "queued"),
  );
  await db.batch([
    db
      .update(generationItems)
      .set({ state: "failed", error: code, fields: fields ?? null, updatedAt: at })
      .where(or(whereAttempt(run), waiting)),
    finishGenerationQuery(db, run.userId, at),
  ]);
}

/** Puts a turn back. @param quietUntil when it will be tried again: until then nobody takes it for forgotten */
export async function requeueItem(db: Database, run: ItemAttempt, quietUntil: string): Promise<void> {
  await db.update(generationItems).set({ state: "queued", updatedAt: quietUntil }).where(whereAttempt(run));
}

/** Cancels what is open and lets go of the companies being written; what they still bring is not saved. A finished generation stays as it is. */
export async function cancelGeneration(
  db: Database,
  userId: string,
  id: string,
  at: string,
): Promise<{ generation: GenerationRow | undefined; items: GenerationItemRow[] }> {
  const ofIt = and(eq(generationItems.userId, userId), eq(generationItems.generationId, id));
  const writing = sql`${companies.id} IN (SELECT ${generationItems.companyId} FROM ${generationItems} WHERE ${ofIt} AND ${generationItems.state} = 'running')`;
  const [, , , rows, items] = await db.batch([
    db
      .update(companies)
      .set({ generatingSince: null })
      .where(and(eq(companies.userId, userId), writing)),
    db.update(generationItems).set({ state: "cancelled", updatedAt: at }).where(and(ofIt, isOpen)),
    db
      .update(generations)
      .set({ cancelledAt: at, finishedAt: at })
      .where(and(eq(generations.userId, userId), eq(generations.id, id), isNull(generations.finishedAt))),
    db
      .select()
      .from(generations)
      .where(and(eq(generations.userId, userId), eq(generations.id, id))),
    db.select().from(generationItems).where(ofIt).orderBy(asc(generationItems.position)),
  ]);
  return { generation: rows[0], items };
}

/** The user's latest generation if it is running or has finished after `since`, and its items. */
export function currentGenerationQueries(db: Database, userId: string, since: string) {
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
 * Picks up what was left behind. A run without a sign of life since `deadBefore` is queued again, or has failed after its last
 * attempt; its claim is freed. When nothing of the generation has moved since then, its queued turns have lost their messages, the
 * dead letters of the queue among them. What is still open in a generation begun before `overdueBefore` has failed.
 * @returns the turns to wake, in order, and whether anything is open
 */
export async function requeueStaleItems(
  db: Database,
  userId: string,
  { deadBefore, overdueBefore, attempts }: { deadBefore: string; overdueBefore: string; attempts: number },
  at: string,
): Promise<{ wake: ItemKey[]; left: boolean }> {
  const dead = and(
    eq(generationItems.userId, userId),
    eq(generationItems.state, "running"),
    lt(generationItems.updatedAt, deadBefore),
  );
  const running = sql`SELECT ${generations.id} FROM ${generations} WHERE ${generations.userId} = ${userId} AND ${generations.finishedAt} IS NULL`;
  const lastMoved = sql`(SELECT max(i.updated_at) FROM ${generationItems} i WHERE i.user_id = ${userId} AND i.generation_id = (${running}))`;
  const [, , , , , woken, left] = await db.batch([
    db
      .update(generationItems)
      .set({ state: "failed", error: "writer_unavailable", updatedAt: at })
      .where(
        and(
          eq(generationItems.userId, userId),
          isOpen,
          sql`${generationItems.generationId} = (${running} AND ${generations.createdAt} < ${overdueBefore})`,
        ),
      ),
    db
      .update(companies)
      .set({ generatingSince: null })
      .where(
        and(
          eq(companies.userId, userId),
          lt(companies.generatingSince, deadBefore),
          sql`${companies.id} IN (SELECT ${generationItems.companyId} FROM ${generationItems} WHERE ${dead})`,
        ),
      ),
    db
      .update(generationItems)
      .set({ state: "failed", error: "writer_failed" })
      .where(and(dead, sql`${generationItems.attempts} >= ${attempts}`)),
    db.update(generationItems).set({ state: "queued" }).where(dead),
    finishGenerationQuery(db, userId, at),
    db
      .update(generationItems)
      .set({ updatedAt: at })
      .where(
        and(
          eq(generationItems.userId, userId),
          eq(generationItems.state, "queued"),
          sql`${generationItems.generationId} = (${running})`,
          sql`${lastMoved} < ${deadBefore}`,
        ),
      )
      .returning({
        generationId: generationItems.generationId,
        companyId: generationItems.companyId,
        position: generationItems.position,
      }),
    db
      .select({ id: generations.id })
      .from(generations)
      .where(and(eq(generations.userId, userId), isNull(generations.finishedAt))),
  ]);
  const wake = woken
    .sort((a, b) => a.position - b.position)
    .map(({ generationId, companyId }) => ({ userId, generationId, companyId }));
  return { wake, left: left.length > 0 };
}

/** Users with turns that nobody has touched since `before`; at most a hundred. For the sweep, which looks at everybody. */
export async function listUsersWithStaleItems(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: generationItems.userId })
    .from(generationItems)
    .where(and(isOpen, lt(generationItems.updatedAt, before)))
    .limit(100);
  return rows.map(({ userId }) => userId);
}
