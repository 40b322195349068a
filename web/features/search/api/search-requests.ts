import { keepPreviousData } from "@tanstack/react-query";
import type { Body } from "../../../../worker/contract/endpoint";
import type { Language } from "../../../../worker/contract/field-schemas";
import { LIMITS, INTERVALS_MS } from "../../../../worker/contract/limits";
import * as ownLists from "../../../../worker/contract/own-lists";
import * as search from "../../../../worker/contract/search";
import { callApi } from "../../../lib/api-client";
import { choosePollMs } from "../../../lib/live-state";
import { endpointQuery } from "../../../lib/query-client";
import { isFinished } from "../model/rules-search";

export const suggestCategories = (query: string, language: Language) =>
  callApi(search.getCategorySuggestions, { body: { query, language } });
/** @param profileId null for the default one, which is not named */
export const toProfileChoice = (profileId: string | null) => (profileId === null ? {} : { profile_id: profileId });
export const runSearch = (
  business_types: string[],
  cities: string[],
  places: search.PlaceChoice[] = [],
  profile_id: string | null = null,
) =>
  callApi(search.runSearch, {
    body: {
      business_types,
      cities,
      ...(places.length > 0 && { places }),
      ...toProfileChoice(profile_id),
    },
  });

/** Places that a text may mean; the same text is asked about once in five minutes. */
export const placeSuggestionsQuery = (q: string, language: Language) => ({
  ...endpointQuery(search.suggestPlaces, { query: { q, language } }),
  staleTime: 5 * 60_000,
});
export const resumeSearch = (id: string) => callApi(search.resumeSearch, { params: { id } });
export const stopSearch = (id: string) => callApi(search.stopSearch, { params: { id } });
export const cancelSearch = (id: string) => callApi(search.cancelSearch, { params: { id } });
export const discardSearch = (id: string) => callApi(search.discardSearch, { params: { id } });

/** Adds the selected companies to the dashboard; all new ones when none are given. */
export const addToDashboard = (id: string, company_ids?: string[]) =>
  callApi(search.addToDashboard, { params: { id }, body: company_ids ? { company_ids } : {} });

/** The search that is running or waits to be added. */
export const currentSearchQuery = () => endpointQuery(search.getCurrentSearch);
export const searchHistoryQuery = () => endpointQuery(search.listSearches);

const chooseSearchPollMs = () => choosePollMs(INTERVALS_MS.searchPoll, INTERVALS_MS.livePoll);

/** One search, told by the socket, else polled every 2 seconds until it has ended; hidden tabs do not poll. */
export const searchStatusQuery = (id: string) => ({
  ...endpointQuery(search.getSearchStatus, { params: { id } }),
  refetchInterval: ({ state }: { state: { data: { search: search.Search } | undefined } }) =>
    state.data && isFinished(state.data.search) ? false : chooseSearchPollMs(),
});

/**
 * The companies found so far; a search fits one page. Once it has ended the list is fetched a last time under its own
 * key: the live one may be a poll old.
 */
export const foundCompaniesQuery = (id: string, live: boolean) => {
  const query = endpointQuery(search.listFoundCompanies, {
    params: { id },
    query: { limit: LIMITS.companiesPerSearch },
  });
  return {
    ...query,
    queryKey: [...query.queryKey, live ? "live" : "final"],
    placeholderData: keepPreviousData,
    refetchInterval: live && chooseSearchPollMs,
  };
};

export const previewPastedList = (text: string) => callApi(ownLists.previewList, { body: { text } });
export const previewListFile = (file: File, query: ownLists.FileQuery) =>
  callApi(ownLists.previewListFile, { file, query });
export const runPastedList = (text: string, profileId: string | null = null) =>
  callApi(ownLists.runList, { body: { text, ...toProfileChoice(profileId) } });
export const runListFile = (file: File, query: ownLists.FileQuery & { profile_id?: string }) =>
  callApi(ownLists.runListFile, { file, query });
export const runTypedCompany = (body: Body<typeof ownLists.runTypedCompany>) =>
  callApi(ownLists.runTypedCompany, { body });
export const startWaitingList = (id: string) => callApi(ownLists.startWaitingList, { params: { id } });
export const setFoundEmail = (id: string, body: Body<typeof ownLists.setFoundEmail>) =>
  callApi(ownLists.setFoundEmail, { params: { id }, body });
