import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Condition, Database } from "../../db/client";
import { users } from "../../db/schema/account";
import type { StoredFacts } from "../../db/schema/json-types";

const whereCv = (userId: string, path: string) =>
  and(eq(users.id, userId), eq(users.cvPath, path), isNull(users.deletedAt));

/**
 * Claims the extraction of a CV's facts: one caller succeeds for each CV.
 * @param staleBefore a claim without facts older than this may be taken again
 * @param retriesFailed so may one that has failed, at once
 */
export async function claimCvFacts(
  db: Database,
  userId: string,
  claim: StoredFacts,
  { staleBefore, retriesFailed }: { staleBefore: string; retriesFailed: boolean },
): Promise<boolean> {
  const isFree = or(
    isNull(users.cvFacts),
    sql`json_extract(${users.cvFacts}, '$.of') <> ${claim.of}`,
    sql`json_extract(${users.cvFacts}, '$.found') IS NULL AND (json_extract(${users.cvFacts}, '$.at') < ${staleBefore}
      OR (${retriesFailed ? 1 : 0} AND json_extract(${users.cvFacts}, '$.failed')))`,
  );
  const claimed = await db
    .update(users)
    .set({ cvFacts: claim })
    .where(and(whereCv(userId, claim.of), isFree))
    .returning({ id: users.id });
  return claimed.length > 0;
}

/** Stores the facts, unless the user has uploaded another CV since. */
export async function saveCvFacts(db: Database, userId: string, facts: StoredFacts): Promise<void> {
  await db.update(users).set({ cvFacts: facts }).where(whereCv(userId, facts.of));
}

/** Query that removes a fact of a CV, if `when` holds. Facts of another CV are left alone. */
export function removeCvFactQuery(
  db: Database,
  userId: string,
  { path, id }: { path: string; id: string },
  when?: Condition,
) {
  const removed = sql`coalesce(json_extract(${users.cvFacts}, '$.removed'), '[]')`;
  return db
    .update(users)
    .set({ cvFacts: sql`json_set(${users.cvFacts}, '$.removed', json_insert(${removed}, '$[#]', ${id}))` })
    .where(
      and(
        whereCv(userId, path),
        sql`json_extract(${users.cvFacts}, '$.of') = ${path}`,
        sql`${id} NOT IN (SELECT value FROM json_each(${removed}))`,
        when,
      ),
    );
}
