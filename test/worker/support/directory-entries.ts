import { env } from "cloudflare:workers";
import type { FoundCompany, Search } from "../../../worker/contract/search";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain, replaceShape } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";
import type { Client } from "./client";
import { parseLine } from "./parse-directory-line";
import { bakeriesIn, fetchFound, runToEnd } from "./run-search";
import { upsertEntries } from "./upsert-directory-entries";

// Imported entries in cities that OpenStreetMap does not know, and searches that find them.

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

/** Imports bakeries into a city, in this order. */
export async function importBakeries(
  city: string,
  entries: { name: string; website: string; emails?: string[] }[],
): Promise<void> {
  await upsertEntries(
    env.DB,
    entries.map((entry, id) => {
      const result = parseLine(
        JSON.stringify({
          country: "FR",
          city,
          categories: ["shop_bakery"],
          source: "Open List (CC0)",
          id: `${city} ${id}`,
          ...entry,
        }),
        { source: undefined, isCategory: () => true },
      );
      if (result.is !== "entry") throw new Error(JSON.stringify(result));
      return result.entry;
    }),
  );
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
