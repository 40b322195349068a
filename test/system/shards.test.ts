import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ShardName } from "../../tools/database-name.ts";
import { manageRestore } from "../../tools/manage-restore.ts";
import { manageShards } from "../../tools/manage-shards.ts";
import { openDatabase, openStorages, readDatabaseNames } from "../../tools/open-platform.ts";
import type { SqlValue } from "../../worker/platform/sql-rpc.ts";
import { type AskShard, createShardDatabase } from "../../worker/shards/shard-database.ts";
import { createTables } from "../harness/migrations.ts";
import { runHere, runScript } from "../harness/run-script.ts";

const folder = mkdtempSync(join(tmpdir(), "shards-"));
type Opened = Awaited<ReturnType<typeof openStorages<"DB" | "SHARED_DB">>>;
let opened: Opened;
const latest = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .at(-1);

const migrated: string[] = [];
/** Shards in objects that the product has. */
const inObjects = new Map<ShardName, D1Database>();
/** What an object answers. */
const toAsk =
  (database: DatabaseSync): AskShard =>
  async (statements) => ({
    answers: statements.map(({ sql, values }) => {
      const rows = sql.startsWith("SELECT") ? database.prepare(sql).all(...values) : [];
      if (values.length > 0) database.prepare(sql).run(...values);
      else if (rows.length === 0) database.exec(sql);
      const columns = Object.keys(rows[0] ?? {});
      const counts = { changes: 0, lastRowId: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };
      return { columns, rows: rows.map((row) => Object.values(row) as SqlValue[]), ...counts };
    }),
  });
const rewound: unknown[] = [];
const BOOKMARK = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";
const runShards = (...args: string[]) =>
  runHere(
    (given, output) =>
      manageShards(
        [...given, "--persist-to", folder],
        {
          openStorages: (names, place) =>
            place.persistTo === folder
              ? (Promise.resolve({
                  storages: { ...opened.storages, ...Object.fromEntries(inObjects) },
                  close: () => Promise.resolve(),
                }) as never)
              : openStorages(names, place),
          openRewind: () =>
            Promise.resolve({
              rewind: (shard, to) => {
                if (shard === 1_999) return Promise.reject(new Error("it goes back once it starts again"));
                rewound.push([shard, to]);
                return Promise.resolve(BOOKMARK);
              },
              close: () => Promise.resolve(),
            }),
          readDatabaseNames: async (place) => [...(await readDatabaseNames(place)), ...inObjects.keys()],
          applyMigrations: (name) => void migrated.push(name),
        },
        output,
      ),
    args,
  );

beforeAll(async () => {
  process.env.NO_COLOR = "1";
  opened = await openStorages(["DB", "SHARED_DB"], { remote: false, persistTo: folder });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

it("migrates every database of wrangler.toml", async () => {
  expect(await runShards("migrate")).toMatchObject({ code: 0 });
  expect(migrated.toSorted()).toEqual(["DB", "SHARED_DB"]);
});

it("says of each shard its users, whether it takes new ones, and whether its tables are up to date", async () => {
  const { DB, SHARED_DB } = opened.storages;
  const behind = `DB is behind ${latest}: npm run shards -- migrate\n`;
  expect(await runShards("report")).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^DB: open, 0 users, 0\.0 MB, no tables\n$/u) as string,
    err: behind,
  });
  for (const db of [DB, SHARED_DB]) await createTables(db);
  await DB.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  await DB.exec("INSERT INTO d1_migrations (name) VALUES ('0000_house.sql')");
  expect(await runShards("report")).toMatchObject({ code: 1, err: behind });
  await DB.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(latest).run();
  await DB.exec(
    "INSERT INTO users (id, email, name, language, created_at) VALUES ('u1', 'ana@mail.example', 'Ana', 'fr', '')",
  );
  await SHARED_DB.exec("UPDATE user_shards SET state = 'full'");
  expect(await runShards("report")).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`^DB: full, 1 users, \\d\\.\\d MB, ${latest}\\n$`, "u")) as string,
    err: "",
  });
});

