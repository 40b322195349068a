import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Condition, UserDatabase } from "../../db/client";
import { profiles, users } from "../../db/schema/account";
import type { StoredFacts } from "../../db/schema/json-types";

// Facts are in the row of their CV: that of the user for the default profile, else one of `profiles`. Its path tells
// which, so every write goes to both.

const CV_TABLES = [users, profiles] as const;
type CvTable = (typeof CV_TABLES)[number];

const whereCv = (table: CvTable, userId: string, path: string) =>
  and(
    table === users ? eq(users.id, userId) : eq(profiles.userId, userId),
    eq(table.cvPath, path),
    table === users
      ? isNull(users.deletedAt)
      : sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.deleted_at IS NULL)`,
  );

/**
 * Claims the extraction of a CV's facts: one caller succeeds for each CV.
 * @param staleBefore a claim without facts older than this may be taken again
 * @param retriesFailed so may one that has failed, at once
 */
export async function claimCvFacts(
  db: UserDatabase,
  userId: string,
  claim: StoredFacts,
  { staleBefore, retriesFailed }: { staleBefore: string; retriesFailed: boolean },
): Promise<boolean> {
  const claimQuery = (table: CvTable) => {
    const isFree = or(
      isNull(table.cvFacts),
      sql`json_extract(${table.cvFacts}, '$.of') <> ${claim.of}`,
      sql`json_extract(${table.cvFacts}, '$.found') IS NULL AND (json_extract(${table.cvFacts}, '$.at') < ${staleBefore}
        OR (${retriesFailed ? 1 : 0} AND json_extract(${table.cvFacts}, '$.failed')))`,
    );
    return db
      .update(table)
      .set({ cvFacts: claim })
      .where(and(whereCv(table, userId, claim.of), isFree))
      .returning({ id: table.id });
  };
  const [first, others] = await db.batch([claimQuery(users), claimQuery(profiles)]);
  return first.length + others.length > 0;
}

/** Stores the facts, unless the user has uploaded another CV since. */
export async function saveCvFacts(db: UserDatabase, userId: string, facts: StoredFacts): Promise<void> {
  const saveQuery = (table: CvTable) =>
    db
      .update(table)
      .set({ cvFacts: facts })
      .where(whereCv(table, userId, facts.of));
  await db.batch([saveQuery(users), saveQuery(profiles)]);
}

/** Queries that remove a fact of a CV, if `when` holds; two, for a batch. Facts of another CV are left alone. */
export function removeCvFactQueries(
  db: UserDatabase,
  userId: string,
  { path, id }: { path: string; id: string },
  when?: Condition,
) {
  const removeQuery = (table: CvTable) => {
    const removed = sql`coalesce(json_extract(${table.cvFacts}, '$.removed'), '[]')`;
    return db
      .update(table)
      .set({ cvFacts: sql`json_set(${table.cvFacts}, '$.removed', json_insert(${removed}, '$[#]', ${id}))` })
      .where(
        and(
          whereCv(table, userId, path),
          sql`json_extract(${table.cvFacts}, '$.of') = ${path}`,
          sql`${id} NOT IN (SELECT value FROM json_each(${removed}))`,
          when,
        ),
      );
  };
  return [removeQuery(users), removeQuery(profiles)] as const;
}
