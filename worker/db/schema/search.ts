import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ErrorCode } from "../../contract/errors";
import type { Search, SearchStatus } from "../../contract/search";
import { booleanColumn } from "./boolean-column";

export const searches = sqliteTable(
  "searches",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    status: text().$type<SearchStatus>().notNull(),
    businessTypes: text("business_types", { mode: "json" }).$type<string[]>().notNull(),
    cities: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The counts last written by the object, which holds the live ones. */
    totals: text({ mode: "json" })
      .$type<
        Pick<
          Search,
          | "total_companies"
          | "new_companies"
          | "duplicate_companies"
          | "known_companies"
          | "total_emails"
          | "websites_count"
          | "scraped_websites_count"
          | "processed_contacts_count"
          | "warnings"
        >
      >()
      .notNull(),
    error: text().$type<ErrorCode>(),
    addedToDashboard: booleanColumn("added_to_dashboard"),
    discarded: booleanColumn("discarded"),
    createdAt: text("created_at").notNull(),
    completedAt: text("completed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_running_search")
      .on(t.userId)
      .where(sql`status IN ('running', 'stopping')`),
    index("searches_by_date").on(t.userId, t.createdAt),
  ],
);

/**
 * Companies of imported directories: a row for each category of a company, so that one index lookup finds a kind of
 * company in a city. Filled by `npm run directory:import`; tools/directory-import/parse-line.ts describes the columns.
 */
export const directory = sqliteTable(
  "directory",
  {
    source: text().notNull(),
    id: text().notNull(),
    /** One category; empty for a company without any. */
    category: text().notNull(),
    name: text().notNull(),
    nameKey: text("name_key").notNull(),
    website: text(),
    emails: text({ mode: "json" }).$type<string[]>().notNull(),
    phones: text({ mode: "json" }).$type<string[]>().notNull(),
    city: text().notNull(),
    cityKey: text("city_key").notNull(),
    country: text().notNull(),
    lat: real(),
    lon: real(),
    /** Cell of a grid; with `lat` and `lon` it answers for a box. */
    cell: integer(),
    categories: text({ mode: "json" }).$type<string[]>().notNull(),
    page: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.id, t.category] }),
    // With the name, a text in it is searched for in the index alone.
    index("directory_by_city").on(t.cityKey, t.category, t.country, t.nameKey),
    index("directory_by_cell").on(t.cell, t.category, t.lat, t.lon, t.nameKey),
  ],
);

/** Countries that an imported directory covers, where OpenStreetMap is not queried. ISO 3166-1 alpha-2. */
export const directoryCoverage = sqliteTable(
  "directory_coverage",
  {
    source: text().notNull(),
    country: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.country, t.source] })],
);
