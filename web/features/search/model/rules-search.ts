import type { FoundCompany, Search, SearchWarning } from "../../../../worker/contract/search";
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

const CUT_WARNINGS: ReadonlySet<Search["warnings"][number]["code"]> = new Set([
  "directory_failed",
  "directory_busy",
  "directory_incomplete",
  "directory_limit",
  "too_many_companies",
]);
/** Whether there may be companies that the search has not seen. */
export const isCut = ({ warnings }: Pick<Search, "warnings">): boolean =>
  warnings.some(({ code }) => CUT_WARNINGS.has(code));

/** Each warning once, with all the cities that it is about. */
export const groupWarnings = (warnings: Search["warnings"]): { code: SearchWarning; details: string[] }[] =>
  Array.from(
    Map.groupBy(warnings, ({ code }) => code),
    ([code, same]) => ({ code, details: same.map(({ detail }) => detail) }),
  );

/** Whether a company can be added: it is not on the dashboard yet. */
export const isAddable = ({ duplicate, added }: Pick<FoundCompany, "duplicate" | "added">): boolean =>
  !duplicate && !added;
export const listAddable = (companies: readonly FoundCompany[]): FoundCompany[] => companies.filter(isAddable);

/**
 * The chosen cities, each with the number of companies found there; the country in brackets is ignored. A company of
 * another town counts for the nearest place with a radius, else for none of them.
 */
export function countByCity(
  cities: readonly string[],
  companies: readonly Pick<FoundCompany, "city" | "lat" | "lon">[],
  places: readonly Search["places"][number][] = [],
): { stops: { city: string; count: number }[]; elsewhere: number } {
  const byTown = new Map(cities.map((city) => [foldText(city.replace(/\(.*\)\s*$/u, "").trim()), city]));
  const wide = places.filter(({ radius_km }) => radius_km > 0);
  const found = Map.groupBy(
    companies,
    (company) => byTown.get(foldText(company.city.trim())) ?? findNearestCity(company, wide),
  );
  return {
    stops: cities.map((city) => ({ city, count: found.get(city)?.length ?? 0 })),
    elsewhere: found.get(undefined)?.length ?? 0,
  };
}

function findNearestCity(
  { lat, lon }: Pick<FoundCompany, "lat" | "lon">,
  places: readonly Search["places"][number][],
): string | undefined {
  if (lat === null || lon === null) return undefined;
  // Degrees of latitude: near enough to compare within some hundred kilometres.
  const width = Math.cos((lat * Math.PI) / 180);
  const toDistance = (place: Search["places"][number]) => Math.hypot(place.lat - lat, (place.lon - lon) * width);
  return places.toSorted((a, b) => toDistance(a) - toDistance(b))[0]?.city;
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

/** Whether ticked companies can be added now, also the rest after some were. */
export const mayAddTicked = (outcome: SearchOutcome, ticked: number): boolean =>
  outcome === "add" || ((outcome === "nothing_new" || outcome === "added") && ticked > 0);
