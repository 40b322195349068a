import { LIMITS } from "../../../../worker/contract/limits";
import {
  type Category,
  CUSTOM_CATEGORY_PREFIX,
  type FoundCompany,
  countLetters,
  type Search,
} from "../../../../worker/contract/search";

/** A search that will not change any more by itself. */
export const isFinished = ({ status }: Pick<Search, "status">): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

const isSameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Why a typed value cannot join a list; undefined when it can. */
export type ListProblem = "blank" | "too_short" | "too_long" | "duplicate" | "full" | "invalid";

/** Whether a typed city may join those chosen. */
export function findCityProblem(city: string, chosen: string[]): ListProblem | undefined {
  if (city.trim() === "") return "blank";
  if (city.trim().length > LIMITS.cityLength) return "too_long";
  if (chosen.some((other) => isSameText(other, city))) return "duplicate";
  return chosen.length >= LIMITS.cities ? "full" : undefined;
}

/** Whether a typed category may join those chosen. */
export function findCustomCategoryProblem(text: string, chosen: Category[]): ListProblem | undefined {
  if (text.trim() === "") return "blank";
  if (text.includes(";")) return "invalid";
  if (countLetters(text) < LIMITS.customCategoryLetters) return "too_short";
  if (text.trim().length > LIMITS.customCategoryLength) return "too_long";
  if (chosen.some(({ name, gcid }) => isSameText(name, text) || isSameText(gcid, CUSTOM_CATEGORY_PREFIX + text.trim())))
    return "duplicate";
  return chosen.length >= LIMITS.categories ? "full" : undefined;
}

/** A category the user typed. */
export const toCustomCategory = (text: string): Category => ({
  gcid: CUSTOM_CATEGORY_PREFIX + text.trim(),
  name: text.trim(),
});

/** Adds what is missing, takes out what is there. */
export function toggleItem<T>(list: T[], value: T, key: (value: T) => string): T[] {
  const rest = list.filter((other) => key(other) !== key(value));
  return rest.length < list.length ? rest : [...list, value];
}

/** Share of the work done, 0 to 1; undefined while nothing is known yet. */
export function computeProgress({
  websites_count,
  scraped_websites_count,
}: Pick<Search, "websites_count" | "scraped_websites_count">): number | undefined {
  return websites_count === 0 ? undefined : Math.min(1, scraped_websites_count / websites_count);
}

/** Companies that can be added: not there yet. */
export const listAddable = (companies: FoundCompany[]): FoundCompany[] =>
  companies.filter(({ duplicate }) => !duplicate);

const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** The cities as they were chosen, each with the companies found so far that say they are there; the country in brackets aside. */
export function countByCity(
  cities: readonly string[],
  companies: readonly Pick<FoundCompany, "city">[],
): { city: string; count: number }[] {
  const found = Map.groupBy(companies, ({ city }) => foldText(city));
  return cities.map((city) => ({ city, count: found.get(foldText(city.replace(/\(.*\)\s*$/u, "")))?.length ?? 0 }));
}

/** What is offered once a search has ended. */
export type SearchOutcome = "add" | "added" | "all_duplicates" | "nothing" | "failed" | "cancelled" | "discarded";

export function getSearchOutcome(
  search: Pick<Search, "status" | "added_to_dashboard" | "discarded" | "new_companies" | "duplicate_companies">,
): SearchOutcome {
  if (search.status === "failed") return "failed";
  if (search.status === "cancelled") return "cancelled";
  if (search.added_to_dashboard) return "added";
  if (search.discarded) return "discarded";
  if (search.new_companies > 0) return "add";
  return search.duplicate_companies > 0 ? "all_duplicates" : "nothing";
}
