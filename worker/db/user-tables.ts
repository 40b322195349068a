import { getTableColumns } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { tablesByName } from "./schema/tables";

/** Every table that holds rows of a user, and the column that says whose: read off the schema, so that a new one cannot be forgotten. */
export const USER_TABLES = [...tablesByName.values()].flatMap((table) => {
  const { userId: owner }: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
  return owner ? [{ table, owner }] : [];
});
