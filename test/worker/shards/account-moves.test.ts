import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteLeftRows, moveUser, type MovePorts } from "../../../tools/move-user";
import { mendRecords, saveRecords } from "../../../tools/restore-database";
import { composeDeps } from "../../../worker/compose";
import { createUserDatabase } from "../../../worker/db/client";
import { users } from "../../../worker/db/schema/account";
import { mails } from "../../../worker/db/schema/mail";
import { userDirectory, userShards } from "../../../worker/db/schema/shared";
import worker from "../../../worker/index";
import { toApiError } from "../../../worker/platform/api-error";
import type { Env } from "../../../worker/platform/env";
import { FIRST_OBJECT_SHARD } from "../../../worker/platform/shard-names";
import { Client } from "../support/client";
import { envWithCrash } from "../support/fault-injection";
import { sharedDatabase } from "../support/seed";
import { bindShards, listUserDatabases, unbindShards } from "../support/user-shards";

beforeEach(bindShards);
afterEach(unbindShards);

const EMAIL = "ana@mail.example";
const SESSION = "__Host-session";
/** Nothing happens while a move waits, so few looks do. */
const WAITED_FOR = 20;
/** More than a page of a move. */
const COMPANIES = 60;

const getShard = (shard: number): D1Database => listUserDatabases(env).get(shard) ?? env.DB;

/** What a move needs; its waiting costs no time. */
function openPorts(bindings: Env = env, onWait: () => Promise<void> = () => Promise.resolve()): MovePorts {
  let waited = 0;
  return {
    shared: bindings.SHARED_DB,
    shards: listUserDatabases(bindings),
    now: () => Date.now() + waited,
    wait: async (ms) => {
      waited += WAITED_FOR * ms;
      await onWait();
    },
  };
}

async function listTables(): Promise<{ name: string; owner: string; columns: { name: string; type: string }[] }[]> {
  const { results } = await env.DB.prepare(
    `SELECT m.name AS "table", p.name AS name, p.type AS type FROM sqlite_master m JOIN pragma_table_info(m.name) p
      WHERE m.type = 'table' AND m.name <> 'account_moves' AND (m.name = 'users' OR instr(m.sql, 'user_id') > 0)
      ORDER BY m.name, p.cid`,
  ).all<{ table: string; name: string; type: string }>();
  return [...Map.groupBy(results, ({ table }) => table)].flatMap(([name, columns]) => {
    const owner = name === "users" ? "id" : "user_id";
    return columns.some((column) => column.name === owner) ? [{ name, owner, columns }] : [];
  });
}

/** All rows of a user in a shard, by table. */
async function readRows(shard: number, userId: string): Promise<Record<string, object[]>> {
  const tables = await listTables();
  const answers = await getShard(shard).batch<object>(
    tables.map(({ name, owner }) =>
      getShard(shard).prepare(`SELECT * FROM ${name} WHERE ${owner} = ? ORDER BY 1, 2, 3`).bind(userId),
    ),
  );
  return Object.fromEntries(tables.map(({ name }, n) => [name, answers[n]?.results ?? []]));
}
const countRows = async (shard: number, userId: string): Promise<number> =>
  Object.values(await readRows(shard, userId)).flat().length;

/** Puts a row into every table, of values that a copy could spoil. */
async function fillTables(shard: number, userId: string): Promise<void> {
  const statements = (await listTables()).flatMap(({ name, owner, columns }) =>
    name === "users" || name === "sessions"
      ? []
      : Array.from({ length: name === "companies" ? COMPANIES : 1 }, (_, n) =>
          getShard(shard)
            .prepare(
              `INSERT INTO ${name} (${columns.map((column) => column.name).join(", ")})
                VALUES (${columns.map(() => "?").join(", ")})`,
            )
            .bind(
              ...columns.map((column) => {
                if (column.name === owner) return userId;
                // No mail is under way, and no letter.
                if (column.name === "status") return "sent";
                if (/_since$|^cv_text_status$/u.test(column.name)) return null;
                if (column.type === "integer") return n;
                return column.type === "real" ? 0.1 + n : `${userId} é\u0000\u{1F600} "${column.name}" ${n}`;
              }),
            ),
        ),
  );
  await getShard(shard).batch(statements);
}

/** A user on a shard with rows in every table, and the browser that signed up. */
async function registerOn(shard: number, email = EMAIL) {
  const rows = [0, 1, FIRST_OBJECT_SHARD].map((each) => ({
    shard: each,
    state: each === shard ? ("open" as const) : ("full" as const),
  }));
  await sharedDatabase.delete(userShards);
  await sharedDatabase.insert(userShards).values(rows);
  const client = new Client();
  await client.post("/api/auth/register", { email, password: "secret1", name: "Ana", language: "fr" });
  const [user] = await createUserDatabase(getShard(shard)).select().from(users).where(eq(users.email, email));
  const userId = user?.id ?? "";
  // As the cron does.
  await sharedDatabase.update(userDirectory).set({ state: "open" });
  await fillTables(shard, userId);
  return { userId, client };
}

