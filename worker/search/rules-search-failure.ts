import type { Search } from "../contract/search";

export const isFinished = (status: Search["status"]): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Why a finished search found nothing: no city was known, or no directory answered. Null if a city was read. */
export function explainFailure(
  frontier: { listCities(state: "done" | "failed"): string[] },
  warnings: Search["warnings"],
): "no_city_found" | "directory_unavailable" | "directory_busy" | null {
  if (frontier.listCities("done").length > 0) return null;
  if (frontier.listCities("failed").length === 0) return "no_city_found";
  return warnings.some(({ code }) => code === "directory_failed") ? "directory_unavailable" : "directory_busy";
}

/** Counts of a new search. */
export const EMPTY_TOTALS = {
  total_companies: 0,
  new_companies: 0,
  duplicate_companies: 0,
  known_companies: 0,
  seen_companies: 0,
  total_emails: 0,
  websites_count: 0,
  scraped_websites_count: 0,
  processed_contacts_count: 0,
  stopped: false,
  unread_companies: 0,
  added_companies: 0,
  warnings: [],
} satisfies Partial<Search>;
