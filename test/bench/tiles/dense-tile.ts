import "../../../tools/node-loader.ts";
import { z } from "zod";
import type { Company } from "../../../tools/directory-build/merge-entries.ts";
import type { Box } from "../../../worker/directory/release/release-format.ts";
import { measureProductHeap, measureWhileBusy } from "../../harness/live-heap.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import { seededRandom } from "../../harness/random.ts";
import type { Figure, Measured } from "../../harness/report.ts";
import { putFile } from "./city-release.ts";

const { compressJson } = await import("../../../tools/directory-build/build-release");
const { buildTile } = await import("../../../tools/directory-build/merge-entries");
const { splitTile } = await import("../../../tools/directory-build/split-tile");
const { catalogueRows } = await import("../../../worker/catalogue/catalogue.gen");
const format = await import("../../../worker/directory/release/release-format");

const CENTRE = { lat: 48.9, lon: 2.375 };
/** Tiles around the dense one, in each direction: a circle of 50 km touches some 40. */
const RING = 3;
const SUBURB_COMPANIES = 3_000;
const KINDS = catalogueRows.slice(0, 51).map(([gcid]) => gcid);
const COMMON_KIND = KINDS[0] ?? "";
/** Of so few companies that all of a zone has to be read. */
const RARE_KIND = KINDS[50] ?? "";
const RARE_ONE_IN = 5_000;
const MAX_PART_BYTES = 4_000_000;
/** Of 128: the product itself is in it. */
const MAX_LIVE_MIB = 100;
const SEARCHES_WATCHED = 5;

interface ReleaseFiles {
  files: Map<string, Uint8Array>;
  splitTiles: Record<string, Box[]>;
  tiles: number;
  /** Seconds to cut, write and compress the dense tile. */
  seconds: number;
  /** Bytes of the largest file of it, and of its text. */
  largest: { bytes: number; text: number };
}

/** @param box companies lie closer to its middle than to its edge */
function createCompanies(count: number, { south, west, north, east }: Box, random: () => number): Company[] {
  const toPosition = (from: number, to: number) =>
    Number((from + ((random() + random()) / 2) * (to - from) * 0.9999).toFixed(5));
  const toWord = () => random().toString(36).slice(2, 10);
  return Array.from({ length: count }, (_, i) => ({
    id: `overture:08f${toWord()}${toWord()}${i}`,
    name: `Établissement ${toWord()} ’${toWord()}`,
    lat: toPosition(south, north),
    lon: toPosition(west, east),
    kinds: [KINDS[i % 50] ?? "", ...(i % RARE_ONE_IN === 0 ? [RARE_KIND] : [])],
    from: i % 2 === 0 ? ["overture"] : ["osm", "overture"],
    country: "FR",
    site: `https://www.${toWord()}${toWord()}.fr/`,
    ...(i % 3 === 0 && { emails: [`contact@${toWord()}.fr`] }),
    phones: [`+33 1 ${String(10_000_000 + i)}`],
    town: "Paris",
    postcode: "75011",
    page: `https://www.openstreetmap.org/node/${String(1e9 + i)}`,
  }));
}

/** One dense tile amid others, built as `npm run directory:build` does. */
async function buildFiles(count: number): Promise<ReleaseFiles> {
  const random = seededRandom(1);
  const dense = format.toTileId(CENTRE.lat, CENTRE.lon);
  const files = new Map<string, Uint8Array>();
  const splitTiles: Record<string, Box[]> = {};
  const largest = { bytes: 0, text: 0 };
  let seconds = 0;
  const box = format.toTileBox(dense);
  const [high, wide] = [(box.north - box.south) * RING, (box.east - box.west) * RING];
  const around = format.listTileIds({
    south: CENTRE.lat - high,
    west: CENTRE.lon - wide,
    north: CENTRE.lat + high,
    east: CENTRE.lon + wide,
  });
  for (const tile of around) {
    const companies = createCompanies(tile === dense ? count : SUBURB_COMPANIES, format.toTileBox(tile), random);
    const began = performance.now();
    const parts = splitTile(tile, companies);
    for (const part of parts) {
      const built = buildTile(part.id, part.companies);
      const bytes = await compressJson(built);
      files.set(format.toTilePath(part.id), bytes);
      if (tile !== dense) continue;
      largest.bytes = Math.max(largest.bytes, bytes.length);
      largest.text = Math.max(largest.text, new TextEncoder().encode(JSON.stringify(built)).length);
    }
    if (tile === dense) seconds = (performance.now() - began) / 1000;
    if (parts.length > 1) splitTiles[tile] = parts.map(({ ground }) => ground);
  }
  return { files, splitTiles, tiles: around.length, seconds, largest };
}

