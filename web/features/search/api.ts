import { keepPreviousData } from "@tanstack/react-query";
import type { Language } from "../../../worker/contract/fields";
import { LIMITS, RHYTHM } from "../../../worker/contract/limits";
import * as search from "../../../worker/contract/search";
import { call } from "../../lib/http";
import { queryOf } from "../../lib/query-client";
import { isOver } from "./rules";

export const suggestCategories = (query: string, language: Language) =>
  call(search.categories, { body: { query, language } });
export const runSearch = (business_types: string[], cities: string[]) =>
  call(search.runSearch, { body: { business_types, cities } });
export const stopSearch = (id: string) => call(search.stopSearch, { params: { id } });
export const cancelSearch = (id: string) => call(search.cancelSearch, { params: { id } });
export const discardSearch = (id: string) => call(search.discardSearch, { params: { id } });

/** Adds the companies ticked to the dashboard; all of the new ones when none are named. */
export const addToDashboard = (id: string, company_ids?: string[]) =>
  call(search.addToDashboard, { params: { id }, body: company_ids ? { company_ids } : {} });

/** The search that waits for something: to end, or to be added. */
export const currentSearch = () => queryOf(search.currentSearch);
export const searchHistory = () => queryOf(search.searchHistory);

/** One search, asked for every 2 seconds until it has ended; hidden tabs do not ask. */
export const searchStatus = (id: string) => ({
  ...queryOf(search.searchStatus, { params: { id } }),
  refetchInterval: ({ state }: { state: { data: { search: search.Search } | undefined } }) =>
    state.data && isOver(state.data.search) ? false : RHYTHM.searchPoll,
});

/**
 * What a search has found so far; a search holds no more than one page. Once it has ended the list is asked for a last
 * time, under a key of its own: the live one may be a poll old.
 */
export const foundCompanies = (id: string, live: boolean) => {
  const query = queryOf(search.foundCompanies, { params: { id }, query: { limit: LIMITS.companiesPerSearch } });
  return {
    ...query,
    queryKey: [...query.queryKey, live ? "live" : "final"],
    placeholderData: keepPreviousData,
    refetchInterval: live ? RHYTHM.searchPoll : (false as const),
  };
};
