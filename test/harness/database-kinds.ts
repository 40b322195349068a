import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { accountMoves } from "../../worker/db/schema/moves";
import * as shared from "../../worker/db/schema/shared";
import { tablesByName } from "../../worker/db/user-tables";

/** A user's rows, or what belongs to no single user. */
export type DatabaseKind = "user" | "shared";

const kindByTable = new Map<string, DatabaseKind>([
  ...[accountMoves, ...tablesByName.values()].map((table) => [getTableName(table), "user"] as const),
  ...Object.values(shared).flatMap((table) =>
    is(table, SQLiteTable) ? [[getTableName(table), "shared"] as const] : [],
  ),
]);

/** By statement: the tests run few different ones, many times. */
const kindsByStatement = new Map<string, ReadonlySet<DatabaseKind>>();

/** The kinds of the tables that a statement names; none for one without tables. */
export function listDatabaseKinds(sql: string): ReadonlySet<DatabaseKind> {
  const known = kindsByStatement.get(sql) ?? readDatabaseKinds(sql);
  kindsByStatement.set(sql, known);
  return known;
}

function readDatabaseKinds(sql: string): ReadonlySet<DatabaseKind> {
  // What stands in apostrophes is a value.
  const words = sql.replaceAll(/'(?:[^']|'')*'/gu, "''").match(/\w+/gu) ?? [];
  return new Set(words.flatMap((word) => kindByTable.get(word.toLowerCase()) ?? []));
}

/** The kind of database that holds a table; undefined for a table of the platform. */
export const findTableKind = (table: string): DatabaseKind | undefined => kindByTable.get(table);
