import { createReadStream, closeSync, openSync, statSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { inflateSync } from "node:zlib";
import { type OSMOptions, OSMTransform, parse } from "osm-pbf-parser-node";
import { z } from "zod";
import type { Box } from "../../worker/directory/release/release-format";
import { CommandError, describeError } from "../command-error";
import { type Boundary, readBoundaryTags, toBoundary } from "./boundaries";
import type { RawPlace } from "./build-places";
import type { EntryWriter } from "./entry-writer";
import { matchCategories } from "./match-categories";
import { hasNameAndContact, type OsmElement, toOsmEntry, toRawPlace } from "./osm-entry";
import { formatBytes, formatCount, Progress } from "./print-progress";
import type { SourceEntry } from "./source-entry";
import type { FileReport, SourceReport } from "./source-report";

const OSM = {
  name: "OpenStreetMap",
  licence: "ODbL-1.0",
  url: "https://www.openstreetmap.org/copyright",
};

const Header = z.object({
  bbox: z.object({ left: z.number(), right: z.number(), top: z.number(), bottom: z.number() }).nullish(),
  osmosis_replication_timestamp: z.number().default(0),
});
type Header = z.infer<typeof Header>;
const NANODEGREES = 1e9;

/** What osm-pbf-parser-node makes of a block; its own types say only "object". */
type PbfNode = { type: "node"; id: number; lat: number; lon: number; tags?: Record<string, string> };
type PbfWay = { type: "way"; id: number; refs: number[]; tags?: Record<string, string> };
type PbfRelation = {
  type: "relation";
  id: number;
  members: { type: "node" | "way" | "relation"; ref: number; role: string }[];
  tags?: Record<string, string>;
};
type PbfElement = PbfNode | PbfWay | PbfRelation;

/** What a block of the file holds, so that a later pass reads only the blocks it needs. */
interface BlockContent {
  hasWays: boolean;
  firstNode: number;
  lastNode: number;
}

/** Positions of the nodes that ways and borders need. */
class NodePositions {
  private ids = new Float64Array(1024);
  private lats = new Float64Array(0);
  private lons = new Float64Array(0);
  private count = 0;

  want(id: number): void {
    if (this.count === this.ids.length) {
      const grown = new Float64Array(this.count * 2);
      grown.set(this.ids);
      this.ids = grown;
    }
    this.ids[this.count++] = id;
  }

  /** Ends the wishes. */
  prepare(): void {
    const sorted = this.ids.subarray(0, this.count).sort();
    let length = 0;
    for (const id of sorted) if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id;
    this.ids = sorted.slice(0, length);
    this.count = length;
    this.lats = new Float64Array(length).fill(Number.NaN);
    this.lons = new Float64Array(length).fill(Number.NaN);
  }

  hasAny(first: number, last: number): boolean {
    return this.findAtLeast(first) !== this.findAtLeast(last + 1);
  }

  set({ id, lat, lon }: PbfNode): void {
    const at = this.findAtLeast(id);
    if (this.ids[at] === id) [this.lats[at], this.lons[at]] = [lat, lon];
  }

  get(id: number): [lat: number, lon: number] | undefined {
    const at = this.findAtLeast(id);
    const [lat = Number.NaN, lon = Number.NaN] = [this.lats[at], this.lons[at]];
    return this.ids[at] === id && !Number.isNaN(lat) ? [lat, lon] : undefined;
  }

  private findAtLeast(id: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The middle of the box of points, as Overpass gives it. */
function findCentre(points: [lat: number, lon: number][]): { lat: number; lon: number } | undefined {
  if (points.length === 0) return undefined;
  const [lats, lons] = [points.map(([lat]) => lat), points.map(([, lon]) => lon)];
  return {
    lat: (lats.reduce((a, b) => Math.min(a, b)) + lats.reduce((a, b) => Math.max(a, b))) / 2,
    lon: (lons.reduce((a, b) => Math.min(a, b)) + lons.reduce((a, b) => Math.max(a, b))) / 2,
  };
}

/** Tiles in which an extract has nodes: its box may lie over neighbours that it says nothing about. */
class SeenTiles {
  private readonly rows = new Map<number, Set<number>>();
  static readonly latSteps = 5;
  static readonly lonSteps = 4;

  private lastRow = Number.NaN;
  private lastColumn = Number.NaN;

  add(lat: number, lon: number): void {
    const [row, column] = [Math.floor(lat * SeenTiles.latSteps), Math.floor(lon * SeenTiles.lonSteps)];
    // Most nodes lie in the tile of the one before.
    if (row === this.lastRow && column === this.lastColumn) return;
    [this.lastRow, this.lastColumn] = [row, column];
    const columns = this.rows.get(row);
    if (columns) columns.add(column);
    else this.rows.set(row, new Set([column]));
  }

  /** Boxes of neighbouring tiles in a row, cut to the box of the extract. */
  toBoxes(bounds: Box | undefined): Box[] {
    const boxes: Box[] = [];
    for (const row of [...this.rows.keys()].toSorted((a, b) => a - b)) {
      const columns = [...(this.rows.get(row) ?? [])].toSorted((a, b) => a - b);
      for (let i = 0; i < columns.length;) {
        let end = i + 1;
        while (columns[end] === (columns[end - 1] ?? 0) + 1) end += 1;
        const box = {
          south: Math.max(row / SeenTiles.latSteps, bounds?.south ?? -90),
          west: Math.max((columns[i] ?? 0) / SeenTiles.lonSteps, bounds?.west ?? -180),
          north: Math.min((row + 1) / SeenTiles.latSteps, bounds?.north ?? 90),
          east: Math.min(((columns[end - 1] ?? 0) + 1) / SeenTiles.lonSteps, bounds?.east ?? 180),
        };
        if (box.south < box.north && box.west < box.east) boxes.push(box);
        i = end;
      }
    }
    return boxes;
  }
}

/** A way or relation that is a company, until its position is known. */
interface PendingEntry {
  entry: SourceEntry;
  /** Nodes of its outline. */
  nodes: number[];
  /** Ways of its outline. */
  ways: number[];
}

type OsmResult = Pick<FileReport, "places" | "boundaries" | "coverage">;

/**
 * Reads companies, places and borders from an extract (`.osm.pbf`). One pass finds them; two more over some of the
 * blocks find the positions of ways and relations.
 * @param pendingPath a file for entries without position yet
 */
export async function readOsm(
  path: string,
  pendingPath: string,
  writer: EntryWriter,
  report: SourceReport,
  print: (line: string) => void,
): Promise<OsmResult> {
  report.describe("osm", OSM);
  const size = statSync(path).size;
  const progress = new Progress(print, `read ${basename(path)}`);
  const places: RawPlace[] = [];
  const tiles = new SeenTiles();
  const positions = new NodePositions();
  const wantedWays = new Map<number, number[]>();
  const borders: { described: Pick<Boundary, "name" | "level" | "country">; ways: number[] }[] = [];
  const contents: BlockContent[] = [];
  const pendingFile = openSync(pendingPath, "w");
  let pendingCount = 0;

  const addPending = (pending: PendingEntry) => {
    for (const node of pending.nodes) positions.want(node);
    for (const way of pending.ways) wantedWays.set(way, []);
    writeSync(pendingFile, `${JSON.stringify(pending)}\n`);
    pendingCount += 1;
  };
  const readWithoutPosition = (element: PbfWay | PbfRelation, nodes: number[], ways: number[]) => {
    const entry = readElement({ ...element, lat: 0, lon: 0, tags: element.tags ?? {} }, report);
    if (entry && nodes.length + ways.length > 0) addPending({ entry, nodes, ways });
    else if (entry) report.refuse("osm", "no_position");
  };

  let header: Header | undefined;
  let bytes = 0;
  for await (const block of readBlocks(path, (length) => (bytes = length))) {
    if (!Buffer.isBuffer(block)) {
      header = Header.parse(block[0]);
      continue;
    }
    const content: BlockContent = { hasWays: false, firstNode: Number.POSITIVE_INFINITY, lastNode: 0 };
    for (const element of parseBlock(block, path)) {
      if (element.type === "node") {
        content.firstNode = Math.min(content.firstNode, element.id);
        content.lastNode = Math.max(content.lastNode, element.id);
        tiles.add(element.lat, element.lon);
        if (!element.tags) continue;
        const place = element.tags.place === undefined ? undefined : toRawPlace({ ...element, tags: element.tags });
        if (place) places.push(place);
        const entry = readElement({ ...element, tags: element.tags }, report);
        if (entry) writer.add(entry);
      } else if (element.type === "way") {
        content.hasWays = true;
        if (element.tags) readWithoutPosition(element, element.refs, []);
      } else if (element.tags) {
        const outline = element.members.filter(({ role }) => role !== "inner");
        const described = readBoundaryTags(element.tags);
        const ways = outline.flatMap(({ type, ref, role }) =>
          type === "way" && (role === "outer" || role === "") ? [ref] : [],
        );
        if (described) {
          borders.push({ described, ways: element.members.flatMap(({ type, ref }) => (type === "way" ? [ref] : [])) });
        } else {
          readWithoutPosition(
            element,
            outline.flatMap(({ type, ref }) => (type === "node" ? [ref] : [])),
            ways,
          );
        }
      }
    }
    contents.push(content);
    progress.tell(() => `${formatBytes(bytes)} of ${formatBytes(size)}, ${formatCount(writer.count)} companies`);
  }
  closeSync(pendingFile);
  if (!header) throw new CommandError(`${path}: not an extract of OpenStreetMap (.osm.pbf)`);
  for (const { ways } of borders) for (const way of ways) wantedWays.set(way, []);

  if (wantedWays.size > 0)
    await readBlocksAgain(
      path,
      contents,
      ({ hasWays }) => hasWays,
      (element) => {
        if (element.type !== "way" || !wantedWays.has(element.id)) return;
        wantedWays.set(element.id, element.refs);
        for (const node of element.refs) positions.want(node);
      },
    );
  positions.prepare();
  await readBlocksAgain(
    path,
    contents,
    ({ firstNode, lastNode }) => positions.hasAny(firstNode, lastNode),
    (element) => {
      if (element.type === "node") positions.set(element);
    },
  );

  for await (const { entry, nodes, ways } of readPending(pendingPath)) {
    const ids = [...nodes, ...ways.flatMap((way) => wantedWays.get(way) ?? [])];
    const centre = findCentre(ids.flatMap((id) => [positions.get(id)].filter((point) => point !== undefined)));
    if (centre) writer.add({ ...entry, lat: roundDegrees(centre.lat), lon: roundDegrees(centre.lon) });
    else report.refuse("osm", "no_position");
  }
  const boundaries = borders.flatMap(({ described, ways }) => {
    const lines = ways.map((way) =>
      (wantedWays.get(way) ?? []).flatMap((node) => positions.get(node) ?? [Number.NaN, Number.NaN]),
    );
    return lines.some((line) => line.some(Number.isNaN)) ? [] : (toBoundary(described, lines) ?? []);
  });
  const { bbox, osmosis_replication_timestamp: timestamp } = header;
  if (timestamp > 0) report.noteDate("osm", new Date(timestamp * 1000).toISOString());
  progress.finish(
    `${formatBytes(size)} at ${(size / 1e6 / progress.seconds).toFixed(1)} MB/s, ${formatCount(writer.count)} ` +
      `companies (${formatCount(pendingCount)} of them areas), ${formatCount(places.length)} places`,
  );
  return {
    places,
    boundaries,
    coverage: tiles.toBoxes(
      bbox
        ? {
            south: bbox.bottom / NANODEGREES,
            west: bbox.left / NANODEGREES,
            north: bbox.top / NANODEGREES,
            east: bbox.right / NANODEGREES,
          }
        : undefined,
    ),
  };
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** The company that an element is, counted; undefined when it is none or is refused. */
function readElement(element: OsmElement, report: SourceReport): SourceEntry | undefined {
  const kinds = matchCategories(element.tags);
  if (kinds.length === 0 && !hasNameAndContact(element.tags)) return undefined;
  report.countRead("osm");
  const { entry, refusal } = toOsmEntry(element, kinds);
  if (refusal) report.refuse("osm", refusal);
  return entry;
}

/** The header as an object in a list, then blocks as they stand in the file, compressed. */
async function* readBlocks(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Buffer | [header: unknown]> {
  const input = createReadStream(path, { highWaterMark: 1 << 20 });
  const blocks = new OSMTransform({ writeRaw: true });
  input.once("error", (error) => blocks.destroy(error));
  try {
    for await (const block of input.pipe(blocks)) {
      onBytes(input.bytesRead);
      // The types of osm-pbf-parser-node do not say what its stream holds.
      yield block as Buffer | [header: unknown];
    }
  } catch (error) {
    throw new CommandError(`${path}: ${describeError(error)}`);
  }
}

/** `parse` takes the choice of tags itself, in place of the options that its types say. */
function parseBlock(block: Buffer, path: string, withTags = true): PbfElement[] {
  try {
    return parse(inflateSync(block), {
      node: withTags,
      way: withTags,
      relation: withTags,
    } as OSMOptions) as PbfElement[];
  } catch (error) {
    throw new CommandError(`${path}: a block cannot be read: ${describeError(error)}`);
  }
}

async function readBlocksAgain(
  path: string,
  contents: BlockContent[],
  isWanted: (content: BlockContent) => boolean,
  visit: (element: PbfElement) => void,
): Promise<void> {
  let position = 0;
  for await (const block of readBlocks(path, () => undefined)) {
    if (!Buffer.isBuffer(block)) continue;
    const content = contents[position++];
    if (content && isWanted(content)) for (const element of parseBlock(block, path, false)) visit(element);
  }
}

async function* readPending(path: string): AsyncGenerator<PendingEntry> {
  const file = await open(path);
  for await (const line of file.readLines()) yield JSON.parse(line) as PendingEntry;
}
