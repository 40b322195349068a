import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { CompanyPage } from "../../../worker/contract/companies";
import { AmbiguousCities, listSearches, runSearch, type Search } from "../../../worker/contract/search";
import { searches } from "../../../worker/db/schema/search";
import type { Client } from "../support/client";
import { runSearchIn } from "../support/directory-entries";
import { createPlace, OPEN_LIST, publishRelease, type TestCompany } from "../support/publish-release";
import { bakeriesIn, fetchFound, fetchSearch, hasEnded, startSearch, waitForSearch } from "../support/run-search";
import { orderFault } from "../support/sandbox-client";
import { database, seedUser } from "../support/seed";

const LYON = createPlace("Lyon", 45.76, 4.83, { population: 500_000, names: { local: "Lyon", en: "Lyons" } });
const BRON = createPlace("Bron", 45.74, 4.91, { radius_km: 2 });
/** Companies without a site are found at once: nothing is to be read. */
const createBakery = (name: string, rest: Partial<TestCompany> = {}): TestCompany => ({
  name,
  lat: 45.76,
  lon: 4.83,
  emails: [`jobs@${name.toLowerCase().replaceAll(" ", "-")}.example`],
  ...rest,
});

/** OpenStreetMap's servers fail, so that whoever asks them is found out. */
const forbidOsm = async () => {
  for (const service of ["overpass", "nominatim"] as const) await orderFault(service, "400");
};

const runWithPlaces = async (client: Client, places: object[], cities: string[] = []): Promise<Search> => {
  const answer = await client.post("/api/search/run", { business_types: ["shop_bakery"], cities, places });
  return waitForSearch(client, answer.as(runSearch.answer).search_id);
};

