import { describe, expect, it } from "vitest";
import { findCityProblem } from "../../../web/features/search/model/chosen-cities";
import {
  tickSure,
  toCustomCategory,
  toNamedCompanies,
  findCustomCategoryProblem,
  keepSuggested,
  listMissing,
  toggleItem,
  toggleSector,
} from "../../../web/features/search/model/custom-values";
import { getSearchOutcome, computeProgress, countByCity } from "../../../web/features/search/model/rules-search";
import { toDirectoryTerms } from "../../../worker/catalogue/directory-terms";
import type { Category } from "../../../worker/contract/search";

const TEN_CITIES = Array.from({ length: 10 }, (_, i) => `City ${i}`);

describe("a city typed by hand", () => {
  it.each([
    ["Nantes", ["Paris"], undefined],
    ["  ", [], "blank"],
    [" paris ", ["Paris"], "duplicate"],
    ["x".repeat(81), [], "too_long"],
    ["Nantes", TEN_CITIES, "full"],
  ] as const)("%j beside %j: %s", (city, chosen, problem) => {
    expect(findCityProblem(city, [...chosen], "fr")).toBe(problem);
  });
});

describe("a category typed by hand", () => {
  it.each([
    ["Horloger", [], undefined],
    ["", [], "blank"],
    ["a;b", [], "invalid"],
    ["é-1 !", [], "too_short"],
    ["BTP", [], undefined],
    ["horloger", [toCustomCategory("Horloger")], "duplicate"],
    ["Boulangerie", [{ gcid: "shop_bakery", name: "boulangerie" }], "duplicate"],
    ["cabinet d'avocats", [{ gcid: "office_lawyer", name: "Cabinet d’avocats" }], "duplicate"],
    ["x".repeat(81), [], "too_long"],
  ] as const)("%j: %s", (text, chosen, problem) => {
    expect(findCustomCategoryProblem(text, [...chosen])).toBe(problem);
  });

  it("carries its text in its identifier", () => {
    expect(toCustomCategory(" Horloger ")).toEqual({ gcid: "custom_Horloger", name: "Horloger" });
  });
});

it("a choice is added once and removed again", () => {
  expect(toggleItem(["a"], "b", (x) => x)).toEqual(["a", "b"]);
  expect(toggleItem(["a", "b"], "a", (x) => x)).toEqual(["b"]);
});

it("another job keeps the categories that were typed or are suggested again, and drops the others", () => {
  const [bakery, architect, builder] = ["shop_bakery", "office_architect", "craft_builder"].map((gcid) => ({
    gcid,
    name: gcid,
  })) as [Category, Category, Category];
  const typed = toCustomCategory("Urbaniste");
  const sector = { id: "sector_building", name: "Building", categories: [builder] };
  const chosen = [bakery, typed, architect, builder];
  expect(keepSuggested(chosen, [architect], [sector])).toEqual([typed, architect, builder]);
  expect(keepSuggested(chosen, [bakery], [])).toEqual([bakery, typed]);
});

it("the category that fits for certain is ticked, unless others are already", () => {
  const [bakery, pastry] = ["shop_bakery", "shop_pastry"].map((gcid) => ({ gcid, name: gcid })) as [Category, Category];
  expect(tickSure([], [bakery, pastry], "shop_bakery")).toEqual([bakery]);
  expect(tickSure([pastry], [bakery, pastry], "shop_bakery")).toEqual([pastry]);
  expect(tickSure([], [bakery, pastry], null)).toEqual([]);
});

it("a company's name is searched as a name, not as the kind of company it is near", () => {
  const { gcid } = toNamedCompanies(" Boulangerie Martin ");
  expect(toDirectoryTerms(gcid)).toEqual({ filters: [], nameContains: "Boulangerie Martin" });
});