const findEntry = async (userId: string) =>
  (await sharedDatabase.select().from(userDirectory).where(eq(userDirectory.userId, userId)))[0];
const MOVING = { status: 503, body: { code: "account_moving" } };

describe("a user who is moved", () => {
  it("has every row in the other shard, none in the old one, and stays signed in", async () => {
    const { userId, client } = await registerOn(1);
    const before = await readRows(1, userId);
    expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([]);
    await moveUser(userId, FIRST_OBJECT_SHARD, openPorts());
    expect(await readRows(FIRST_OBJECT_SHARD, userId)).toEqual(before);
    expect(await countRows(1, userId)).toBe(0);
    expect(await findEntry(userId)).toMatchObject({ shard: FIRST_OBJECT_SHARD, state: "open" });
    expect(await sharedDatabase.select().from(userShards)).toMatchObject([
      { entries: 0 },
      { entries: 0 },
      { entries: 1 },
    ]);
    expect(client.cookies.get(SESSION)).toMatch(/^1\./u);
    expect(await client.patch("/api/settings/name", { name: "Anna" })).toMatchObject({ status: 200 });
    expect(client.cookies.get(SESSION)).toMatch(/^1000\./u);
    // And back, within the hour in which the old shard remembers.
    await moveUser(userId, 1, openPorts());
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200, body: { user: { name: "Anna" } } });
    expect(await countRows(FIRST_OBJECT_SHARD, userId)).toBe(0);
  });

  it("loses nothing when the move is killed, at whatever call, and is gone on with", async () => {
    const { userId, client } = await registerOn(1);
    const before = await readRows(1, userId);
    let [from, to] = [1, FIRST_OBJECT_SHARD];
    for (let step = 4; ; step += 13) {
      const { env: dying, isDead } = envWithCrash(env, { step, when: step % 2 === 0 ? "after" : "before" });
      const died = await moveUser(userId, to, openPorts(dying)).then(
        () => false,
        () => isDead(),
      );
      // Never a second life, and never a sign-out.
      expect([200, 503]).toContain((await client.get("/api/auth/me")).status);
      await moveUser(userId, to, openPorts());
      expect(await readRows(to, userId)).toEqual(before);
      expect(await countRows(from, userId)).toBe(0);
      if (!died) break;
      [from, to] = [to, from];
    }
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("is on shard 0 without an entry where the account is from before the directory", async () => {
    const { userId, client } = await registerOn(0);
    await sharedDatabase.delete(userDirectory);
    await moveUser(userId, FIRST_OBJECT_SHARD, openPorts());
    expect(await findEntry(userId)).toMatchObject({ email: EMAIL, shard: FIRST_OBJECT_SHARD, state: "open" });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });
});

