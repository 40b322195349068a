import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { getOsmRateLimiter } from "../support/objects";
import { bakeriesIn, fetchFound, runToEnd, startSearch, waitForSearch } from "../support/run-search";
import { orderFault } from "../support/sandbox-client";
import { seedUser } from "../support/seed";

/** The cached queries, in any order. */
const listCachedQuestions = () =>
  runInDurableObject(getOsmRateLimiter(), (_, { storage }) =>
    storage.sql
      .exec<{ question: string }>("SELECT question FROM answers")
      .toArray()
      .map(({ question }) => question),
  );

describe("a search that has to wait for the directory", () => {
  it("shows city, position and time until its turn", async () => {
    await orderFault("overpass", "latency", { ms: 5_000 });
    const [first, second] = [await seedUser(), await seedUser()];
    const ahead = await startSearch(first.client, bakeriesIn("Paris (France)"));
    await waitForSearch(first.client, ahead, () => true);
    await scheduler.wait(300);
    const id = await startSearch(second.client, bakeriesIn("Berlin (Germany)"));
    const { waiting } = await waitForSearch(second.client, id, (search) => search.waiting !== undefined);
    expect(waiting).toMatchObject({ city: "Berlin (Germany)", place: 1 });
    expect(waiting?.seconds).toBeGreaterThanOrEqual(1);
    expect((await waitForSearch(second.client, id)).waiting).toBeUndefined();
  }, 60_000);

  it("and is cancelled or stopped loses its place: its query is never sent", async () => {
    await orderFault("overpass", "latency", { ms: 5_000 });
    const users = await Promise.all(Array.from({ length: 4 }, () => seedUser()));
    const cities = ["Paris (France)", "Lyon (France)", "Berlin (Germany)", "Hamburg (Germany)"];
    const ids: string[] = [];
    for (const [i, { client }] of users.entries()) {
      ids.push(await startSearch(client, bakeriesIn(cities[i] ?? "")));
      await scheduler.wait(150);
    }
    const [, cancelled, stopped, staying] = users;
    await cancelled?.client.post(`/api/search/cancel/${ids[1] ?? ""}`);
    await stopped?.client.post(`/api/search/stop/${ids[2] ?? ""}`);
    if (!staying) throw new Error("a user is missing");
    expect((await waitForSearch(staying.client, ids[3] ?? "")).status).toBe("completed");
    expect(new Set((await listCachedQuestions()).map((question) => (JSON.parse(question) as string[])[1]))).toEqual(
      new Set(["62782", "7444"]),
    );
  }, 60_000);
});

it("a second search for the same sends no query to OpenStreetMap, for any user", async () => {
  const [first, second] = [await seedUser(), await seedUser()];
  const business_types = ["shop_bakery", "shop_florist"];
  const before = await runToEnd(first.client, { business_types, cities: ["Paris (France)", "Toulouse (France)"] });
  for (const service of ["overpass", "nominatim"] as const) await orderFault(service, "500");
  const after = await runToEnd(second.client, {
    business_types: business_types.toReversed(),
    cities: ["Toulouse (France)", "Paris (France)"],
  });
  expect(after).toMatchObject({ status: "completed", warnings: [], total_companies: before.total_companies });
}, 60_000);

it("a company with only a telephone number is found, in the city of its address", async () => {
  const { client } = await seedUser();
  const { id } = await runToEnd(client, bakeriesIn("Munich (Germany)"));
  const companies = await fetchFound(client, id);
  const [branch] = companies.filter(({ website, email }) => website === "" && email === "");
  expect(branch).toMatchObject({
    name: expect.stringContaining("Réunis") as string,
    phone: expect.stringMatching(/^\+49/u) as string,
    city: "München-Nord",
    country: "DE",
    business_type: "shop_bakery",
  });
  // The requested city has one name, whatever the language of the address.
  expect(new Set(companies.map(({ city }) => city))).toEqual(new Set(["Munich", "München-Nord"]));
}, 60_000);
