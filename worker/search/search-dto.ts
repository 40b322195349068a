import type { ErrorCode } from "../contract/errors";
import type { Search } from "../contract/search";
import { ERROR_MESSAGES } from "../platform/error-messages";
import type { SearchRequest } from "../platform/search-rpc";
import type { SearchCounts } from "./frontier";

/** Where a search is. What it has found is counted in the frontier's rows. */
export type SearchState = SearchRequest &
  Pick<Search, "status" | "warnings" | "discarded"> & {
    added: boolean;
    error: ErrorCode | null;
    completedAt: string | null;
    /** Steps in a row that failed for no reason we know; too many end the search. */
    faults: number;
  };

/** State and counts as the wire has them. @param waiting for the directory, if it does */
export function toSearchFromState(state: SearchState, counts: SearchCounts, waiting: Search["waiting"]): Search {
  return {
    ...(waiting && { waiting }),
    id: state.searchId,
    status: state.status,
    business_types: state.businessTypes,
    cities: state.cities,
    ...counts,
    warnings: state.warnings,
    added_to_dashboard: state.added,
    discarded: state.discarded,
    created_at: state.createdAt,
    completed_at: state.completedAt,
    error: state.error && ERROR_MESSAGES[state.error],
    error_code: state.error,
  };
}