describe("while a user is moved", () => {
  it("calls are asked to come back, and nothing is written by whoever has the old shard open", async () => {
    const { userId, client } = await registerOn(1);
    const { db } = composeDeps(env).openShard(1);
    let waits = 0;
    const watched = openPorts(env, async () => {
      waits += 1;
      expect(await client.get("/api/auth/me")).toMatchObject(waits === 1 ? MOVING : { status: 200 });
    });
    const moved = moveUser(userId, FIRST_OBJECT_SHARD, watched);
    await expect.poll(() => waits).toBe(2);
    await moved;
    // The tables are empty here: only what is inserted could come back.
    const late = await db
      .insert(mails)
      .values({
        userId,
        id: "late",
        companyId: "c",
        recipient: "",
        subject: "",
        body: "",
        status: "sending",
        createdAt: "",
        updatedAt: "",
      })
      .catch((error: unknown) => error);
    expect(toApiError(late)).toMatchObject({ code: "account_moving", status: 503 });
    expect(await countRows(1, userId)).toBe(0);
  });

  it("a frozen shard refuses each kind of write, a shard that expects rows all but inserts", async () => {
    const { userId } = await registerOn(1);
    const setState = (state: string) =>
      env.DB_1?.prepare("INSERT OR REPLACE INTO account_moves VALUES (?, ?, '')").bind(userId, state).run();
    const { db } = composeDeps(env).openShard(1);
    const writes = {
      update: () => db.update(users).set({ name: "Eve" }).where(eq(users.id, userId)),
      delete: () => db.delete(mails).where(eq(mails.userId, userId)),
    };
    for (const state of ["frozen", "arriving"]) {
      await setState(state);
      for (const write of [writes.update, writes.delete])
        expect(toApiError(await write().catch((error: unknown) => error))).toMatchObject({ code: "account_moving" });
    }
    await setState("left");
    expect(toApiError(await writes.update().catch((error: unknown) => error))).toMatchObject({
      code: "account_moving",
    });
    await writes.delete();
  });

  it("a mail under way is waited for, and who deletes the account stays", async () => {
    const { userId } = await registerOn(1);
    const db = createUserDatabase(getShard(1));
    await db.update(mails).set({ status: "sending" });
    let waits = 0;
    await moveUser(
      userId,
      FIRST_OBJECT_SHARD,
      openPorts(env, async () => {
        waits += 1;
        if (waits === 4) await db.update(mails).set({ status: "sent" });
      }),
      "open",
    );
    expect(waits).toBe(4);
    expect(await findEntry(userId)).toMatchObject({ shard: FIRST_OBJECT_SHARD, state: "open" });
    await moveUser(userId, FIRST_OBJECT_SHARD, openPorts());
    const closing = openPorts(
      env,
      () => createUserDatabase(getShard(FIRST_OBJECT_SHARD)).update(users).set({ deletedAt: "now" }) as never,
    );
    expect(await moveUser(userId, 1, closing)).toMatchObject({ stays: "the account is being deleted" });
    expect(await findEntry(userId)).toMatchObject({ shard: FIRST_OBJECT_SHARD, state: "open" });
    expect(await countRows(1, userId)).toBe(0);
  });

  it("a mail without an end keeps the user where they are", async () => {
    const { userId, client } = await registerOn(1);
    await createUserDatabase(getShard(1)).update(mails).set({ status: "sending" });
    expect(await moveUser(userId, FIRST_OBJECT_SHARD, openPorts())).toMatchObject({
      rows: 0,
      stays: expect.stringContaining("under way") as string,
    });
    expect(await findEntry(userId)).toMatchObject({ shard: 1, state: "open" });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });
});

describe("a copy that a restore has brought back after a move", () => {
  it("is dropped by the mending, and is not the account: what is deleted with it leaves the user alone", async () => {
    const { userId, client } = await registerOn(1);
    const rows = await readRows(1, userId);
    await moveUser(userId, FIRST_OBJECT_SHARD, openPorts());
    const saved = await saveRecords(getShard(1), "DB_1", "2026-01-01T00:00:00.000Z");
    await getShard(1).exec("DELETE FROM account_moves");
    for (const [table, list] of Object.entries(rows))
      for (const row of list) {
        const places = Object.keys(row).map(() => "?");
        await getShard(1)
          .prepare(`INSERT INTO ${table} VALUES (${places.join(", ")})`)
          .bind(...(Object.values(row) as unknown[]))
          .run();
      }
    // As mending without the directory would leave it: the sweep takes it for an account that is being deleted.
    await createUserDatabase(getShard(1)).update(users).set({ deletedAt: "2026-01-01T00:00:00.000Z" });
    await worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, env);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(await mendRecords(getShard(1), saved, env.SHARED_DB)).toMatchObject({ dropped: 1, closed: 0, lost: [] });
    expect(await countRows(1, userId)).toBe(0);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(await countRows(FIRST_OBJECT_SHARD, userId)).toBeGreaterThan(COMPANIES);
  });

  it("keeps nobody out whose move had ended", async () => {
    const { userId, client } = await registerOn(1);
    await getShard(1).prepare("INSERT INTO account_moves VALUES (?, 'arriving', '')").bind(userId).run();
    await mendRecords(getShard(1), await saveRecords(getShard(1), "DB_1", "2026-01-01T00:00:00.000Z"), env.SHARED_DB);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });
});

it("rows are deleted only where they have left, and what is kept of a move is forgotten after an hour", async () => {
  const { userId } = await registerOn(1);
  const rows = await countRows(1, userId);
  await deleteLeftRows(getShard(1), userId, "");
  expect(await countRows(1, userId)).toBe(rows);
  await moveUser(userId, FIRST_OBJECT_SHARD, openPorts());
  const listMoves = async () =>
    (
      await Promise.all(
        [1, FIRST_OBJECT_SHARD].map((shard) => getShard(shard).prepare("SELECT state FROM account_moves").raw()),
      )
    ).flat(2);
  expect(await listMoves()).toEqual(["gone", "arrived"]);
  for (const shard of [1, FIRST_OBJECT_SHARD])
    await getShard(shard).exec("UPDATE account_moves SET changed_at = '2026-01-01T00:00:00.000Z'");
  await worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, env);
  expect(await listMoves()).toEqual([]);
});
