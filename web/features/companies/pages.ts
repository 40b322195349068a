import type { InfiniteData } from "@tanstack/react-query";
import type { Company, CompanyPage, DashboardPage } from "../../../worker/contract/companies";
import { stateOf } from "./rules";

/** A page of the dashboard, which counts, or of the archive. */
type ListPage = CompanyPage & Partial<Pick<DashboardPage, "states">>;
export type Pages = InfiniteData<ListPage, string | null>;

/** With a company as it is now. The first page's counts follow, for they are what is shown while not everything is loaded. */
export function withCompany(data: Pages, company: Company): Pages {
  const before = data.pages.flatMap(({ companies }) => companies).find(({ id }) => id === company.id);
  if (!before) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...moved(page, [before], [company]),
      companies: page.companies.map((other) => (other.id === company.id ? company : other)),
    })),
  };
}

/** Without companies that have left the list. */
export function without(data: Pages, gone: ReadonlySet<string>): Pages {
  const removed = data.pages.flatMap(({ companies }) => companies).filter(({ id }) => gone.has(id));
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      ...moved(page, removed, []),
      total: page.total - removed.length,
      companies: page.companies.filter(({ id }) => !gone.has(id)),
    })),
  };
}

/** The counts of a page, if it has any, once companies have left their state for another or for good. */
function moved({ states }: ListPage, from: readonly Company[], to: readonly Company[]): Partial<ListPage> {
  if (!states) return {};
  const counts = { ...states };
  for (const company of from) counts[stateOf(company)] -= 1;
  for (const company of to) counts[stateOf(company)] += 1;
  return { states: counts };
}
