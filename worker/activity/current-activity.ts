import type { Deps } from "../compose";
import type { Activity } from "../contract/activity";
import type { Search } from "../contract/search";
import { ensureSearchRuns } from "../search/ensure-search-runs";
import { isFinished } from "../search/rules-search-failure";
import { toSearchFromRow } from "../search/search-dto";
import type { SearchRow } from "../search/store-searches";
import { findActivityRows } from "./store-activity";

type ActivityPorts = Pick<Deps, "db" | "searches" | "mailboxes">;

/** Loads what runs for a user; null for a closed account. */
export async function loadActivity(deps: ActivityPorts, userId: string): Promise<Activity | null> {
  const rows = await findActivityRows(deps.db, userId);
  return rows && resolveActivity(deps, userId, rows.search, rows.generation);
}

/** Queries a running search itself: it may have ended just now, or its start may have been interrupted. */
export async function resolveActivity(
  deps: ActivityPorts,
  userId: string,
  search: SearchRow | undefined,
  generation: { id: string } | undefined,
): Promise<Activity> {
  const [current, outbox] = await Promise.all([
    search ? (isFinished(search.status) ? toSearchFromRow(search) : ensureSearchRuns(deps, search)) : null,
    deps.mailboxes.get(deps.mailboxes.idFromName(userId)).summarizeOutbox(),
  ]);
  return { search: current && toActiveSearch(current), generation_id: generation?.id ?? null, outbox };
}

/** What the sidebar says of the latest search; null for one that is done with. */
export function toActiveSearch(search: Search): Activity["search"] {
  if (!isFinished(search.status)) return { id: search.id, state: "running" };
  return search.status === "completed" && !search.added_to_dashboard && !search.discarded
    ? { id: search.id, state: "found" }
    : null;
}

export const isBusy = ({ search, generation_id, outbox }: Activity): boolean =>
  search?.state === "running" || generation_id !== null || (outbox !== null && !outbox.stopped);
