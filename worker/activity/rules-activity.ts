import type { Activity } from "../contract/messages";
import type { Search } from "../contract/search";
import { isFinished } from "../search/rules-search-status";

/** What runs for a user, of their latest search that waits for something and their generation under way. */
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
