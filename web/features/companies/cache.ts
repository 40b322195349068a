import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Company, companyIds, type CompanyPage, type DashboardPage, listArchive, listCompanies } from "../../../worker/contract/companies";
import { keyOf } from "../../lib/query-client";
import { fetchCompany } from "./api";
import { stateOf } from "./rules";

/** A page of the dashboard, which counts, or of the archive. */
type ListPage = CompanyPage & Partial<Pick<DashboardPage, "states">>;
type Pages = InfiniteData<ListPage, string | null>;
/** More than this and the list is asked for again instead of one company after the other. */
const ONE_BY_ONE = 6;

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
    const lists = [keyOf(listCompanies), keyOf(listArchive)];
    const put = (company: Company) => {
      for (const queryKey of lists) client.setQueriesData<Pages>({ queryKey }, (data) => data && withCompany(data, company));
    };
    const refresh = async () => {
      await Promise.all([...lists, keyOf(companyIds)].map((queryKey) => client.invalidateQueries({ queryKey })));
    };
    return {
      put,
      refresh,
      remove: (ids) => {
        const gone = new Set(ids);
        for (const queryKey of lists) client.setQueriesData<Pages>({ queryKey }, (data) => data && without(data, gone));
        client.setQueriesData<{ ids: string[] }>({ queryKey: keyOf(companyIds) }, (data) => data && { ids: data.ids.filter((id) => !gone.has(id)) });
        // They have joined the other list, which is read again when it is next shown.
        for (const queryKey of lists) void client.invalidateQueries({ queryKey, refetchType: "none" });
      },
      reload: async (ids) => {
        if (ids.length > ONE_BY_ONE) return refresh();
        const found = await Promise.allSettled(ids.map(fetchCompany));
        for (const result of found) if (result.status === "fulfilled") put(result.value.company);
        if (found.some(({ status }) => status === "rejected")) await refresh();
      },
    };
  }, [client]);
}

/** The first page's counts follow, for they are what is shown while not everything is loaded. */
function withCompany(data: Pages, company: Company): Pages {
  const before = data.pages.flatMap(({ companies }) => companies).find(({ id }) => id === company.id);
  if (!before) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, ...moved(page, [before], [company]), companies: page.companies.map((other) => (other.id === company.id ? company : other)) })) };
}

function without(data: Pages, gone: ReadonlySet<string>): Pages {
  const removed = data.pages.flatMap(({ companies }) => companies).filter(({ id }) => gone.has(id));
  return { ...data, pages: data.pages.map((page) => ({ ...page, ...moved(page, removed, []), total: page.total - removed.length, companies: page.companies.filter(({ id }) => !gone.has(id)) })) };
}

/** The counts of a page, if it has any, once companies have left their state for another or for good. */
function moved({ states }: ListPage, from: readonly Company[], to: readonly Company[]): Partial<ListPage> {
  if (!states) return {};
  const counts = { ...states };
  for (const company of from) counts[stateOf(company)] -= 1;
  for (const company of to) counts[stateOf(company)] += 1;
  return { states: counts };
}
