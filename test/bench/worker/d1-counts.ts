/** What was asked of D1: round trips, statements in them, and rows as they are billed. */
export interface D1Counts {
  trips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

const none = (): D1Counts => ({ trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 });
let counts = none();

/** The counts since the last call. */
export function takeCounts(): D1Counts {
  const taken = counts;
  counts = none();
  return taken;
}

function count(results: { meta: { rows_read: number; rows_written: number } }[]): void {
  counts.trips += 1;
  counts.statements += results.length;
  for (const { meta } of results) {
    counts.rowsRead += meta.rows_read;
    counts.rowsWritten += meta.rows_written;
  }
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}

const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function counted(db: D1Database, statement: D1PreparedStatement): D1PreparedStatement {
  const all = async () => {
    const result = await statement.all<Record<string, unknown>>();
    count([result]);
    return result;
  };
  const own: Partial<Record<string | symbol, unknown>> = {
    bind: (...values: unknown[]) => counted(db, statement.bind(...values)),
    all,
    run: all,
    // Plain rows come without figures. No statement outside a batch has two columns of one name, which an object would lose.
    raw: async () => {
      const [result] = await db.batch<Record<string, unknown>>([statement]);
      if (result) count([result]);
      return (result?.results ?? []).map((row) => Object.values(row));
    },
  };
  const wrapped = new Proxy(statement, { get: (target, name) => own[name] ?? bound(target, name) });
  inner.set(wrapped, statement);
  return wrapped;
}

/** D1 that counts. The product is not told: its binding is wrapped. */
export function countedDatabase(db: D1Database): D1Database {
  const own: Partial<Record<string | symbol, unknown>> = {
    prepare: (statement: string) => counted(db, db.prepare(statement)),
    async batch(statements: D1PreparedStatement[]) {
      const results = await db.batch(statements.map((statement) => inner.get(statement) ?? statement));
      count(results);
      return results;
    },
  };
  return new Proxy(db, { get: (target, name) => own[name] ?? bound(target, name) });
}
