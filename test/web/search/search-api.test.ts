import { beforeEach, expect, it, onTestFinished } from "vitest";
import * as savedSearches from "../../../web/features/search/api/saved-search-requests";
import * as search from "../../../web/features/search/api/search-requests";
import { getSearchOutcome, isFinished } from "../../../web/features/search/model/rules-search";
import { categoryNamesQuery } from "../../../web/lib/category-names-query";
import { queryClient } from "../../../web/lib/query-client";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

beforeEach(async () => {
  startBrowserSession();
  queryClient.clear();
  await signUpWithSetup();
});

const fetchStatus = async (id: string) =>
  (await queryClient.fetchQuery({ ...search.searchStatusQuery(id), staleTime: 0 })).search;

async function startSearch(city = "Marseille (France)"): Promise<string> {
  const { search_id: id } = await search.runSearch(["shop_bakery"], [city]);
  return id;
}

async function waitForEnd(id: string): Promise<void> {
  for (let tries = 0; tries < 150 && !isFinished(await fetchStatus(id)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isFinished(await fetchStatus(id))).toBe(true);
}

it("walks a search through its calls, from the categories to the dashboard", { timeout: 60_000 }, async () => {
  expect((await search.suggestCategories("boulangerie", "fr")).categories[0]).toEqual({
    gcid: "shop_bakery",
    name: "Boulangerie",
  });
  const names = await queryClient.fetchQuery(
    categoryNamesQuery(["shop_bakery", "custom_Horloger", "unheard of"], "en"),
  );
  // The language on screen, whatever another tab has stored in the account.
  expect(names.translations).toEqual({
    shop_bakery: "Bakery",
    custom_Horloger: "Horloger",
    "unheard of": "unheard of",
  });

  const id = await startSearch();
  expect((await queryClient.fetchQuery(search.currentSearchQuery())).search).toMatchObject({
    id,
    added_to_dashboard: false,
  });
  await expect(startSearch()).rejects.toMatchObject({
    status: 409,
    code: "search_in_progress",
    body: { search_id: id },
  });
  await waitForEnd(id);
  const { companies } = await queryClient.fetchQuery(search.foundCompaniesQuery(id, false));
  const ticked = companies
    .filter(({ duplicate }) => !duplicate)
    .slice(0, 3)
    .map((company) => company.id);
  expect(await search.addToDashboard(id, ticked)).toMatchObject({
    added_count: 3,
    search: { id, added_to_dashboard: true },
  });
  expect((await queryClient.fetchQuery(search.searchHistoryQuery())).searches.map((earlier) => earlier.id)).toEqual([
    id,
  ]);
});

it(
  "asks for the list once more when the search has ended, however fresh the last poll is",
  { timeout: 60_000 },
  async () => {
    const id = await startSearch("Lyon (France)");
    queryClient.setQueryData(search.foundCompaniesQuery(id, true).queryKey, { companies: [], next_cursor: null });
    await waitForEnd(id);
    const { companies } = await queryClient.fetchQuery({
      ...search.foundCompaniesQuery(id, false),
      staleTime: Infinity,
    });
    expect(companies.length).toBeGreaterThan(0);
    expect(companies.filter(({ finished }) => !finished)).toEqual([]);
  },
);

/** Slow company sites, so that a search in a new city does not end by itself. */
async function delaySites(): Promise<void> {
  const order = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ service: "site", kind: "latency", ms: 2_000 }),
  };
  expect((await fetch("/sandbox/faults", order)).ok).toBe(true);
  onTestFinished(async () => {
    await fetch("/sandbox/faults", { method: "DELETE" });
  });
}

it("stops, cancels and discards", { timeout: 60_000 }, async () => {
  await delaySites();
  const stopped = await startSearch("Nantes (France)");
  await search.stopSearch(stopped);
  await waitForEnd(stopped);
  expect((await search.discardSearch(stopped)).search).toMatchObject({ id: stopped, discarded: true });
  const cancelled = await startSearch("Rennes (France)");
  expect((await search.cancelSearch(cancelled)).search.status).toBe("cancelled");
  expect((await queryClient.fetchQuery({ ...search.currentSearchQuery(), staleTime: 0 })).search).toBeNull();
});

it("keeps a search, renames it, runs it again and deletes it", { timeout: 60_000 }, async () => {
  const first = await startSearch("Lille (France)");
  await waitForEnd(first);
  const { saved } = await savedSearches.keepSearch(first, "Pain à Lille");
  const list = async () =>
    (await queryClient.fetchQuery({ ...savedSearches.savedSearchesQuery(), staleTime: 0 })).saved;
  expect(await list()).toEqual([saved]);
  expect(saved).toMatchObject({ name: "Pain à Lille", business_types: ["shop_bakery"], cities: ["Lille (France)"] });
  await savedSearches.renameSavedSearch(saved.id, "Lille");
  expect((await list()).map(({ name }) => name)).toEqual(["Lille"]);
  await search.discardSearch(first);

  const { search_id: second } = await savedSearches.runSavedSearch(saved.id);
  await waitForEnd(second);
  const again = await fetchStatus(second);
  expect(again.new_companies).toBe(0);
  expect(again.seen_companies).toBeGreaterThan(0);
  expect(getSearchOutcome(again)).toBe("nothing_new");
  await savedSearches.deleteSavedSearch(saved.id);
  expect(await list()).toEqual([]);
});
