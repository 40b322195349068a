import type { DatabaseKind } from "../../harness/database-kinds";
import { overrideMembers } from "./wrap-bindings";

/** Round trips to D1, their statements, and rows as they are billed. */
export interface D1Counts {
  trips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

const noCounts = (): D1Counts => ({ trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 });
const countsByKind = { user: noCounts(), shared: noCounts() };

/** The counts of one kind of database since the last call. */
export function takeCounts(kind: DatabaseKind = "user"): D1Counts {
  const taken = countsByKind[kind];
  countsByKind[kind] = noCounts();
  return taken;
}

interface Results {
  meta: { rows_read: number; rows_written: number; size_after: number };
}

/** Called with the results of each round trip. */
export type AddCounts = (results: readonly Results[]) => void;

function addCounts(kind: DatabaseKind, results: readonly Results[]): void {
  const counts = countsByKind[kind];
  counts.trips += 1;
  counts.statements += results.length;
  for (const { meta } of results) {
    counts.rowsRead += meta.rows_read;
    counts.rowsWritten += meta.rows_written;
  }
}

const innerStatements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function countStatement(db: D1Database, statement: D1PreparedStatement, add: AddCounts): D1PreparedStatement {
  const all = async () => {
    const result = await statement.all<Record<string, unknown>>();
    add([result]);
    return result;
  };
  const wrapped = overrideMembers(statement, {
    bind: (...values: unknown[]) => countStatement(db, statement.bind(...values), add),
    all,
    run: all,
    // Plain rows come without figures. No statement outside a batch has two columns of one name, which an object would
    // lose.
    raw: async () => {
      const [result] = await db.batch<Record<string, unknown>>([statement]);
      if (result) add([result]);
      return (result?.results ?? []).map((row) => Object.values(row));
    },
  });
  innerStatements.set(wrapped, statement);
  return wrapped;
}

/** A D1 binding that counts. @param add unless given, `takeCounts` gets the counts of that kind */
export function countDatabase(
  db: D1Database,
  kind: DatabaseKind = "user",
  add: AddCounts = (results) => addCounts(kind, results),
): D1Database {
  return overrideMembers(db, {
    prepare: (statement: string) => countStatement(db, db.prepare(statement), add),
    async batch(statements: D1PreparedStatement[]) {
      const results = await db.batch(statements.map((statement) => innerStatements.get(statement) ?? statement));
      add(results);
      return results;
    },
  });
}
