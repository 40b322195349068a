import { env } from "cloudflare:workers";
import { eq, getTableColumns, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { sweepAccounts } from "../../worker/account/sweep";
import { cvTextOf } from "../../worker/account/store-cv";
import { uploadCv } from "../../worker/contract/account";
import * as schema from "../../worker/db/schema";
import { depsOf } from "../../worker/deps";
import { deliver } from "./account-queue";
import { seedEverything } from "./account-rows";
import { expectConsoleError } from "./console-errors";
import { Client } from "./client";
import { cvFile } from "./pdf";
import { database, seedUser } from "./seed";

const { users } = schema;
const deps = depsOf(env);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Rows of a user in each table that has some. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(schema)) {
    if (!is(table, SQLiteTable)) continue;
    const columns: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
    const column = columns[name === "users" ? "id" : "userId"];
    const rows = column ? await database.$count(table, eq(column, userId)) : 0;
    if (rows > 0) counts[name] = rows;
  }
  return counts;
}
const keysOf = async (userId: string) => (await env.FILES.list({ prefix: `cv/${userId}/` })).objects.length;

describe("deleting an account", () => {
  it("leaves nothing in D1 and R2, frees the e-mail, and touches nobody else", async () => {
    const { userId, client } = await seedUser({ email: "ana@mail.example" });
    const other = await seedUser();
    for (const each of [{ userId, client }, other]) {
      await seedEverything(each.userId);
      await each.client.upload("/api/settings/cv", "cv", cvFile());
    }
    const before = await rowsOf(other.userId);
    expect(Object.keys(before).toSorted()).toEqual(["companies", "doNotContact", "generationItems", "generations", "gmailLinks", "mailboxes", "mails", "searches", "sessions", "users"]);
    const answer = await client.delete("/api/settings/account");
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(client.cookies.has("__Host-session")).toBe(false);
    expect(await rowsOf(userId)).toEqual({});
    expect(await keysOf(userId)).toBe(0);
    expect(await rowsOf(other.userId)).toEqual(before);
    expect(await keysOf(other.userId)).toBe(1);
    expect(await new Client().post("/api/auth/register", { name: "Ana", email: "ana@mail.example", password: "secret1" })).toMatchObject({ status: 200 });
  });

  it("ends every session at once", async () => {
    const { client } = await seedUser();
    const kept = client.cookies.get("__Host-session") ?? "";
    await client.delete("/api/settings/account");
    client.cookies.set("__Host-session", kept);
    for (const call of [client.get("/api/auth/me"), client.delete("/api/settings/account"), client.upload("/api/settings/cv", "cv", cvFile())]) {
      expect(await call).toMatchObject({ status: 401 });
    }
  });

  it("that was cut short closes the account, keeps its e-mail, and is finished by the sweep", async () => {
    const { userId, client } = await seedUser({ email: "ana@mail.example", deletedAt: minutesAgo(10) });
    await seedEverything(userId);
    await env.FILES.put(`cv/${userId}/x`, "x");
    const young = await seedUser({ deletedAt: minutesAgo(0) });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
    expect(await new Client().post("/api/auth/register", { name: "Ana", email: "ana@mail.example", password: "secret1" })).toMatchObject({ status: 409 });
    await sweepAccounts(deps);
    expect(await rowsOf(userId)).toEqual({});
    expect(await keysOf(userId)).toBe(0);
    expect(await rowsOf(young.userId)).toMatchObject({ users: 1 });
  });

  it("that fails on the way says so; one that fails again does not keep the others from it", async () => {
    const { userId } = await seedUser({ deletedAt: minutesAgo(10) });
    const stuck = await seedUser({ deletedAt: minutesAgo(20) });
    expectConsoleError(/"event":"deletion_unfinished"/u);
    const files: typeof deps.files = {
      ...deps.files,
      deleteAll: (prefix) => (prefix.includes(stuck.userId) ? Promise.reject(new Error("R2 is down")) : deps.files.deleteAll(prefix)),
    };
    await sweepAccounts(Object.create(deps, { files: { value: files } }) as typeof deps);
    expect(await rowsOf(userId)).toEqual({});
    expect(await rowsOf(stuck.userId)).toMatchObject({ users: 1 });
  });
});

describe("the sweep", () => {
  it("has a forgotten CV read, and so does the settings call", async () => {
    for (const nudge of [() => sweepAccounts(deps), (client: Client) => client.get("/api/settings")]) {
      const { userId, client } = await seedUser();
      const { cv_path } = (await client.upload("/api/settings/cv", "cv", cvFile())).as(uploadCv.answer);
      await expect.poll(async () => (await cvTextOf(database, userId))[0]?.status, { timeout: 5_000 }).toBe("ok");
      await database.update(users).set({ cvText: null, cvTextStatus: "pending", cvUploadedAt: minutesAgo(1) }).where(eq(users.id, userId));
      await nudge(client);
      await expect.poll(async () => (await cvTextOf(database, userId))[0]?.status, { timeout: 5_000 }).toBe("ok");
      expect(cv_path).toContain(userId);
    }
  });

  it("a malformed message is logged and let go", async () => {
    expectConsoleError(/"event":"cv_message_malformed"/u);
    await deliver({ userId: 5 });
    await deliver("x");
  });
});
