import { env } from "cloudflare:workers";
import type { FoundCompany, Search } from "../../../worker/contract/search";
import { POINTER_KEY, ReleasePointer } from "../../../worker/directory/release/release-format";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain, replaceShape } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";
import type { Client } from "./client";
import { createPlace, publishRelease, type TestRelease } from "./publish-release";
import { bakeriesIn, fetchFound, runToEnd } from "./run-search";

// Entries of our own directory in cities that OpenStreetMap does not know, and searches that find them.

/** The domain of a sample firm in Lyon with this site shape. */
export function firmDomain(name: string, shape: string): string {
  const [city] = cities.filter(({ slug }) => slug === "lyon");
  if (!city) throw new Error("the sandbox has no Lyon");
  return toDomain(name, city, findShapeIndex(shape), 12_345);
}

/** The same firm's other domain, the target of `moved` and similar shapes. */
export const twinDomain = (domain: string, shape: string): string => replaceShape(domain, findShapeIndex(shape));

function findShapeIndex(shape: string): number {
  const place = shapes.findIndex(({ id }) => id === shape);
  if (place < 0) throw new Error(`no shape ${shape}`);
  return place;
}

type Imported = Required<Pick<TestRelease, "places" | "companies">> & { release: string };
/** All that a test has imported: it is published anew each time. */
let imported: Imported = { places: [], companies: [], release: "" };

/** Forgets what another test has imported. A hook would not: files share their modules, and only one gets its hooks. */
async function forgetOtherTests(): Promise<void> {
  const pointer = await env.SHARED.get(POINTER_KEY);
  const published = pointer && ReleasePointer.parse(await pointer.json()).release;
  if (published !== imported.release) imported = { places: [], companies: [], release: "" };
}

/** Imports bakeries into a city that nobody else has, in this order. */
export async function importBakeries(
  city: string,
  entries: { name: string; website: string; emails?: string[] }[],
): Promise<void> {
  await forgetOtherTests();
  const known = imported.places.find(({ names }) => names["local"] === city);
  const place = known ?? createPlace(city, 10 + imported.places.length, -30);
  if (!known) imported.places.push(place);
  const { lat, lon } = place;
  // Each a few metres further from the centre: they are found in this order.
  imported.companies.push(
    ...entries.map(({ website: site, ...entry }, i) => ({
      ...entry,
      site,
      lat: lat + i / 1_000,
      lon,
      id: `${city} ${i}`,
    })),
  );
  const { places, companies } = imported;
  imported.release = (await publishRelease({ places, companies })).release;
}

/** Runs a search for bakeries to its end. @param watch sees every poll */
export async function runSearchIn(
  client: Client,
  cities: string[],
  watch?: (search: Search) => void,
): Promise<{ search: Search; companies: FoundCompany[] }> {
  const search = await runToEnd(client, bakeriesIn(...cities), watch);
  return { search, companies: await fetchFound(client, search.id) };
}

/** Runs a search and adds all results. @returns the results */
export async function searchAndAdd(client: Client, cities: string[]): Promise<FoundCompany[]> {
  const { search, companies } = await runSearchIn(client, cities);
  await client.post(`/api/search/add-to-dashboard/${search.id}`);
  return companies;
}
