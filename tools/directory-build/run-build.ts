import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  type Box,
  MANIFEST_PATH,
  ReleaseManifest,
  type ReleaseSource,
  toPlacesPath,
  toTilePath,
} from "../../worker/directory/release/release-format";
import { CommandError, describeError } from "../command-error";
import { createLocator } from "./boundaries";
import { buildPlaces, buildPlaceShards, type RawPlace, type TownCount } from "./build-places";
import { compressJson, toManifest } from "./build-release";
import { downloadFile } from "./download-file";
import { EntryIndex } from "./entry-index";
import { EntryWriter } from "./entry-writer";
import { findDoubles } from "./find-doubles";
import { measureDistance } from "./measure-distance";
import { buildTile } from "./merge-entries";
import { formatCount, Progress } from "./print-progress";
import { readNdjson } from "./read-ndjson";
import { readOsm } from "./read-osm";
import { readOverture } from "./read-overture";
import { countPartitions, type MergedPartition, mergePartition, routeEntries } from "./route-entries";
import { type FileReport, SourceReport } from "./source-report";
import { splitTile } from "./split-tile";
import { hashText, WorkDirectory, writeFileAtomically } from "./work-directory";

export type SourceKind = "osm" | "overture" | "ndjson";

export interface BuildOptions {
  /** Files or http(s) addresses. */
  inputs: { kind: SourceKind; location: string }[];
  out: string;
  /** "Name (licence)", for lines of NDJSON without a source. */
  source: string | undefined;
  /** YYYY-MM-DD, for sources that name no date. */
  date: string | undefined;
  /** Of entries whose country nothing else tells; ISO 3166-1 alpha-2. */
  country: string | undefined;
  /** Where the release claims to know every company; the boxes of the extracts unless given. */
  covers: Box[] | undefined;
}

/** The report that is written beside a release, for the operator. */
export interface BuildReport {
  release: string;
  sources: ReleaseSource[];
  unmapped: Record<string, number>;
  bad_rows: string[];
}

/** Changes of the rules: an unfinished build of other rules is begun again. */
const RULES_VERSION = 2;
const WORK_FOLDER = ".work";
/** Of which task a finished release is. */
const TASK_FILE = ".task";
const DOWNLOAD_FOLDER = ".downloads";
/** What the operator gives is believed more than a map, a map more than a collection. */
const RANKS: Record<SourceKind, number> = { ndjson: 0, osm: 1, overture: 2 };
/** Read in this order: lines without a position need the places of the others. */
const READ_ORDER: SourceKind[] = ["osm", "overture", "ndjson"];
const KNOWN_TOWN_METRES = 50_000;

interface Input {
  kind: SourceKind;
  path: string;
}

