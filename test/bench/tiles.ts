import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { defineBench } from "../harness/cli.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { computeMedian, type Measured } from "../harness/report.ts";
import { SearchUser } from "../harness/search-user.ts";
import { type OsmServer, startOsmServer } from "./osm-queue/osm-server.ts";
import { CITY_ENTRIES, publishCities, toCityCentre, toCityName, WANTED_KIND } from "./tiles/city-release.ts";
import { measureDense } from "./tiles/dense-tile.ts";

const POLL_MS = 50;
const SLOW_READ_MS = 200;
const Reads = z.object({ reads: z.number() });

/** What all parts share: a product whose directory holds cities that no search has read yet. */
interface Setup {
  osm: OsmServer;
  product: Product;
  /** The first of so many cities whose tiles are in no cache. */
  reserveCities(count: number): number;
  short: boolean;
}

async function openSetup(short: boolean): Promise<Setup> {
  const osm = await startOsmServer();
  const product = await startProduct({ entry: "test/bench/worker/tiles-entry.ts", outside: osm.address });
  let used = 0;
  await publishCities(product, short ? 40 : 240);
  return { osm, product, reserveCities: (count) => (used += count) - count, short };
}

async function callEntry(product: Product, path: string): Promise<unknown> {
  const response = await fetch(`${product.url()}/bench/${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
const takeReads = async (product: Product) => Reads.parse(await callEntry(product, "reads")).reads;

async function timeCall(product: Product, path: string): Promise<number> {
  const began = performance.now();
  await callEntry(product, path);
  return performance.now() - began;
}

/** The companies of one city, from R2 and from the cache. */
async function measureCity({ product, reserveCities, short }: Setup): Promise<Measured> {
  const tries = short ? 5 : 20;
  const first = reserveCities(tries);
  const [cold, warm, empty]: [number[], number[], number[]] = [[], [], []];
  for (let city = first; city < first + tries; city += 1) {
    const { lat, lon } = toCityCentre(city);
    const path = `companies?lat=${lat}&lon=${lon}&km=5&kind=${WANTED_KIND}`;
    empty.push(await timeCall(product, "nothing"));
    cold.push(await timeCall(product, path));
    warm.push(await timeCall(product, path));
  }
  return {
    title: `The companies of a city of ${CITY_ENTRIES} entries in four tiles, ${tries} cities one after the other`,
    how: "Seen from outside workerd: tiles read, unpacked, checked, filtered. An empty request for comparison.",
    figures: [
      { name: "from R2, median", value: computeMedian(cold), unit: "ms", target: { atMost: 100 } },
      { name: "from the cache, median", value: computeMedian(warm), unit: "ms", target: { atMost: 100 } },
      { name: "an empty request, median", value: computeMedian(empty), unit: "ms" },
    ],
  };
}

interface Times {
  /** Seconds from the press to the first company, and to the end. */
  first: number;
  end: number;
}

async function runSearch(user: SearchUser, city: number): Promise<Times> {
  const began = performance.now();
  const elapsedSeconds = () => (performance.now() - began) / 1000;
  const id = await user.start([toCityName(city)], [WANTED_KIND]);
  let first = Infinity;
  for (;;) {
    const { status, total_companies: companies } = await user.status(id);
    if (companies > 0) first = Math.min(first, elapsedSeconds());
    if (status !== "running") return { first, end: elapsedSeconds() };
    await sleep(POLL_MS);
  }
}

/** Runs so many searches at once, each of a city of its own. @returns what they took */
async function runTogether({ product, reserveCities }: Setup, users: SearchUser[]) {
  const from = reserveCities(users.length);
  await takeReads(product);
  const began = performance.now();
  const times = await Promise.all(users.map((user, i) => runSearch(user, from + i)));
  const wall = (performance.now() - began) / 1000;
  return { wall, reads: await takeReads(product), first: times.map(({ first }) => first) };
}

async function registerUsers(product: Product, count: number): Promise<SearchUser[]> {
  const users: SearchUser[] = [];
  for (let i = 0; i < count; i += 1) users.push(await SearchUser.register(product));
  return users;
}

/** One search alone, ten and a hundred at once; then with slow reads of tiles. */
async function measureTogether(setup: Setup): Promise<Measured[]> {
  const { product, osm, short } = setup;
  const [few, many] = short ? [3, 10] : [10, 100];
  const users = await registerUsers(product, many);
  const [user] = users;
  if (!user) throw new Error("no user");
  // The first search compiles the product.
  await runTogether(setup, [user]);
  osm.takeCounts();
  const alone = [];
  for (let i = 0; i < (short ? 2 : 5); i += 1) alone.push(await runTogether(setup, [user]));
  const some = await runTogether(setup, users.slice(0, few));
  const all = await runTogether(setup, users);
  await callEntry(product, `delay?ms=${SLOW_READ_MS}`);
  const slowAlone = await runTogether(setup, [user]);
  const slow = await runTogether(setup, users);
  await callEntry(product, "delay?ms=0");
  const { nominatim, overpass } = osm.takeCounts();
  const wallAlone = computeMedian(alone.map(({ wall }) => wall));
  const readsAlone = computeMedian(alone.map(({ reads }) => reads));
  return [
    {
      title: `1, ${few} and ${many} searches at once, each of another city of ${CITY_ENTRIES} entries`,
      how: "From the press to the end; companies have no sites, so that only the directory takes time.",
      figures: [
        { name: "one alone, wall time, median", value: wallAlone, unit: "s" },
        {
          name: `${few}: wall time a search ÷ one alone`,
          value: some.wall / few / wallAlone,
          unit: "",
          target: { atMost: 1.5 },
        },
        {
          name: `${many}: wall time a search ÷ one alone`,
          value: all.wall / many / wallAlone,
          unit: "",
          target: { atMost: 1.5 },
        },
        {
          name: "first company, one alone, median",
          value: computeMedian(alone.flatMap(({ first }) => first)),
          unit: "s",
          target: { atMost: 1 },
        },
        {
          name: `first company, ${few} at once, worst`,
          value: Math.max(...some.first),
          unit: "s",
          target: { atMost: 1 },
        },
        { name: `first company, ${many} at once, worst`, value: Math.max(...all.first), unit: "s" },
      ],
    },
    {
      title: "Reads of R2, and requests to OpenStreetMap",
      how: "A search reads the four tiles of its city; pointer, manifest and places are known from the search before.",
      judgedWhenShort: true,
      figures: [
        { name: "one alone, reads of R2", value: readsAlone, unit: "", target: { atMost: 6 } },
        { name: `${few} at once, reads a search`, value: some.reads / few, unit: "", target: { atMost: 6 } },
        { name: `${many} at once, reads a search`, value: all.reads / many, unit: "", target: { atMost: 6 } },
        { name: "requests to OpenStreetMap", value: nominatim + overpass, unit: "", target: { atMost: 0 } },
      ],
    },
    {
      title: `Each read of a tile takes ${SLOW_READ_MS} ms: the same ${many} searches at once`,
      how: `Two tiles at a time: a search waits ${2 * SLOW_READ_MS} ms. If one waited for another, all would add up.`,
      judgedWhenShort: true,
      figures: [
        { name: "one alone, first company", value: slowAlone.first[0] ?? Infinity, unit: "s" },
        { name: `${many} at once, wall time`, value: slow.wall, unit: "s" },
        {
          name: `${many} at once, wall time that slow reads add`,
          value: slow.wall - all.wall,
          unit: "s",
          target: { atMost: (many * SLOW_READ_MS) / 1000 / 2 },
        },
      ],
    },
  ];
}

/** What reading the directory costs, for one search and for many. */
export const command = defineBench({
  open: ({ short }) => openSetup(short),
  async close({ osm, product }) {
    await product.stop();
    osm.stop();
  },
  parts: { city: measureCity, together: measureTogether, dense: ({ short }) => measureDense(short) },
});
