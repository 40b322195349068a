import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { isKnownIdentitySql } from "../companies/store-import";
import { LIMITS } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { savedSearches } from "../db/schema/search";
import type { SearchTraces } from "../platform/search-rpc";

export type SavedSearchRow = typeof savedSearches.$inferSelect;
/** A row without what only runs and the look for news read. */
export type ListedSavedSearch = Omit<SavedSearchRow, "seen" | "zones" | "newIdentities">;

const isOwn = (userId: string, id: string) => and(eq(savedSearches.userId, userId), eq(savedSearches.id, id));
const { seen: _seen, zones: _zones, newIdentities: _new, ...COLUMNS } = getTableColumns(savedSearches);
/** Without companies that have become the user's since, on the dashboard, in the archive or deleted. */
const LISTED_COLUMNS = {
  ...COLUMNS,
  news: sql<number>`(SELECT CASE WHEN saved_searches.new_identities IS NULL THEN saved_searches.news
    ELSE (SELECT count(*) FROM json_each(saved_searches.new_identities) AS found
      WHERE NOT ${isKnownIdentitySql(sql`saved_searches.user_id`, sql`found.value`)}) END)`.as("news"),
};

/** Newest first. Awaited, or part of a batch. */
export const savedSearchesQuery = (db: UserDatabase, userId: string) =>
  db
    .select(LISTED_COLUMNS)
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));

export const savedSearchQuery = (db: UserDatabase, userId: string, id: string) =>
  db.select().from(savedSearches).where(isOwn(userId, id));

/** One with that id gets the name only. @returns undefined when there is no room for one more */
export async function insertSavedSearch(db: UserDatabase, row: SavedSearchRow): Promise<ListedSavedSearch | undefined> {
  const { userId, id, name, request, lastRunAt, seen, zones, release, news, createdAt } = row;
  const [kept] = await db
    .insert(savedSearches)
    // All columns in the order of the table.
    .select(
      sql`SELECT ${userId}, ${id}, ${name}, ${JSON.stringify(request)}, ${lastRunAt}, ${JSON.stringify(seen)},
        ${JSON.stringify(zones)}, ${release}, ${news}, ${createdAt}, '[]'
        WHERE (SELECT count(*) FROM saved_searches WHERE user_id = ${userId} AND id <> ${id})
          < ${LIMITS.savedSearches}`,
    )
    .onConflictDoUpdate({ target: [savedSearches.userId, savedSearches.id], set: { name } })
    .returning(LISTED_COLUMNS);
  return kept;
}

/** @returns undefined when the user has no such search */
export async function updateSavedSearchName(
  db: UserDatabase,
  userId: string,
  id: string,
  name: string,
): Promise<ListedSavedSearch | undefined> {
  const [row] = await db.update(savedSearches).set({ name }).where(isOwn(userId, id)).returning(LISTED_COLUMNS);
  return row;
}

export async function removeSavedSearch(db: UserDatabase, userId: string, id: string): Promise<boolean> {
  const rows = await db.delete(savedSearches).where(isOwn(userId, id)).returning({ id: savedSearches.id });
  return rows.length > 0;
}

/** What a run has found counts as seen from now on. May run twice. @param at end of the run, ISO 8601 UTC */
export async function saveRunOfSavedSearch(
  db: UserDatabase,
  userId: string,
  id: string,
  { identities, zones, release }: SearchTraces,
  at: string,
): Promise<void> {
  await db
    .update(savedSearches)
    .set({
      seen: sql`(SELECT json_group_array(value) FROM (
        SELECT value FROM (SELECT value, 0 AS turn FROM json_each(${JSON.stringify(identities)})
          UNION ALL SELECT value, 1 FROM json_each(${savedSearches.seen}))
        GROUP BY value ORDER BY min(turn) LIMIT ${LIMITS.seenCompanies}))`,
      // A run that found nothing says nothing of where to look.
      ...(zones.length > 0 && { zones }),
      release,
      newIdentities: [],
      lastRunAt: at,
    })
    .where(isOwn(userId, id));
}

/** Saves which companies of a release no run has found, unless it has run since. */
export async function saveNews(
  db: UserDatabase,
  { userId, id, lastRunAt }: Pick<SavedSearchRow, "userId" | "id" | "lastRunAt">,
  release: string,
  newIdentities: string[],
): Promise<void> {
  await db
    .update(savedSearches)
    .set({ release, newIdentities })
    .where(and(isOwn(userId, id), eq(savedSearches.lastRunAt, lastRunAt)));
}
