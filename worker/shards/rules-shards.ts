import { FIRST_OBJECT_SHARD } from "../platform/shard-names";
import type { ShardRow } from "./store-user-directory";

/**
 * The shard with the fewest users of those that take new ones; the first of several. Where all are full the emptiest
 * takes them all the same: nobody is turned away for a setting. One in an object that has no row has no tables yet.
 */
export function chooseShard(shards: readonly number[], rows: readonly ShardRow[]): number {
  const loads = shards.flatMap((shard) => {
    const row = rows.find((each) => each.shard === shard);
    if (!row && shard >= FIRST_OBJECT_SHARD) return [];
    const { state = "open", entries = 0 } = row ?? {};
    return { shard, state, entries };
  });
  const open = loads.filter(({ state }) => state === "open");
  const [first] = (open.length > 0 ? open : loads).toSorted((a, b) => a.entries - b.entries);
  return first?.shard ?? 0;
}
