/** Round trips to D1, their statements, and rows as they are billed. */
export interface D1Counts {
  trips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

const noCounts = (): D1Counts => ({ trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 });
let counts = noCounts();

/** The counts since the last call. */
export function takeCounts(): D1Counts {
  const taken = counts;
  counts = noCounts();
  return taken;
}

/** What D1 says of a statement. */
interface CountedStatement {
  sql: string;
  meta: { rows_read: number; rows_written: number; size_after: number };
}

/** Called with the statements of each round trip. */
export type CountTrip = (statements: CountedStatement[]) => void;

const countTrip: CountTrip = (statements) => {
  counts.trips += 1;
  counts.statements += statements.length;
  for (const { meta } of statements) {
    counts.rowsRead += meta.rows_read;
    counts.rowsWritten += meta.rows_written;
  }
};

function bindMember(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}

/** Key of the inner statement and its text; it works through wrappers of the product. */
const KNOWN_KEY = Symbol("known");
interface KnownStatement {
  inner: D1PreparedStatement;
  sql: string;
}

function countStatement(
  db: D1Database,
  statement: D1PreparedStatement,
  sql: string,
  count: CountTrip,
): D1PreparedStatement {
  const all = async () => {
    const result = await statement.all<Record<string, unknown>>();
    count([{ sql, meta: result.meta }]);
    return result;
  };
  const own: Partial<Record<string | symbol, unknown>> = {
    [KNOWN_KEY]: { inner: statement, sql } satisfies KnownStatement,
    bind: (...values: unknown[]) => countStatement(db, statement.bind(...values), sql, count),
    all,
    run: all,
    // Plain rows come without figures. No statement outside a batch has two columns of one name, which an object would
    // lose.
    raw: async () => {
      const [result] = await db.batch<Record<string, unknown>>([statement]);
      if (result) count([{ sql, meta: result.meta }]);
      return (result?.results ?? []).map((row) => Object.values(row));
    },
  };
  return new Proxy(statement, { get: (target, name) => own[name] ?? bindMember(target, name) });
}

/** A D1 binding that counts. @param count the counts of `takeCounts` unless given */
export function countDatabase(db: D1Database, count = countTrip): D1Database {
  const own: Partial<Record<string | symbol, unknown>> = {
    prepare: (sql: string) => countStatement(db, db.prepare(sql), sql, count),
    async batch(statements: D1PreparedStatement[]) {
      const known = statements.map((statement) => Reflect.get(statement, KNOWN_KEY) as KnownStatement);
      const results = await db.batch(known.map(({ inner }) => inner));
      count(results.map(({ meta }, index) => ({ sql: known[index]?.sql ?? "", meta })));
      return results;
    },
  };
  return new Proxy(db, { get: (target, name) => own[name] ?? bindMember(target, name) });
}
