import type { Search } from "../../../../worker/contract/search";
import { getSearchOutcome, isFinished } from "./rules-search";

/** Searches in the directory, or companies of the user's own: each has a screen. */
export type SearchMode = "directory" | "own";
export const MODE_PATHS = { directory: "/search", own: "/own-companies" } as const satisfies Record<SearchMode, string>;

export const toSearchMode = ({ list }: Pick<Search, "list">): SearchMode => (list ? "own" : "directory");

const RESULTS_PARAMETER = "results";
const FRESH_PARAMETER = "new";
export const toResultsPath = (mode: SearchMode, id: string): string =>
  `${MODE_PATHS[mode]}?${RESULTS_PARAMETER}=${encodeURIComponent(id)}`;
/** Starts anew, whatever results wait. */
export const toFreshPath = (mode: SearchMode): string => `${MODE_PATHS[mode]}?${FRESH_PARAMETER}=1`;

/**
 * The search whose results a screen shows: the one that its address names, else the one that runs or waits, unless it
 * is for the other screen.
 */
export function findShownSearch(
  address: URLSearchParams,
  mode: SearchMode,
  current: Pick<Search, "id" | "list"> | null,
): string | null {
  const named = address.get(RESULTS_PARAMETER);
  if (named !== null && named !== "") return named;
  return current && !address.has(FRESH_PARAMETER) && toSearchMode(current) === mode ? current.id : null;
}

/** Whether it runs, or has found companies that wait for the user's choice. */
export const isOpen = (search: Parameters<typeof getSearchOutcome>[0]): boolean =>
  !isFinished(search) || getSearchOutcome(search) === "add";
