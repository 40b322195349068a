import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { openNewShard } from "../../../tools/migrate-shard";
import { listShardDatabases } from "../../../worker/adapters/shard-databases";
import { clearDepsCache } from "../../../worker/compose";
import { accountMoves } from "../../../worker/db/schema/moves";
import { tablesByName } from "../../../worker/db/user-tables";
import { readConfig } from "../../../worker/platform/config";
import type { Env } from "../../../worker/platform/env";
import { FIRST_OBJECT_SHARD, toShardBinding } from "../../../worker/platform/shard-names";
import type { SqlOutcome, SqlStatement, SqlValue } from "../../../worker/platform/sql-rpc";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { getMailboxObject } from "./objects";
import { TABLE_SCRIPTS } from "./table-scripts";

/** The databases of all shards, by number. */
export const listUserDatabases = (bindings: Env = env) => listShardDatabases(bindings, readConfig(bindings));

/** Opens the shards in objects to new users, as the command does that makes their tables. */
export async function openObjectShards(): Promise<void> {
  const objects = [...listUserDatabases().keys()].filter((shard) => shard >= FIRST_OBJECT_SHARD);
  for (const shard of objects) await openNewShard(env.SHARED_DB, shard);
}

/** The environment of calls, and that of objects. */
const listEnvironments = async (): Promise<Env[]> => [
  env,
  await runInDurableObject(getMailboxObject("anybody"), (object) => Reflect.get(object, "env") as Env),
];

/** Makes the tables of users; where a `reset` has left the database as it was, empties them. */
async function makeTables(database: D1Database): Promise<void> {
  try {
    await database.exec(TABLE_SCRIPTS.user);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("already exists"))) throw error;
    // Moves first: their triggers would keep the rows.
    const tables = [accountMoves, ...tablesByName.values()].map((table) => getTableName(table));
    await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)));
  }
}

/** Binds two further shards from now on, with the tables of users: DB_1, and one in an object. */
export async function bindShards(): Promise<void> {
  await makeTables(env.SPARE_DB_1);
  for (const bindings of await listEnvironments()) {
    bindings.DB_1 = bindings["SPARE_DB_1"] as D1Database;
    bindings["OBJECT_SHARDS"] = "1";
  }
  for (const [shard, database] of listUserDatabases()) if (shard >= FIRST_OBJECT_SHARD) await makeTables(database);
  await openObjectShards();
  clearDepsCache();
}

export async function unbindShards(): Promise<void> {
  for (const bindings of await listEnvironments()) {
    delete bindings.DB_1;
    bindings["OBJECT_SHARDS"] = "0";
  }
  clearDepsCache();
}

/** An object of a shard by the interface of D1, which tests wrap. */
const toShardObject = (database: D1Database) => ({
  async run(statements: SqlStatement[]): Promise<SqlOutcome> {
    const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
    const [single] = prepared;
    const results =
      single && prepared.length === 1
        ? [await single.all<Record<string, SqlValue>>()]
        : await database.batch<Record<string, SqlValue>>(prepared);
    const answers = results.map(({ results: rows, meta }) => ({
      columns: Object.keys(rows[0] ?? {}),
      rows: rows.map((row) => Object.values(row)),
      changes: meta.changes,
      lastRowId: meta.last_row_id,
      rowsRead: meta.rows_read,
      rowsWritten: meta.rows_written,
      bytes: meta.size_after,
    }));
    return { answers };
  },
});

/** The users' databases as bindings, each wrapped. */
export function wrapUserDatabases(
  wrap: (database: D1Database, shard: number) => D1Database,
  bindings: Env = env,
): Pick<Env, "DB" | `DB_${number}` | "USER_SHARD"> {
  const wrapped = [...listUserDatabases(bindings)].map(([shard, database]) => [shard, wrap(database, shard)] as const);
  const objects = new Map(wrapped.map(([shard, database]) => [String(shard), toShardObject(database)]));
  return {
    ...(Object.fromEntries(
      wrapped.flatMap(([shard, database]) =>
        shard < FIRST_OBJECT_SHARD ? [[toShardBinding(shard), database] as const] : [],
      ),
    ) as Pick<Env, "DB" | `DB_${number}`>),
    USER_SHARD: overrideMembers(bindings.USER_SHARD, { getByName: (name: string) => objects.get(name) }),
  };
}

