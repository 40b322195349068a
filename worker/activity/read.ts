import type { Activity } from "../contract/messages";
import type { Deps } from "../deps";
import { revived } from "../search/revive";
import { isOver } from "../search/rules";
import { type SearchRow, toSearch } from "../search/store";
import { activityOf } from "./rules";
import { readActivityRows } from "./store";

/** What the rows say of what runs for a user; null for an account that is closed. */
export async function readActivity(deps: Pick<Deps, "db" | "searches">, userId: string): Promise<Activity | null> {
  const rows = await readActivityRows(deps.db, userId);
  return rows && describeActivity(deps, rows.search, rows.generation);
}

/** A search that runs is asked itself: it may have ended just now, or its start may have been cut off. */
export async function describeActivity(
  deps: Pick<Deps, "searches">,
  search: SearchRow | undefined,
  generation: { id: string } | undefined,
): Promise<Activity> {
  const current = search ? (isOver(search.status) ? toSearch(search) : await revived(deps, search)) : null;
  return activityOf(current, generation?.id ?? null);
}
