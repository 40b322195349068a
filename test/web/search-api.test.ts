import { beforeEach, expect, it, onTestFinished } from "vitest";
import * as search from "../../web/features/search/api";
import { isOver } from "../../web/features/search/rules";
import { categoryNames } from "../../web/lib/category-names";
import { queryClient } from "../../web/lib/query-client";
import { openBrowser } from "./browser-fetch";
import { signUpReady } from "./people";

beforeEach(async () => {
  openBrowser();
  queryClient.clear();
  await signUpReady();
});

const statusOf = async (id: string) =>
  (await queryClient.fetchQuery({ ...search.searchStatus(id), staleTime: 0 })).search;

async function run(city = "Marseille (France)"): Promise<string> {
  const { search_id: id } = await search.runSearch(["shop_bakery"], [city]);
  return id;
}

async function untilOver(id: string): Promise<void> {
  for (let tries = 0; tries < 150 && !isOver(await statusOf(id)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isOver(await statusOf(id))).toBe(true);
}

it("walks a search through its calls, from the categories to the dashboard", { timeout: 60_000 }, async () => {
  expect((await search.suggestCategories("boulangerie", "fr")).categories[0]).toEqual({
    gcid: "shop_bakery",
    name: "Boulangerie",
  });
  const names = await queryClient.fetchQuery(categoryNames(["shop_bakery", "custom_Horloger", "unheard of"], "en"));
  // The language on screen, whatever another tab has made the account's.
  expect(names.translations).toEqual({
    shop_bakery: "Bakery",
    custom_Horloger: "Horloger",
    "unheard of": "unheard of",
  });

  const id = await run();
  expect((await queryClient.fetchQuery(search.currentSearch())).search).toMatchObject({
    id,
    added_to_dashboard: false,
  });
  await expect(run()).rejects.toMatchObject({ status: 409, code: "search_in_progress", body: { search_id: id } });
  await untilOver(id);
  const { companies } = await queryClient.fetchQuery(search.foundCompanies(id, false));
  const ticked = companies
    .filter(({ duplicate }) => !duplicate)
    .slice(0, 3)
    .map((company) => company.id);
  expect(await search.addToDashboard(id, ticked)).toMatchObject({
    added_count: 3,
    search: { id, added_to_dashboard: true },
  });
  expect((await queryClient.fetchQuery(search.searchHistory())).searches.map((earlier) => earlier.id)).toEqual([id]);
});

it(
  "asks for the list once more when the search has ended, however fresh the last poll is",
  { timeout: 60_000 },
  async () => {
    const id = await run("Lyon (France)");
    queryClient.setQueryData(search.foundCompanies(id, true).queryKey, { companies: [], next_cursor: null });
    await untilOver(id);
    const { companies } = await queryClient.fetchQuery({ ...search.foundCompanies(id, false), staleTime: Infinity });
    expect(companies.length).toBeGreaterThan(0);
    expect(companies.filter(({ finished }) => !finished)).toEqual([]);
  },
);

/** Companies' sites answer so late that a search does not end by itself, in a city whose sites have not been read yet. */
async function slowSites(): Promise<void> {
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
  await slowSites();
  const stopped = await run("Nantes (France)");
  await search.stopSearch(stopped);
  await untilOver(stopped);
  expect((await search.discardSearch(stopped)).search).toMatchObject({ id: stopped, discarded: true });
  const cancelled = await run("Rennes (France)");
  expect((await search.cancelSearch(cancelled)).search.status).toBe("cancelled");
  expect((await queryClient.fetchQuery({ ...search.currentSearch(), staleTime: 0 })).search).toBeNull();
});
