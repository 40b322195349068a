import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it } from "vitest";
import worker from "../../../worker";
import { FIRST_OBJECT_SHARD } from "../../../worker/platform/shard-names";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { expectConsoleError } from "../support/console-errors";
import { seedUser } from "../support/seed";
import { bindShards, unbindShards, wrapUserDatabases } from "../support/user-shards";

beforeEach(bindShards);
afterEach(unbindShards);

const runCron = (bindings: typeof env) =>
  worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, bindings);

/** A database that tells what it is asked. */
const watch = (database: D1Database, onQuery: (sql: string) => void): D1Database =>
  overrideMembers(database, {
    prepare: (sql: string) => {
      onQuery(sql);
      return database.prepare(sql);
    },
  });

/** `shared_spending` has the networks of the last hour and no other rows. */
const READS_ALL = /^SCAN (?!json_each|CONSTANT|shared_spending$)/u;

/** The steps of a statement that read a table from end to end, or an index that has all of its rows. */
async function listScans(database: D1Database, sql: string): Promise<string[]> {
  const partial = await database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
    .all<{ name: string }>();
  const isPartial = (detail: string) => partial.results.some(({ name }) => detail.endsWith(` INDEX ${name}`));
  const { results } = await database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...(sql.match(/\?/gu) ?? []).map(() => ""))
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).filter((detail) => READS_ALL.test(detail) && !isPartial(detail));
}

it("the sweeps of the cron ask every shard, and read no table from end to end", async () => {
  await seedUser();
  const asked: { d1: D1Database; statements: Set<string> }[] = [];
  const record = (d1: D1Database) => {
    const statements = new Set<string>();
    asked.push({ d1, statements });
    return watch(d1, (sql) => void statements.add(sql));
  };
  await runCron({ ...env, ...wrapUserDatabases(record), SHARED_DB: record(env.SHARED_DB) });
  expect(asked.map(({ statements }) => statements.size > 2)).toEqual([true, true, true, true]);
  for (const { d1, statements } of asked)
    for (const sql of statements) expect(await listScans(d1, sql), sql).toEqual([]);
});

it("a shard that is down keeps no other from being swept", async () => {
  expectConsoleError(/"event":"sweep_failed".*"shard":1/u);
  const swept: string[] = [];
  const failing = {
    prepare: () => {
      throw new Error("D1 is down");
    },
  } as unknown as D1Database;
  const bindings = wrapUserDatabases((d1, shard) =>
    shard === FIRST_OBJECT_SHARD ? watch(d1, (sql) => void swept.push(sql)) : d1,
  );
  await runCron({ ...env, ...bindings, DB_1: failing });
  expect(swept.length).toBeGreaterThan(2);
});
