import * as z from "zod/mini";
import type { Search } from "../../../../worker/contract/search";
import type { UrlState } from "../../../lib/url-state";
import { getSearchOutcome, isFinished } from "./rules-search";

/** Searches in the directory, or companies of the user's own: each has a screen. */
export type SearchMode = "directory" | "own";
export const MODE_PATHS = { directory: "/search", own: "/own-companies" } as const satisfies Record<SearchMode, string>;

export const toSearchMode = ({ list }: Pick<Search, "list">): SearchMode => (list ? "own" : "directory");

/** The steps before the results. */
export const SEARCH_STEPS = [1, 2, 3] as const;

/** What the address of a search says: a step, the search whose results are shown, or to start anew. */
export const SEARCH_PARAMETERS = {
  step: z.pipe(z.coerce.number(), z.literal([...SEARCH_STEPS])),
  results: z.string().check(z.minLength(1)),
  new: z.literal("1"),
};

export const toResultsPath = (mode: SearchMode, id: string): string =>
  `${MODE_PATHS[mode]}?results=${encodeURIComponent(id)}`;
/** Starts anew, whatever results wait. */
export const toFreshPath = (mode: SearchMode): string =>
  `${MODE_PATHS[mode]}${mode === "directory" ? "?step=1" : "?new=1"}`;

/**
 * The search whose results a screen shows: the one that its address names, else the one that runs or waits, unless it
 * is for the other screen. Where companies are brought, results that wait are announced: more may be brought meanwhile.
 */
export function findShownSearch(
  { results, step, new: fresh }: UrlState<typeof SEARCH_PARAMETERS>,
  mode: SearchMode,
  current: Pick<Search, "id" | "list" | "status"> | null,
): string | null {
  if (results !== undefined) return results;
  if (fresh !== undefined || (mode === "directory" && step !== undefined)) return null;
  if (!current || toSearchMode(current) !== mode) return null;
  return mode === "own" && isFinished(current) ? null : current.id;
}

/** Whether it runs, or has found companies that wait for the user's choice. */
export const isOpen = (search: Parameters<typeof getSearchOutcome>[0]): boolean =>
  !isFinished(search) || getSearchOutcome(search) === "add";