async function publish(product: Product, release: string, { files, splitTiles, tiles }: ReleaseFiles): Promise<void> {
  for (const [path, bytes] of files) await putFile(product, format.toReleaseKey(release, path), bytes);
  const manifest = {
    format: format.RELEASE_FORMAT,
    release,
    date: "2026-11-01",
    companies: 0,
    tiles,
    split_tiles: splitTiles,
    places: 0,
    place_shards: [],
    coverage: [],
    sources: [],
  };
  await putFile(product, format.toManifestKey(release), await compressJson(manifest));
}

/** Asks again and again what the product's isolate holds after a collection, until a request is answered. MiB. */
async function measureMostLive(product: Product, request: () => Promise<unknown>): Promise<number> {
  let [most, isDone] = [0, false];
  const isRunning = () => !isDone;
  const answered = request().finally(() => (isDone = true));
  while (isRunning()) most = Math.max(most, (await measureProductHeap(product.inspector())) ?? 0);
  await answered;
  return most;
}

const Found = z.object({ companies: z.number() });
const Reads = z.object({ reads: z.number() });

/** Searches around a centre with so many companies in one tile, each from R2: a release of its own. */
export async function measureDense(short: boolean): Promise<Measured> {
  const count = short ? 100_000 : 400_000;
  const built = await buildFiles(count);
  const product = await startProduct({ entry: "test/bench/worker/tiles-entry.ts", inspected: true });
  const call = async (path: string): Promise<unknown> => (await fetch(`${product.url()}/bench/${path}`)).json();
  const toPath = (km: number, kind: string, release: string) =>
    `companies?lat=${CENTRE.lat}&lon=${CENTRE.lon}&km=${km}&kind=${kind}&release=${release}`;
  try {
    const figures: Figure[] = [];
    for (const [km, name, kind, maxReads, maxMs] of [
      [10, "common", COMMON_KIND, 12, 2_000],
      [50, "common", COMMON_KIND, 12, 2_000],
      [10, "rare", RARE_KIND, 60, 8_000],
      [50, "rare", RARE_KIND, 120, 15_000],
    ] as const) {
      const release = `dense-${km}-${name}`;
      await publish(product, release, built);
      await call("reads");
      const began = performance.now();
      const { companies } = Found.parse(await call(toPath(km, kind, release)));
      const ms = performance.now() - began;
      // One of them is the manifest.
      const { reads } = Reads.parse(await call("reads"));
      const title = `${km} km, a ${name} kind`;
      figures.push(
        { name: `${title}: companies found`, value: companies, unit: "" },
        { name: `${title}: reads of R2`, value: reads, unit: "", target: { atMost: maxReads } },
        { name: `${title}: time`, value: ms, unit: "ms", target: { atMost: maxMs } },
      );
    }
    const all = toPath(50, RARE_KIND, "dense-50-rare");
    const busy = await measureMostLive(product, async () => {
      for (let n = 0; n < SEARCHES_WATCHED; n += 1) await call(all);
    });
    const idle = await measureWhileBusy(
      () => measureProductHeap(product.inspector()),
      () => call("nothing"),
    );
    return {
      title: `A tile of ${count} companies, ${SUBURB_COMPANIES} in each of the ${built.tiles - 1} around it`,
      how: "Read from R2 by the product's isolate; a common kind is one of fifty, a rare one every 5,000th company.",
      figures: [
        { name: "parts of the tile", value: Object.values(built.splitTiles).flat().length, unit: "" },
        { name: "cut, written and compressed", value: built.seconds, unit: "s" },
        { name: "largest part", value: built.largest.bytes, unit: "B", target: { atMost: MAX_PART_BYTES } },
        { name: "text of the largest part", value: built.largest.text, unit: "B", target: { atMost: 16_000_000 } },
        ...figures,
        {
          name: `most memory in use in ${SEARCHES_WATCHED} searches of 50 km for a rare kind`,
          value: busy,
          unit: "MiB",
          target: { atMost: MAX_LIVE_MIB },
        },
        { name: "memory in use without a search", value: idle, unit: "MiB" },
      ],
    };
  } finally {
    await product.stop();
  }
}
