import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manageShards } from "../../tools/manage-shards.ts";
import { openStorages, readDatabaseNames } from "../../tools/open-platform.ts";
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
const runShards = (...args: string[]) =>
  runHere(
    (given, output) =>
      manageShards(
        [...given, "--persist-to", folder],
        {
          openStorages: () => Promise.resolve({ ...opened, close: () => Promise.resolve() }) as never,
          readDatabaseNames,
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

it("refuses what it does not understand", async () => {
  const unknown = [
    [],
    ["move"],
    ["move", "DB"],
    ["move", "u1", "SHARED_DB"],
    ["report", "DB"],
    ["report", "--unknown"],
  ];
  for (const args of unknown) expect(await runShards(...args), args.join(" ")).toMatchObject({ code: 2, out: "" });
  // The command itself.
  expect(await runScript("tools/shards.ts", [])).toMatchObject({
    code: 2,
    err: expect.stringContaining("npm run shards -- migrate") as string,
  });
});
