import { Column, fillPlaceholders, getTableColumns, type Query } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { UserDatabase } from "./client";

/*
 * Prepared queries for batches: SQL that Drizzle builds once and that each request fills in. Drizzle's own `.prepare()`
 * cannot join `db.batch()`, which ignores placeholders. Building the statements for every request misses the targets of
 * `npm run bench api`: GET /auth/me falls from 0.82 to 0.65 of a bare route (target 0.80), 50 companies from 0.89 to
 * 0.55 (0.85). So only what nearly every request runs is prepared: the session check and the dashboard's list. This
 * leans on four members that Drizzle does not promise: `_prepare` and `mapResult`, by which its D1 batch takes a
 * statement and reads its rows, `getQuery` of the prepared statement, and `mapFromDriverValue` of a column.
 * test/worker/db/prepared-queries.test.ts names them and fails when an upgrade changes them; then delete this file, and
 * let the stores build their statements with values in the place of placeholders.
 */

/** A query as Drizzle builds it, with placeholders for the values of a request. */
interface Buildable {
  readonly _: { readonly dialect: "sqlite"; readonly result: readonly unknown[] };
  prepare(): { getQuery(): Query };
}
interface Prepared<Q extends Buildable> {
  type: Q["_"];
  statement: object;
  query: Query;
}
type Row = Record<string, unknown>;
type ReadRow<Q extends Buildable> = (row: Row) => Q["_"]["result"][number];

/**
 * A statement for batches whose SQL is built once for each variant.
 * @param build takes what changes the SQL itself
 * @param readRow reads a row as D1 returns it, for results of many rows
 * @returns takes the database, the values of the placeholders and the variant
 */
export function prepareQuery<Q extends Buildable, Variant extends readonly (string | number | boolean | undefined)[]>(
  build: (db: UserDatabase, ...variant: Variant) => Q,
  readRow?: ReadRow<Q>,
) {
  const cache = new WeakMap<UserDatabase, Map<string, Prepared<Q>>>();
  const mapping = readRow && { mapResult: { value: ({ results }: { results: Row[] }) => results.map(readRow) } };
  return (db: UserDatabase, values: Record<string, unknown>, ...variant: Variant): { readonly _: Q["_"] } => {
    const variants = cache.get(db) ?? new Map<string, Prepared<Q>>();
    cache.set(db, variants);
    const key = JSON.stringify(variant);
    let prepared = variants.get(key);
    if (!prepared) {
      const query = build(db, ...variant);
      const statement = query.prepare();
      variants.set(key, (prepared = { type: query._, statement, query: statement.getQuery() }));
    }
    const { type, statement, query } = prepared;
    const filled = { ...query, params: fillPlaceholders(query.params, values) };
    const batchItem = {
      _: type,
      _prepare: () => Object.create(statement, { getQuery: { value: () => filled }, ...mapping }) as object,
    };
    return batchItem;
  };
}

/**
 * Reads whole rows of a table: the same values as Drizzle, without looking up the kind of every column in every row.
 */
export function createRowReader<T extends SQLiteTable>(table: T): (row: Row) => T["$inferSelect"] {
  const columns = Object.entries<Column>(getTableColumns(table)).map(([key, column]) => {
    const isPlain = Reflect.get(column, "mapFromDriverValue") === Column.prototype.mapFromDriverValue;
    return { key, name: column.name, decode: isPlain ? null : (value: unknown) => column.mapFromDriverValue(value) };
  });
  return (row) => {
    const read: Row = {};
    for (const { key, name, decode } of columns) {
      const value = row[name];
      read[key] = decode === null || value === null ? value : decode(value);
    }
    return read;
  };
}
