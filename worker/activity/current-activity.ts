import type { Deps } from "../compose";
import type { Activity } from "../contract/activity";
import type { Search } from "../contract/search";
import { resumeSearch } from "../search/resume-search";
import { isFinished } from "../search/rules-search-failure";
import { toSearchFromRow } from "../search/search-dto";
import type { SearchRow } from "../search/store-searches";
import { findActivityRows } from "./store-activity";

/** Loads what runs for a user; null for a closed account. */
export async function loadActivity(deps: Pick<Deps, "db" | "searches">, userId: string): Promise<Activity | null> {
  const rows = await findActivityRows(deps.db, userId);
  return rows && resolveActivity(deps, rows.search, rows.generation);
}

/** Queries a running search itself: it may have ended just now, or its start may have been interrupted. */
export async function resolveActivity(
  deps: Pick<Deps, "db" | "searches">,
  search: SearchRow | undefined,
  generation: { id: string } | undefined,
): Promise<Activity> {
  const current = search
    ? isFinished(search.status)
      ? toSearchFromRow(search)
      : await resumeSearch(deps, search)
    : null;
  return toActivity(current, generation?.id ?? null);
}

/** What runs for a user, from their latest search that is open and their running generation. */
export function toActivity(search: Search | null, generationId: string | null): Activity {
  return { search: search && toActiveSearch(search), generation_id: generationId };
}

function toActiveSearch(search: Search): Activity["search"] {
  if (!isFinished(search.status)) return { id: search.id, state: "running" };
  return search.status === "completed" && !search.added_to_dashboard && !search.discarded
    ? { id: search.id, state: "found" }
    : null;
}

export const isBusy = ({ search, generation_id }: Activity): boolean =>
  search?.state === "running" || generation_id !== null;
