import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { users } from "../db/schema/account";
import { generations } from "../db/schema/messages";
import { latestSearchQuery } from "../search/store-searches";

/** Queries for what runs for a user. */
export const activityQueries = (db: UserDatabase, userId: string) =>
  [
    latestSearchQuery(db, userId),
    db
      .select({ id: generations.id })
      .from(generations)
      .where(
        and(
          eq(generations.userId, userId),
          isNull(generations.finishedAt),
          // Nothing runs while a batch is waited for.
          or(isNull(generations.batchUntil), isNotNull(generations.batchEndedAt)),
        ),
      ),
  ] as const;

/** The same; null for an account that is closed. */
export async function findActivityRows(db: UserDatabase, userId: string) {
  const [accounts, [search], [generation]] = await db.batch([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt))),
    ...activityQueries(db, userId),
  ]);
  return accounts.length > 0 ? { search, generation } : null;
}
