import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type Company,
  type CompanyPage,
  type DashboardPage,
  listArchive,
  listCompanies,
  listCompanyIds,
} from "../../../../worker/contract/companies";
import { toQueryKey } from "../../../lib/query-client";
import { fetchCompany } from "../api/company-requests";
import { toCompanyState } from "../model/company-status";

/** A page of the dashboard, which counts, or of the archive. */
type ListPage = CompanyPage & Partial<Pick<DashboardPage, "states">>;
type CompanyPages = InfiniteData<ListPage, string | null>;

/** More than this and the list is asked for again instead of one company after the other. */
const MAX_SINGLE_RELOADS = 6;

export interface CompanyCache {
  /** Shows a company as a call has just answered it. */
  put: (company: Company) => void;
  /** Takes companies off the dashboard or out of the archive. */
  remove: (ids: readonly string[]) => void;
  /** Asks again for companies that others have changed. */
  reload: (ids: readonly string[]) => Promise<void>;
  /** Asks again for everything. */
  refresh: () => Promise<void>;
}

/** What the lists on screen hold, changed in place so that nothing jumps. */
export function useCompanyCache(): CompanyCache {
  const client = useQueryClient();
  return useMemo(() => {
    const lists = [toQueryKey(listCompanies), toQueryKey(listArchive)];
    const put = (company: Company) => {
      for (const queryKey of lists)
        client.setQueriesData<CompanyPages>({ queryKey }, (data) => data && replaceCompany(data, company));
    };
    const refresh = async () => {
      await Promise.all(
        [...lists, toQueryKey(listCompanyIds)].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    };
    return {
      put,
      refresh,
      remove: (ids) => {
        const gone = new Set(ids);
        for (const queryKey of lists)
          client.setQueriesData<CompanyPages>({ queryKey }, (data) => data && removeCompanies(data, gone));
        client.setQueriesData<{ ids: string[] }>(
          { queryKey: toQueryKey(listCompanyIds) },
          (data) => data && { ids: data.ids.filter((id) => !gone.has(id)) },
        );
        // They have joined the other list, which is read again when it is next shown.
        for (const queryKey of lists) void client.invalidateQueries({ queryKey, refetchType: "none" });
      },
      reload: async (ids) => {
        if (ids.length > MAX_SINGLE_RELOADS) return refresh();
        const found = await Promise.allSettled(ids.map(fetchCompany));
        for (const result of found) if (result.status === "fulfilled") put(result.value.company);
        if (found.some(({ status }) => status === "rejected")) await refresh();
      },
    };
  }, [client]);
}

/** With a company as it is now. The first page's counts follow, for they are what is shown while not everything is loaded. */
export function replaceCompany(data: CompanyPages, company: Company): CompanyPages {
  const before = data.pages.flatMap(({ companies }) => companies).find(({ id }) => id === company.id);
  if (!before) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...adjustCounts(page, [before], [company]),
      companies: page.companies.map((other) => (other.id === company.id ? company : other)),
    })),
  };
}

/** Without companies that have left the list. */
export function removeCompanies(data: CompanyPages, gone: ReadonlySet<string>): CompanyPages {
  const removed = data.pages.flatMap(({ companies }) => companies).filter(({ id }) => gone.has(id));
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...adjustCounts(page, removed, []),
      total: page.total - removed.length,
      companies: page.companies.filter(({ id }) => !gone.has(id)),
    })),
  };
}

/** The counts of a page, if it has any, once companies have left their state for another or for good. */
function adjustCounts({ states }: ListPage, from: readonly Company[], to: readonly Company[]): Partial<ListPage> {
  if (!states) return {};
  const counts = { ...states };
  for (const company of from) counts[toCompanyState(company)] -= 1;
  for (const company of to) counts[toCompanyState(company)] += 1;
  return { states: counts };
}
