import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { foldText } from "../../../lib/fold-text";

/** Whether a search has ended. */
export const isFinished = ({ status }: Pick<Search, "status">): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Share of the work done, 0 to 1; undefined while the total is unknown. */
export function computeProgress({
  websites_count,
  scraped_websites_count,
}: Pick<Search, "websites_count" | "scraped_websites_count">): number | undefined {
  return websites_count === 0 ? undefined : Math.min(1, scraped_websites_count / websites_count);
}

/** Companies that can be added: not on the dashboard yet. */
export const listAddable = (companies: FoundCompany[]): FoundCompany[] =>
  companies.filter(({ duplicate }) => !duplicate);

/** The chosen cities, each with the number of companies found there; the country in brackets is ignored. */
export function countByCity(
  cities: readonly string[],
  companies: readonly Pick<FoundCompany, "city">[],
): { city: string; count: number }[] {
  const found = Map.groupBy(companies, ({ city }) => foldText(city.trim()));
  return cities.map((city) => ({
    city,
    count: found.get(foldText(city.replace(/\(.*\)\s*$/u, "").trim()))?.length ?? 0,
  }));
}

/** The outcome of a search, which decides what to offer. */
export type SearchOutcome =
  | "add"
  | "added"
  | "all_duplicates"
  | "nothing_new"
  | "nothing"
  | "failed"
  | "cancelled"
  | "discarded";

export function getSearchOutcome(
  search: Pick<
    Search,
    "status" | "added_to_dashboard" | "discarded" | "new_companies" | "duplicate_companies" | "seen_companies"
  >,
): SearchOutcome {
  if (search.status === "failed") return "failed";
  if (search.status === "cancelled") return "cancelled";
  if (search.added_to_dashboard) return "added";
  if (search.discarded) return "discarded";
  if (search.new_companies > 0) return "add";
  if (search.seen_companies > 0) return "nothing_new";
  return search.duplicate_companies > 0 ? "all_duplicates" : "nothing";
}
