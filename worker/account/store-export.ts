import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client";
import { OWNED } from "../db/owned";
import { users } from "../db/schema/account";
import { searches } from "../db/schema/search";

/** A row under the names of its columns. */
type Row = Record<string, unknown>;

/** Rows a look: what is in memory at a time, whatever the size of an account. */
const PAGE = 200;
/** What would let somebody in is nobody's to carry around. By the name, so that a new column is covered too. */
const SECRET = /hash|token|verifier|secret|password/u;

type Column = SQLiteColumn;

interface Source {
  name: string;
  table: SQLiteTable;
  owner: SQLiteColumn;
  /** What orders the rows of one user. */
  keys: Column[];
  columns: Column[];
}

const sourceOf = (table: SQLiteTable, owner: SQLiteColumn): Source => {
  const { name, primaryKeys, ...rest } = getTableConfig(table);
  const columns: Column[] = rest.columns;
  const keys = (primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)).filter(
    (column) => column !== owner,
  );
  return { name, table, owner, keys, columns };
};
const SOURCES = OWNED.map(({ table, owner }) => sourceOf(table, owner));

/** The names of the tables that hold rows of a user. */
export const EXPORTED: readonly string[] = SOURCES.map(({ name }) => name);

const ACCOUNT = sourceOf(users, users.id);

/** What an export begins with. */
export interface Beginning {
  account: Row;
  /** Searches whose results may still be there. */
  searchIds: string[];
  /** The first page of each table, in the order of `EXPORTED`. */
  pages: Row[][];
}

/**
 * The reads an export begins with, for a batch; `beginningOf` makes them of their rows. Most accounts have no more than that.
 * @param since searches begun before have no results any more
 */
export const beginningQueries = (db: Database, userId: string, since: string) =>
  [
    pageOf(db, ACCOUNT, userId, null),
    db
      .select({ id: searches.id })
      .from(searches)
      .where(and(eq(searches.userId, userId), gt(searches.createdAt, since), eq(searches.discarded, false))),
    ...SOURCES.map((source) => pageOf(db, source, userId, null)),
  ] as const;

export function beginningOf([[account = {}], found, ...pages]: readonly [
  Row[],
  { id: string }[],
  ...Row[][],
]): Beginning {
  return { account: shown(ACCOUNT, account), searchIds: found.map(({ id }) => id), pages };
}

/** The rows of a user in one of those tables, a page at a time, without their secrets. @param first the page there is already */
export async function* rowsOf(db: Database, userId: string, tableName: string, first: Row[]): AsyncGenerator<Row[]> {
  const source = SOURCES.find(({ name }) => name === tableName);
  if (!source) return;
  for (let rows = first; ;) {
    yield rows.map((row) => shown(source, row));
    const last = source.keys.length > 0 && rows.length === PAGE ? rows.at(-1) : undefined;
    if (!last) return;
    rows = await pageOf(db, source, userId, last);
  }
}

function pageOf(db: Database, { table, owner, keys, columns }: Source, userId: string, after: Row | null) {
  const list = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;
  const beyond =
    after === null
      ? undefined
      : sql`${list(keys.map((key) => sql`${key}`))} > ${list(keys.map((key) => sql`${after[key.name]}`))}`;
  return db
    .select(Object.fromEntries(columns.map((column) => [column.name, column])))
    .from(table)
    .where(and(eq(owner, userId), beyond))
    .orderBy(...keys)
    .limit(PAGE);
}

/** The owner is the same everywhere, and said with the account. */
const shown = ({ owner, columns }: Source, row: Row): Row =>
  Object.fromEntries(
    columns
      .filter((column) => !SECRET.test(column.name) && (column !== owner || column.name === "id"))
      .map(({ name }) => [name, row[name]]),
  );
