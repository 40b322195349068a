import { and, desc, eq, getTableColumns, inArray, isNull, lt, sql } from "drizzle-orm";
import { insertFound, type NewCompany } from "../companies/store-found";
import type { Search } from "../contract/search";
import type { Database } from "../db/client";
import { users } from "../db/schema/account";
import { searches } from "../db/schema/search";
import { ERROR_TEXTS } from "../error-texts";
import { NOTHING_FOUND } from "./rules";

export type SearchRow = typeof searches.$inferSelect;

const own = (userId: string, id: string) => and(eq(searches.userId, userId), eq(searches.id, id));
const RUNNING = ["running", "stopping"] as const;

/** Row to wire. The counts are those last written, which an old search may have fewer of; a running search's own object has newer ones. */
export function toSearch(row: SearchRow): Search {
  return {
    id: row.id,
    status: row.status,
    business_types: row.businessTypes,
    cities: row.cities,
    ...NOTHING_FOUND,
    ...row.totals,
    added_to_dashboard: row.addedToDashboard,
    discarded: row.discarded,
    created_at: row.createdAt,
    completed_at: row.completedAt,
    error: row.error && ERROR_TEXTS[row.error],
    error_code: row.error,
  };
}

/** Opens a search, unless one is running: the unique index decides. @returns the row of the one now running */
export async function openSearch(
  db: Database,
  order: { userId: string; searchId: string; businessTypes: string[]; cities: string[]; createdAt: string },
): Promise<SearchRow | undefined> {
  const { userId, searchId, businessTypes, cities, createdAt } = order;
  const [, running] = await db.batch([
    db
      .insert(searches)
      .values({ userId, id: searchId, status: "running", businessTypes, cities, totals: NOTHING_FOUND, createdAt })
      .onConflictDoNothing(),
    db
      .select()
      .from(searches)
      .where(and(eq(searches.userId, userId), inArray(searches.status, RUNNING))),
  ]);
  return running[0];
}

/** Searches begun before `before` that are said to run, at most `most`. In the words of the index over them. */
export async function runningSearches(db: Database, before: string, most: number): Promise<SearchRow[]> {
  return db
    .select(getTableColumns(searches))
    .from(searches)
    .innerJoin(users, eq(users.id, searches.userId))
    .where(
      and(sql`${searches.status} IN ('running', 'stopping')`, lt(searches.createdAt, before), isNull(users.deletedAt)),
    )
    .limit(most);
}

/** Writes the final state, once: a search that has one keeps it. */
export async function finishSearch(db: Database, userId: string, search: Search): Promise<void> {
  const {
    total_companies,
    new_companies,
    duplicate_companies,
    known_companies,
    total_emails,
    websites_count,
    scraped_websites_count,
    processed_contacts_count,
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
        total_emails,
        websites_count,
        scraped_websites_count,
        processed_contacts_count,
        warnings,
      },
    })
    .where(and(own(userId, search.id), inArray(searches.status, RUNNING)));
}

/** The latest search that waits for something: to end, to be added or discarded, or to be tried again. */
export const currentQuery = (db: Database, userId: string) =>
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

export const historyQuery = (db: Database, userId: string) =>
  db
    .select()
    .from(searches)
    .where(eq(searches.userId, userId))
    .orderBy(desc(searches.createdAt), desc(searches.id))
    .limit(100);

/** Marks a search that is over as discarded. */
export async function discardSearch(db: Database, userId: string, id: string): Promise<void> {
  await db
    .update(searches)
    .set({ discarded: true })
    .where(and(own(userId, id), sql`${searches.status} NOT IN ('running', 'stopping')`));
}

/** Adds found companies to the dashboard and marks their search, in one transaction. @returns how many were not there yet */
export async function addFound(
  db: Database,
  userId: string,
  searchId: string,
  found: NewCompany[],
  now: string,
): Promise<number> {
  const mark = db.update(searches).set({ addedToDashboard: true }).where(own(userId, searchId));
  const [, ...added] = await db.batch([mark, ...insertFound(db, userId, searchId, found, now)]);
  return added.flat().length;
}
