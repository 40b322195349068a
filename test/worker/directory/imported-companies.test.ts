import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createImportedDirectory } from "../../../worker/adapters/imported-directory";
import { CompanyPage } from "../../../worker/contract/companies";
import { parseCityName } from "../../../worker/directory/parse-city-name";
import type { Area, DirectoryAnswer } from "../../../worker/platform/ports";
import { runSearchIn } from "../support/directory-entries";
import { parseLine } from "../support/parse-directory-line";
import { bakeriesIn, runToEnd } from "../support/run-search";
import { orderFault } from "../support/sandbox-client";
import { seedUser } from "../support/seed";
import { upsertEntries } from "../support/upsert-directory-entries";

const SOURCE = "Open List (CC0)";
const lyon: Area = {
  city: "Lyon (France)",
  name: "Lyon",
  names: ["Lyon", "Lyons"],
  country: "FR",
  relation: 120965,
  box: { south: 45.7, west: 4.77, north: 45.81, east: 4.9 },
};
const bakeries = {
  area: lyon,
  gcids: ["shop_bakery"],
  filters: [[["shop", "bakery"]]] as const satisfies [[readonly [string, string]]],
  names: [],
};
const imported = createImportedDirectory({ db: env.DB, allowReserved: true });

/** Imports companies, by default bakeries of Lyon with a site of their own. */
async function importEntries(...lines: Record<string, unknown>[]): Promise<void> {
  const entries = lines.map((line) => {
    const result = parseLine(
      JSON.stringify({
        website: `https://${String(line.name)
          .toLowerCase()
          .replace(/[^a-z0-9]+/gu, "-")}.example`,
        country: "FR",
        city: "Lyon",
        categories: ["shop_bakery"],
        source: SOURCE,
        ...line,
      }),
      { source: undefined, isCategory: (gcid) => !gcid.includes("=") },
    );
    if (result.is !== "entry") throw new Error(JSON.stringify(result));
    return result.entry;
  });
  await upsertEntries(env.DB, entries);
}
const sortNames = ({ companies }: DirectoryAnswer) => companies.map(({ name }) => name).toSorted();