describe("a search in a published directory", () => {
  it("finds companies with all that the directory says, and adds them with it", async () => {
    await publishRelease({
      places: [LYON],
      companies: [
        createBakery("Fournil", {
          lat: 45.7875,
          chain: "Fournil SA",
          size: "10-49",
          sector: "Boulangerie",
          sources: ["list", "osm"],
        }),
        createBakery("Le Four"),
      ],
    });
    await forbidOsm();
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Lyon (France)"]);
    expect(search).toMatchObject({
      status: "completed",
      warnings: [],
      cities: ["Lyon (France)"],
      places: [{ city: "Lyon (France)", id: LYON.id, radius_km: 0, lat: 45.76, lon: 4.83 }],
    });
    const details = {
      source: "Open List (CC0-1.0) · OpenStreetMap (ODbL-1.0)",
      sources: [
        { name: "Open List", licence: "CC0-1.0", url: "https://list.example/" },
        { name: "OpenStreetMap", licence: "ODbL-1.0", url: "https://www.openstreetmap.org/copyright" },
      ],
      lat: 45.7875,
      lon: 4.83,
      distance_km: 3.1,
      size: "10-49",
      sector: "Boulangerie",
      chain: "Fournil SA",
    };
    expect(companies).toMatchObject([
      { name: "Le Four", source: OPEN_LIST, distance_km: 0, size: null, sector: null, chain: null },
      { name: "Fournil", city: "Lyon", country: "FR", business_type: "shop_bakery", ...details },
    ]);
    await client.post(`/api/search/add-to-dashboard/${search.id}`);
    const added = (await client.get("/api/dashboard/companies")).as(CompanyPage).companies;
    expect(added.find(({ name }) => name === "Fournil")).toMatchObject(details);
    expect(added.find(({ name }) => name === "Le Four")).toMatchObject({ size: null, distance_km: 0 });
  }, 60_000);

  it("takes places by id with a radius, beside names or alone, and each company once", async () => {
    await publishRelease({
      places: [LYON, BRON],
      companies: [
        createBakery("Lyon baker"),
        createBakery("Bron baker", { lat: 45.74, lon: 4.91, town: "Bron" }),
        createBakery("Far baker", { lat: 45.95, town: "Trévoux" }),
      ],
    });
    await forbidOsm();
    const { client } = await seedUser();
    const around = await runWithPlaces(client, [{ id: LYON.id, radius_km: 25 }], ["Bron"]);
    expect(around).toMatchObject({
      status: "completed",
      warnings: [],
      cities: ["Bron", "Lyon (France)"],
      places: [
        { city: "Bron", radius_km: 0 },
        { city: "Lyon (France)", id: LYON.id, radius_km: 25 },
      ],
    });
    expect((await fetchFound(client, around.id)).map(({ name, city }) => [name, city])).toEqual([
      ["Bron baker", "Bron"],
      ["Lyon baker", "Lyon"],
      ["Far baker", "Trévoux"],
    ]);
    const town = await runWithPlaces(client, [{ id: LYON.id, radius_km: 0 }]);
    expect((await fetchFound(client, town.id)).map(({ name }) => name)).toEqual(["Lyon baker"]);
    const { searches: past } = (await client.get("/api/search/history")).as(listSearches.answer);
    expect(past.map(({ places }) => places)).toEqual([town.places, around.places]);
  }, 60_000);

  it("asks which of several places of a name is meant, and starts nothing until then", async () => {
    const places = [
      createPlace("Saint-Denis", 48.93, 2.35, { region: "Seine-Saint-Denis", population: 110_000 }),
      createPlace("Saint-Denis", -20.88, 55.45, { region: "La Réunion", population: 150_000 }),
    ];
    await publishRelease({ places, companies: [createBakery("A", { lat: 48.93, lon: 2.35 })] });
    await forbidOsm();
    const { client, userId } = await seedUser();
    const asked = await client.post("/api/search/run", bakeriesIn("saint denis"));
    expect(asked).toMatchObject({ status: 422, body: { code: "city_ambiguous" } });
    const [choice] = asked.as(AmbiguousCities).choices;
    expect(choice?.city).toBe("saint denis");
    expect(new Set(choice?.places.map(({ region }) => region))).toEqual(new Set(["Seine-Saint-Denis", "La Réunion"]));
    expect(await database.select().from(searches).where(eq(searches.userId, userId))).toEqual([]);
    const both = places.map(({ id }) => ({ id, radius_km: 10 }));
    const search = await runWithPlaces(client, both);
    expect(search.cities).toEqual(["Saint-Denis (France)", "Saint-Denis, La Réunion (France)"]);
    expect((await fetchFound(client, search.id)).map(({ name }) => name)).toEqual(["A"]);
  }, 60_000);

  it("finds around a place whose id no release knows any more", async () => {
    await publishRelease({ places: [LYON], companies: [createBakery("Fournil")] });
    const { client } = await seedUser();
    const search = await runWithPlaces(client, [{ id: "FR:vieux lyon:45.76:4.82", radius_km: 10 }]);
    expect(search).toMatchObject({ status: "completed", cities: ["Vieux Lyon (France)"], warnings: [] });
    expect(await fetchFound(client, search.id)).toMatchObject([{ name: "Fournil", distance_km: 0.8 }]);
  });

  it.each<[string, object, string]>([
    ["no place at all", { cities: [], places: [] }, "cities_required"],
    ["a place twice", { places: [0, 10].map((km) => ({ id: LYON.id, radius_km: km })) }, "duplicate_cities"],
    ["a place by id and by name", { cities: ["Lyon"], places: [{ id: LYON.id, radius_km: 10 }] }, "duplicate_cities"],
    ["a radius that is not offered", { places: [{ id: LYON.id, radius_km: 11 }] }, "invalid"],
    ["no id", { places: [{ id: "Lyon", radius_km: 10 }] }, "invalid"],
    [
      "eleven places",
      {
        cities: ["Bron"],
        places: Array.from({ length: 10 }, (_, i) => ({ id: `FR:town${i}:45.76:4.82`, radius_km: 0 })),
      },
      "too_many_cities",
    ],
  ])("refuses %s", async (_, terms, code) => {
    await publishRelease({ places: [LYON, BRON] });
    const { client } = await seedUser();
    const answer = await client.post("/api/search/run", { business_types: ["shop_bakery"], ...terms });
    expect(answer).toMatchObject({ status: 400, body: { code } });
  });

  it("lists companies within a second of the press, before any site is read", async () => {
    await publishRelease({
      places: [LYON],
      companies: Array.from({ length: 40 }, (_, i) =>
        createBakery(`Baker ${i}`, { site: `https://baker-${i}.example` }),
      ),
    });
    await orderFault("site", "latency", { ms: 3_000 });
    const { client } = await seedUser();
    const began = performance.now();
    const id = await startSearch(client, bakeriesIn("Lyon (France)"));
    const search = await waitForSearch(client, id, ({ total_companies }) => total_companies > 0);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(search).toMatchObject({ status: "running", total_companies: 40, scraped_websites_count: 0 });
    expect((await fetchFound(client, id)).every(({ finished }) => !finished)).toBe(true);
    await client.post(`/api/search/cancel/${id}`);
  });

  it("warns when the directory has more, unless the search itself was full", async () => {
    const PARIS = createPlace("Paris", 48.86, 2.35, { population: 2_000_000 });
    await publishRelease({
      places: [LYON, PARIS],
      companies: [
        ...Array.from({ length: 510 }, (_, i) => createBakery(`Lyon ${i}`)),
        ...Array.from({ length: 300 }, (_, i) => createBakery(`Paris ${i}`, { lat: 48.86, lon: 2.35 })),
      ],
    });
    const { client } = await seedUser();
    expect((await runSearchIn(client, ["Lyon (France)"])).search).toMatchObject({
      total_companies: 500,
      warnings: [{ code: "directory_limit", detail: "Lyon (France)" }],
    });
    const both = await runSearchIn(client, ["Lyon (France)", "Paris (France)"]);
    expect(both.search).toMatchObject({ total_companies: 500 });
    expect(both.search.warnings.map(({ code, detail }) => [code, detail])).toEqual([
      ["too_many_companies", "Lyon (France)"],
      ["too_many_companies", "Paris (France)"],
    ]);
  }, 60_000);
});