it("makes the tables of a shard in an object, and opens it once", async () => {
  const { SHARED_DB } = opened.storages;
  const database = new DatabaseSync(":memory:");
  inObjects.set("SHARD_1000", createShardDatabase(toAsk(database)));
  const count = readdirSync("migrations").filter((name) => name.endsWith(".sql")).length;
  for (const applied of [count, 0])
    expect(await runShards("migrate")).toMatchObject({
      code: 0,
      out: `SHARD_1000: ${applied} migrations applied\n`,
    });
  expect(database.prepare("SELECT count(*) AS n FROM users").get()).toEqual({ n: 0 });
  const { results } = await SHARED_DB.prepare("SELECT * FROM user_shards WHERE shard > 0").all();
  expect(results).toEqual([{ shard: 1000, state: "open", entries: 0 }]);
  inObjects.clear();
});

it("moves a user, and says who is nobody or where there is no shard", async () => {
  // What the steps of a move do is proven in test/worker/shards/account-moves.test.ts.
  expect(await runShards("move", "u1", "DB")).toMatchObject({
    code: 0,
    out: "u1: on DB, 0 rows copied\nu1: nothing left elsewhere\n",
    err: "",
  });
  expect(await runShards("move", "nobody", "DB")).toMatchObject({ code: 2, err: "no account has the id nobody\n" });
  expect(await runShards("move", "u1", "DB_7")).toMatchObject({ code: 2, err: "wrangler.toml binds no DB_7\n" });
  await opened.storages.DB.exec("INSERT INTO account_moves VALUES ('u1', 'leaving', '')");
  expect(await runShards("report")).toMatchObject({
    code: 1,
    err: "DB: 1 users whose move was not finished: npm run shards -- move\n",
  });
});

it("copies a shard into a new database, from which a user gets rows back", async () => {
  const copy = join(folder, "copy");
  const { DB } = opened.storages;
  await DB.exec("INSERT INTO confirmed_facts VALUES ('u1', 'f1', 'fact', 'J’ai le permis B', '[]', '', '')");
  expect(await runShards("copy", "DB", copy)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^DB: \d+ rows copied to .*copy\n$/u) as string,
  });
  expect(await runShards("copy", "DB", copy)).toMatchObject({ code: 2, err: `${copy} has a database already\n` });
  await DB.exec("DELETE FROM confirmed_facts");
  const restored = await runHere(
    (given, output) => manageRestore([...given, "--persist-to", folder], openDatabase, output),
    ["user", "u1", "--from", copy],
  );
  expect(restored).toMatchObject({ code: 0, out: "given back: 1 confirmed_facts\n" });
  expect(await DB.prepare("SELECT text FROM confirmed_facts").first("text")).toBe("J’ai le permis B");
});

it("takes a shard in an object back in time, or forward again", async () => {
  expect(await runShards("rewind", "SHARD_1003", "2026-11-28T10:30:00Z")).toMatchObject({
    code: 0,
    out: expect.stringContaining(`npm run shards -- rewind SHARD_1003 ${BOOKMARK}`) as string,
  });
  expect(await runShards("rewind", "SHARD_1003", BOOKMARK)).toMatchObject({ code: 0 });
  expect(rewound).toEqual([
    [1003, { time: "2026-11-28T10:30:00.000Z" }],
    [1003, { bookmark: BOOKMARK }],
  ]);
  expect(await runShards("rewind", "SHARD_1999", BOOKMARK)).toMatchObject({
    code: 2,
    err: "SHARD_1999: it goes back once it starts again\n",
  });
  expect(await runShards("rewind", "SHARD_1003", "yesterday")).toMatchObject({
    code: 2,
    err: "yesterday is no time such as 2026-11-28T10:30:00Z, and no bookmark\n",
  });
  expect(await runShards("rewind", "DB", BOOKMARK)).toMatchObject({
    code: 2,
    err: "DB is in D1: npx wrangler d1 time-travel restore DB\n",
  });
});

it("refuses what it does not understand", async () => {
  const unknown = [
    [],
    ["move"],
    ["move", "DB"],
    ["move", "u1", "SHARED_DB"],
    ["report", "DB"],
    ["report", "--unknown"],
    ["copy", "DB"],
    ["rewind", "SHARD_1000"],
    ["rewind", "SHARD_1", BOOKMARK],
    ["forget", "DB", "x"],
  ];
  for (const args of unknown) expect(await runShards(...args), args.join(" ")).toMatchObject({ code: 2, out: "" });
  // The command itself.
  expect(await runScript("tools/shards.ts", [])).toMatchObject({
    code: 2,
    err: expect.stringContaining("npm run shards -- migrate") as string,
  });
});
