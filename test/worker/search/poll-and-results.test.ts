import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { FoundCompany, Search } from "../../../worker/contract/search";
import { sessions } from "../../../worker/db/schema/account";
import { searches } from "../../../worker/db/schema/search";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { callSandbox } from "../support/sandbox-client";
import { database, seedUser } from "../support/seed";

const POLL_COOKIE = "__Host-poll";
const BAKERIES = { business_types: ["shop_bakery"], cities: ["Toulouse (France)"] };

const startSearch = async (client: Client) =>
  (await client.post("/api/search/run", BAKERIES)).as(z.object({ search_id: z.string(), search: Search })).search_id;
const pollSearch = (client: Client, id: string) => client.get(`/api/search/status/${id}`);

async function waitForEnd(client: Client, id: string): Promise<void> {
  for (let i = 0; i < 300; i++, await scheduler.wait(100))
    if ((await pollSearch(client, id)).as(z.object({ search: Search })).search.status !== "running") return;
  throw new Error("the search never ended");
}

it("a poll needs no look at the session for as long as its cookie holds; every other call does", async () => {
  const { client, userId } = await seedUser();
  const id = await startSearch(client);
  await database.delete(sessions).where(eq(sessions.userId, userId));
  expect(await pollSearch(client, id)).toMatchObject({ status: 200, body: { search: { id } } });
  for (const path of ["/api/search/current", `/api/search/${id}/companies`, "/api/search/history"])
    expect(await client.get(path)).toMatchObject({ status: 401 });
  const cookie = decodeURIComponent(client.cookies.get(POLL_COOKIE) ?? "");
  const cut = cookie.lastIndexOf(".");
  const [value, signature] = [cookie.slice(0, cut), cookie.slice(cut + 1)];
  for (const forged of [
    "",
    "x",
    `${value}.`,
    `${value.replace(/\.\d+$/u, ".9999999999")}.${signature}`,
    `${crypto.randomUUID()}${value.slice(36)}.${signature}`,
  ]) {
    client.cookies.set(POLL_COOKIE, encodeURIComponent(forged));
    expect(await pollSearch(client, id), forged).toMatchObject({ status: 401 });
  }
});

it("a browser that changes hands polls for its new user", async () => {
  const [before, after] = [await seedUser(), await seedUser()];
  const first = await startSearch(before.client);
  const id = await startSearch(after.client);
  after.client.cookies.set(POLL_COOKIE, before.client.cookies.get(POLL_COOKIE) ?? "");
  expect(await pollSearch(after.client, id)).toMatchObject({ status: 200, body: { search: { id } } });
  expect(await pollSearch(after.client, first)).toMatchObject({ status: 404 });
});

it("an id nobody has leaves nothing behind where it was looked for", async () => {
  const { client } = await seedUser();
  expect(await pollSearch(client, "nobody")).toMatchObject({ status: 404 });
  const tables = await runInDurableObject(env.SEARCH.get(env.SEARCH.idFromName("nobody")), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('cities', 'companies')").toArray(),
  );
  expect(tables).toEqual([]);
});

it("results come in pages that hold each company once", async () => {
  const { client } = await seedUser();
  const id = await startSearch(client);
  await waitForEnd(client, id);
  const Page = z.object({ companies: z.array(FoundCompany), next_cursor: z.string().nullable() });
  const all = (await client.get(`/api/search/${id}/companies`)).as(Page);
  expect(all.next_cursor).toBeNull();
  const ids: string[] = [];
  let cursor: string | null = "0";
  for (let pages = 0; cursor !== null && pages < 20; pages++) {
    const page: z.output<typeof Page> = (await client.get(`/api/search/${id}/companies?limit=3&cursor=${cursor}`)).as(
      Page,
    );
    expect(page.companies.length).toBeGreaterThan(0);
    ids.push(...page.companies.map((company) => company.id));
    cursor = page.next_cursor;
  }
  expect(ids).toEqual(all.companies.map((company) => company.id));
});

