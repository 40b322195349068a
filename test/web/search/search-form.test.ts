import { describe, expect, it } from "vitest";
import { findCityProblem } from "../../../web/features/search/model/chosen-cities";
import {
  toCustomCategory,
  findCustomCategoryProblem,
  listMissing,
  toggleItem,
  toggleSector,
} from "../../../web/features/search/model/custom-values";
import { getSearchOutcome, computeProgress, countByCity } from "../../../web/features/search/model/rules-search";

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
    [{ status: "failed" }, "failed"],
    [{ status: "cancelled" }, "cancelled"],
  ] as const)("%j: %s", (change, outcome) => {
    expect(getSearchOutcome({ ...ended, ...change })).toBe(outcome);
  });
});

it("a city counts the companies of its town, ignoring country and accents; an unknown one counts none", () => {
  const companies = [{ city: "Orléans" }, { city: "orleans" }, { city: "Berlin" }, { city: "Olivet" }];
  expect(countByCity(["Orléans (France)", "Berlin", "Nantes"], companies)).toEqual([
    { city: "Orléans (France)", count: 2 },
    { city: "Berlin", count: 1 },
    { city: "Nantes", count: 0 },
  ]);
});
