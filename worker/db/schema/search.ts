import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ErrorCode } from "../../contract/errors";
import type { OwnList, RunSearchRequest, Search, SearchStatus } from "../../contract/search";
import type { Box, SearchPlace } from "../../platform/search-rpc";
import { booleanColumn } from "./boolean-column";

export const searches = sqliteTable(
  "searches",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    status: text().$type<SearchStatus>().notNull(),
    businessTypes: text("business_types", { mode: "json" }).$type<string[]>().notNull(),
    cities: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Those of the cities that the directory knows; null for searches from before it. */
    places: text({ mode: "json" }).$type<SearchPlace[]>(),
    /** A list of the user's own, in place of business types and cities; null for a search in the directory. */
    list: text({ mode: "json" }).$type<OwnList>(),
    /** The saved search that it is a run of. */
    savedId: text("saved_id"),
    /** The counts last written by the object, which holds the live ones. */
    totals: text({ mode: "json" })
      .$type<
        Pick<
          Search,
          | "total_companies"
          | "new_companies"
          | "duplicate_companies"
          | "known_companies"
          | "seen_companies"
          | "total_emails"
          | "websites_count"
          | "scraped_websites_count"
          | "processed_contacts_count"
          | "stopped"
          | "unread_companies"
          | "added_companies"
          | "warnings"
        >
      >()
      .notNull(),
    error: text().$type<ErrorCode>(),
    addedToDashboard: booleanColumn("added_to_dashboard"),
    discarded: booleanColumn("discarded"),
    createdAt: text("created_at").notNull(),
    completedAt: text("completed_at"),
    /** The profile for the companies it adds; null for the default one. */
    profileId: text("profile_id"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_running_search")
      .on(t.userId)
      .where(sql`status IN ('running', 'stopping')`),
    index("searches_by_date").on(t.userId, t.createdAt),
  ],
);

/** Searches that a user keeps. */
export const savedSearches = sqliteTable(
  "saved_searches",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    name: text().notNull(),
    /** What runSearch takes. */
    request: text({ mode: "json" }).$type<RunSearchRequest>().notNull(),
    lastRunAt: text("last_run_at").notNull(),
    /** Identities of the companies that its runs have found, those of the last run first. */
    seen: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Where the companies of its last run are. */
    zones: text({ mode: "json" }).$type<Box[]>().notNull(),
    /** Release of the directory that its last run, or the look for news since, has read; null for none. */
    release: text(),
    /** Companies of that release that no run has found, where it is not known which. */
    news: integer().notNull().default(0),
    createdAt: text("created_at").notNull(),
    /** Their identities: what becomes the user's is no news any more. Null for those from before this was kept. */
    newIdentities: text("new_identities", { mode: "json" }).$type<string[]>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);
