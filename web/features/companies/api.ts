import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import * as companies from "../../../worker/contract/companies";
import { FIRST_PAGE, type Listing, toFirstPageQuery } from "../../../worker/contract/dashboard-preload";
import { LIMITS } from "../../../worker/contract/limits";
import { brought, call } from "../../lib/http";
import { keyOf, queryOf } from "../../lib/query-client";

export const setFavorite = (id: string, favorited: boolean) =>
  call(companies.patchCompany, { params: { id }, body: { favorited } });
export const fetchCompany = (id: string) => call(companies.getCompany, { params: { id } });
export const archive = (company_ids: string[]) =>
  inBatches(company_ids, (ids) => call(companies.bulkArchive, { body: { company_ids: ids } }));
export const restore = (company_ids: string[]) =>
  inBatches(company_ids, (ids) => call(companies.bulkUnarchive, { body: { company_ids: ids } }));
export const deleteForGood = (company_ids: string[]) =>
  inBatches(company_ids, (ids) => call(companies.bulkDelete, { body: { company_ids: ids } }));
export const archiveOne = (id: string) => call(companies.archiveCompany, { params: { id } });
export const restoreOne = (id: string) => call(companies.unarchiveCompany, { params: { id } });
export const deleteOneForGood = (id: string) => call(companies.deleteCompany, { params: { id } });

/** The server takes 200 ids at a time; a longer selection goes in turns. @returns the ids it was true for */
async function inBatches(
  ids: string[],
  act: (ids: string[]) => Promise<{ company_ids: string[] }>,
): Promise<{ company_ids: string[] }> {
  const done: string[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.bulkIds)
    done.push(...(await act(ids.slice(at, at + LIMITS.bulkIds))).company_ids);
  return { company_ids: done };
}

/** The first page comes quickly, the others bring a long list together in few calls. */
const pageOf = (cursor: string | null) => (cursor === null ? { limit: FIRST_PAGE } : { limit: LIMITS.pageMax, cursor });

const favoritesOf = (favorites: boolean) => (favorites ? { favorited: "true" as const } : {});

/** The dashboard, or its companies in one state, a page at a time. */
export function dashboardList(listing: Listing, status?: companies.CompanyState) {
  const { by, order, favorites } = listing;
  const asked = (cursor: string | null) => ({
    // In the preload's own words for the first page: its answer is found by the URL.
    query: { ...toFirstPageQuery(listing), ...(status && { status }), ...pageOf(cursor) },
  });
  return infiniteQueryOptions({
    queryKey: [...keyOf(companies.listCompanies), by, order, favorites, status ?? "all"],
    queryFn: ({ pageParam, signal }) => call(companies.listCompanies, { ...asked(pageParam), signal }),
    initialData: () => {
      const first = brought(companies.listCompanies, asked(null));
      return first && { pages: [first], pageParams: [null] };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** All of the dashboard, page after page. */
export async function fetchAll({ by, order, favorites }: Listing): Promise<companies.Company[]> {
  const all: companies.Company[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: companies.CompanyPage = await call(companies.listCompanies, {
      query: {
        sort_by: by,
        sort_order: order,
        ...favoritesOf(favorites),
        limit: LIMITS.pageMax,
        ...(cursor !== undefined && { cursor }),
      },
    });
    all.push(...page.companies);
    cursor = page.next_cursor;
  }
  return all;
}

export const archiveList = () =>
  infiniteQueryOptions({
    queryKey: keyOf(companies.listArchive),
    queryFn: ({ pageParam, signal }) => call(companies.listArchive, { query: pageOf(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** Every id of the dashboard, loaded or not. */
export const allIds = (favorites = false) => queryOf(companies.companyIds, { query: favoritesOf(favorites) });
