import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";
import { FoundCompany } from "../../../worker/contract/search";
import { expectConsoleError } from "../support/console-errors";
import { getSearchObject } from "../support/objects";
import { bakeriesIn, fetchSearch, runToEnd, startSearch } from "../support/run-search";
import { orderFault } from "../support/sandbox-client";
import { seedUser } from "../support/seed";
import { wrapUserDatabases } from "../support/user-shards";

const TOULOUSE = bakeriesIn("Toulouse (France)");

it("results are paged without repeats", async () => {
  const { client } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
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

it("the dashboard lists added companies in the order in which they were found", async () => {
  const { client } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
  const Page = z.object({ companies: z.array(z.object({ website: z.string() })) });
  const sites = async (path: string) => (await client.get(path)).as(Page).companies.map(({ website }) => website);
  const found = await sites(`/api/search/${id}/companies`);
  expect(new Set(found).size).toBeGreaterThan(5);
  await client.post(`/api/search/add-to-dashboard/${id}`);
  const added = await sites("/api/dashboard/companies");
  expect(added).toEqual(found.filter((site) => added.includes(site)));
  expect(added.length).toBeGreaterThan(5);
});

it("results say where they are, how far from the middle of the town, and whose data they are", async () => {
  const { client } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
  const Page = z.object({ companies: z.array(FoundCompany) });
  const { companies } = (await client.get(`/api/search/${id}/companies`)).as(Page);
  expect(companies.length).toBeGreaterThan(0);
  for (const { lat, lon, distance_km: distance, sources } of companies) {
    expect([Math.round(lat ?? 0), Math.round(lon ?? 0)]).toEqual([44, 1]);
    expect(distance).toBeGreaterThanOrEqual(0);
    expect(distance).toBeLessThan(20);
    expect(sources).toEqual([
      { name: "OpenStreetMap", licence: "ODbL-1.0", url: "https://www.openstreetmap.org/copyright" },
    ]);
  }
});

it("discarding deletes the results and ends the search for good", async () => {
  const { client } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
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

it("a deleted account leaves nothing of a running search, and late reports are dropped", async () => {
  const { client } = await seedUser();
  await orderFault("site", "latency", { ms: 1_500 });
  const id = await startSearch(client, TOULOUSE);
  for (let i = 0; i < 50; i++, await scheduler.wait(50)) if ((await fetchSearch(client, id)).total_companies > 0) break;
  expect(await client.delete("/api/settings/account")).toMatchObject({ status: 200 });
  await scheduler.wait(4_000);
  const left = await runInDurableObject(getSearchObject(id), async (_, { storage }) => ({
    keys: [...storage.kv.list()],
    alarm: await storage.getAlarm(),
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('cities', 'companies')").toArray(),
  }));
  expect(left).toEqual({ keys: [], alarm: null, tables: [] });
}, 30_000);

it("results that were not added are deleted after 30 days, also in the history", async () => {
  const { client, userId } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
  const object = getSearchObject(id);
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

it("they are deleted even if D1 is down that day, and D1 is updated later", async () => {
  expectConsoleError(/"event":"search_step_failed"/u);
  const { client, userId } = await seedUser();
  const { id } = await runToEnd(client, TOULOUSE);
  const object = getSearchObject(id);
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
        ...wrapUserDatabases(
          (database) =>
            new Proxy(database, {
              get: () => () => {
                throw new Error("D1 is down");
              },
            }),
        ),
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