/** Builds a release into a folder, or finishes one that was interrupted. */
export async function runBuild(
  options: BuildOptions,
  print: (line: string) => void,
): Promise<{ manifest: ReleaseManifest; report: BuildReport }> {
  mkdirSync(options.out, { recursive: true });
  const inputs = await fetchInputs(options, print);
  const workPath = join(options.out, WORK_FOLDER);
  const manifestPath = join(options.out, MANIFEST_PATH);
  const task = describeTask(options, inputs);
  const taskPath = join(options.out, TASK_FILE);
  if (!existsSync(workPath) && existsSync(manifestPath)) {
    if (!existsSync(taskPath) || readFileSync(taskPath, "utf8") !== hashText(task))
      throw new CommandError(`${options.out} holds another release: give another folder, or remove it`);
    print("this release is built already");
    return readFinished(options.out);
  }
  const work = new WorkDirectory(workPath, task);

  const files: FileReport[] = [];
  for (const [i, input] of inputs.entries())
    files.push(await work.runStep(`read-${i}`, () => readInput(input, i, options, work, files, print)));
  const reads = joinReports(files, options);

  const entryPaths = inputs.map((_, i) => work.toPath(`entries-${i}.ndjson`));
  const partitions = countPartitions(files.reduce((sum, { entries }) => sum + entries, 0));
  const toPartitionPath = (partition: number) => work.toPath(`partition-${partition}.tsv`);
  const entries = await work.runStep("route", async () => {
    const progress = new Progress(print, "find doubles");
    const index = new EntryIndex();
    for (const i of inputs.keys()) index.addBytes(readFileSync(work.toPath(`index-${i}.bin`)));
    const doubles = findDoubles(index);
    progress.finish(`${formatCount(index.count)} entries`);
    const routing = new Progress(print, "sort by tile");
    await routeEntries(entryPaths, toPartitionPath, partitions, {
      index,
      doubles,
      tell: (count) => routing.tell(() => `${formatCount(count)} of ${formatCount(index.count)}`),
    });
    routing.finish(`${formatCount(partitions)} partitions`);
    return index.count;
  });

  const locate = createLocator(reads.boundaries);
  const placed = await work.runStep("places", async () => {
    for (const old of [MANIFEST_PATH, "places", "tiles"])
      rmSync(join(options.out, old), { recursive: true, force: true });
    const progress = new Progress(print, "places");
    const places = buildPlaces(reads.places, reads.towns, (lat, lon) => {
      const found = locate(lat, lon);
      return { ...found, country: found.country ?? options.country ?? reads.findCountry(lat, lon) };
    });
    const hashes: string[] = [];
    const shards = buildPlaceShards(places);
    for (const shard of shards) hashes.push(await writeJson(options.out, toPlacesPath(shard.shard), shard));
    progress.finish(`${formatCount(places.length)} places in ${formatCount(shards.length)} files`);
    return { places: places.length, shards: shards.map(({ shard }) => ({ shard })), hash: hashText(hashes.join()) };
  });

  const findCountry = createCountryFinder((lat, lon) => {
    return locate(lat, lon).country ?? options.country ?? reads.findCountry(lat, lon);
  });
  const progress = new Progress(print, "tiles");
  const merged: (Omit<MergedPartition, "companiesByTile"> & WrittenTiles)[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    merged.push(
      await work.runStep(`tiles-${partition}`, async () => {
        const { companiesByTile, ...counts } = await mergePartition(toPartitionPath(partition), findCountry);
        return { ...counts, ...(await writeTiles(options.out, companiesByTile)) };
      }),
    );
    progress.tell(() => `${partition + 1} of ${partitions} partitions`);
  }
  const countTotal = (of: "companies" | "tiles") => merged.reduce((sum, counts) => sum + counts[of], 0);
  const splitTiles = Object.assign({}, ...merged.map((part) => part.splitTiles)) as ReleaseManifest["split_tiles"];
  const split = Object.keys(splitTiles).length;
  progress.finish(
    `${formatCount(countTotal("companies"))} companies in ${formatCount(countTotal("tiles"))} tiles` +
      (split > 0 ? `, ${formatCount(split)} of them in parts` : ""),
  );

  const sources = Object.entries(reads.sources).map(([id, source]): ReleaseSource => {
    const sumOf = (of: "kept" | "merged" | "refused") => merged.reduce((sum, part) => sum + (part[of][id] ?? 0), 0);
    const lost = sumOf("refused");
    const refused = { ...source.refused, ...(lost > 0 && { no_country: lost }) };
    return { ...source, id, kept: sumOf("kept"), merged: sumOf("merged"), refused };
  });
  const date = sources.map((source) => source.date).reduce((newest, day) => (day > newest ? day : newest), "");
  const coverage = options.covers ?? reads.coverage;
  const hash = hashText([placed.hash, ...merged.map((part) => part.hash), JSON.stringify([sources, coverage])].join());
  const manifest = toManifest({
    release: `${date}-${hash.slice(0, 8)}`,
    date,
    companies: countTotal("companies"),
    tiles: countTotal("tiles"),
    splitTiles,
    ...placed,
    coverage,
    sources,
  });
  const report: BuildReport = {
    release: manifest.release,
    sources,
    unmapped: reads.unmapped,
    bad_rows: reads.badRows,
  };
  const accounted = sources.reduce((sum, { kept, merged: joined, refused }) => {
    return sum + kept + joined + (refused.no_country ?? 0);
  }, 0);
  if (accounted !== entries) throw new Error(`${entries} entries were read, but ${accounted} are accounted for`);
  writeFileAtomically(join(options.out, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileAtomically(taskPath, hashText(task));
  await writeJson(options.out, MANIFEST_PATH, manifest);
  work.remove();
  rmSync(join(options.out, DOWNLOAD_FOLDER), { recursive: true, force: true });
  return { manifest, report };
}

/** What an earlier run has built. */
function readFinished(out: string): { manifest: ReleaseManifest; report: BuildReport } {
  const manifest = ReleaseManifest.parse(JSON.parse(gunzipSync(readFileSync(join(out, MANIFEST_PATH))).toString()));
  return { manifest, report: JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as BuildReport };
}

const isAddress = (location: string): boolean => /^https?:\/\//iu.test(location);

/** Local files of the inputs, in the order of reading; addresses are downloaded. */
async function fetchInputs({ inputs, out }: BuildOptions, print: (line: string) => void): Promise<Input[]> {
  const fetched: Input[] = [];
  for (const kind of READ_ORDER)
    for (const { location } of inputs.filter((input) => input.kind === kind)) {
      let path = location;
      if (isAddress(location)) {
        const name = basename(new URL(location).pathname).replace(/[^\w.-]/gu, "_");
        path = join(out, DOWNLOAD_FOLDER, `${hashText(location).slice(0, 8)}-${name}`);
        await downloadFile(location, path, print);
      } else {
        try {
          if (!statSync(path).isFile()) throw new Error("not a file");
        } catch (error) {
          throw new CommandError(`${path}: ${describeError(error)}`);
        }
      }
      fetched.push({ kind, path });
    }
  return fetched;
}

/** Another file, another option or another set of rules is another task. */
function describeTask({ source, date, country, covers }: BuildOptions, inputs: Input[]): string {
  const files = inputs.map(({ kind, path }) => {
    const { size, mtimeMs } = statSync(path);
    return { kind, path, size, mtimeMs };
  });
  return JSON.stringify({ rules: RULES_VERSION, source, date, country, covers, files });
}

async function readInput(
  { kind, path }: Input,
  number: number,
  options: BuildOptions,
  work: WorkDirectory,
  before: FileReport[],
  print: (line: string) => void,
): Promise<FileReport> {
  const report = new SourceReport();
  const paths = { entries: work.toPath(`entries-${number}.ndjson`), index: work.toPath(`index-${number}.bin`) };
  const writer = new EntryWriter(paths, RANKS[kind]);
  let found: Pick<FileReport, "places" | "boundaries" | "coverage"> = { places: [], boundaries: [], coverage: [] };
  if (kind === "osm") found = await readOsm(path, work.toPath("pending.ndjson"), writer, report, print);
  else if (kind === "overture") await readOverture(path, work.toPath("duckdb"), writer, report, print);
  else {
    const { places, boundaries } = joinReports(before, options, false);
    const locate = createLocator(boundaries);
    const located = places.flatMap((place): (RawPlace & { country: string })[] => {
      const country = place.country ?? locate(place.lat, place.lon).country ?? options.country;
      return country === undefined ? [] : [{ ...place, country }];
    });
    await readNdjson(
      path,
      { source: options.source, date: options.date ?? "", places: located },
      writer,
      report,
      print,
    );
  }
  writer.close();
  report.fillDates();
  return {
    ...found,
    sources: report.sources,
    unmapped: report.unmapped,
    badRows: report.badRows,
    towns: writer.towns.list(),
    entries: writer.count,
  };
}

/** What all files say together. @param isComplete dates are checked: every source has one */
function joinReports(files: FileReport[], { date }: BuildOptions, isComplete = true) {
  const sources: FileReport["sources"] = {};
  for (const file of files)
    for (const [id, counts] of Object.entries(file.sources)) {
      const known = sources[id];
      if (!known) {
        sources[id] = { ...counts, refused: { ...counts.refused } };
        continue;
      }
      known.read += counts.read;
      known.date = known.date > counts.date ? known.date : counts.date;
      addCounts(known.refused, counts.refused);
    }
  for (const [id, counts] of Object.entries(sources)) {
    if (counts.date === "") counts.date = date ?? "";
    if (isComplete && counts.date === "")
      throw new CommandError(`the source ${id} names no date: give one with --date YYYY-MM-DD`);
  }
  const unmapped: Record<string, number> = {};
  for (const file of files) addCounts(unmapped, file.unmapped);
  const towns = files.flatMap((file) => file.towns);
  return {
    sources,
    unmapped: Object.fromEntries(Object.entries(unmapped).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    badRows: files.flatMap((file) => file.badRows),
    towns,
    places: files.flatMap((file) => file.places),
    boundaries: files.flatMap((file) => file.boundaries),
    coverage: files.flatMap((file) => file.coverage),
    findCountry: createNearestCountryFinder(towns),
  };
}

/** Tells the country of the nearest town whose companies say theirs. */
function createNearestCountryFinder(towns: TownCount[]): (lat: number, lon: number) => string | undefined {
  const toCell = (row: number, column: number) => `${row}:${column}`;
  const known = towns
    .filter(({ country }) => country !== "")
    .map(({ country, companies, lat, lon }) => ({ country, lat: lat / companies, lon: lon / companies }));
  const cells = Map.groupBy(known, ({ lat, lon }) => toCell(Math.floor(lat * 2), Math.floor(lon * 2)));
  return (lat, lon) => {
    let nearest: string | undefined;
    let least = KNOWN_TOWN_METRES;
    for (let row = Math.floor(lat * 2) - 1; row <= Math.floor(lat * 2) + 1; row++)
      for (let column = Math.floor(lon * 2) - 1; column <= Math.floor(lon * 2) + 1; column++)
        for (const town of cells.get(toCell(row, column)) ?? []) {
          const distance = measureDistance(lat, lon, town.lat, town.lon);
          if (distance < least) [nearest, least] = [town.country, distance];
        }
    return nearest;
  };
}

function addCounts(to: Record<string, number>, from: Record<string, number>): void {
  for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count;
}

/** Asks once for each square kilometre. */
function createCountryFinder(
  find: (lat: number, lon: number) => string | undefined,
): (lat: number, lon: number) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (lat, lon) => {
    const [row, column] = [Math.floor(lat * 100), Math.floor(lon * 100)];
    const cell = `${row}:${column}`;
    if (!found.has(cell)) found.set(cell, find((row + 0.5) / 100, (column + 0.5) / 100));
    return found.get(cell);
  };
}

interface WrittenTiles {
  companies: number;
  tiles: number;
  splitTiles: ReleaseManifest["split_tiles"];
  /** Of all files. */
  hash: string;
}

async function writeTiles(out: string, companiesByTile: MergedPartition["companiesByTile"]): Promise<WrittenTiles> {
  const hashes: string[] = [];
  const written: Omit<WrittenTiles, "hash"> = { companies: 0, tiles: companiesByTile.size, splitTiles: {} };
  for (const [tile, companies] of companiesByTile) {
    const parts = splitTile(tile, companies);
    written.companies += companies.length;
    if (parts.length > 1) written.splitTiles[tile] = parts.map(({ ground }) => ground);
    for (const part of parts)
      hashes.push(`${part.id} ${await writeJson(out, toTilePath(part.id), buildTile(part.id, part.companies))}`);
  }
  return { ...written, hash: hashText(hashes.toSorted().join()) };
}

/** @returns hash of the text */
async function writeJson(out: string, path: string, value: unknown): Promise<string> {
  const bytes = await compressJson(value, path);
  writeFileAtomically(join(out, path), bytes);
  return hashText(bytes);
}
