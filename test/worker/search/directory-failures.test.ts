import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../../worker/contract/errors";
import { SUGGESTED_CITIES } from "../../../worker/contract/suggested-cities";
import { bakeriesIn, fetchFound, runToEnd } from "../support/run-search";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { seedUser } from "../support/seed";

const BAKERIES = ["shop_bakery"];

describe("a directory that fails", () => {
  it("in every city fails the search, and another may be started", async () => {
    const { client } = await seedUser();
    await orderFault("overpass", "500");
    expect(await runToEnd(client, bakeriesIn("Paris (France)", "Lyon (France)"))).toMatchObject({
      status: "failed",
      error_code: "directory_unavailable",
      error: "The company directory is unavailable right now. Please try again later.",
      total_companies: 0,
      warnings: [
        { code: "directory_failed", detail: "Paris (France)" },
        { code: "directory_failed", detail: "Lyon (France)" },
      ],
    });
    await clearFaults();
    expect(await runToEnd(client, bakeriesIn("Paris (France)"))).toMatchObject({ status: "completed" });
  }, 90_000);

  it("once is retried", async () => {
    const { client } = await seedUser();
    await orderFault("overpass", "drop", { times: 1 });
    expect(await runToEnd(client, bakeriesIn("Nantes (France)"))).toMatchObject({ status: "completed", warnings: [] });
  }, 60_000);

  it("permanently in one city leaves the others", async () => {
    const { client } = await seedUser();
    await orderFault("overpass", "400", { times: 1 });
    const search = await runToEnd(client, bakeriesIn("Lille (France)", "Nantes (France)"));
    expect(search).toMatchObject({
      status: "completed",
      warnings: [{ code: "directory_failed", detail: "Lille (France)" }],
    });
    expect(search.new_companies).toBeGreaterThan(0);
  }, 60_000);
});

describe("an unknown city", () => {
  it("is named in a warning, and the search continues with the others", async () => {
    const { client } = await seedUser();
    const search = await runToEnd(client, bakeriesIn("Atlantis", "Rennes (France)"));
    expect(search).toMatchObject({ status: "completed", warnings: [{ code: "city_not_found", detail: "Atlantis" }] });
    expect(search.new_companies).toBeGreaterThan(0);
  }, 60_000);

  it("fails a search that has no other", async () => {
    const { client } = await seedUser();
    expect(await runToEnd(client, bakeriesIn("Atlantis", "El Dorado"))).toMatchObject({
      status: "failed",
      error_code: "no_city_found",
      total_companies: 0,
    });
    expect((await client.get("/api/search/current")).body).toMatchObject({
      search: { status: "failed", error_code: "no_city_found" },
    });
  }, 60_000);
});

it("when all sites fail, the search completes with the directory's data", async () => {
  const { client } = await seedUser();
  await orderFault("site", "drop");
  const search = await runToEnd(client, bakeriesIn("Bordeaux (France)"));
  expect(search).toMatchObject({ status: "completed", scraped_websites_count: search.websites_count });
  expect(search.new_companies).toBeGreaterThan(0);
}, 60_000);

it("ten categories in nine cities complete, and every city has its share", async () => {
  const { client } = await seedUser();
  const types = [
    "software_company",
    "web_agency",
    "shop_bakery",
    "office_lawyer",
    "office_architect",
    "shop_florist",
    "office_insurance",
    "shop_books",
    "office_estate_agent",
    "custom_tissage",
  ];
  const search = await runToEnd(client, { business_types: types, cities: [...SUGGESTED_CITIES] });
  expect(search.status).toBe("completed");
  expect(search.total_companies).toBeLessThanOrEqual(500);
  const companies = await fetchFound(client, search.id);
  // The city of a company's address counts, and some are in the next town.
  expect(
    new Set(companies.map(({ city }) => city.replace(/^München-Nord$/u, "Munich").replace(/-Nord$/u, ""))).size,
  ).toBe(9);
  expect((await client.post(`/api/search/add-to-dashboard/${search.id}`)).body).toMatchObject({
    added_count: search.new_companies,
  });
}, 180_000);

describe("invalid searches", () => {
  const long = "x".repeat(81);
  const many = (n: number, prefix: string) => Array.from({ length: n }, (_, i) => `${prefix}${i}`);
  it.each<[string, unknown, string]>([
    ["nothing", {}, "invalid"],
    ["no category", { business_types: [], cities: ["Paris"] }, "categories_required"],
    ["no city", { business_types: BAKERIES, cities: [] }, "cities_required"],
    ["11 categories", { business_types: many(11, "custom_cat"), cities: ["Paris"] }, "too_many_categories"],
    ["11 cities", { business_types: BAKERIES, cities: many(11, "City ") }, "too_many_cities"],
    ["a category twice", { business_types: ["custom_Bio", "custom_ bio "], cities: ["Paris"] }, "duplicate_categories"],
    ["a city twice", { business_types: BAKERIES, cities: ["Paris", " paris "] }, "duplicate_cities"],
    ["an unknown category", { business_types: ["nonsense"], cities: ["Paris"] }, "category_invalid"],
    ["a category of the prototype", { business_types: ["constructor"], cities: ["Paris"] }, "category_invalid"],
    ["a blank custom category", { business_types: ["custom_  "], cities: ["Paris"] }, "category_invalid"],
    ["a custom category with a semicolon", { business_types: ["custom_a;b"], cities: ["Paris"] }, "category_invalid"],
    ["a custom category of two letters", { business_types: ["custom_ é-1 "], cities: ["Paris"] }, "category_too_short"],
    ["an over-long custom category", { business_types: [`custom_${long}`], cities: ["Paris"] }, "category_invalid"],
    ["a blank city", { business_types: BAKERIES, cities: ["  "] }, "invalid"],
    ["an over-long city", { business_types: BAKERIES, cities: [long] }, "invalid"],
    ["a city that is a number", { business_types: BAKERIES, cities: [7] }, "invalid"],
    ["a list that is a text", { business_types: "shop_bakery", cities: ["Paris"] }, "invalid"],
    ["an unknown key", { business_types: BAKERIES, cities: ["Paris"], country: "FR" }, "invalid"],
  ])("%s", async (_, body, code) => {
    const { client } = await seedUser();
    const answer = await client.post("/api/search/run", body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    answer.as(ErrorBody);
    expect((await client.get("/api/search/current")).body).toEqual({ search: null });
  });

  it("an invalid page, limit or id", async () => {
    const { client } = await seedUser();
    const { id } = await runToEnd(client, bakeriesIn("Nice (France)"));
    for (const query of [
      "limit=0",
      "limit=501",
      "limit=x",
      "cursor=x",
      "cursor=-1",
      `cursor=${"9".repeat(101)}`,
      "unknown=1",
    ]) {
      expect(await client.get(`/api/search/${id}/companies?${query}`), query).toMatchObject({ status: 400 });
    }
    for (const body of [{ company_ids: [] }, { company_ids: "x" }, { company_ids: [1] }, { other: 1 }])
      expect(await client.post(`/api/search/add-to-dashboard/${id}`, body)).toMatchObject({ status: 400 });
    expect(await client.post(`/api/search/add-to-dashboard/${id}`, { company_ids: ["absent"] })).toMatchObject({
      status: 200,
      body: { added_count: 0 },
    });
  }, 60_000);
});