/** The shard of a seeded user, by the id. */
const toShard = (userId: string, shards: number): number =>
  [...userId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % shards;

/** Where a new user's rows go, once the directory says so. @returns the shard */
export async function enterUser(userId: string, email: string, googleSub: string | null): Promise<number> {
  const shards = [...listUserDatabases().keys()];
  if (shards.length === 1) return 0;
  const shard = shards[toShard(userId, shards.length)] ?? 0;
  await env.SHARED_DB.prepare("INSERT OR REPLACE INTO user_directory VALUES (?, ?, ?, ?, 'open', '')")
    .bind(userId, email, googleSub, shard)
    .run();
  return shard;
}

/** Databases that hold rows of the users whose ids are among the values of a statement; all, where none is. */
async function findDatabases(sql: string, values: readonly unknown[]): Promise<D1Database[]> {
  const databases = listUserDatabases();
  const texts = JSON.stringify(values.filter((value) => typeof value === "string" && value.length <= 64));
  const { results } = await env.SHARED_DB.prepare(
    "SELECT DISTINCT shard FROM user_directory WHERE user_id IN (SELECT value FROM json_each(?))",
  )
    .bind(texts)
    .all<{ shard: number }>();
  const shards = results.map(({ shard }) => shard);
  if (shards.length === 0 && /^\s*insert/iu.test(sql)) return [env.DB];
  return [...databases].flatMap(([shard, database]) =>
    shards.length === 0 || shards.includes(shard) ? [database] : [],
  );
}

/** A statement that is run where its user's rows are, and in all shards where it names nobody: rows come together. */
class RoutedStatement {
  readonly #sql: string;
  readonly #values: unknown[];

  constructor(sql: string, values: unknown[] = []) {
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: unknown[]): RoutedStatement {
    return new RoutedStatement(this.#sql, values);
  }

  async all<T>(): Promise<D1Result<T>> {
    const answers = await this.#runEach((statement) => statement.all<T>());
    const [first] = answers;
    if (!first) throw new Error("no database is bound");
    return {
      ...first,
      results: sumCounts(
        this.#sql,
        answers.flatMap(({ results }) => results),
      ),
    };
  }

  run<T>(): Promise<D1Result<T>> {
    return this.all<T>();
  }

  async raw(): Promise<unknown[]> {
    return sumCounts(this.#sql, (await this.#runEach((statement) => statement.raw<unknown[]>())).flat());
  }

  async first<T>(column?: string): Promise<T | null> {
    const [row] = (await this.all<Record<string, unknown>>()).results;
    return row === undefined ? null : ((column === undefined ? row : row[column]) as T);
  }

  async #runEach<T>(run: (statement: D1PreparedStatement) => Promise<T>): Promise<T[]> {
    const databases = await findDatabases(this.#sql, this.#values);
    return Promise.all(databases.map((database) => run(database.prepare(this.#sql).bind(...this.#values))));
  }
}

/** A count over all shards is the sum of theirs. */
function sumCounts<T>(sql: string, rows: T[]): T[] {
  if (rows.length < 2 || !/^\s*select\s+count\(/iu.test(sql) || /group by/iu.test(sql)) return rows;
  const [first, ...others] = rows;
  const entries = Object.entries(first as object).map(([name, value]) => [
    name,
    others.reduce((sum, row) => sum + Number(Reflect.get(row as object, name)), Number(value)),
  ]);
  return [(Array.isArray(first) ? entries.map(([, sum]) => sum) : Object.fromEntries(entries)) as T];
}

const isSpread = () => env.DB_1 !== undefined || env["OBJECT_SHARDS"] !== "0";

/** The users' database for tests that look into tables: it finds each user's shard. */
export const userD1 = {
  prepare: (sql: string) => (isSpread() ? new RoutedStatement(sql) : env.DB.prepare(sql)),
  exec: (sql: string) => Promise.all([...listUserDatabases().values()].map((database) => database.exec(sql))),
  batch: async (statements: RoutedStatement[]) => {
    if (!isSpread()) return env.DB.batch(statements as unknown as D1PreparedStatement[]);
    const answers: D1Result[] = [];
    for (const statement of statements) answers.push(await statement.all());
    return answers;
  },
} as unknown as D1Database;
