import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Migration, migrateShard, openNewShard } from "../../../tools/migrate-shard";
import { ShardCommands } from "../../../worker/account/shard-commands";
import { listShardDatabases } from "../../../worker/adapters/shard-databases";
import { createSharedDatabase } from "../../../worker/db/client";
import { userShards } from "../../../worker/db/schema/shared";
import { FIRST_OBJECT_SHARD } from "../../../worker/platform/shard-names";
import { chooseShard } from "../../../worker/shards/rules-shards";
import { createShardDatabase } from "../../../worker/shards/shard-database";
import { overrideMembers } from "../../bench/worker/wrap-bindings";

const openObject = (): D1Database => {
  const database = listShardDatabases(env, { objectShards: 1, jurisdiction: "" }).get(FIRST_OBJECT_SHARD);
  if (!database) throw new Error("no shard in an object");
  return database;
};
const BOTH = { D1: () => env.DB, "an object": openObject };

const MAKE_TABLES = [
  "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size REAL)",
  "CREATE TABLE parts (thing INTEGER NOT NULL REFERENCES things (id) ON DELETE CASCADE, n INTEGER NOT NULL)",
];
beforeEach(async () => {
  for (const open of Object.values(BOTH)) {
    const database = open();
    await database.batch(MAKE_TABLES.map((sql) => database.prepare(sql)));
  }
});

/** What a call gives, or the words of its error. */
const settle = async (call: () => Promise<unknown>): Promise<unknown> =>
  call().catch((error: unknown) => (error instanceof Error ? error.message : error));

/** Of the meta data what product and commands read. */
const pickMeta = ({ results, success, meta }: D1Result) => ({
  results,
  success,
  changes: meta.changes,
  lastRowId: meta.last_row_id,
  rowsRead: meta.rows_read,
  rowsWritten: meta.rows_written,
});

type Call = (database: D1Database) => Promise<unknown>;
const insert = (database: D1Database, name: unknown) =>
  database.prepare("INSERT INTO things (name, size) VALUES (?1, ?2)").bind(name, 1.5);
/** Each in turn on the same tables. */
const CALLS: Record<string, Call> = {
  "an insert": async (database) => pickMeta(await insert(database, "a").run()),
  "an insert that returns": async (database) =>
    pickMeta(await database.prepare("INSERT INTO things (name) VALUES (?) RETURNING id, name").bind("b").all()),
  "a name that is taken": async (database) => insert(database, "a").run(),
  "a missing value": async (database) => insert(database, null).run(),
  "a value of no kind": async (database) => insert(database, undefined).run(),
  "a truth": async (database) => pickMeta(await insert(database, true).run()),
  "a table that is not there": async (database) => database.prepare("SELECT * FROM nothing").all(),
  "wrong SQL": async (database) => database.prepare("SELEC 1").all(),
  rows: async (database) => pickMeta(await database.prepare("SELECT * FROM things ORDER BY id").all()),
  "plain rows, two columns of one name": async (database) =>
    database.prepare("SELECT a.name, b.name FROM things a JOIN things b ON a.id < b.id ORDER BY a.id, b.id").raw(),
  "no rows": async (database) => pickMeta(await database.prepare("SELECT * FROM things WHERE id = 99").all()),
  "the first row": async (database) => database.prepare("SELECT * FROM things ORDER BY id").first(),
  "a column of the first row": async (database) =>
    database.prepare("SELECT name FROM things ORDER BY id").first("name"),
  "a column that no row has": async (database) => database.prepare("SELECT * FROM things").first("height"),
  "the first of no rows": async (database) => database.prepare("SELECT * FROM things WHERE id = 99").first(),
  "an update of two rows": async (database) =>
    pickMeta(await database.prepare("UPDATE things SET size = 2 WHERE id < ?").bind(3).run()),
  "an update of none": async (database) =>
    pickMeta(await database.prepare("UPDATE things SET size = 2 WHERE id = 99").run()),
  "a batch": async (database) =>
    (
      await database.batch([
        insert(database, "c"),
        database.prepare("INSERT INTO parts VALUES (1, 1), (1, 2)"),
        database.prepare("SELECT count(*) AS n FROM parts"),
      ])
    ).map(pickMeta),
  "a batch whose last statement fails": async (database) =>
    database.batch([insert(database, "d"), insert(database, "a")]),
  "what it has left": async (database) => database.prepare("SELECT name FROM things WHERE name = 'd'").raw(),
  "a part of nothing": async (database) => database.prepare("INSERT INTO parts VALUES (77, 1)").run(),
  "rows that go with another": async (database) =>
    pickMeta(await database.prepare("DELETE FROM things WHERE id = 1").run()),
  "their parts": async (database) => database.prepare("SELECT * FROM parts").raw(),
  "values of JSON": async (database) =>
    database
      .prepare("SELECT value FROM json_each(?)")
      .bind(JSON.stringify(["é", 2, null, 0.1]))
      .raw(),
  "umlauts and large numbers": async (database) =>
    database.prepare("SELECT ? AS word, ? AS number").bind("Ünï 😀", 9_007_199_254_740_991).first(),
};

