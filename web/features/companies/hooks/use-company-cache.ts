import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Company, listCompanyIds, listArchive, listCompanies } from "../../../../worker/contract/companies";
import { toQueryKey } from "../../../lib/query-client";
import { fetchCompany } from "../api/company-requests";
import { type CompanyPages, replaceCompany, removeCompanies } from "../model/company-pages";

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
