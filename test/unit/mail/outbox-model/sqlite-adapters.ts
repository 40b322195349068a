import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { MailboxStorage } from "../../../../worker/mail/mailbox";
import { type DatabaseKind, findTableKind } from "../../../harness/database-kinds";
import { listMigrations } from "../../../harness/migrations";

// D1 and the storage of a Durable Object on SQLite in memory: the same SQL, thousands of times faster than in workerd.

/** A call of something outside the process: it may be the last one. */
export type RunStep = <T>(work: () => T | Promise<T>) => Promise<T>;

/** An empty database with the product's tables of one kind. */
export function openMigratedDatabase(kind: DatabaseKind): DatabaseSync {
  const sqlite = new DatabaseSync(":memory:");
  for (const statement of listMigrations().flat()) sqlite.exec(statement);
  for (const { name } of sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()) {
    const table = String(name);
    if ((findTableKind(table) ?? kind) !== kind) sqlite.exec(`DROP TABLE ${table}`);
  }
  return sqlite;
}

class SqliteStatement {
  readonly #prepared: StatementSync;
  readonly #values: SQLInputValue[];
  readonly #step: RunStep;

  constructor(prepared: StatementSync, step: RunStep, values: SQLInputValue[] = []) {
    this.#prepared = prepared;
    this.#step = step;
    this.#values = values;
  }

  bind(...values: unknown[]): SqliteStatement {
    const plain = values.map((value) => (typeof value === "boolean" ? Number(value) : (value as SQLInputValue)));
    return new SqliteStatement(this.#prepared, this.#step, plain);
  }

  runNow() {
    this.#prepared.setReturnArrays(false);
    return { success: true, meta: {}, results: this.#prepared.all(...this.#values) };
  }

  readonly all = () => this.#step(() => this.runNow());
  readonly run = () => this.#step(() => this.runNow());
  readonly first = () => this.#step(() => this.runNow().results[0] ?? null);
  readonly raw = () =>
    this.#step(() => {
      this.#prepared.setReturnArrays(true);
      return this.#prepared.all(...this.#values);
    });
}

/** D1 on SQLite: each statement is one step, a batch is a transaction. */
export function toD1(sqlite: DatabaseSync, prepared: Map<string, StatementSync>, step: RunStep): D1Database {
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, known);
    return new SqliteStatement(known, step);
  };
  const batch = (statements: SqliteStatement[]) =>
    step(() => {
      sqlite.exec("BEGIN");
      try {
        const results = statements.map((statement) => statement.runNow());
        sqlite.exec("COMMIT");
        return results;
      } catch (error) {
        sqlite.exec("ROLLBACK");
        throw error;
      }
    });
  return { prepare, batch } as unknown as D1Database;
}

/**
 * Storage of a Durable Object that outlives its processes. What was written since the last call of something outside
 * may be lost with the process: the platform holds a call until earlier writes are on disk.
 */
export class ObjectStorage {
  readonly #sqlite = new DatabaseSync(":memory:");
  /** By their text: preparing takes longer than running. */
  readonly #prepared = new Map<string, StatementSync>();

  constructor() {
    this.#sqlite.exec(
      "CREATE TABLE keys (key TEXT PRIMARY KEY, value TEXT); CREATE TABLE alarms (time INTEGER); BEGIN",
    );
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql) ?? this.#sqlite.prepare(sql);
    this.#prepared.set(sql, known);
    return known;
  }

  commit(): void {
    this.#sqlite.exec("COMMIT; BEGIN");
  }

  rollback(): void {
    this.#sqlite.exec("ROLLBACK; BEGIN");
  }

  readAlarm(): number | null {
    const row = this.#prepare("SELECT time FROM alarms").get();
    return typeof row?.time === "number" ? row.time : null;
  }

  setAlarm(time: number | null): void {
    this.#sqlite.exec("DELETE FROM alarms");
    if (time !== null) this.#prepare("INSERT INTO alarms VALUES (?)").run(time);
  }

  /** What is left in it, besides an alarm. */
  countTables(): number {
    const tables = "SELECT count(*) AS n FROM sqlite_master WHERE name NOT IN ('keys', 'alarms') AND type = 'table'";
    return (
      Number(this.#sqlite.prepare(tables).get()?.n) +
      Number(this.#sqlite.prepare("SELECT count(*) AS n FROM keys").get()?.n)
    );
  }

  /** The storage as one process has it: a dead one changes nothing. */
  open(isAlive: () => boolean): MailboxStorage {
    const sqlite = this.#sqlite;
    const exec = (sql: string, ...values: SQLInputValue[]) => {
      if (!isAlive()) throw new Error("the process is dead");
      const isScript = /;\s*\S/u.test(sql);
      if (isScript) sqlite.exec(sql);
      const rows = isScript ? [] : this.#prepare(sql).all(...values);
      return { toArray: () => rows, one: () => rows[0] };
    };
    return {
      sql: { exec } as unknown as SqlStorage,
      kv: {
        get: (key: string) => {
          const row = exec("SELECT value FROM keys WHERE key = ?", key).toArray()[0];
          return row ? (JSON.parse(String(row.value)) as unknown) : undefined;
        },
        put: (key: string, value: unknown) =>
          void exec("INSERT OR REPLACE INTO keys VALUES (?, ?)", key, JSON.stringify(value)),
        delete: (key: string) => exec("DELETE FROM keys WHERE key = ? RETURNING key", key).toArray().length > 0,
      } as MailboxStorage["kv"],
      setAlarm: async (time) => {
        if (isAlive()) this.setAlarm(time);
      },
      deleteAlarm: async () => {
        if (isAlive()) this.setAlarm(null);
      },
      deleteAll: async () => {
        if (!isAlive()) return;
        const tables = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
        for (const { name } of tables)
          sqlite.exec(name === "keys" || name === "alarms" ? `DELETE FROM ${name}` : `DROP TABLE ${String(name)}`);
      },
    };
  }
}
