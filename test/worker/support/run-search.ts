import { expect } from "vitest";
import {
  type FoundCompany,
  getSearchStatus,
  listFoundCompanies,
  runSearch,
  type Search,
} from "../../../worker/contract/search";
import type { Client } from "./client";

interface SearchTerms {
  business_types: string[];
  cities: string[];
}

const WAIT_TIMEOUT_MS = 150_000;

/** Search terms for the bakeries of some cities. */
export const bakeriesIn = (...cities: string[]): SearchTerms => ({ business_types: ["shop_bakery"], cities });

/** @returns the id of the search */
export async function startSearch(client: Client, terms: SearchTerms): Promise<string> {
  const { search_id: id, search } = (await client.post("/api/search/run", terms)).as(runSearch.answer);
  expect(search).toMatchObject({ id, status: "running", added_to_dashboard: false });
  return id;
}

export const fetchSearch = async (client: Client, id: string): Promise<Search> =>
  (await client.get(`/api/search/status/${id}`)).as(getSearchStatus.answer).search;

export const hasEnded = ({ status }: Search): boolean => status !== "running" && status !== "stopping";

/** Polls until `isReached`. @param watch sees every poll */
export async function waitForSearch(
  client: Client,
  id: string,
  isReached: (search: Search) => boolean = hasEnded,
  watch?: (search: Search) => void,
): Promise<Search> {
  for (const began = Date.now(); Date.now() - began < WAIT_TIMEOUT_MS; await scheduler.wait(100)) {
    const search = await fetchSearch(client, id);
    watch?.(search);
    if (isReached(search)) return search;
  }
  throw new Error("the search did not reach the expected state");
}

/** Starts a search and waits for its end. */
export const runToEnd = async (client: Client, terms: SearchTerms, watch?: (search: Search) => void): Promise<Search> =>
  waitForSearch(client, await startSearch(client, terms), hasEnded, watch);

export const fetchFound = async (client: Client, id: string): Promise<FoundCompany[]> =>
  (await client.get(`/api/search/${id}/companies?limit=500`)).as(listFoundCompanies.answer).companies;
