import type { Deps } from "../compose";
import type { Activity } from "../contract/messages";
import { resumeSearch } from "../search/resume-search";
import { isFinished } from "../search/rules-search-status";
import { toSearchFromRow } from "../search/search-dto";
import type { SearchRow } from "../search/store-searches";
import { toActivity } from "./rules-activity";
import { findActivityRows } from "./store-activity";

/** What the rows say of what runs for a user; null for an account that is closed. */
export async function loadActivity(deps: Pick<Deps, "db" | "searches">, userId: string): Promise<Activity | null> {
  const rows = await findActivityRows(deps.db, userId);
  return rows && resolveActivity(deps, rows.search, rows.generation);
}

/** A search that runs is asked itself: it may have ended just now, or its start may have been cut off. */
export async function resolveActivity(
  deps: Pick<Deps, "searches">,
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
