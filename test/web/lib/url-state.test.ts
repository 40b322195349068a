import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { readListing, toListingParameters } from "../../../web/features/companies/model/stored-sort-and-filter";
import { canShowStep, type SearchForm } from "../../../web/features/search/hooks/use-search-form";
import {
  FOUND_PARAMETERS,
  keepOffered,
  listFilterOptions,
  NO_FILTER,
  toFilterParameters,
  toFoundFilter,
} from "../../../web/features/search/model/found-view";
import { enumSchema } from "../../../web/lib/stored-value";
import { changeUrlState, parseUrlState } from "../../../web/lib/url-state";
import { FIRST_LISTING } from "../../../worker/contract/dashboard-preload";
import { makeFoundCompany } from "../support/found-company";

const PARAMETERS = {
  state: enumSchema("ready", "sent"),
  q: z.string().check(z.maxLength(5)),
  step: z.pipe(z.coerce.number(), z.literal([1, 2, 3])),
};

describe("the state in an address", () => {
  it.each([
    ["?state=ready&q=pain&step=2", { state: "ready", q: "pain", step: 2 }],
    ["state=sent", { state: "sent" }],
    ["?q=caf%C3%A9&other=1", { q: "café" }],
    ["", {}],
  ])("%j is %j", (search, state) => {
    expect(parseUrlState(PARAMETERS, search)).toEqual(state);
  });

  it.each(["?state=READY", "?state=", "?q=toolong", "?step=4", "?step=x", "?step=", "?step=1.5", "?%E0%A4%A", "?&&=&"])(
    "%j holds nothing that is known, and is no error",
    (search) => {
      const { q, ...others } = parseUrlState(PARAMETERS, search);
      expect([q ?? "", others]).toEqual(["", {}]);
    },
  );

  it("changes parameter by parameter and leaves those of others alone", () => {
    expect(changeUrlState("?state=ready&message=a", { state: "sent" })).toBe("?state=sent&message=a");
    expect(changeUrlState("?state=ready&message=a", { state: undefined })).toBe("?message=a");
    expect(changeUrlState("?state=ready", { state: undefined })).toBe("");
    expect(changeUrlState("", { step: 2 })).toBe("?step=2");
    expect(parseUrlState(PARAMETERS, changeUrlState("", { q: "a&b=?" }))).toEqual({ q: "a&b=?" });
  });
});

describe("the order of the list", () => {
  const store = (entries: Record<string, string>) =>
    vi.stubGlobal("window", { sessionStorage: { getItem: (key: string) => entries[key] ?? null } });
  afterEach(() => vi.unstubAllGlobals());

  it("is what the address says before what the tab has stored, which fills an address that says nothing", () => {
    store({ sortField: "website", sortOrder: "desc", favoritesOnly: "true" });
    expect(readListing("")).toEqual({ by: "website", order: "desc", favorites: true });
    expect(readListing("?message=a")).toEqual({ by: "website", order: "desc", favorites: true });
    expect(readListing("?sort=created_at_asc")).toEqual({ by: "created_at", order: "asc", favorites: false });
    expect(readListing("?sort=created_at_desc")).toEqual(FIRST_LISTING);
    expect(readListing("?favorites=1")).toEqual({ ...FIRST_LISTING, favorites: true });
    expect(readListing("?sort=salary&favorites=maybe")).toEqual({ by: "website", order: "desc", favorites: true });
  });

  it("needs no parameter where it is the default, and comes back from its parameters otherwise", () => {
    store({});
    expect(changeUrlState("", toListingParameters(FIRST_LISTING))).toBe("");
    for (const by of ["created_at", "website"] as const)
      for (const order of ["asc", "desc"] as const)
        for (const favorites of [true, false]) {
          const listing = { by, order, favorites };
          expect(readListing(changeUrlState("", toListingParameters(listing)))).toEqual(listing);
        }
  });
});

describe("the filter of results", () => {
  const options = listFilterOptions([
    makeFoundCompany({ business_type: "shop_bakery", size: "1-9", sector: "Bread", distance_km: 7 }),
    makeFoundCompany({ business_type: "shop_books", size: "10-49", sector: "Books", distance_km: 1 }),
  ]);
  const filter = { ...NO_FILTER, activity: "shop_books", size: "1-9", sector: "Bread", maxKm: 5, withEmail: true };

  it("comes back from its parameters", () => {
    for (const each of [filter, NO_FILTER, { ...NO_FILTER, known: true }])
      expect(toFoundFilter(parseUrlState(FOUND_PARAMETERS, changeUrlState("", toFilterParameters(each))))).toEqual(
        each,
      );
    expect(changeUrlState("", toFilterParameters(NO_FILTER))).toBe("");
  });

  it("has nothing that these results do not offer, such as the activity of another search", () => {
    expect(keepOffered(filter, options)).toEqual(filter);
    expect(keepOffered({ ...NO_FILTER, activity: "bank", size: "250+", sector: "Banks", maxKm: 50 }, options)).toEqual(
      NO_FILTER,
    );
  });
});

describe("a step of the search that an address names", () => {
  const bakery = { gcid: "shop_bakery", name: "Bakery" };
  const form = (rest: Partial<SearchForm>): SearchForm => ({
    step: 1,
    query: "baker",
    suggestions: [],
    sectors: [],
    mayBeName: false,
    categories: [],
    cities: [],
    profileId: null,
    typedCategory: "",
    typedCity: "",
    ...rest,
  });
  const listShown = (rest: Partial<SearchForm>) => ([1, 2, 3] as const).filter((step) => canShowStep(form(rest), step));

  it("is shown when the choices of this tab lead there", () => {
    expect(listShown({})).toEqual([1]);
    expect(listShown({ suggestions: [bakery] })).toEqual([1, 2]);
    expect(listShown({ categories: [bakery] })).toEqual([1, 2, 3]);
    expect(listShown({ step: 3 })).toEqual([1, 2, 3]);
  });
});
