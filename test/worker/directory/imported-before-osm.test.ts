import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createImportedDirectory } from "../../../worker/adapters/imported-directory";
import { SUGGESTED_CITIES } from "../../../worker/contract/limits";
import { findSuggestedCity } from "../../../worker/directory/suggested-cities";
import {
  type Area,
  QUEUE_FULL,
  type OpenStreetMap,
  ExternalServiceError,
  type QueuedResult,
} from "../../../worker/platform/ports";
import { lookUpCity } from "../../../worker/search/directory-lookup";
import type { DirectoryProgress } from "../../../worker/search/frontier";
import { toWantedKinds } from "../../../worker/search/rules-business-types";
import { cities } from "../../sandbox/osm/cities";
import { parseLine } from "../support/parse-directory-line";
import { database } from "../support/seed";
import { replaceCoverage, upsertEntries } from "../support/upsert-directory-entries";

const SOURCE = "Open List (CC0)";
const BAKERIES = toWantedKinds(["shop_bakery"]);
const asker = { userId: "user", searchId: "search" };
const imported = createImportedDirectory({ db: env.DB, allowReserved: true });

/** Imports bakeries with a site of their own. */
async function importEntries(...lines: Record<string, unknown>[]): Promise<void> {
  await upsertEntries(
    env.DB,
    lines.map((line) => {
      const result = parseLine(
        JSON.stringify({
          website: `https://${String(line["name"]).toLowerCase()}.example`,
          country: "FR",
          categories: ["shop_bakery"],
          source: SOURCE,
          ...line,
        }),
        { source: undefined, isCategory: () => true },
      );
      if (result.is !== "entry") throw new Error(JSON.stringify(result));
      return result.entry;
    }),
  );
}

/** Queries to OpenStreetMap. */
let osmQuestions: string[];
beforeEach(() => {
  osmQuestions = [];
});
const toulouse: Area = {
  city: "Toulouse",
  name: "Toulouse",
  names: ["Toulouse"],
  country: "FR",
  relation: 35738,
  box: { south: 43.53, west: 1.35, north: 43.67, east: 1.52 },
};
const company = {
  name: "OSM",
  website: "https://osm.example/",
  emails: [],
  phones: [],
  tags: {},
  page: "https://www.openstreetmap.org/node/1",
  source: "OpenStreetMap (ODbL)",
};

function createFakeOsm({
  locates = { state: "answered", value: toulouse },
  fails,
}: { locates?: QueuedResult<Area | null>; fails?: ExternalServiceError } = {}): OpenStreetMap {
  return {
    locate: async (_, city) => {
      osmQuestions.push(`where is ${city}`);
      return locates;
    },
    find: async (_, { area }) => {
      osmQuestions.push(`companies of ${area.name}`);
      if (fails) throw fails;
      return { state: "answered", value: { companies: [company], incomplete: null } };
    },
    leave: () => Promise.resolve(),
  };
}

const lookUpOnce = (
  city: string,
  osm: OpenStreetMap | "off" = createFakeOsm(),
  progress?: DirectoryProgress,
  tries = 0,
) =>
  lookUpCity(
    { db: database, importedDirectory: imported, osm: osm === "off" ? undefined : osm },
    asker,
    { city, tries, progress },
    BAKERIES,
  );

/** Looks a city up to the end. @returns the names found in each step */
async function lookUpAll(city: string, osm: OpenStreetMap | "off" = createFakeOsm()): Promise<string[][]> {
  const steps: string[][] = [];
  let progress: DirectoryProgress | undefined;
  for (;;) {
    const answer = await lookUpOnce(city, osm, progress);
    if (answer.outcome !== "found") return [...steps, [answer.outcome]];
    steps.push(answer.entries.map(({ name }) => name));
    if (!answer.progress) return steps;
    progress = answer.progress;
  }
}

describe("OpenStreetMap gets no query", () => {
  it.each(SUGGESTED_CITIES.filter((city) => city.includes("France")))(
    "about %s where an imported directory covers its country",
    async (city) => {
      await importEntries({ name: "A", city: city.split(" ")[0] });
      await replaceCoverage(env.DB, SOURCE, ["FR"]);
      expect(await lookUpAll(city)).toEqual([["A"]]);
      expect(osmQuestions).toEqual([]);
    },
  );

  it("about a city of a covered country, whether the country is in the query or from the directory", async () => {
    await importEntries({ name: "A", city: "Auch" });
    await replaceCoverage(env.DB, SOURCE, ["FR", "BE"]);
    expect(await lookUpAll("Auch (France)")).toEqual([["A"]]);
    expect(await lookUpAll("Auch")).toEqual([["A"]]);
    // In the city, but of another kind; and in an unknown city.
    await importEntries({ name: "B", city: "Namur", country: "BE", categories: ["shop_books"] });
    expect(await lookUpAll("Namur (Belgique)")).toEqual([[]]);
    expect(await lookUpAll("Atlantis (France)")).toEqual([["unknown"]]);
    expect(osmQuestions).toEqual([]);
  });

  it("but for the place of a city whose country is in neither its name nor a directory", async () => {
    await importEntries({ name: "A", city: "Blagnac", lat: 43.6, lon: 1.4 });
    await replaceCoverage(env.DB, SOURCE, ["FR"]);
    expect(await lookUpAll("Tolosa")).toEqual([[], ["A"]]);
    expect(osmQuestions).toEqual(["where is Tolosa"]);
  });

  it("when it is switched off, or without a contact for its operators", async () => {
    await importEntries({ name: "A", city: "Lyon" });
    expect(await lookUpAll("Lyon (France)", "off")).toEqual([["A"]]);
    expect(await lookUpOnce("Atlantis", "off")).toEqual({ outcome: "unknown" });
  });
});

