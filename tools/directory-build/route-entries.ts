import { closeSync, openSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { toTileId } from "../../worker/directory/release/release-format";
import type { EntryIndex } from "./entry-index";
import type { Doubles } from "./find-doubles";
import { type Company, type Member, mergeEntries } from "./merge-entries";
import type { SourceEntry } from "./source-entry";

/** Entries that are merged in memory at a time: some 20 MB. */
const ENTRIES_PER_PARTITION = 20_000;
const MAX_PARTITIONS = 400;
const BUFFER_CHARACTERS = 100_000;

export const countPartitions = (entries: number): number =>
  Math.max(1, Math.min(MAX_PARTITIONS, Math.ceil(entries / ENTRIES_PER_PARTITION)));

/** All entries of a tile go to one partition. */
function toPartition(tile: string, partitions: number): number {
  let hash = 0;
  for (let i = 0; i < tile.length; i++) hash = (Math.imul(hash, 31) + tile.charCodeAt(i)) >>> 0;
  return hash % partitions;
}

/**
 * Copies entries to the partition of the tile in which their company will be. A line is the number of the company's
 * leading entry, that of the entry, its kind of chain and the entry.
 * @param paths files of entries, in the order of the index
 */
export async function routeEntries(
  paths: string[],
  toPartitionPath: (partition: number) => string,
  partitions: number,
  { index, doubles, tell }: { index: EntryIndex; doubles: Doubles; tell: (entries: number) => void },
): Promise<void> {
  const files = Array.from({ length: partitions }, (_, i) => openSync(toPartitionPath(i), "w"));
  const buffers = files.map((): string[] => []);
  const lengths = files.map(() => 0);
  const flush = (partition: number) => {
    const [file, lines = []] = [files[partition], buffers[partition]];
    if (file !== undefined && lines.length > 0) writeSync(file, lines.join(""));
    [buffers[partition], lengths[partition]] = [[], 0];
  };
  let number = 0;
  try {
    for (const path of paths) {
      const file = await open(path);
      for await (const text of file.readLines()) {
        const leader = doubles.leader[number] ?? number;
        const partition = toPartition(toTileId(index.lat(leader), index.lon(leader)), partitions);
        const line = `${leader}\t${number}\t${doubles.chain[number] ?? 0}\t${text}\n`;
        buffers[partition]?.push(line);
        lengths[partition] = (lengths[partition] ?? 0) + line.length;
        if ((lengths[partition] ?? 0) >= BUFFER_CHARACTERS) flush(partition);
        number += 1;
        tell(number);
      }
    }
    for (const partition of files.keys()) flush(partition);
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** What became of a partition's entries. */
export interface MergedPartition {
  companiesByTile: Map<string, Company[]>;
  /** Entries that lead a company, and those that became part of one; by source. */
  kept: Record<string, number>;
  merged: Record<string, number>;
  /** Entries in no known country. */
  refused: Record<string, number>;
}

/** Merges the entries of a partition. @param findCountry of a point, where an entry says none */
export async function mergePartition(
  path: string,
  findCountry: (lat: number, lon: number) => string | undefined,
): Promise<MergedPartition> {
  const groups = new Map<number, { number: number; chain: number; text: string }[]>();
  const file = await open(path);
  for await (const line of file.readLines()) {
    const [leader = "", number = "", chain = ""] = line.split("\t", 3);
    const text = line.slice(leader.length + number.length + chain.length + 3);
    const member = { number: Number(number), chain: Number(chain), text };
    const group = groups.get(Number(leader));
    if (group) group.push(member);
    else groups.set(Number(leader), [member]);
  }
  const result: MergedPartition = { companiesByTile: new Map(), kept: {}, merged: {}, refused: {} };
  const count = (counts: Record<string, number>, source: string) => (counts[source] = (counts[source] ?? 0) + 1);
  for (const [leader, group] of groups) {
    // The leader first; the others as they were read, which is from the source believed most.
    group.sort(
      (one, other) => Number(other.number === leader) - Number(one.number === leader) || one.number - other.number,
    );
    groups.delete(leader);
    const [first, ...rest] = group.map(({ chain, text }): Member => ({
      entry: JSON.parse(text) as SourceEntry,
      chain,
    }));
    if (!first) continue;
    const { entry } = first;
    const country =
      [first, ...rest].find((member) => member.entry.country !== undefined)?.entry.country ??
      findCountry(entry.lat, entry.lon);
    if (country === undefined) {
      for (const member of [first, ...rest]) count(result.refused, member.entry.source);
      continue;
    }
    count(result.kept, entry.source);
    for (const member of rest) count(result.merged, member.entry.source);
    const company = mergeEntries([first, ...rest], country);
    const tile = toTileId(company.lat, company.lon);
    const companies = result.companiesByTile.get(tile);
    if (companies) companies.push(company);
    else result.companiesByTile.set(tile, [company]);
  }
  return result;
}
