import { describe, expect, it } from "vitest";
import {
  ChosenCity,
  type ChosenPlace,
  findCityProblem,
  findOfferedCity,
  findTypedSuggestion,
  formatCity,
  getCityKey,
  listOfferedCities,
  toChosenCity,
  toSearchTargets,
} from "../../../web/features/search/model/chosen-cities";
import { toggleItem } from "../../../web/features/search/model/custom-values";
import type { SuggestedPlace } from "../../../worker/contract/search";

const createPlace = (rest: Partial<ChosenPlace> = {}): ChosenPlace => ({
  id: "FR:nantes:47.22:-1.55",
  name: "Nantes",
  region: "Loire-Atlantique",
  country: "FR",
  radius_km: 0,
  city: null,
  ...rest,
});
const LONDON = createPlace({
  id: "GB:london:51.51:-0.13",
  name: "Londres",
  region: "Greater London",
  country: "GB",
  city: "London (United Kingdom)",
});
const suggest = (rest: Partial<SuggestedPlace>): SuggestedPlace => {
  const { radius_km: _, ...place } = createPlace();
  return { ...place, population: 1, ...rest };
};

it("offers all cities, those of the language's own country first", () => {
  expect(listOfferedCities("de").slice(0, 4)).toEqual([
    "Berlin (Germany)",
    "Munich (Germany)",
    "Hamburg (Germany)",
    "Paris (France)",
  ]);
  expect(listOfferedCities("en")[0]).toBe("London (United Kingdom)");
  expect(listOfferedCities("fr")).toHaveLength(9);
});

describe("a search", () => {
  it("is told places by their id and radius, typed cities by their text", () => {
    expect(toSearchTargets(["Valence (Espagne)", createPlace({ radius_km: 25 })])).toEqual({
      cities: ["Valence (Espagne)"],
      places: [{ id: "FR:nantes:47.22:-1.55", radius_km: 25 }],
    });
  });

  it("is told an offered city by its name, unless a radius was chosen", () => {
    expect(toSearchTargets(["Paris (France)", LONDON])).toEqual({
      cities: ["Paris (France)", "London (United Kingdom)"],
      places: [],
    });
    expect(toSearchTargets([{ ...LONDON, radius_km: 10 }])).toEqual({
      cities: [],
      places: [{ id: LONDON.id, radius_km: 10 }],
    });
  });
});

describe("a chosen city", () => {
  it("reads in the language of the screen where it is an offered one", () => {
    expect(formatCity("London (United Kingdom)", "fr")).toBe("Londres (Royaume-Uni)");
    expect(formatCity(LONDON, "en")).toBe("London (United Kingdom)");
    expect(formatCity(createPlace(), "fr")).toBe("Nantes (Loire-Atlantique, France)");
    expect(formatCity(createPlace({ name: "Genève", region: "Genève", country: "CH" }), "en")).toBe(
      "Genève (Switzerland)",
    );
    expect(formatCity("somewhere", "fr")).toBe("somewhere");
  });

  it("is chosen once, whether it was ticked or found", () => {
    expect(findOfferedCity(LONDON)).toBe("London (United Kingdom)");
    expect(toggleItem<ChosenCity>([LONDON], "London (United Kingdom)", getCityKey)).toEqual([]);
    expect(findCityProblem("londres (royaume-uni)", [LONDON], "fr")).toBe("duplicate");
    expect(findCityProblem("Nantes", [LONDON], "fr")).toBeUndefined();
  });

  it("is restored from the session in the form of today and in the one before", () => {
    for (const stored of ["Paris (France)", createPlace({ radius_km: 50 })])
      expect(ChosenCity.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(ChosenCity.safeParse({ ...createPlace(), radius_km: 7 }).success).toBe(false);
  });
});

describe("a suggestion", () => {
  it("is chosen with the town only; without an id as the offered city that it is", () => {
    expect(toChosenCity(suggest({}))).toEqual(createPlace());
    expect(toChosenCity(suggest({ id: null, city: "Lyon (France)" }))).toBe("Lyon (France)");
  });

  it("is taken for a text that names it in full, unless several have that name", () => {
    const [nantes, other] = [suggest({}), suggest({ id: "US:nantes:1.00:1.00", country: "US" })];
    expect(findTypedSuggestion(" NANTES", [nantes])).toBe(nantes);
    expect(findTypedSuggestion("Nant", [nantes])).toBeUndefined();
    expect(findTypedSuggestion("Nantes", [nantes, other])).toBeUndefined();
  });
});
