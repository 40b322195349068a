import { describe, expect, it } from "vitest";
import { groupWarnings, isCut } from "../../../web/features/search/model/rules-search";
import {
  findShownSearch,
  isOpen,
  SEARCH_PARAMETERS,
  toFreshPath,
  toResultsPath,
  toSearchMode,
} from "../../../web/features/search/model/search-mode";
import { isSameRequest, toSearchRequest } from "../../../web/features/search/model/search-request";
import { parseUrlState } from "../../../web/lib/url-state";
import type { Search } from "../../../worker/contract/search";
import { LYON, makeSearch } from "../support/search";

const inDirectory = makeSearch({});
const ownList = makeSearch({ id: "b", list: { name: "own.csv", part: 1, parts: 1, companies: 7 } });
const toAddress = (path: string) => parseUrlState(SEARCH_PARAMETERS, new URL(path, "https://app.example").search);

describe("the results on a screen", () => {
  it("are those of the search that runs or waits, on the screen of its kind only", () => {
    expect(findShownSearch(toAddress("/search"), "directory", inDirectory)).toBe("a");
    expect(findShownSearch(toAddress("/own-companies"), "own", inDirectory)).toBeNull();
    expect(findShownSearch(toAddress("/own-companies"), "own", { ...ownList, status: "running" })).toBe("b");
    expect(findShownSearch(toAddress("/search"), "directory", ownList)).toBeNull();
    expect(findShownSearch(toAddress("/search"), "directory", null)).toBeNull();
  });

  it("do not keep the user from bringing more companies while they wait", () => {
    expect(findShownSearch(toAddress("/own-companies"), "own", ownList)).toBeNull();
    expect(findShownSearch(toAddress(toResultsPath("own", "b")), "own", ownList)).toBe("b");
  });

  it("are those that the address names before all others", () => {
    expect(findShownSearch(toAddress(toResultsPath("directory", "c")), "directory", inDirectory)).toBe("c");
  });

  it("are none where the user starts anew, whatever waits", () => {
    expect(findShownSearch(toAddress(toFreshPath("directory")), "directory", inDirectory)).toBeNull();
    expect(findShownSearch(toAddress(toFreshPath("own")), "own", ownList)).toBeNull();
  });

  it("are none at a step of the search, which is ignored if there is none of that number", () => {
    expect(findShownSearch(toAddress("/search?step=2"), "directory", inDirectory)).toBeNull();
    expect(findShownSearch(toAddress("/search?step=9"), "directory", inDirectory)).toBe("a");
  });

  it("have a screen by their kind", () => {
    expect([inDirectory, ownList].map(toSearchMode)).toEqual(["directory", "own"]);
  });
});

it.each<[Partial<Search>, boolean]>([
  [{}, true],
  [{ status: "running", new_companies: 0 }, true],
  [{ new_companies: 0 }, false],
  [{ discarded: true }, false],
  [{ added_to_dashboard: true }, false],
  [{ status: "failed" }, false],
])("a search with %j waits for the user: %s", (rest, waits) => {
  expect(isOpen(makeSearch(rest))).toBe(waits);
});

describe("a kept search", () => {
  const kept = toSearchRequest(inDirectory);

  it("has the names of cities that no place stands for", () => {
    expect(kept).toMatchObject({ cities: ["Nantes"], places: [{ id: LYON.id, radius_km: 10 }] });
  });

  it("is the search with the same terms in any order, and no other", () => {
    const isKept = (rest: Partial<Search>) => isSameRequest(kept, makeSearch(rest));
    expect(isKept({ id: "later", business_types: ["shop_books", "shop_bakery"] })).toBe(true);
    expect(isKept({ business_types: ["shop_bakery"] })).toBe(false);
    expect(isKept({ cities: ["Rennes", "Lyon (France)"] })).toBe(false);
    expect(isKept({ places: [{ ...LYON, radius_km: 25 }] })).toBe(false);
    expect(isKept({ profile_id: "sales" })).toBe(false);
  });
});

it("a search that was cut short may have missed companies; one in an uncovered city has not", () => {
  const isCutBy = (...codes: Search["warnings"][number]["code"][]) =>
    isCut({ warnings: codes.map((code) => ({ code, detail: "Lyon" })) });
  expect([isCutBy(), isCutBy("outside_directory"), isCutBy("directory_limit"), isCutBy("too_many_companies")]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it("says a warning once for all the cities that it is about", () => {
  const warnings: Search["warnings"] = [
    { code: "too_many_companies", detail: "Lyon" },
    { code: "city_not_found", detail: "Atlantis" },
    { code: "too_many_companies", detail: "Nantes" },
  ];
  expect(groupWarnings(warnings)).toEqual([
    { code: "too_many_companies", details: ["Lyon", "Nantes"] },
    { code: "city_not_found", details: ["Atlantis"] },
  ]);
});
