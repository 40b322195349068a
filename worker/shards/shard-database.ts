import type { D1Database } from "@cloudflare/workers-types";
import type { SqlAnswer, SqlOutcome, SqlStatement, SqlValue } from "../platform/sql-rpc";

/*
 * A shard in a Durable Object, with the interface of D1: stores and Drizzle see no difference.
 */

/** Runs statements in one transaction, where the rows are. */
export type AskShard = (statements: SqlStatement[]) => Promise<SqlOutcome>;
type RunStatements = (statements: SqlStatement[]) => Promise<SqlAnswer[]>;

/** As D1, which repeats reads by itself where the platform says that another try may succeed. */
const MAX_READ_TRIES = 3;
const RETRY_PAUSE_MS = 50;

/** A statement that begins with a common table may write, too. */
const isRead = ({ sql }: SqlStatement): boolean => /^\s*SELECT\b/iu.test(sql);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "retryable") === true && Reflect.get(error, "overloaded") !== true;

async function askWithRetries(ask: AskShard, statements: SqlStatement[]): Promise<SqlOutcome> {
  const tries = statements.every(isRead) ? MAX_READ_TRIES : 1;
  for (let n = 1; ; n += 1)
    try {
      return await ask(statements);
    } catch (error) {
      if (n >= tries || !isRetryable(error)) throw error;
      await wait(n * RETRY_PAUSE_MS);
    }
}

/** @throws Error for what D1 takes for no value either */
function toSqlValue(value: unknown): SqlValue {
  if (typeof value === "boolean") return Number(value);
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported`);
}

const toResult = ({ columns, rows, changes, lastRowId, rowsRead, rowsWritten, bytes }: SqlAnswer) => ({
  success: true as const,
  results: rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n] ?? null]))),
  meta: {
    duration: 0,
    changes,
    changed_db: rowsWritten > 0,
    last_row_id: lastRowId,
    rows_read: rowsRead,
    rows_written: rowsWritten,
    size_after: bytes,
  },
});

function prepare(run: RunStatements, sql: string, values: SqlValue[] = []) {
  const answer = async (): Promise<SqlAnswer> => {
    const [only] = await run([{ sql, values }]);
    if (!only) throw new Error("the shard gave no answer");
    return only;
  };
  const all = async () => toResult(await answer());
  return {
    sql,
    values,
    bind: (...bound: unknown[]) => prepare(run, sql, bound.map(toSqlValue)),
    all,
    run: all,
    raw: async () => (await answer()).rows,
    first: async (column?: string) => {
      const row = (await all()).results[0];
      if (row === undefined || column === undefined) return row ?? null;
      if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`);
      return row[column];
    },
  };
}

/** What the product, its commands and its tests use of D1: no sessions and no dumps. */
export function createShardDatabase(ask: AskShard): D1Database {
  const run: RunStatements = async (statements) => {
    const outcome = await askWithRetries(ask, statements);
    if ("error" in outcome) throw new Error(`D1_ERROR: ${outcome.error}`);
    return outcome.answers;
  };
  const database: Record<keyof Pick<D1Database, "prepare" | "batch" | "exec">, unknown> = {
    prepare: (sql: string) => prepare(run, sql),
    batch: async (statements: SqlStatement[]) =>
      (await run(statements.map(({ sql, values }) => ({ sql, values })))).map(toResult),
    exec: async (sql: string) => {
      await run([{ sql, values: [] }]);
      return { count: 1, duration: 0 };
    },
  };
  return database as unknown as D1Database;
}
