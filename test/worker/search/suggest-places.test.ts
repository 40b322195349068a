import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { buildPlaceShards } from "../../../tools/directory-build/build-places";
import { compressJson } from "../../../tools/directory-build/build-release";
import { clearDepsCache } from "../../../worker/compose";
import { type SuggestedPlace, suggestPlaces } from "../../../worker/contract/search";
import { sessions } from "../../../worker/db/schema/account";
import {
  type Place,
  POINTER_KEY,
  RELEASE_FORMAT,
  toManifestKey,
  toPlacesKey,
} from "../../../worker/directory/release/release-format";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { database, seedUser } from "../support/seed";

const createPlace = (local: string, country: string, more: Partial<Place> = {}): Place => ({
  id: `${country}:${local.toLowerCase()}:1.00:1.00`,
  names: { local },
  country,
  lat: 1,
  lon: 1,
  radius_km: 5,
  population: 1_000,
  ...more,
});

/** Publishes a release of places and switches to it. A file of a release is cached, so each has its own name. */
async function publishPlaces(places: Place[], release: string = crypto.randomUUID()): Promise<string> {
  const shards = buildPlaceShards(places.map((place) => ({ place, otherNames: [] })));
  const manifest = {
    format: RELEASE_FORMAT,
    release,
    date: "2026-11-01",
    companies: 0,
    tiles: 0,
    split_tiles: {},
    places: places.length,
    place_shards: shards.map(({ shard }) => shard),
    coverage: [],
    sources: [],
  };
  await env.SHARED.put(toManifestKey(release), await compressJson(manifest));
  for (const shard of shards) await env.SHARED.put(toPlacesKey(release, shard.shard), await compressJson(shard));
  const pointer = { release, previous: null, published_at: "2026-11-01T00:00:00.000Z" };
  await env.SHARED.put(POINTER_KEY, JSON.stringify(pointer));
  return release;
}

let client: Client;
let userId: string;
beforeEach(async () => {
  ({ client, userId } = await seedUser());
});

async function suggest(query: string): Promise<SuggestedPlace[]> {
  return (await client.get(`/api/search/places?${query}`)).as(suggestPlaces.answer).places;
}

describe("with a published directory", () => {
  it("suggests its places in the language of the screen, or of the user", async () => {
    await publishPlaces([
      createPlace("Köln", "DE", { names: { local: "Köln", fr: "Cologne" }, region: "Nordrhein-Westfalen" }),
      createPlace("Colombes", "FR", { population: 80_000 }),
    ]);
    const cologne = {
      id: "DE:köln:1.00:1.00",
      name: "Cologne",
      region: "Nordrhein-Westfalen",
      country: "DE",
      population: 1_000,
      city: null,
    };
    expect(await suggest("q=cologne")).toEqual([cologne]);
    expect(await suggest("q=cologne&language=en")).toEqual([{ ...cologne, name: "Köln" }]);
    expect(await suggest("q=cologne&language=de")).toEqual([{ ...cologne, name: "Köln" }]);
    expect((await suggest("q=COL&language=fr")).map(({ name }) => name)).toEqual(["Colombes", "Cologne"]);
    expect(await suggest("q=zz&language=fr")).toEqual([]);
  });

  it("suggests those of the next release once it is in use", async () => {
    await publishPlaces([createPlace("Alpha", "FR")]);
    expect(await suggest("q=al&language=fr")).toMatchObject([{ name: "Alpha" }]);
    await publishPlaces([createPlace("Albeta", "FR")]);
    // What is in use is known for a minute; another instance reads it anew.
    expect(await suggest("q=al&language=fr")).toMatchObject([{ name: "Alpha" }]);
    clearDepsCache();
    expect(await suggest("q=al&language=fr")).toMatchObject([{ name: "Albeta" }]);
  });

  it("says so when a file of the directory is broken, and suggests again once it is whole", async () => {
    const places = [createPlace("Lyon", "FR")];
    const release = await publishPlaces(places);
    await env.SHARED.put(toPlacesKey(release, "l"), "no gzip");
    expectConsoleError(/"event":"outside_failed"/u);
    const broken = await client.get("/api/search/places?q=lyon");
    expect(broken).toMatchObject({ status: 502, body: { code: "directory_unavailable" } });
    await publishPlaces(places, release);
    expect(await suggest("q=lyon")).toMatchObject([{ name: "Lyon" }]);
  });
});

it("without one, suggests the cities that the wizard offers", async () => {
  expect(await suggest("q=lond&language=fr")).toEqual([
    { id: null, name: "Londres", region: null, country: "GB", population: 0, city: "London (United Kingdom)" },
  ]);
  expect(await suggest("q=munich&language=de")).toMatchObject([{ name: "München", city: "Munich (Germany)" }]);
  expect(await suggest("q=toulouse&language=fr")).toEqual([]);
});

it("reads no session while the signed cookie is valid", async () => {
  await suggest("q=pa&language=fr");
  await database.delete(sessions).where(eq(sessions.userId, userId));
  expect(await suggest("q=par&language=fr")).toMatchObject([{ name: "Paris" }]);
  client.cookies.delete("__Host-poll");
  expect(await client.get("/api/search/places?q=pari&language=fr")).toMatchObject({ status: 401 });
});

it.each(["", "q=", "q=%20", `q=${"x".repeat(81)}`, "q=a%00b", "q=a&language=xx", "q=a&more=1"])(
  "refuses the query %j",
  async (query) => {
    expect(await client.get(`/api/search/places?${query}`)).toMatchObject({ status: 400 });
  },
);