describe("the imported directories", () => {
  it("give a company as it was imported, with its place, source and licence", async () => {
    await importEntries({
      name: "Fournil",
      emails: ["jobs@fournil.example"],
      phones: ["04 65 71 00 01"],
      categories: ["shop_bakery", "shop=pastry", "shop=bakery"],
      source_url: "https://list.example/1",
      id: 1,
    });
    expect(await imported.find(bakeries)).toEqual({
      incomplete: null,
      covered: [],
      knowsCity: true,
      companies: [
        {
          name: "Fournil",
          website: "https://fournil.example/",
          emails: ["jobs@fournil.example"],
          phones: ["04 65 71 00 01"],
          tags: { gcid: "shop_bakery", shop: "pastry;bakery" },
          page: "https://list.example/1",
          source: SOURCE,
          place: { city: "Lyon", country: "FR" },
        },
      ],
    });
  });

  it("find by any name of the city, in its country, and by the place", async () => {
    await importEntries(
      { name: "A", city: "69003 LYON" },
      { name: "B", city: "Lyons" },
      { name: "C", city: null, lat: 45.75, lon: 4.85 },
      { name: "D", city: "Villeurbanne", lat: 45.77, lon: 4.88 },
    );
    await importEntries(
      { name: "X", city: "Lyon", country: "US" },
      { name: "Y", city: null, lat: 45.75, lon: 4.95 },
      { name: "Z", city: "Paris" },
    );
    expect(sortNames(await imported.find(bakeries))).toEqual(["A", "B", "C", "D"]);
    expect((await imported.find(bakeries)).companies.find(({ name }) => name === "D")?.place).toEqual({
      city: "Villeurbanne",
      country: "FR",
    });
  });

  it("find a city by its name alone, in any country when none is given", async () => {
    await importEntries({ name: "A" }, { name: "B", country: "US" });
    expect(sortNames(await imported.find({ ...bakeries, area: parseCityName("Lyon (France)") }))).toEqual(["A"]);
    expect(sortNames(await imported.find({ ...bakeries, area: parseCityName("lyon") }))).toEqual(["A", "B"]);
  });

  it("find by category, by tag, and by tags that go together", async () => {
    await importEntries(
      { name: "A", categories: ["shop_bakery"] },
      { name: "B", categories: ["shop=bakery"] },
      { name: "C", categories: ["office=company", "company=software"] },
      { name: "D", categories: ["company=software"] },
      { name: "E", categories: [] },
    );
    expect(sortNames(await imported.find(bakeries))).toEqual(["A", "B"]);
    expect(
      sortNames(
        await imported.find({
          ...bakeries,
          gcids: [],
          filters: [
            [
              ["office", "company"],
              ["company", "software"],
            ],
          ],
        }),
      ),
    ).toEqual(["C"]);
    expect(await imported.find({ ...bakeries, gcids: [], filters: [] })).toMatchObject({
      companies: [],
      incomplete: null,
    });
  });

  it("find by a part of the name, in any spelling", async () => {
    await importEntries(
      { name: "Les Tisseurs réunis" },
      { name: "Au fil", categories: [] },
      { name: "100 % laine", categories: [] },
      { name: "Tisseurs de Paris", city: "Paris" },
    );
    const findByName = async (...texts: string[]) =>
      sortNames(await imported.find({ area: lyon, gcids: [], filters: [], names: texts }));
    expect(await findByName("tisseurs RÉUNIS")).toEqual(["Les Tisseurs réunis"]);
    expect(await findByName("fil", "laine")).toEqual(["100 % laine", "Au fil"]);
    expect(await findByName("%", "'; DROP TABLE directory; --")).toEqual([]);
  });

  it("return 400 at most, every category its share, marked as incomplete", async () => {
    await importEntries(
      ...Array.from({ length: 500 }, (_, i) => ({ name: `Baker ${i}` })),
      ...Array.from({ length: 20 }, (_, i) => ({ name: `Florist ${i}`, categories: ["shop_florist"] })),
    );
    const answer = await imported.find({ ...bakeries, gcids: ["shop_bakery", "shop_florist"] });
    expect([answer.companies.length, answer.incomplete]).toEqual([400, "too_many"]);
    expect(answer.companies.slice(0, 40).filter(({ tags }) => tags["gcid"] === "shop_florist")).toHaveLength(20);
  });

  it("show no site with a forbidden host", async () => {
    await importEntries({ name: "A", website: "http://127.0.0.1/", emails: ["a@b.fr"] }, { name: "B" });
    expect(
      (await createImportedDirectory({ db: env.DB, allowReserved: false }).find(bakeries)).companies.map(
        ({ website }) => website,
      ),
    ).toEqual([null, null]);
  });

  it("read few rows for a city of many companies", async () => {
    for (let i = 0; i < 5; i += 1)
      await importEntries(
        ...Array.from({ length: 1_000 }, (_, n) => ({
          name: `Firm ${i} ${n}`,
          lat: 45.75,
          lon: 4.85,
          categories: [n % 50 === 0 ? "shop_bakery" : `shop=kind${n % 50}`],
        })),
      );
    let read = 0;
    const counted = {
      prepare: (query: string) => env.DB.prepare(query),
      batch: async (queries: D1PreparedStatement[]) => {
        const answers = await env.DB.batch(queries);
        for (const { meta } of answers) read += meta.rows_read;
        return answers;
      },
    } as D1Database;
    expect((await createImportedDirectory({ db: counted, allowReserved: true }).find(bakeries)).companies).toHaveLength(
      100,
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1_000);
  });

  it("fail with one error kind when the database does", async () => {
    const broken = {
      prepare: (query: string) => env.DB.prepare(query),
      batch: () => Promise.reject(new Error("D1_ERROR")),
    } as unknown as D1Database;
    await expect(createImportedDirectory({ db: broken, allowReserved: true }).find(bakeries)).rejects.toMatchObject({
      service: "imported",
      failure: "server_error",
      message: "D1_ERROR",
    });
  });
});

describe("a city's name alone", () => {
  it.each([
    ["Paris (France)", "Paris", "FR"],
    ["Munich, Deutschland", "Munich", "DE"],
    ["London (Royaume-Uni)", "London", "GB"],
    ["Leeds, UK", "Leeds", "GB"],
    ["Wien (Österreich)", "Wien", "AT"],
    ["Lyon", "Lyon", null],
    ["Lyon (Rhône)", "Lyon", null],
    ["(France)", "(France)", "FR"],
    ["Frankfurt am Main (Germany)", "Frankfurt am Main", "DE"],
  ])("%s", (city, name, country) =>
    expect(parseCityName(city)).toEqual({ city, name, names: [name], country, box: null }),
  );
});

