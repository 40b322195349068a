import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FoundCompany, Search } from "../../../worker/contract/search";
import type { Client } from "../support/client";
import { callSandbox } from "../support/sandbox-client";
import { seedUser } from "../support/seed";

const Answer = z.object({ search: Search });
const orderFault = (service: string, kind: string, ms?: number, times?: number) =>
  callSandbox("/sandbox/faults", "POST", {
    service,
    kind,
    ...(ms !== undefined && { ms }),
    ...(times !== undefined && { times }),
  });

const startSearch = async (client: Client, cities: string[], kinds = ["shop_bakery"]): Promise<string> =>
  (await client.post("/api/search/run", { business_types: kinds, cities })).as(
    z.object({ search_id: z.string(), search: Search }),
  ).search_id;
const fetchStatus = async (client: Client, id: string): Promise<Search> =>
  (await client.get(`/api/search/status/${id}`)).as(Answer).search;

async function waitForStatus(client: Client, id: string, isThere: (search: Search) => boolean): Promise<Search> {
  for (let i = 0; i < 300; i += 1) {
    const search = await fetchStatus(client, id);
    if (isThere(search)) return search;
    await scheduler.wait(100);
  }
  throw new Error("it never came to that");
}
const isFinished = ({ status }: Search): boolean => status !== "running";
/** Questions for which somebody asked, in any order. */
const listCachedQuestions = () =>
  runInDurableObject(env.OSM_GATE.get(env.OSM_GATE.idFromName("osm")), (_, { storage }) =>
    storage.sql
      .exec<{ question: string }>("SELECT question FROM answers")
      .toArray()
      .map(({ question }) => question),
  );

describe("a search that has to wait for the directory", () => {
  it("says for which city, in which place and how long, until its turn has come", async () => {
    await orderFault("overpass", "latency", 2_500);
    const [first, second] = [await seedUser(), await seedUser()];
    const ahead = await startSearch(first.client, ["Paris (France)"]);
    await waitForStatus(first.client, ahead, () => true);
    await scheduler.wait(300);
    const id = await startSearch(second.client, ["Berlin (Germany)"]);
    const { waiting } = await waitForStatus(second.client, id, (search) => search.waiting !== undefined);
    expect(waiting).toMatchObject({ city: "Berlin (Germany)", place: 1 });
    expect(waiting?.seconds).toBeGreaterThanOrEqual(1);
    expect((await waitForStatus(second.client, id, isFinished)).waiting).toBeUndefined();
  }, 60_000);

  it("and is cancelled or stopped loses its place: its question is never asked", async () => {
    await orderFault("overpass", "latency", 2_000);
    const users = await Promise.all(Array.from({ length: 4 }, () => seedUser()));
    const cities = ["Paris (France)", "Lyon (France)", "Berlin (Germany)", "Hamburg (Germany)"];
    const ids: string[] = [];
    for (const [i, { client }] of users.entries()) {
      ids.push(await startSearch(client, [cities[i] ?? ""]));
      await scheduler.wait(150);
    }
    const [, cancelled, stopped, staying] = users;
    await cancelled?.client.post(`/api/search/cancel/${ids[1] ?? ""}`);
    await stopped?.client.post(`/api/search/stop/${ids[2] ?? ""}`);
    if (!staying) throw new Error("nobody stays");
    expect((await waitForStatus(staying.client, ids[3] ?? "", isFinished)).status).toBe("completed");
    expect(new Set((await listCachedQuestions()).map((question) => (JSON.parse(question) as string[])[1]))).toEqual(
      new Set(["62782", "7444"]),
    );
  }, 60_000);
});

it("a second search for the same asks OpenStreetMap nothing, whoever makes it", async () => {
  const [first, second] = [await seedUser(), await seedUser()];
  const kinds = ["shop_bakery", "shop_florist"];
  const before = await waitForStatus(
    first.client,
    await startSearch(first.client, ["Paris (France)", "Toulouse (France)"], kinds),
    isFinished,
  );
  for (const service of ["overpass", "nominatim"]) await orderFault(service, "500");
  const after = await waitForStatus(
    second.client,
    await startSearch(second.client, ["Toulouse (France)", "Paris (France)"], kinds.toReversed()),
    isFinished,
  );
  expect(after).toMatchObject({ status: "completed", warnings: [], total_companies: before.total_companies });
}, 60_000);

it("a company that can be reached by telephone alone is found, and where its address says that it is", async () => {
  const { client } = await seedUser();
  const id = await startSearch(client, ["Munich (Germany)"]);
  await waitForStatus(client, id, isFinished);
  const { companies } = (await client.get(`/api/search/${id}/companies`)).as(
    z.object({ companies: z.array(FoundCompany) }),
  );
  const [branch] = companies.filter(({ website, email }) => website === "" && email === "");
  expect(branch).toMatchObject({
    name: expect.stringContaining("Réunis") as string,
    phone: expect.stringMatching(/^\+49/u) as string,
    city: "München-Nord",
    country: "DE",
    business_type: "shop_bakery",
  });
  // The city that was asked for keeps one name, whatever language the address is in.
  expect(new Set(companies.map(({ city }) => city))).toEqual(new Set(["Munich", "München-Nord"]));
}, 60_000);
