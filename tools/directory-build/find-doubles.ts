import type { EntryIndex } from "./entry-index";
import { measureDistance } from "./measure-distance";

/** Two entries of one site or one name so close are one company: its building and its shop, two maps' positions. */
const SAME_PLACE_METRES = 150;
/** One name or site in one town is one company when no source lists it there twice. */
const SAME_TOWN_METRES = 20_000;
/** Cells of the grid in which neighbours are looked for, in degrees: more than SAME_PLACE_METRES up to 70° north. */
const CELL_DEGREES = 0.004;

export interface Doubles {
  /** The entry that each belongs to: itself, or the one of the group that is believed most. */
  leader: Uint32Array;
  /** What several companies share, so that they are a chain: 1 the site, 2 the brand, 0 nothing. */
  chain: Uint8Array;
}

/**
 * Which entries are the same company, across sources and within one. Branches of a chain stay companies of their own:
 * they share a site or a brand in different places.
 */
export function findDoubles(index: EntryIndex): Doubles {
  const parents = Uint32Array.from({ length: index.count }, (_, i) => i);
  const findRoot = (entry: number): number => {
    let root = entry;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = entry; at !== root;) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  const isBefore = (one: number, other: number): boolean => {
    const [rank = 0, otherRank = 0] = [index.rank[one], index.rank[other]];
    return rank === otherRank ? one < other : rank < otherRank;
  };
  const join = (one: number, other: number): void => {
    const [a, b] = [findRoot(one), findRoot(other)];
    if (a === b) return;
    if (isBefore(a, b)) parents[b] = a;
    else parents[a] = b;
  };
  for (const keys of [index.site, index.name])
    forEachGroup(keys, index.count, (group) => joinGroup(index, group, join, findRoot));

  const leader = parents.map((_, i) => findRoot(i));
  const chain = new Uint8Array(index.count);
  for (const [kind, keys] of [
    [2, index.brand],
    [1, index.site],
  ] as const)
    forEachGroup(keys, index.count, (group) => {
      const first = leader[group[0] ?? 0];
      if (group.some((entry) => leader[entry] !== first)) for (const entry of group) chain[entry] = kind;
    });
  return { leader, chain };
}

/** Calls for each key that at least two entries share; the entries in their order. */
function forEachGroup(keys: Float64Array, count: number, visit: (entries: number[]) => void): void {
  const order = new Uint32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (keys[i] !== 0) order[length++] = i;
  const sorted = order.subarray(0, length).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  for (let start = 0; start < length;) {
    let end = start + 1;
    while (end < length && keys[sorted[end] ?? 0] === keys[sorted[start] ?? 0]) end += 1;
    if (end - start > 1) visit([...sorted.subarray(start, end)]);
    start = end;
  }
}

function joinGroup(
  index: EntryIndex,
  group: number[],
  join: (one: number, other: number) => void,
  findRoot: (entry: number) => number,
): void {
  const measure = (one: number, other: number) =>
    measureDistance(index.lat(one), index.lon(one), index.lat(other), index.lon(other));
  // Each joins the first of its neighbourhood, so that a row of houses does not become one company link by link.
  const firsts = new Map<string, number[]>();
  for (const entry of group) {
    const [row, column] = [Math.floor(index.lat(entry) / CELL_DEGREES), Math.floor(index.lon(entry) / CELL_DEGREES)];
    let near: number | undefined;
    for (let i = row - 1; i <= row + 1; i++)
      for (let j = column - 1; j <= column + 1; j++)
        for (const first of firsts.get(`${i}:${j}`) ?? [])
          if (measure(first, entry) <= SAME_PLACE_METRES) near = Math.min(near ?? first, first);
    if (near !== undefined) join(near, entry);
    else {
      const cell = `${row}:${column}`;
      firsts.set(cell, [...(firsts.get(cell) ?? []), entry]);
    }
  }

  const byTown = Map.groupBy(
    group.filter((entry) => index.town[entry] !== 0),
    (entry) => index.town[entry] ?? 0,
  );
  for (const [, entries] of byTown) {
    const placesByRank = new Map<number, Set<number>>();
    for (const entry of entries) {
      const rank = index.rank[entry] ?? 0;
      placesByRank.set(rank, (placesByRank.get(rank) ?? new Set()).add(findRoot(entry)));
    }
    const [first = 0, ...rest] = entries;
    const isOncePerSource = [...placesByRank.values()].every((places) => places.size === 1);
    // Two bakeries called "Boulangerie" with sites of their own are two.
    const sites = new Set(entries.map((entry) => index.site[entry]).filter((site) => site !== 0));
    if (isOncePerSource && sites.size <= 1)
      for (const other of rest) if (measure(first, other) <= SAME_TOWN_METRES) join(first, other);
  }
}
