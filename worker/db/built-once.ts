import { Column, fillPlaceholders, getTableColumns, type Query } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client";

/** A query as Drizzle builds it, with placeholders in the place of what each call brings. */
interface Buildable {
  readonly _: { readonly dialect: "sqlite"; readonly result: readonly unknown[] };
  prepare(): { getQuery(): Query };
}
interface Built<Q extends Buildable> {
  type: Q["_"];
  prepared: object;
  query: Query;
}
type Row = Record<string, unknown>;
type Read<Q extends Buildable> = (row: Row) => Q["_"]["result"][number];

/**
 * A statement for batches that is built once for each shape of it and then only filled in: building one takes Drizzle longer than D1 takes to
 * answer it, so what every call asks is worth it.
 * @param build by what changes the words of the statement
 * @param read a row as D1 gives it, where there are many and Drizzle's own way costs too much
 * @returns of a database, the values of the placeholders and the shape
 */
export function builtOnce<Q extends Buildable, Shape extends readonly (string | number | boolean | undefined)[]>(
  build: (db: Database, ...shape: Shape) => Q,
  read?: Read<Q>,
) {
  const known = new WeakMap<Database, Map<string, Built<Q>>>();
  const reading = read && { mapResult: { value: ({ results }: { results: Row[] }) => results.map(read) } };
  return (db: Database, values: Record<string, unknown>, ...shape: Shape): { readonly _: Q["_"] } => {
    const ofDatabase = known.get(db) ?? new Map<string, Built<Q>>();
    known.set(db, ofDatabase);
    const key = JSON.stringify(shape);
    let built = ofDatabase.get(key);
    if (!built) {
      const query = build(db, ...shape);
      const prepared = query.prepare();
      ofDatabase.set(key, (built = { type: query._, prepared, query: prepared.getQuery() }));
    }
    const { type, prepared, query } = built;
    const filled = { ...query, params: fillPlaceholders(query.params, values) };
    // What a batch asks of its statements: the prepared one, its values, and how its rows are read.
    const statement = {
      _: type,
      _prepare: () => Object.create(prepared, { getQuery: { value: () => filled }, ...reading }) as object,
    };
    return statement;
  };
}

/** Reads whole rows of a table: the same values as Drizzle, without asking of each column of each row what it is. */
export function rowReader<T extends SQLiteTable>(table: T): (row: Row) => T["$inferSelect"] {
  const columns = Object.entries<Column>(getTableColumns(table)).map(([key, column]) => {
    const plain = Reflect.get(column, "mapFromDriverValue") === Column.prototype.mapFromDriverValue;
    return { key, name: column.name, decode: plain ? null : (value: unknown) => column.mapFromDriverValue(value) };
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