describe("OpenStreetMap is queried after the imported directories", () => {
  it("in countries that none of them covers", async () => {
    await importEntries({ name: "A", city: "Lyon" }, { name: "B", city: "Berlin", country: "DE" });
    await replaceCoverage(env.DB, SOURCE, ["FR"]);
    expect(await lookUpAll("Berlin (Germany)")).toEqual([["B"], ["OSM"]]);
    expect(osmQuestions).toEqual(["companies of Berlin"]);
  });

  it("when the directory that covered the country was removed, or no longer covers it", async () => {
    await replaceCoverage(env.DB, SOURCE, ["FR"]);
    expect(await lookUpAll("Lyon (France)")).toEqual([[], ["OSM"]]);
    await importEntries({ name: "A", city: "Lyon" });
    expect(await lookUpAll("Lyon (France)")).toEqual([["A"]]);
    await replaceCoverage(env.DB, SOURCE, []);
    expect(await lookUpAll("Lyon (France)")).toEqual([["A"], ["OSM"]]);
  });

  it("with the companies found by place in between, and without duplicates", async () => {
    await importEntries(
      { name: "A", city: "Toulouse", lat: 43.6, lon: 1.4 },
      { name: "B", city: "Blagnac", lat: 43.6, lon: 1.4 },
    );
    expect(await lookUpAll("Toulouse")).toEqual([["A"], ["B"], ["OSM"]]);
    expect(osmQuestions).toEqual(["where is Toulouse", "companies of Toulouse"]);
  });

  it("and the position in its queue is reported", async () => {
    expect(
      await lookUpOnce("Toulouse", createFakeOsm({ locates: { state: "waiting", place: 3, seconds: 12 } }), {
        area: null,
        seen: [],
      }),
    ).toEqual({ outcome: "waiting", place: 3, seconds: 12 });
  });
});

describe("OpenStreetMap that does not answer", () => {
  const askAfterError = (error: ExternalServiceError, tries: number, seen: string[] = []) =>
    lookUpOnce("Lyon (France)", createFakeOsm({ fails: error }), { area: toulouse, seen }, tries);
  const busy = new ExternalServiceError("overpass", "rate_limited", "busy", { retryAfterSeconds: 40 });
  const full = new ExternalServiceError("overpass", "rate_limited", "full", {
    retryAfterSeconds: 900,
    reason: QUEUE_FULL,
  });

  it("is queried again as long as that may help", async () => {
    expect(await askAfterError(busy, 0)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await askAfterError(busy, 4)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await askAfterError(busy, 5)).toEqual({ outcome: "failed", warning: "directory_failed" });
    expect(await askAfterError(new ExternalServiceError("overpass", "server_error", "broken"), 1)).toEqual({
      outcome: "postponed",
      seconds: 2,
    });
    expect(await askAfterError(new ExternalServiceError("overpass", "server_error", "broken"), 2)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    expect(await askAfterError(new ExternalServiceError("overpass", "refused", "no"), 0)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    expect(
      await askAfterError(new ExternalServiceError("overpass", "rate_limited", "busy", { retryAfterSeconds: 600 }), 0),
    ).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
  });

  it("because its queue is full is retried a minute later, and reported in the end", async () => {
    expect(await askAfterError(full, 0)).toEqual({ outcome: "postponed", seconds: 60 });
    expect(await askAfterError(full, 5)).toEqual({ outcome: "failed", warning: "directory_busy" });
  });

  it("does not remove what another directory found", async () => {
    expect(await askAfterError(full, 5, ["A"])).toMatchObject({
      outcome: "found",
      entries: [],
      warnings: ["directory_busy"],
      progress: null,
    });
  });

  it("is queried when the imported directories do not answer, with a warning", async () => {
    const broken = {
      isEmpty: async () => false,
      find: () => Promise.reject(new ExternalServiceError("imported", "server_error", "D1")),
    };
    const askWithTries = (tries: number, osm?: OpenStreetMap) =>
      lookUpCity(
        { db: database, importedDirectory: broken, osm },
        asker,
        { city: "Lyon (France)", tries, progress: undefined },
        BAKERIES,
      );
    expect(await askWithTries(0, createFakeOsm())).toEqual({ outcome: "postponed", seconds: 2 });
    expect(await askWithTries(2, createFakeOsm())).toMatchObject({
      outcome: "found",
      warnings: ["directory_failed"],
      progress: { area: { name: "Lyon" } },
    });
    expect(await askWithTries(2)).toEqual({ outcome: "failed", warning: "directory_failed" });
  });
});

describe("the cities of the wizard", () => {
  it.each(SUGGESTED_CITIES)("%s is known, with its country and border", (city) => {
    const area = findSuggestedCity(city);
    const there = cities.find(({ name, also }) =>
      [name.toLowerCase(), ...also].includes(city.split(" ")[0]?.toLowerCase() ?? ""),
    );
    if (!area || !there) throw new Error("not known");
    expect(area.country.toLowerCase()).toBe(there.country);
    expect([there.relation, null]).toContain(area.relation);
    const { south, west, north, east } = area.box;
    expect(there.lat > south && there.lat < north && there.lon > west && there.lon < east).toBe(true);
    // A city, not a region.
    expect((north - south) * (east - west)).toBeLessThan(0.5);
  });

  it("are found however their names are punctuated, and no others", () => {
    expect(findSuggestedCity(" paris, FRANCE ")).toMatchObject({ name: "Paris", relation: 7444 });
    expect(["Paris", "Paris (Texas)", "Lille (France)"].map(findSuggestedCity)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