describe("outside the published directory", () => {
  it("OpenStreetMap's companies are shown, and the user is told", async () => {
    const coverage = [{ south: 45.6, west: 4.7, north: 45.9, east: 5 }];
    await publishRelease({ places: [LYON], coverage, companies: [createBakery("Fournil")] });
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Lyon (France)", "Nantes (France)"]);
    expect(search).toMatchObject({
      status: "completed",
      warnings: [{ code: "outside_directory", detail: "Nantes (France)" }],
      places: [{ city: "Lyon (France)" }],
    });
    expect(new Set(companies.map(({ city, source }) => [city, source].join(": ")))).toContain(`Lyon: ${OPEN_LIST}`);
    const fromOsm = companies.filter(({ source }) => source === "OpenStreetMap (ODbL)");
    expect(fromOsm.length).toBeGreaterThan(0);
    for (const { sources, distance_km: distance } of fromOsm) {
      expect(sources).toMatchObject([{ name: "OpenStreetMap", licence: "ODbL-1.0" }]);
      expect(distance).toBeLessThan(20);
    }
  }, 60_000);
});

describe("many searches at a time", () => {
  // A number would be read as a postcode.
  const toTownName = (i: number) => `Bourg${"abcdefghijklmnopqrst".charAt(i % 20).repeat(4)}`;
  const TOWNS = Array.from({ length: 20 }, (_, i) => createPlace(toTownName(i), 44 + i / 5, 4.1 + i / 4));
  const publishTowns = (name: string) =>
    publishRelease({
      release: `${name}-${crypto.randomUUID()}`,
      places: TOWNS,
      companies: TOWNS.flatMap(({ lat, lon }, town) =>
        Array.from({ length: 5 }, (_, i) => createBakery(`${name} ${town} ${i}`, { lat, lon })),
      ),
    });

  it("all end while releases are switched, and each has companies of one release only", async () => {
    await publishTowns("first");
    await forbidOsm();
    const users = await Promise.all(TOWNS.map(() => seedUser()));
    const started = users.map(async ({ client }, i) => {
      // One after the other, so that some start before a switch and some after it.
      await scheduler.wait(i * 30);
      const cities = [0, 1, 2, 3].map((n) => toTownName(i + n));
      const id = await startSearch(client, bakeriesIn(...cities));
      const search = await waitForSearch(client, id);
      return { search, companies: await fetchFound(client, id) };
    });
    for (const name of ["second", "third"]) {
      await scheduler.wait(150);
      await publishTowns(name);
    }
    const ended = await Promise.all(started);
    const releases = ended.map(({ search, companies }) => {
      expect(search).toMatchObject({ status: "completed", warnings: [], total_companies: 20 });
      const [first, ...others] = new Set(companies.map(({ name }) => name.split(" ")[0]));
      expect(others).toEqual([]);
      return first;
    });
    expect(new Set(releases).size).toBeGreaterThan(1);
  }, 60_000);

  it("a release that is deleted under a running search leaves its other cities to the one in use", async () => {
    const first = await publishTowns("first");
    const { client } = await seedUser();
    const id = await startSearch(client, bakeriesIn(...[0, 1, 2].map(toTownName)));
    await publishTowns("second");
    const { objects } = await env.SHARED.list({ prefix: `directory/${first.release}/` });
    await env.SHARED.delete(objects.map(({ key }) => key));
    const search = await waitForSearch(client, id, hasEnded);
    expect(search).toMatchObject({ status: "completed", warnings: [], total_companies: 15 });
    const byCity = Map.groupBy(await fetchFound(client, id), ({ city }) => city);
    for (const companies of byCity.values())
      expect(new Set(companies.map(({ name }) => name.split(" ")[0])).size).toBe(1);
    expect((await fetchSearch(client, id)).warnings).toEqual([]);
  }, 60_000);
});
