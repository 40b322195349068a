import type { InfiniteData } from "@tanstack/react-query";
import type { Company, CompanyPage, DashboardPage } from "../../../../worker/contract/companies";
import { toCompanyState } from "./company-status";

/** A page of the dashboard, which counts, or of the archive. */
type ListPage = CompanyPage & Partial<Pick<DashboardPage, "states">>;
export type CompanyPages = InfiniteData<ListPage, string | null>;

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