describe("a sector", () => {
  const toCategory = (gcid: string) => ({ gcid, name: gcid });
  const health = {
    id: "sector_health",
    name: "Health",
    categories: ["hospital", "clinic", "practice"].map(toCategory),
  };
  const toGcids = (categories: { gcid: string }[]) => categories.map(({ gcid }) => gcid);

  it("adds the categories that are missing, and removes its own when none is", () => {
    const chosen = [toCategory("clinic"), toCategory("bank")];
    expect(toGcids(listMissing(health, chosen))).toEqual(["hospital", "practice"]);
    const added = toggleSector(chosen, health);
    expect(toGcids(added)).toEqual(["clinic", "bank", "hospital", "practice"]);
    expect(toGcids(toggleSector(added, health))).toEqual(["bank"]);
  });
  it("never adds more than a search takes", () => {
    const nine = Array.from({ length: 9 }, (_, n) => toCategory(`category ${n}`));
    const full = toggleSector(nine, health);
    expect(toGcids(full)).toEqual([...toGcids(nine), "hospital"]);
    expect(toggleSector(full, health)).toEqual(nine);
  });
});

it("progress is unknown until a site is known, and never above the total", () => {
  expect(computeProgress({ websites_count: 0, scraped_websites_count: 0 })).toBeUndefined();
  expect(computeProgress({ websites_count: 4, scraped_websites_count: 1 })).toBe(0.25);
  expect(computeProgress({ websites_count: 4, scraped_websites_count: 5 })).toBe(1);
});

describe("the actions after a search", () => {
  const ended = {
    status: "completed",
    added_to_dashboard: false,
    discarded: false,
    new_companies: 3,
    duplicate_companies: 1,
    seen_companies: 0,
  } as const;
  it.each([
    [{}, "add"],
    [{ added_to_dashboard: true }, "added"],
    [{ discarded: true }, "discarded"],
    [{ new_companies: 0 }, "all_duplicates"],
    [{ new_companies: 0, duplicate_companies: 0 }, "nothing"],
    [{ new_companies: 0, seen_companies: 2 }, "nothing_new"],
    [{ status: "failed" }, "failed"],
    [{ status: "cancelled" }, "cancelled"],
  ] as const)("%j: %s", (change, outcome) => {
    expect(getSearchOutcome({ ...ended, ...change })).toBe(outcome);
  });
});

it("a city counts the companies of its town, ignoring country and accents; an unknown one counts none", () => {
  const companies = ["Orléans", "orleans", "Berlin", "Olivet"].map((city) => ({ city, lat: null, lon: null }));
  expect(countByCity(["Orléans (France)", "Berlin", "Nantes"], companies).stops).toEqual([
    { city: "Orléans (France)", count: 2 },
    { city: "Berlin", count: 1 },
    { city: "Nantes", count: 0 },
  ]);
});

it("a company of another town counts for the nearest city with a radius, and for none without one", () => {
  const places = [
    { city: "Orléans", id: "FR:orleans:47.90:1.91", radius_km: 10, lat: 47.9, lon: 1.91 },
    { city: "Blois", id: "FR:blois:47.59:1.33", radius_km: 25, lat: 47.59, lon: 1.33 },
    { city: "Tours", id: "FR:tours:47.39:0.69", radius_km: 0, lat: 47.39, lon: 0.69 },
  ] as const;
  const companies = [
    { city: "Olivet", lat: 47.86, lon: 1.9 },
    { city: "Vineuil", lat: 47.58, lon: 1.37 },
    { city: "Tours", lat: 47.39, lon: 0.69 },
    { city: "Elsewhere", lat: null, lon: null },
  ];
  const cities = places.map(({ city }) => city);
  const count = (...wide: Parameters<typeof countByCity>[2][]) => {
    const { stops, elsewhere } = countByCity(cities, companies, ...wide);
    return [...stops.map((stop) => stop.count), elsewhere];
  };
  expect(count(places)).toEqual([1, 1, 1, 1]);
  expect(count()).toEqual([0, 0, 1, 3]);
});
