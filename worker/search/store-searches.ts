import { and, desc, eq, getTableColumns, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { insertFoundQueries, type NewCompany } from "../companies/store-import";
import type { Search, SearchStatus } from "../contract/search";
import type { UserDatabase } from "../db/client";
import { users } from "../db/schema/account";
import { companies } from "../db/schema/companies";
import { searches } from "../db/schema/search";
import type { SearchRequest } from "../platform/search-rpc";
import { EMPTY_TOTALS } from "./rules-search-failure";

export type SearchRow = typeof searches.$inferSelect;

const isOwnSearch = (userId: string, id: string) => and(eq(searches.userId, userId), eq(searches.id, id));
const RUNNING_STATUSES = ["running", "stopping"] as const;

/**
 * The unique index allows one running search a user.
 * @param waiting lists that the user starts later; inserted only with the request
 * @returns the row of the one now running
 */
export async function insertUnlessRunning(
  db: UserDatabase,
  request: SearchRequest,
  waiting: SearchRequest[] = [],
): Promise<SearchRow | undefined> {
  const [, running] = await db.batch([
    db.insert(searches).values(toRow(request, "running")).onConflictDoNothing(),
    runningSearchQuery(db, request.userId),
    ...waiting.map((each) => insertWaitingQuery(db, each, request.searchId)),
  ]);
  return running[0];
}

/** All columns in the order of the table; nothing unless the first list is there. */
function insertWaitingQuery(db: UserDatabase, request: SearchRequest, firstId: string) {
  const row: Partial<Record<string, unknown>> = toRow(request, "waiting");
  const values = Object.keys(getTableColumns(searches)).map((name) => {
    const value = row[name] ?? null;
    return typeof value === "object" && value !== null ? sql`${JSON.stringify(value)}` : sql`${value}`;
  });
  return db.insert(searches).select(
    sql`SELECT ${sql.join(values, sql`, `)} WHERE EXISTS (SELECT 1 FROM searches first
        WHERE first.user_id = ${request.userId} AND first.id = ${firstId})`,
  );
}

const toRow = (
  { userId, searchId, businessTypes, cities, places, list, saved, profileId, createdAt }: SearchRequest,
  status: SearchStatus,
): SearchRow => ({
  userId,
  id: searchId,
  status,
  businessTypes,
  cities,
  places: places ?? null,
  list: list ?? null,
  savedId: saved?.id ?? null,
  totals: EMPTY_TOTALS,
  error: null,
  addedToDashboard: false,
  discarded: false,
  createdAt,
  completedAt: null,
  profileId: profileId ?? null,
});
const runningSearchQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(searches)
    .where(and(eq(searches.userId, userId), inArray(searches.status, RUNNING_STATUSES)));

/** The search of a user that runs, and the one that was to run (undefined: the user has no such search). */
interface RunningSearches {
  running: SearchRow | undefined;
  row: SearchRow | undefined;
}

/** Starts a waiting list unless another search runs. @param at ISO 8601: from now on it is the latest search */
export const markStarted = (db: UserDatabase, userId: string, id: string, at: string): Promise<RunningSearches> =>
  markRunning(db, { userId, id }, eq(searches.status, "waiting"), { createdAt: at });

/** The same for a search that was stopped. Its companies may be added once more. */
export const markResumed = (db: UserDatabase, userId: string, id: string, at: string): Promise<RunningSearches> =>
  markRunning(db, { userId, id }, and(eq(searches.status, "completed"), eq(searches.discarded, false)), {
    createdAt: at,
    completedAt: null,
    addedToDashboard: false,
  });

async function markRunning(
  db: UserDatabase,
  { userId, id }: { userId: string; id: string },
  condition: SQL | undefined,
  change: Partial<typeof searches.$inferInsert>,
): Promise<RunningSearches> {
  const [, running, rows] = await db.batch([
    db
      .update(searches)
      .set({ ...change, status: "running" })
      .where(and(isOwnSearch(userId, id), condition, isNoneRunningSql(userId))),
    runningSearchQuery(db, userId),
    db.select().from(searches).where(isOwnSearch(userId, id)),
  ]);
  return { running: running[0], row: rows[0] };
}

const isNoneRunningSql = (userId: string) => sql`NOT EXISTS (SELECT 1 FROM searches other
  WHERE other.user_id = ${userId} AND other.status IN ('running', 'stopping'))`;

/** Running searches created before `before`. The status condition repeats that of the partial index. */
export async function listRunningSearches(db: UserDatabase, before: string, limit: number): Promise<SearchRow[]> {
  return db
    .select(getTableColumns(searches))
    .from(searches)
    .innerJoin(users, eq(users.id, searches.userId))
    .where(
      and(sql`${searches.status} IN ('running', 'stopping')`, lt(searches.createdAt, before), isNull(users.deletedAt)),
    )
    .limit(limit);
}

/** Writes the final state once: later calls change nothing. */
export async function saveFinalState(db: UserDatabase, userId: string, search: Search): Promise<void> {
  const {
    total_companies,
    new_companies,
    duplicate_companies,
    known_companies,
    seen_companies,
    total_emails,
    websites_count,
    scraped_websites_count,
    processed_contacts_count,
    stopped,
    unread_companies,
    added_companies,
    warnings,
  } = search;
  await db
    .update(searches)
    .set({
      status: search.status,
      error: search.error_code,
      completedAt: search.completed_at,
      totals: {
        total_companies,
        new_companies,
        duplicate_companies,
        known_companies,
        seen_companies,
        total_emails,
        websites_count,
        scraped_websites_count,
        processed_contacts_count,
        stopped,
        unread_companies,
        added_companies,
        warnings,
      },
    })
    .where(and(isOwnSearch(userId, search.id), inArray(searches.status, ["waiting", ...RUNNING_STATUSES])));
}

export const searchQuery = (db: UserDatabase, userId: string, id: string) =>
  db.select().from(searches).where(isOwnSearch(userId, id));

/** The latest search that still runs or whose results are neither added nor discarded. */
export const latestSearchQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(searches)
    .where(
      and(
        eq(searches.userId, userId),
        inArray(searches.status, ["running", "stopping", "completed", "failed"]),
        eq(searches.discarded, false),
        eq(searches.addedToDashboard, false),
      ),
    )
    .orderBy(desc(searches.createdAt))
    .limit(1);

export const recentSearchesQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(searches)
    .where(eq(searches.userId, userId))
    .orderBy(desc(searches.createdAt), desc(searches.id))
    .limit(100);

/** Running searches are not changed. */
export async function markSearchDiscarded(db: UserDatabase, userId: string, id: string): Promise<void> {
  await db
    .update(searches)
    .set({ discarded: true })
    .where(and(isOwnSearch(userId, id), sql`${searches.status} NOT IN ('running', 'stopping')`));
}

/**
 * Adds companies to the dashboard and marks their search, in one transaction. Those that the user has got since they
 * were found are left out.
 * @param before companies of the search that were added earlier: how many, and those named again
 * @returns how many were new, and the ids of those on the dashboard now, also from a call whose answer was lost
 */
export async function addFoundCompanies(
  db: UserDatabase,
  userId: string,
  searchId: string,
  found: NewCompany[],
  now: string,
  before: { count: number; again: ReadonlySet<string> } = { count: 0, again: new Set() },
): Promise<{ added: number; listed: string[] }> {
  const isListed = (ids: string[]) =>
    and(eq(companies.userId, userId), sql`${companies.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const ids = found.map(({ id }) => id);
  const listedBefore = db.select({ id: companies.id }).from(companies).where(isListed(ids));
  const addedCount = sql`${before.count} + (SELECT count(*) FROM ${companies}
    WHERE ${isListed(ids.filter((id) => !before.again.has(id)))})`;
  const mark = db
    .update(searches)
    .set({ addedToDashboard: true, totals: sql`json_set(${searches.totals}, '$.added_companies', ${addedCount})` })
    .where(isOwnSearch(userId, searchId))
    .returning({ id: searches.id });
  const inserts = insertFoundQueries(db, userId, searchId, found, now);
  const [had, ...answers] = await db.batch([listedBefore, ...inserts, mark]);
  const added = answers.slice(0, inserts.length).flat();
  return { added: added.length, listed: [...had, ...added].map(({ id }) => id) };
}
