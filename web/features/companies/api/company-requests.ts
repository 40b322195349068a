import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import * as companies from "../../../../worker/contract/companies";
import { FIRST_PAGE, type Listing, toFirstPageQuery } from "../../../../worker/contract/dashboard-preload";
import { LIMITS } from "../../../../worker/contract/limits";
import { takePreloadedAnswer, callApi } from "../../../lib/api-client";
import { toQueryKey, endpointQuery } from "../../../lib/query-client";

export const setFavorite = (id: string, favorited: boolean) =>
  callApi(companies.patchCompany, { params: { id }, body: { favorited } });
/** An address that the user typed becomes the recipient; without one, the other is removed. */
export const setCompanyEmail = (id: string, email: string | undefined, replaces: string | undefined) =>
  callApi(companies.setCompanyEmail, { params: { id }, body: { email, replaces } });
export const fetchCompany = (id: string) => callApi(companies.getCompany, { params: { id } });
export const archiveCompanies = (company_ids: string[]) =>
  runInBatches(company_ids, (ids) => callApi(companies.bulkArchive, { body: { company_ids: ids } }));
export const restoreCompanies = (company_ids: string[]) =>
  runInBatches(company_ids, (ids) => callApi(companies.bulkUnarchive, { body: { company_ids: ids } }));
export const deleteCompanies = (company_ids: string[]) =>
  runInBatches(company_ids, (ids) => callApi(companies.bulkDelete, { body: { company_ids: ids } }));
export const archiveCompany = (id: string) => callApi(companies.archiveCompany, { params: { id } });
export const restoreCompany = (id: string) => callApi(companies.unarchiveCompany, { params: { id } });
export const deleteCompany = (id: string) => callApi(companies.deleteCompany, { params: { id } });

/**
 * Splits a selection into batches of 200 ids, the API's limit.
 * @returns the ids of the companies that were changed
 */
async function runInBatches(
  ids: string[],
  act: (ids: string[]) => Promise<{ company_ids: string[] }>,
): Promise<{ company_ids: string[] }> {
  const done: string[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.bulkIds)
    done.push(...(await act(ids.slice(at, at + LIMITS.bulkIds))).company_ids);
  return { company_ids: done };
}

/** A small first page loads quickly; large further pages need few calls. */
const toPageQuery = (cursor: string | null) =>
  cursor === null ? { limit: FIRST_PAGE } : { limit: LIMITS.pageMax, cursor };

/** The dashboard's companies, or those in one state, page by page. */
export function dashboardQuery(listing: Listing, status?: companies.CompanyState) {
  const { by, order, favorites } = listing;
  const toInput = (cursor: string | null) => ({
    // Built like the preload's query: its answer is found by URL.
    query: { ...toFirstPageQuery(listing), ...(status && { status }), ...toPageQuery(cursor) },
  });
  return infiniteQueryOptions({
    queryKey: [...toQueryKey(companies.listCompanies), by, order, favorites, status ?? "all"],
    queryFn: ({ pageParam, signal }) => callApi(companies.listCompanies, { ...toInput(pageParam), signal }),
    initialData: () => {
      const first = takePreloadedAnswer(companies.listCompanies, toInput(null));
      return first && { pages: [first], pageParams: [null] };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** All companies of the dashboard, page by page. */
export async function fetchAllCompanies(listing: Listing): Promise<companies.Company[]> {
  const all: companies.Company[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: companies.CompanyPage = await callApi(companies.listCompanies, {
      query: {
        ...toFirstPageQuery(listing),
        limit: LIMITS.pageMax,
        ...(cursor !== undefined && { cursor }),
      },
    });
    all.push(...page.companies);
    cursor = page.next_cursor;
  }
  return all;
}

export const archiveQuery = () =>
  infiniteQueryOptions({
    queryKey: toQueryKey(companies.listArchive),
    queryFn: ({ pageParam, signal }) => callApi(companies.listArchive, { query: toPageQuery(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** All ids of the dashboard, loaded or not. */
export const companyIdsQuery = (favorites = false) =>
  endpointQuery(companies.listCompanyIds, { query: favorites ? { favorited: "true" } : {} });
/** Ids of the companies with a tag. */
export const taggedIdsQuery = (tag: string) => endpointQuery(companies.listCompanyIds, { query: { tag } });
