import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../db/client";
import { users } from "../db/schema/account";
import type { StoredFacts } from "../db/schema/json-types";

const whereCv = (userId: string, path: string) =>
  and(eq(users.id, userId), eq(users.cvPath, path), isNull(users.deletedAt));

/**
 * Claims the extraction of a CV's facts: one caller succeeds for each CV.
 * @param staleBefore a claim without facts older than this may be taken again
 */
export async function claimCvFacts(
  db: Database,
  userId: string,
  claim: StoredFacts,
  staleBefore: string,
): Promise<boolean> {
  const isFree = or(
    isNull(users.cvFacts),
    sql`json_extract(${users.cvFacts}, '$.of') <> ${claim.of}`,
    sql`json_extract(${users.cvFacts}, '$.found') IS NULL AND json_extract(${users.cvFacts}, '$.at') < ${staleBefore}`,
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