it("discarded, its results are gone and it waits for nothing any more", async () => {
  const { client } = await seedUser();
  const id = await startSearch(client);
  await waitForEnd(client, id);
  for (let i = 0; i < 2; i++)
    expect(await client.post(`/api/search/discard/${id}`)).toMatchObject({
      status: 200,
      body: { search: { id, discarded: true, status: "completed" } },
    });
  expect((await client.get(`/api/search/${id}/companies`)).body).toEqual({ companies: [], next_cursor: null });
  expect((await client.get("/api/search/current")).body).toEqual({ search: null });
  expect(await client.post(`/api/search/add-to-dashboard/${id}`)).toMatchObject({
    status: 409,
    body: { code: "search_not_completed" },
  });
  expect((await client.get("/api/search/history")).body).toMatchObject({ searches: [{ id, discarded: true }] });
});

it("an end that the database did not take is told again, so that another search may start", async () => {
  const { client } = await seedUser();
  expectConsoleError(/"event":"search_end_unwritten"/u);
  const id = await startSearch(client);
  await env.DB.exec("ALTER TABLE searches RENAME TO hidden");
  await waitForEnd(client, id);
  await env.DB.exec("ALTER TABLE hidden RENAME TO searches");
  for (let i = 0; i < 50 && (await database.select().from(searches).get())?.status === "running"; i++)
    await scheduler.wait(100);
  expect(await database.select().from(searches).get()).toMatchObject({ id, status: "completed" });
  await startSearch(client);
}, 30_000);

it("a deleted account leaves nothing of a search that was running, and what comes in late finds nobody", async () => {
  const { client } = await seedUser();
  await callSandbox("/sandbox/faults", "POST", { service: "site", kind: "latency", ms: 1_500 });
  const id = await startSearch(client);
  for (let i = 0; i < 50; i++, await scheduler.wait(50))
    if ((await pollSearch(client, id)).as(z.object({ search: Search })).search.total_companies > 0) break;
  expect(await client.delete("/api/settings/account")).toMatchObject({ status: 200 });
  await scheduler.wait(4_000);
  const left = await runInDurableObject(env.SEARCH.get(env.SEARCH.idFromName(id)), async (_, { storage }) => ({
    keys: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('cities', 'companies')").toArray(),
  }));
  expect(left).toEqual({ keys: [], alarm: null, tables: [] });
}, 30_000);

it("results that nobody added are forgotten after 30 days, here and in the history", async () => {
  const { client, userId } = await seedUser();
  const id = await startSearch(client);
  await waitForEnd(client, id);
  const object = env.SEARCH.get(env.SEARCH.idFromName(id));
  await runInDurableObject(object, (_, state) => {
    const kept = state.storage.kv.get<Record<string, unknown>>("state");
    state.storage.kv.put("state", { ...kept, completedAt: new Date(Date.now() - 31 * 86_400_000).toISOString() });
  });
  await evictDurableObject(object);
  await runDurableObjectAlarm(object);
  expect(await client.get("/api/search/current")).toMatchObject({ body: { search: null } });
  expect(await object.companies(userId, 0, 10)).toEqual({ companies: [], next: null });
  expect(
    await runInDurableObject(object, (_, { storage }) => storage.sql.exec("SELECT count(*) AS n FROM companies").one()),
  ).toEqual({ n: 0 });
}, 30_000);

it("they are forgotten even if D1 is down that day, which hears of it later", async () => {
  expectConsoleError(/"event":"search_step_failed"/u);
  const { client, userId } = await seedUser();
  const id = await startSearch(client);
  await waitForEnd(client, id);
  const object = env.SEARCH.get(env.SEARCH.idFromName(id));
  await runInDurableObject(object, (_, { storage }) => {
    const kept = storage.kv.get<Record<string, unknown>>("state");
    storage.kv.put("state", { ...kept, completedAt: new Date(Date.now() - 31 * 86_400_000).toISOString() });
  });
  await evictDurableObject(object);
  await runInDurableObject(
    object,
    (instance) =>
      void Reflect.set(instance, "env", {
        ...env,
        DB: new Proxy(env.DB, {
          get: () => () => {
            throw new Error("D1 is down");
          },
        }),
      }),
  );
  await runDurableObjectAlarm(object);
  expect(
    await runInDurableObject(object, (_, { storage }) => storage.sql.exec("SELECT count(*) AS n FROM companies").one()),
  ).toEqual({ n: 0 });
  expect(await object.companies(userId, 0, 10)).toEqual({ companies: [], next: null });
  await evictDurableObject(object);
  expect(await runDurableObjectAlarm(object)).toBe(true);
  expect(await client.get("/api/search/current")).toMatchObject({ body: { search: null } });
  expect(await runDurableObjectAlarm(object)).toBe(false);
}, 30_000);