describe("a shard in an object answers as D1 does:", () => {
  it("every call, one after the other", async () => {
    for (const [name, call] of Object.entries(CALLS)) {
      const [inD1, inObject] = await Promise.all(Object.values(BOTH).map((open) => settle(() => call(open()))));
      // Of an error the words that somebody looks for.
      const toWords = (answer: unknown) =>
        typeof answer === "string" ? answer.replace(/ at offset.*| \(extended.*| for value .*/u, "") : answer;
      expect(toWords(inObject), name).toEqual(toWords(inD1));
    }
  });

  it("Drizzle's selects, inserts and batches", async () => {
    const things = sqliteTable("things", { id: integer("id").primaryKey(), name: text("name").notNull() });
    const [inD1, inObject] = await Promise.all(
      Object.values(BOTH).map(async (open) => {
        const db = drizzle(open());
        const added = await db
          .insert(things)
          .values([{ name: "a" }, { name: "b" }])
          .returning();
        return [added, await db.batch([db.select().from(things), db.select({ name: things.name }).from(things)])];
      }),
    );
    expect(inObject).toEqual(inD1);
  });
});

describe("a shard in an object", () => {
  it("reads again after a failure that the platform calls passing, and writes once", async () => {
    const asked: string[] = [];
    const passing = Object.assign(new Error("the object was reset"), { retryable: true });
    const failing = (error: Error) =>
      createShardDatabase(async ([statement]) => {
        asked.push(statement?.sql ?? "");
        if (asked.length < 3) throw error;
        return { answers: [] };
      });
    await failing(passing)
      .prepare("SELECT 1")
      .raw()
      .catch(() => undefined);
    expect(asked).toHaveLength(3);
    for (const [sql, error] of [
      ["UPDATE things SET size = 1", passing],
      ["WITH one AS (SELECT 1) DELETE FROM things", passing],
      ["SELECT 1", Object.assign(new Error("too many requests"), { retryable: true, overloaded: true })],
      ["SELECT 1", new Error("gone")],
    ] as const) {
      asked.length = 0;
      await expect(failing(error).prepare(sql).run()).rejects.toThrow(error.message);
      expect(asked).toEqual([sql]);
    }
  });

  it("goes back in time by a command, and starts anew", async () => {
    const openStub = () => env.USER_SHARD.getByName(String(FIRST_OBJECT_SHARD));
    const asked: unknown[] = [];
    await runInDurableObject(openStub(), (_object, { storage }) => {
      // workerd has no history here.
      vi.spyOn(storage, "getBookmarkForTime").mockImplementation(async (time) => `of ${new Date(time).toISOString()}`);
      vi.spyOn(storage, "onNextSessionRestoreBookmark").mockImplementation(async (bookmark) => {
        asked.push(bookmark);
        return "the way back";
      });
    });
    const commands = new ShardCommands(createExecutionContext(), { ...env, OBJECT_SHARDS: "1" });
    expect(await commands.rewind(FIRST_OBJECT_SHARD, { time: "2026-11-28T10:30:00.000Z" })).toBe("the way back");
    expect(asked).toEqual(["of 2026-11-28T10:30:00.000Z"]);
    // A new instance, which knows no spy.
    await runInDurableObject(openStub(), (_object, { storage }) => {
      expect(vi.isMockFunction(storage.getBookmarkForTime)).toBe(false);
    });
    expect(await commands.run(FIRST_OBJECT_SHARD, [{ sql: "SELECT 1 AS one", values: [] }])).toMatchObject({
      answers: [{ columns: ["one"], rows: [[1]] }],
    });
  });

  it("says so where it was not ended, and what takes the pending step back", async () => {
    const stub = {
      rewind: async () => "the way back",
      restart: () => Promise.reject(new Error("Network connection lost.")),
    };
    const USER_SHARD = overrideMembers(env.USER_SHARD, { getByName: () => stub });
    const commands = new ShardCommands(createExecutionContext(), { ...env, USER_SHARD, OBJECT_SHARDS: "1" });
    await expect(commands.rewind(FIRST_OBJECT_SHARD, { bookmark: "b" })).rejects.toThrow(
      /goes back once it starts again \(Network connection lost\.\); the way back is the way back/u,
    );
  });

  it("gets its tables by the command, each migration once and whole, and then takes users", async () => {
    const first = { name: "0000_first.sql", script: "CREATE TABLE first (id INTEGER);" };
    const later = { name: "0001_later.sql", script: "CREATE TABLE later (id INTEGER); INSERT INTO later VALUES (7);" };
    const wrong = { name: "0002_wrong.sql", script: "INSERT INTO later VALUES (8); SELEC;" };
    const migrate = (...migrations: Migration[]) => migrateShard("SHARD_1000", openObject(), migrations);
    expect(await migrate(first)).toBe(1);
    expect(await migrate(first, later)).toBe(1);
    expect(await migrate(first, later)).toBe(0);
    await expect(migrate(first, later, wrong)).rejects.toThrow(
      /^0002_wrong\.sql cannot be applied to SHARD_1000: .*syntax error/u,
    );
    expect(await openObject().prepare("SELECT id FROM later").raw()).toEqual([[7]]);
    const rows = () => createSharedDatabase(env.SHARED_DB).select().from(userShards);
    const isChosen = async () => chooseShard([0, FIRST_OBJECT_SHARD], await rows()) === FIRST_OBJECT_SHARD;
    await env.SHARED_DB.exec("INSERT OR REPLACE INTO user_shards VALUES (0, 'full', 5)");
    expect(await isChosen()).toBe(false);
    await openNewShard(env.SHARED_DB, FIRST_OBJECT_SHARD);
    expect(await isChosen()).toBe(true);
    await env.SHARED_DB.exec("UPDATE user_shards SET state = 'full', entries = 9");
    await openNewShard(env.SHARED_DB, FIRST_OBJECT_SHARD);
    expect(await isChosen()).toBe(false);
  });

  it("is opened by the command before any version has it, and by no other number", async () => {
    const commands = new ShardCommands(createExecutionContext(), { ...env, OBJECT_SHARDS: "0" });
    const run = (shard: number) => commands.run(shard, [{ sql: "SELECT 1", values: [] }]);
    expect(await run(1_001)).toMatchObject({ answers: [{ rows: [[1]] }] });
    for (const shard of [0, 999, 1_000.5]) await expect(run(shard)).rejects.toThrow("in no object");
  });

  it("is left alone where the setting names none", () => {
    expect([...listShardDatabases(env, { objectShards: 0, jurisdiction: "" }).keys()]).toEqual([0]);
  });

  it("is asked by a new stub each time", async () => {
    let stubs = 0;
    const USER_SHARD = overrideMembers(env.USER_SHARD, {
      getByName: (name: string) => {
        stubs += 1;
        return env.USER_SHARD.getByName(name);
      },
    });
    const database = listShardDatabases({ ...env, USER_SHARD }, { objectShards: 1, jurisdiction: "" }).get(1_000);
    await database?.prepare("SELECT 1").run();
    await database?.prepare("SELECT 1").run();
    expect(stubs).toBe(2);
  });
});
