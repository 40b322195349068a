import { setTimeout as sleep } from "node:timers/promises";
import { catalogueRows } from "../../../worker/catalogue/catalogue.gen.ts";
import { SUGGESTED_CITIES } from "../../../worker/contract/suggested-cities.ts";
import type { Product } from "../../harness/product.ts";
import { type Measured, computeMedian } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { OsmServer } from "./osm-server.ts";

const POLL_MS = 100;
const KINDS_PER_SEARCH = 10;
const cities = [...SUGGESTED_CITIES];
const kinds = catalogueRows.map(([gcid]) => gcid);

interface SearchTimes {
  /** Seconds from the press to the first company. */
  first: number;
  /** Seconds from the press to the end. */
  end: number;
}

async function runSearch(user: SearchUser, own: string[], where = cities): Promise<SearchTimes> {
  const start = performance.now();
  const elapsedSeconds = () => (performance.now() - start) / 1000;
  const id = await user.start(where, own);
  let first = Infinity;
  for (;;) {
    const { status, total_companies: companies } = await user.status(id);
    if (companies > 0) first = Math.min(first, elapsedSeconds());
    if (status !== "running") return { first, end: elapsedSeconds() };
    await sleep(POLL_MS);
  }
}

/** Categories that no other user searches. */
const pickOwnKinds = (user: number): string[] => kinds.slice(user * KINDS_PER_SEARCH, (user + 1) * KINDS_PER_SEARCH);

/** Ten searches of the same nine cities at once, each with ten categories of its own; then all of it again. */
export async function measureTenSearches(product: Product, osm: OsmServer, searches: number): Promise<Measured[]> {
  const users = await Promise.all(Array.from({ length: searches }, () => SearchUser.register(product)));
  const runAll = () => Promise.all(users.map((user, i) => runSearch(user, pickOwnKinds(i))));
  osm.takeCounts();
  const ended = await runAll();
  const requests = osm.takeCounts();
  const again = await runAll();
  const repeated = osm.takeCounts();
  const how = "OpenStreetMap answers at once and gets one request a second; its companies have no sites to read.";
  return [
    {
      title: `${searches} searches of the same nine cities at once, ${KINDS_PER_SEARCH} categories of its own each`,
      how,
      judgedWhenShort: true,
      figures: [
        { name: "first company, median", value: computeMedian(ended.map(({ first }) => first)), unit: "s" },
        {
          name: "first company, worst",
          value: Math.max(...ended.map(({ first }) => first)),
          unit: "s",
          target: { atMost: 15 },
        },
        { name: "end, median", value: computeMedian(ended.map(({ end }) => end)), unit: "s" },
        { name: "end, worst", value: Math.max(...ended.map(({ end }) => end)), unit: "s", target: { atMost: 100 } },
        { name: "requests to Nominatim", value: requests.nominatim, unit: "" },
        {
          name: "requests to Overpass",
          value: requests.overpass,
          unit: "",
          target: { atMost: searches * cities.length },
        },
      ],
    },
    {
      title: "The same once more",
      how,
      judgedWhenShort: true,
      figures: [
        { name: "end, worst", value: Math.max(...again.map(({ end }) => end)), unit: "s" },
        {
          name: "requests to OpenStreetMap",
          value: repeated.nominatim + repeated.overpass,
          unit: "",
          target: { atMost: 0 },
        },
      ],
    },
  ];
}

/** Nine searches of nine cities are cancelled after four seconds; then a new user searches one city. */
export async function measureLateSearch(product: Product): Promise<Measured> {
  const users = await Promise.all(Array.from({ length: 9 }, () => SearchUser.register(product)));
  const newcomer = await SearchUser.register(product);
  const started = await Promise.all(
    users.map(async (user, i) => ({ user, id: await user.start(cities, pickOwnKinds(20 + i)) })),
  );
  await sleep(4_000);
  await Promise.all(started.map(({ user, id }) => user.press("cancel", id)));
  const { first } = await runSearch(newcomer, pickOwnKinds(30), cities.slice(0, 1));
  return {
    title: "A newcomer with one city behind nine searches that were cancelled after four seconds",
    how: "From the newcomer's press; the categories are searched by no other user.",
    judgedWhenShort: true,
    figures: [{ name: "first company", value: first, unit: "s", target: { atMost: 5 } }],
  };
}
