import { DurableObject } from "cloudflare:workers";
import type { UserShardRpc } from "../platform/durable-objects";
import type { Env } from "../platform/env";
import {
  RESTARTED,
  type RewindTarget,
  type SqlAnswer,
  type SqlOutcome,
  type SqlStatement,
  type SqlValue,
} from "../platform/sql-rpc";

/**
 * A shard of users outside D1: an account's objects may hold any number of bytes, its databases 1 TB. Its tables are
 * made by `npm run shards`, as D1's are.
 */
export class UserShardObject extends DurableObject<Env> implements UserShardRpc {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
  }

  run(statements: SqlStatement[]): SqlOutcome {
    try {
      return { answers: this.#storage.transactionSync(() => statements.map((statement) => this.#run(statement))) };
    } catch (error) {
      // Thrown, the platform would log what callers expect: a row that is there already.
      if (error instanceof Error && error.message.includes("SQLITE_")) return { error: error.message };
      throw error;
    }
  }

  async rewind(to: RewindTarget): Promise<string> {
    const bookmark = "bookmark" in to ? to.bookmark : await this.#storage.getBookmarkForTime(new Date(to.time));
    return this.#storage.onNextSessionRestoreBookmark(bookmark);
  }

  restart(): void {
    this.ctx.abort(RESTARTED);
  }

  #run({ sql, values }: SqlStatement): SqlAnswer {
    const before = this.#readChanges();
    const cursor = this.#storage.sql.exec(sql, ...values);
    const rows = [...cursor.raw<SqlValue[]>()];
    const after = this.#readChanges();
    return {
      columns: cursor.columnNames,
      rows,
      changes: after.changes - before.changes,
      lastRowId: after.lastRowId,
      rowsRead: cursor.rowsRead,
      rowsWritten: cursor.rowsWritten,
      bytes: this.#storage.sql.databaseSize,
    };
  }

  #readChanges() {
    return this.#storage.sql
      .exec<{ changes: number; lastRowId: number }>(
        "SELECT total_changes() AS changes, last_insert_rowid() AS lastRowId",
      )
      .one();
  }
}
