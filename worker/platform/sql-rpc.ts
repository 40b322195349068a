// What is said between the Worker and a Durable Object that keeps rows.

/** A value of a row. */
export type SqlValue = string | number | null;

/** A statement with the values of its parameters. */
export interface SqlStatement {
  sql: string;
  values: SqlValue[];
}

/** What a statement has read and changed. Rows are counted as they are billed, bytes are those of the whole shard. */
export interface SqlAnswer {
  columns: string[];
  rows: SqlValue[][];
  changes: number;
  lastRowId: number;
  rowsRead: number;
  rowsWritten: number;
  bytes: number;
}

/** The answers of a transaction, or SQLite's error, after which nothing of it holds. */
export type SqlOutcome = { answers: SqlAnswer[] } | { error: string };

/** A moment in the last 30 days, ISO 8601 UTC, or a bookmark that a rewind has returned. */
export type RewindTarget = { time: string } | { bookmark: string };

/** What the operator's commands reach of the shards in objects, by number, of those yet to be deployed too. */
export interface ShardCommandsRpc {
  run(shard: number, statements: SqlStatement[]): Promise<SqlOutcome>;
  /** Takes a shard back in time. @returns the bookmark that takes it forward again */
  rewind(shard: number, to: RewindTarget): Promise<string>;
}

/** What ends an instance of an object whose shard is to go back in time; its caller gets it as an error. */
export const RESTARTED = "restarted by a command";
