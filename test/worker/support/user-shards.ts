import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { clearDepsCache } from "../../../worker/compose";
import { accountMoves } from "../../../worker/db/schema/moves";
import { tablesByName } from "../../../worker/db/user-tables";
import { type Env, listShardBindings, toShardBinding } from "../../../worker/platform/env";
import { getMailboxObject } from "./objects";
import { TABLE_SCRIPTS } from "./table-scripts";

/** The shards that a test may bind besides DB. */
const FURTHER_SHARDS = ["DB_1", "DB_2"] as const;

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

/** Binds two further shards from now on, with the tables of users. */
export async function bindShards(): Promise<void> {
  await Promise.all([env.SPARE_DB_1, env.SPARE_DB_2].map(makeTables));
  for (const bindings of await listEnvironments())
    for (const name of FURTHER_SHARDS) bindings[name] = bindings[`SPARE_${name}`] as D1Database;
  clearDepsCache();
}

export async function unbindShards(): Promise<void> {
  for (const bindings of await listEnvironments()) for (const name of FURTHER_SHARDS) delete bindings[name];
  clearDepsCache();
}

/** The users' databases as bindings, each wrapped. */
export const wrapUserDatabases = (
  wrap: (database: D1Database) => D1Database,
  bindings: Env = env,
): Pick<Env, "DB" | `DB_${number}`> =>
  Object.fromEntries(
    [...listShardBindings(bindings)].map(([shard, database]) => [toShardBinding(shard), wrap(database)]),
  ) as Pick<Env, "DB" | `DB_${number}`>;

/** The shard of a seeded user, by the id. */
const toShard = (userId: string, shards: number): number =>
  [...userId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % shards;

/** Where a new user's rows go, once the directory says so. @returns the shard */
export async function enterUser(userId: string, email: string, googleSub: string | null): Promise<number> {
  const { size } = listShardBindings(env);
  if (size === 1) return 0;
  const shard = toShard(userId, size);
  await env.SHARED_DB.prepare("INSERT OR REPLACE INTO user_directory VALUES (?, ?, ?, ?, 'open', '')")
    .bind(userId, email, googleSub, shard)
    .run();
  return shard;
}

/** Databases that hold rows of the users whose ids are among the values of a statement; all, where none is. */
async function findDatabases(sql: string, values: readonly unknown[]): Promise<D1Database[]> {
  const databases = listShardBindings(env);
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

const isSpread = () => FURTHER_SHARDS.some((name) => env[name] !== undefined);

/** The users' database for tests that look into tables: it finds each user's shard. */
export const userD1 = {
  prepare: (sql: string) => (isSpread() ? new RoutedStatement(sql) : env.DB.prepare(sql)),
  exec: (sql: string) => Promise.all([...listShardBindings(env).values()].map((database) => database.exec(sql))),
  batch: async (statements: RoutedStatement[]) => {
    if (!isSpread()) return env.DB.batch(statements as unknown as D1PreparedStatement[]);
    const answers: D1Result[] = [];
    for (const statement of statements) answers.push(await statement.all());
    return answers;
  },
} as unknown as D1Database;
