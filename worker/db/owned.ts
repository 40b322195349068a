import { getTableColumns, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./schema";

/** Every table that holds rows of a user, and the column that says whose: read off the schema, so that a new one cannot be forgotten. */
export const OWNED = Object.values(schema).flatMap((table) => {
  if (!is(table, SQLiteTable)) return [];
  const { userId: owner }: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
  return owner ? [{ table, owner }] : [];
});
