import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { UserDatabase } from "../db/client";
import { profiles, users } from "../db/schema/account";
import { searches } from "../db/schema/search";
import { USER_TABLES } from "../db/user-tables";

/** A row under the names of its columns. */
type ExportRow = Record<string, unknown>;

/** Rows per page; bounds memory. */
const ROWS_PER_PAGE = 200;
/** Secrets that grant access are not exported. Matched by name, so that a new column is covered too. */
const SECRET_COLUMN = /hash|token|verifier|secret|password/u;

type Column = SQLiteColumn;

interface ExportTable {
  name: string;
  table: SQLiteTable;
  owner: SQLiteColumn;
  /** Sort columns of a user's rows. */
  keys: Column[];
  columns: Column[];
}

const toExportTable = (table: SQLiteTable, owner: SQLiteColumn): ExportTable => {
  const { name, primaryKeys, ...rest } = getTableConfig(table);
  const columns: Column[] = rest.columns;
  const keys = (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).filter(
    (column) => column !== owner,
  );
  return { name, table, owner, keys, columns };
};
const EXPORT_TABLES = USER_TABLES.map(({ table, owner }) => toExportTable(table, owner));

/** Names of the tables that hold rows of a user. */
export const EXPORTED_TABLE_NAMES: readonly string[] = EXPORT_TABLES.map(({ name }) => name);

const ACCOUNT_TABLE = toExportTable(users, users.id);

/** Beginning of an export. */
export interface ExportStart {
  account: ExportRow;
  /** Searches whose results may still exist. */
  searchIds: string[];
  /** The CVs of the profiles beside the default one. */
  cvs: { profile_id: string; name: string | null; path: string | null }[];
  /** The first page of each table, in the order of `EXPORTED`. */
  pages: ExportRow[][];
}

/**
 * The first reads of an export, for a batch; `toExportStart` converts their rows. Most accounts need no more.
 * @param since searches begun before have no results any more
 */
export const exportStartQueries = (db: UserDatabase, userId: string, since: string) =>
  [
    exportPageQuery(db, ACCOUNT_TABLE, userId, null),
    db
      .select({ id: searches.id })
      .from(searches)
      .where(and(eq(searches.userId, userId), gt(searches.createdAt, since), eq(searches.discarded, false))),
    db
      .select({ profile_id: profiles.id, name: profiles.cvName, path: profiles.cvPath })
      .from(profiles)
      .where(eq(profiles.userId, userId)),
    ...EXPORT_TABLES.map((source) => exportPageQuery(db, source, userId, null)),
  ] as const;

export function toExportStart([[account = {}], found, cvs, ...pages]: readonly [
  ExportRow[],
  { id: string }[],
  ExportStart["cvs"],
  ...ExportRow[][],
]): ExportStart {
  return { account: toExportedRow(ACCOUNT_TABLE, account), searchIds: found.map(({ id }) => id), cvs, pages };
}

/** The rows of a user in one of those tables, a page at a time, without secrets. @param first a page already read */
export async function* readExportRows(
  db: UserDatabase,
  userId: string,
  tableName: string,
  first: ExportRow[],
): AsyncGenerator<ExportRow[]> {
  const source = EXPORT_TABLES.find(({ name }) => name === tableName);
  if (!source) return;
  for (let rows = first; ;) {
    yield rows.map((row) => toExportedRow(source, row));
    const last = source.keys.length > 0 && rows.length === ROWS_PER_PAGE ? rows.at(-1) : undefined;
    if (!last) return;
    rows = await exportPageQuery(db, source, userId, last);
  }
}

function exportPageQuery(
  db: UserDatabase,
  { table, owner, keys, columns }: ExportTable,
  userId: string,
  after: ExportRow | null,
) {
  const toSqlList = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;
  const beyond =
    after === null
      ? undefined
      : sql`${toSqlList(keys.map((key) => sql`${key}`))} > ${toSqlList(keys.map((key) => sql`${after[key.name]}`))}`;
  return db
    .select(Object.fromEntries(columns.map((column) => [column.name, column])))
    .from(table)
    .where(and(eq(owner, userId), beyond))
    .orderBy(...keys)
    .limit(ROWS_PER_PAGE);
}

/** The owner is the same everywhere, and exported with the account. */
const toExportedRow = ({ owner, columns }: ExportTable, row: ExportRow): ExportRow =>
  Object.fromEntries(
    columns
      .filter((column) => !SECRET_COLUMN.test(column.name) && (column !== owner || column.name === "id"))
      .map(({ name }) => [name, row[name]]),
  );
