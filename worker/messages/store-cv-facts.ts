import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../db/client";
import { users } from "../db/schema/account";
import type { StoredFacts } from "../db/schema/json-types";

const whereCv = (userId: string, path: string) =>
  and(eq(users.id, userId), eq(users.cvPath, path), isNull(users.deletedAt));

/**
 * Takes the asking for a CV's facts upon oneself: one caller a CV gets it.
 * @param staleBefore an asking older than this that brought nothing may be tried again
 */
export async function claimCvFacts(
  db: Database,
  userId: string,
  claim: StoredFacts,
  staleBefore: string,
): Promise<boolean> {
  const free = or(
    isNull(users.cvFacts),
    sql`json_extract(${users.cvFacts}, '$.of') <> ${claim.of}`,
    sql`json_extract(${users.cvFacts}, '$.found') IS NULL AND json_extract(${users.cvFacts}, '$.at') < ${staleBefore}`,
  );
  return (
    (
      await db
        .update(users)
        .set({ cvFacts: claim })
        .where(and(whereCv(userId, claim.of), free))
        .returning({ id: users.id })
    ).length > 0
  );
}

/** Keeps the facts, unless another CV has come in the meantime. */
export async function saveCvFacts(db: Database, userId: string, facts: StoredFacts): Promise<void> {
  await db.update(users).set({ cvFacts: facts }).where(whereCv(userId, facts.of));
}
