import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createImported } from "../../worker/adapters/imported";
import { SUGGESTED_CITIES } from "../../worker/contract/limits";
import { readLine } from "../../worker/db/directory/line";
import { writeCoverage, writeEntries } from "../../worker/db/directory/write";
import { type Area, LINE_FULL, type OpenStreetMap, OutsideError, type Turn } from "../../worker/ports";
import { askDirectory } from "../../worker/search/ask-directory";
import type { Looked } from "../../worker/search/city-to-ask";
import { findKnownCity } from "../../worker/search/known-cities";
import { wantedOf } from "../../worker/search/rules";
import { cities } from "../sandbox/osm/cities";
import { database } from "./seed";

const SOURCE = "Open List (CC0)";
const BAKERIES = wantedOf(["shop_bakery"]);
const asker = { userId: "user", searchId: "search" };
const imported = createImported({ db: env.DB, allowReserved: true });

/** Imports bakeries with a site of their own. */
async function put(...lines: Record<string, unknown>[]): Promise<void> {
  await writeEntries(
    env.DB,
    lines.map((line) => {
      const result = readLine(
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

/** What OpenStreetMap was asked. */
let asked: string[];
beforeEach(() => {
  asked = [];
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

function osmThat({
  locates = { state: "answered", value: toulouse },
  fails,
}: { locates?: Turn<Area | null>; fails?: OutsideError } = {}): OpenStreetMap {
  return {
    locate: async (_, city) => {
      asked.push(`where is ${city}`);
      return locates;
    },
    find: async (_, { area }) => {
      asked.push(`companies of ${area.name}`);
      if (fails) throw fails;
      return { state: "answered", value: { companies: [company], incomplete: null } };
    },
    leave: () => Promise.resolve(),
  };
}

const ask = (city: string, osm: OpenStreetMap | "off" = osmThat(), looked?: Looked, tries = 0) =>
  askDirectory(
    { db: database, imported, osm: osm === "off" ? undefined : osm },
    asker,
    { city, tries, looked },
    BAKERIES,
  );

/** Asks about a city until all has been asked. @returns the names that came, step by step */
async function askAll(city: string, osm: OpenStreetMap | "off" = osmThat()): Promise<string[][]> {
  const steps: string[][] = [];
  let looked: Looked | undefined;
  for (;;) {
    const answer = await ask(city, osm, looked);
    if (answer.outcome !== "found") return [...steps, [answer.outcome]];
    steps.push(answer.entries.map(({ name }) => name));
    if (!answer.looked) return steps;
    looked = answer.looked;
  }
}

describe("OpenStreetMap is asked nothing", () => {
  it.each(SUGGESTED_CITIES.filter((city) => city.includes("France")))(
    "about %s where an imported directory covers its country",
    async (city) => {
      await put({ name: "A", city: city.split(" ")[0] });
      await writeCoverage(env.DB, SOURCE, ["FR"]);
      expect(await askAll(city)).toEqual([["A"]]);
      expect(asked).toEqual([]);
    },
  );

  it("about a city of a country that is covered, whether the country is written or the directory tells it", async () => {
    await put({ name: "A", city: "Auch" });
    await writeCoverage(env.DB, SOURCE, ["FR", "BE"]);
    expect(await askAll("Auch (France)")).toEqual([["A"]]);
    expect(await askAll("Auch")).toEqual([["A"]]);
    // In the city, but of no kind that is asked for; and in no city that anybody knows.
    await put({ name: "B", city: "Namur", country: "BE", categories: ["shop_books"] });
    expect(await askAll("Namur (Belgique)")).toEqual([[]]);
    expect(await askAll("Atlantis (France)")).toEqual([["unknown"]]);
    expect(asked).toEqual([]);
  });

  it("but where a city is, when neither its name nor a directory tells the country", async () => {
    await put({ name: "A", city: "Blagnac", lat: 43.6, lon: 1.4 });
    await writeCoverage(env.DB, SOURCE, ["FR"]);
    expect(await askAll("Tolosa")).toEqual([[], ["A"]]);
    expect(asked).toEqual(["where is Tolosa"]);
  });

  it("when it is switched off, or when its operators could not reach us", async () => {
    await put({ name: "A", city: "Lyon" });
    expect(await askAll("Lyon (France)", "off")).toEqual([["A"]]);
    expect(await ask("Atlantis", "off")).toEqual({ outcome: "unknown" });
  });
});

describe("OpenStreetMap is asked after the imported directories", () => {
  it("in countries that none of them covers", async () => {
    await put({ name: "A", city: "Lyon" }, { name: "B", city: "Berlin", country: "DE" });
    await writeCoverage(env.DB, SOURCE, ["FR"]);
    expect(await askAll("Berlin (Germany)")).toEqual([["B"], ["OSM"]]);
    expect(asked).toEqual(["companies of Berlin"]);
  });

  it("when the directory that covered the country was taken out, or says that it covers it no more", async () => {
    await writeCoverage(env.DB, SOURCE, ["FR"]);
    expect(await askAll("Lyon (France)")).toEqual([[], ["OSM"]]);
    await put({ name: "A", city: "Lyon" });
    expect(await askAll("Lyon (France)")).toEqual([["A"]]);
    await writeCoverage(env.DB, SOURCE, []);
    expect(await askAll("Lyon (France)")).toEqual([["A"], ["OSM"]]);
  });

  it("with what the place brings in between, and nothing twice", async () => {
    await put(
      { name: "A", city: "Toulouse", lat: 43.6, lon: 1.4 },
      { name: "B", city: "Blagnac", lat: 43.6, lon: 1.4 },
    );
    expect(await askAll("Toulouse")).toEqual([["A"], ["B"], ["OSM"]]);
    expect(asked).toEqual(["where is Toulouse", "companies of Toulouse"]);
  });

  it("and its line is told", async () => {
    expect(
      await ask("Toulouse", osmThat({ locates: { state: "waiting", place: 3, seconds: 12 } }), {
        area: null,
        seen: [],
      }),
    ).toEqual({ outcome: "waiting", place: 3, seconds: 12 });
  });
});

describe("OpenStreetMap that does not answer", () => {
  const after = (error: OutsideError, tries: number, seen: string[] = []) =>
    ask("Lyon (France)", osmThat({ fails: error }), { area: toulouse, seen }, tries);
  const busy = new OutsideError("overpass", "rate_limited", "busy", { retryAfterSeconds: 40 });
  const full = new OutsideError("overpass", "rate_limited", "full", { retryAfterSeconds: 900, reason: LINE_FULL });

  it("is asked again as long as that may do better", async () => {
    expect(await after(busy, 0)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await after(busy, 4)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await after(busy, 5)).toEqual({ outcome: "failed", warning: "directory_failed" });
    expect(await after(new OutsideError("overpass", "server_error", "broken"), 1)).toEqual({
      outcome: "postponed",
      seconds: 2,
    });
    expect(await after(new OutsideError("overpass", "server_error", "broken"), 2)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    expect(await after(new OutsideError("overpass", "refused", "no"), 0)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    expect(await after(new OutsideError("overpass", "rate_limited", "busy", { retryAfterSeconds: 600 }), 0)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
  });

  it("for there is no room in the line is tried a minute later, and in the end told as that", async () => {
    expect(await after(full, 0)).toEqual({ outcome: "postponed", seconds: 60 });
    expect(await after(full, 5)).toEqual({ outcome: "failed", warning: "directory_busy" });
  });

  it("takes nothing from what another directory has given", async () => {
    expect(await after(full, 5, ["A"])).toMatchObject({
      outcome: "found",
      entries: [],
      warnings: ["directory_busy"],
      looked: null,
    });
  });

  it("is asked when the imported directories do not answer, which is told", async () => {
    const broken = {
      isEmpty: async () => false,
      find: () => Promise.reject(new OutsideError("imported", "server_error", "D1")),
    };
    const asking = (tries: number, osm?: OpenStreetMap) =>
      askDirectory(
        { db: database, imported: broken, osm },
        asker,
        { city: "Lyon (France)", tries, looked: undefined },
        BAKERIES,
      );
    expect(await asking(0, osmThat())).toEqual({ outcome: "postponed", seconds: 2 });
    expect(await asking(2, osmThat())).toMatchObject({
      outcome: "found",
      warnings: ["directory_failed"],
      looked: { area: { name: "Lyon" } },
    });
    expect(await asking(2)).toEqual({ outcome: "failed", warning: "directory_failed" });
  });
});

describe("the cities of the wizard", () => {
  it.each(SUGGESTED_CITIES)("%s is known, where it lies and by its border", (city) => {
    const area = findKnownCity(city);
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
    expect(findKnownCity(" paris, FRANCE ")).toMatchObject({ name: "Paris", relation: 7444 });
    expect(["Paris", "Paris (Texas)", "Lille (France)"].map(findKnownCity)).toEqual([undefined, undefined, undefined]);
  });
});
