import { overrideMembers } from "./wrap-bindings";

/*
 * Counts the rows that D1 and the objects' SQLite write, as they are billed, by table, through wrapped bindings.
 */

const cursors: { statement: string; cursor: Pick<SqlStorageCursor<Record<string, SqlStorageValue>>, "rowsWritten"> }[] =
  [];
const rowCounts = new Map<string, number>();

const WRITE_STATEMENT =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/iu;
const findTable = (statement: string): string => WRITE_STATEMENT.exec(statement)?.[1] ?? "other";

function addRows(name: string, rows: number): void {
  if (rows > 0) rowCounts.set(name, (rowCounts.get(name) ?? 0) + rows);
}

/**
 * Rows written since the last call, by table: `d1 …`, `object …`, and the object's `object state` and `object alarm`.
 */
export function takeRowsWritten(): Record<string, number> {
  for (const { statement, cursor } of cursors.splice(0)) addRows(`object ${findTable(statement)}`, cursor.rowsWritten);
  const taken = Object.fromEntries(rowCounts);
  rowCounts.clear();
  return taken;
}

/**
 * Key of the text and the inner statement; it works through wrappers of the product.
 */
const KNOWN_KEY = Symbol("known");
interface KnownStatement {
  statement: string;
  inner: D1PreparedStatement;
}

/** A D1 binding that counts. */
export function countDatabaseRows(db: D1Database): D1Database {
  const wrapStatement = (inner: D1PreparedStatement, statement: string): D1PreparedStatement => {
    const all = async () => {
      const result = await inner.all<Record<string, unknown>>();
      addRows(`d1 ${findTable(statement)}`, result.meta.rows_written);
      return result;
    };
    return overrideMembers(inner, {
      [KNOWN_KEY]: { statement, inner } satisfies KnownStatement,
      bind: (...values: unknown[]) => wrapStatement(inner.bind(...values), statement),
      run: all,
      all,
      // A read of plain rows comes without figures, and writes nothing.
      ...(WRITE_STATEMENT.test(statement) && {
        raw: async () => (await all()).results.map((row) => Object.values(row)),
      }),
    });
  };
  return overrideMembers(db, {
    prepare: (statement: string) => wrapStatement(db.prepare(statement), statement),
    async batch(statements: D1PreparedStatement[]) {
      const args = statements.map((statement) => Reflect.get(statement, KNOWN_KEY) as KnownStatement);
      const results = await db.batch(args.map(({ inner }) => inner));
      results.forEach(({ meta }, i) => addRows(`d1 ${findTable(args[i]?.statement ?? "")}`, meta.rows_written));
      return results;
    },
  });
}

let isPatched = false;

/** Makes the storage of every object of this isolate count. */
export function countObjectWrites({ storage }: DurableObjectState): void {
  if (isPatched) return;
  isPatched = true;
  const wrapMethod = (thing: object, name: string, after: (args: unknown[], result: unknown) => void) => {
    const prototype: object = Object.getPrototypeOf(thing) as object;
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== "function") throw new TypeError(`no ${name} to count`);
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, args);
      after(args, result);
      return result;
    });
  };
  wrapMethod(
    storage.sql,
    "exec",
    ([statement], cursor) =>
      void cursors.push({ statement: String(statement), cursor: cursor as { rowsWritten: number } }),
  );
  wrapMethod(storage.kv, "put", () => addRows("object state", 1));
  wrapMethod(storage, "setAlarm", () => addRows("object alarm", 1));
}
