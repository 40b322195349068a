import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type Company,
  type CompanyPage,
  type DashboardPage,
  getCompany,
  listArchive,
  listCompanies,
  listCompanyIds,
} from "../../../../worker/contract/companies";
import { toQueryKey } from "../../../lib/query-client";
import { fetchCompany } from "../api/company-requests";
import { toCompanyState } from "../model/company-status";

/** A page of the dashboard, with counts by state, or of the archive. */
type ListPage = CompanyPage & Partial<Pick<DashboardPage, "states">>;
type CompanyPages = InfiniteData<ListPage, string | null>;

/** Reload the whole list instead of more companies than this. */
const MAX_SINGLE_RELOADS = 6;

export interface CompanyCache {
  /** Puts a company from an answer into the cached lists. */
  put: (company: Company) => void;
  /** Sets or removes the warning that a sentence of this version of a message has no source. */
  setDoubt: (company: Pick<Company, "id" | "message_version">, doubtful: boolean) => void;
  /** Removes companies from the cached lists. */
  remove: (ids: readonly string[]) => void;
  /** Reloads companies that changed on the server. */
  reload: (ids: readonly string[]) => Promise<void>;
  /** Reloads all lists. */
  refresh: () => Promise<void>;
}

/** Updates the cached lists in place, so that rows keep their position. */
export function useCompanyCache(): CompanyCache {
  const client = useQueryClient();
  return useMemo(() => {
    const lists = [toQueryKey(listCompanies), toQueryKey(listArchive)];
    const put = (company: Company) => {
      for (const queryKey of lists)
        client.setQueriesData<CompanyPages>({ queryKey }, (data) => data && replaceCompany(data, company));
      // One that is open may be in no page that was loaded.
      client.setQueriesData<{ company: Company }>({ queryKey: toQueryKey(getCompany) }, (data) =>
        data?.company.id === company.id && data.company.message_version <= company.message_version ? { company } : data,
      );
    };
    const refresh = async () => {
      await Promise.all(
        [...lists, toQueryKey(listCompanyIds)].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    };
    return {
      put,
      refresh,
      setDoubt: (company, doubtful) => {
        for (const queryKey of lists)
          client.setQueriesData<CompanyPages>({ queryKey }, (data) => data && setDoubt(data, company, doubtful));
      },
      remove: (ids) => {
        const removedIds = new Set(ids);
        for (const queryKey of lists)
          client.setQueriesData<CompanyPages>({ queryKey }, (data) => data && removeCompanies(data, removedIds));
        client.setQueriesData<{ ids: string[] }>(
          { queryKey: toQueryKey(listCompanyIds) },
          (data) => data && { ids: data.ids.filter((id) => !removedIds.has(id)) },
        );
        // They moved to the other list, which reloads when it is next shown.
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

/**
 * Replaces a company and corrects the counts by state, which are shown until everything is loaded. An answer that was
 * overtaken by one with a later message is dropped.
 */
export function replaceCompany(data: CompanyPages, company: Company): CompanyPages {
  const before = data.pages.flatMap(({ companies }) => companies).find(({ id }) => id === company.id);
  if (!before || before.message_version > company.message_version) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...adjustCounts(page, [before], [company]),
      companies: page.companies.map((other) => (other.id === company.id ? company : other)),
    })),
  };
}

/** A list with or without the warning at one version of a message; everything else of the company stays. */
export function setDoubt(
  data: CompanyPages,
  { id, message_version }: Pick<Company, "id" | "message_version">,
  doubtful: boolean,
): CompanyPages {
  const company = data.pages
    .flatMap(({ companies }) => companies)
    .find((each) => each.id === id && each.message_version === message_version);
  if (!company) return data;
  const others = company.message_warnings.filter((warning) => warning !== "unsupported_sentence");
  return replaceCompany(data, {
    ...company,
    message_warnings: doubtful ? [...others, "unsupported_sentence"] : others,
  });
}

/** Removes companies and corrects the counts. */
export function removeCompanies(data: CompanyPages, removedIds: ReadonlySet<string>): CompanyPages {
  const removed = data.pages.flatMap(({ companies }) => companies).filter(({ id }) => removedIds.has(id));
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...adjustCounts(page, removed, []),
      total: page.total - removed.length,
      companies: page.companies.filter(({ id }) => !removedIds.has(id)),
    })),
  };
}

/** Moves companies between states in the counts of a page that has any. */
function adjustCounts({ states }: ListPage, from: readonly Company[], to: readonly Company[]): Partial<ListPage> {
  if (!states) return {};
  const counts = { ...states };
  for (const company of from) counts[toCompanyState(company)] -= 1;
  for (const company of to) counts[toCompanyState(company)] += 1;
  return { states: counts };
}