describe("a search", () => {
  const bakery = {
    name: "Fournil des Brotteaux",
    emails: ["jobs@fournil.example"],
    source_url: "https://list.example/1",
  };

  it("queries the imported directories first, and shows the source of each company", async () => {
    await importEntries(bakery, {
      name: "Hors de la ville",
      city: "Villeurbanne",
      lat: 45.76,
      lon: 4.83,
      emails: ["a@hors.example"],
    });
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Lyon (France)"]);
    expect(search).toMatchObject({ status: "completed", warnings: [] });
    expect(
      companies
        .slice(0, 2)
        .map(({ name, city, source }) => ({ name, city, source }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    ).toEqual([
      { name: bakery.name, city: "Lyon", source: SOURCE },
      { name: "Hors de la ville", city: "Villeurbanne", source: SOURCE },
    ]);
    expect(companies.find(({ name }) => name === bakery.name)).toMatchObject({
      business_type: "shop_bakery",
      country: "FR",
      contacts: [{ value: "jobs@fournil.example", page: "https://list.example/1", how: "directory" }],
    });
    expect(new Set(companies.slice(2).map(({ source }) => source))).toEqual(new Set(["OpenStreetMap (ODbL)"]));
    await client.post(`/api/search/add-to-dashboard/${search.id}`);
    const added = (await client.get("/api/dashboard/companies")).as(CompanyPage).companies;
    expect(added.find(({ name }) => name === bakery.name)).toMatchObject({ source: SOURCE });
  }, 60_000);

  it.each([
    ["overpass", "400", "Lyon"],
    ["nominatim", "403", "Toulouse"],
  ] as const)(
    "completes with the results of the others when %s fails, with a warning",
    async (service, kind, city) => {
      await importEntries({ ...bakery, city });
      await orderFault(service, kind);
      const { client } = await seedUser();
      const { search, companies } = await runSearchIn(client, [`${city} (France)`]);
      expect(search).toMatchObject({
        status: "completed",
        warnings: [{ code: "directory_failed", detail: `${city} (France)` }],
      });
      expect(companies).toMatchObject([{ name: bakery.name, city, country: "FR" }]);
    },
    60_000,
  );

  it("merges a company of two directories, and finds by place what the city's name does not", async () => {
    await importEntries(
      { ...bakery, city: "Toulouse" },
      { name: "Aux portes", city: "Blagnac", lat: 43.62, lon: 1.44, emails: ["a@portes.example"] },
    );
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Toulouse (France)"]);
    expect(search).toMatchObject({ status: "completed", warnings: [] });
    expect(companies.filter(({ source }) => source === SOURCE).map(({ name, duplicate }) => [name, duplicate])).toEqual(
      [
        [bakery.name, false],
        ["Aux portes", false],
      ],
    );
  }, 60_000);

  it("knows a city that only the imported directories know", async () => {
    await importEntries({ ...bakery, city: "Atlantis" });
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Atlantis"]);
    expect(search).toMatchObject({ status: "completed", warnings: [] });
    expect(companies).toMatchObject([{ name: bakery.name, city: "Atlantis", country: "FR" }]);
  }, 60_000);

  it("warns when a directory ran out of time", async () => {
    await orderFault("overpass", "remark");
    const { client } = await seedUser();
    const { search, companies } = await runSearchIn(client, ["Lyon (France)"]);
    expect(search).toMatchObject({
      status: "completed",
      warnings: [{ code: "directory_incomplete", detail: "Lyon (France)" }],
    });
    expect(companies.length).toBeGreaterThan(0);
  }, 60_000);

  it("warns when a directory had more results, unless the search itself was full", async () => {
    await importEntries(
      ...Array.from({ length: 450 }, (_, i) => ({
        name: `Baker ${i}`,
        website: null,
        emails: [`jobs@baker-${i}.example`],
      })),
    );
    const { client } = await seedUser();
    expect((await runSearchIn(client, ["Lyon (France)"])).search).toMatchObject({
      status: "completed",
      warnings: [{ code: "directory_limit", detail: "Lyon (France)" }],
    });
    await importEntries(
      ...Array.from({ length: 450 }, (_, i) => ({
        name: `Florist ${i}`,
        website: null,
        emails: [`jobs@florist-${i}.example`],
        city: i % 2 === 0 ? "Paris" : "Lille",
        categories: ["shop_bakery"],
      })),
    );
    const { warnings } = await runToEnd(client, bakeriesIn("Lyon (France)", "Paris (France)", "Lille (France)"));
    expect(warnings.map(({ code }) => code)).toEqual([
      "too_many_companies",
      "too_many_companies",
      "too_many_companies",
    ]);
  }, 60_000);
});
