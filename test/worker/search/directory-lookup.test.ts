import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { findZoneCompanies } from "../../../worker/directory/release/read-release";
import { toManifestKey } from "../../../worker/directory/release/release-format";
import { toCircle } from "../../../worker/directory/release/search-zone";
import {
  type Area,
  ExternalServiceError,
  type OpenStreetMap,
  QUEUE_FULL,
  type QueuedResult,
  type SharedFiles,
} from "../../../worker/platform/ports";
import type { SearchPlace } from "../../../worker/platform/search-rpc";
import { type LookupRequester, lookUpCity } from "../../../worker/search/directory-lookup";
import type { PendingCity } from "../../../worker/search/frontier";
import { toWantedKinds } from "../../../worker/search/rules-business-types";
import { expectConsoleError } from "../support/console-errors";
import { publishRelease, switchRelease } from "../support/publish-release";
import { composeUserDeps } from "../support/seed";

const BAKERIES = toWantedKinds(["shop_bakery"]);
const LYON = { lat: 45.76, lon: 4.83 };
const RHONE = { south: 45.5, west: 4.5, north: 46, east: 5.2 };

const toulouse: Area = {
  city: "Toulouse",
  name: "Toulouse",
  names: ["Toulouse"],
  country: "FR",
  relation: 35738,
  box: { south: 43.53, west: 1.35, north: 43.67, east: 1.52 },
};
const oullins: SearchPlace = {
  city: "Oullins (France)",
  id: "FR:oullins:45.71:4.81",
  name: "Oullins",
  names: ["Oullins"],
  country: "FR",
  lat: 45.71,
  lon: 4.81,
  townRadiusKm: 2,
  radiusKm: 0,
};

/** Queries to OpenStreetMap. */
let osmQueries: string[];
/** The release that the search has pinned. */
let pinned: string | null | undefined;
beforeEach(() => {
  osmQueries = [];
  pinned = undefined;
});

const osmCompany = {
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
      osmQueries.push(`where is ${city}`);
      return locates;
    },
    find: async (_, { area }) => {
      osmQueries.push(`companies of ${area.name}`);
      if (fails) throw fails;
      return { state: "answered", value: { companies: [osmCompany], incomplete: null } };
    },
    leave: () => Promise.resolve(),
  };
}

const createRequester = (...places: SearchPlace[]): LookupRequester => ({
  userId: "user",
  searchId: "search",
  places,
  seenCompanies: 0,
  release: pinned,
  pinRelease: (release) => (pinned = release),
});

const lookUpOnce = (
  pending: Partial<PendingCity> & { city: string },
  { osm = createFakeOsm(), places = [] }: { osm?: OpenStreetMap | undefined; places?: SearchPlace[] } = {},
) =>
  lookUpCity(
    { ...composeUserDeps(), osm },
    createRequester(...places),
    { tries: 0, progress: undefined, ...pending },
    BAKERIES,
  );

/** Looks a city up to the end. @returns the names found, and the warnings */
async function lookUpAll(city: string, ...places: SearchPlace[]): Promise<{ names: string[]; warnings: string[] }> {
  const names: string[] = [];
  const warnings: string[] = [];
  let progress: PendingCity["progress"];
  for (;;) {
    const answer = await lookUpOnce({ city, progress }, { places });
    if (answer.outcome !== "found") return { names: [...names, answer.outcome], warnings };
    names.push(...answer.entries.map(({ name }) => name));
    warnings.push(...answer.warnings);
    if (!answer.progress) return { names, warnings };
    progress = answer.progress;
  }
}

describe("where the directory covers a place", () => {
  it("its companies come from the directory with all it says, and OpenStreetMap is not asked", async () => {
    const { release } = await publishRelease({
      companies: [
        {
          ...LYON,
          lat: 45.7875,
          name: "Fournil",
          emails: ["JOBS@fournil.example", "no address"],
          phones: ["04 65 71 00 01"],
          site: "fournil.example/nous",
          town: "69003 LYON",
          page: "https://list.example/1",
          chain: "Fournil SA",
          size: "10-49",
          sector: "Boulangerie",
          sources: ["list", "osm"],
        },
        { ...LYON, name: "Interne", site: "http://127.0.0.1/", emails: ["a@interne.example"], town: "Villeurbanne" },
      ],
    });
    const answer = await lookUpOnce({ city: "Lyon (France)" });
    expect(answer).toMatchObject({ outcome: "found", city: "Lyon", country: "FR", warnings: [], progress: null });
    expect(answer.outcome === "found" && answer.entries).toEqual([
      expect.objectContaining({
        name: "Interne",
        website: null,
        place: { city: "Villeurbanne", country: "FR" },
        page: "https://list.example/",
      }),
      {
        name: "Fournil",
        website: "https://fournil.example/nous",
        emails: ["jobs@fournil.example"],
        phones: ["04 65 71 00 01"],
        tags: { gcid: "shop_bakery" },
        page: "https://list.example/1",
        source: "Open List (CC0-1.0) · OpenStreetMap (ODbL-1.0)",
        place: { city: "Lyon", country: "FR" },
        details: {
          entry: "list:Fournil",
          lat: 45.7875,
          lon: 4.83,
          distanceKm: 3.6,
          size: "10-49",
          sector: "Boulangerie",
          chain: "Fournil SA",
          sources: [
            { name: "Open List", licence: "CC0-1.0", url: "https://list.example/" },
            { name: "OpenStreetMap", licence: "ODbL-1.0", url: "https://www.openstreetmap.org/copyright" },
          ],
        },
      },
    ]);
    expect([osmQueries, pinned]).toEqual([[], release]);
  });

  it("the radius reaches as far around the town as the user wants", async () => {
    await publishRelease({
      companies: [
        { name: "In town", lat: 45.72, lon: 4.81 },
        { name: "7 km away", lat: 45.77, lon: 4.81 },
        { name: "30 km away", lat: 45.98, lon: 4.81 },
      ].map((company) => ({ ...company, site: `https://${company.lat}.example/` })),
    });
    const findAround = async (radiusKm: SearchPlace["radiusKm"]) =>
      (await lookUpAll(oullins.city, { ...oullins, radiusKm })).names;
    expect(await findAround(0)).toEqual(["In town"]);
    expect(await findAround(10)).toEqual(["In town", "7 km away"]);
    expect(await findAround(50)).toEqual(["In town", "7 km away", "30 km away"]);
    expect(osmQueries).toEqual([]);
  });

  it("a place without such companies is done, and OpenStreetMap is still not asked", async () => {
    await publishRelease({ coverage: [RHONE] });
    expect(await lookUpAll(oullins.city, oullins)).toEqual({ names: [], warnings: [] });
    expect(osmQueries).toEqual([]);
  });

  it("a city that only OpenStreetMap can locate is then read from the directory", async () => {
    await publishRelease({ companies: [{ name: "A", lat: 43.6, lon: 1.44, emails: ["a@a.example"] }] });
    expect(await lookUpAll("Tolosa")).toEqual({ names: ["A"], warnings: [] });
    expect(osmQueries).toEqual(["where is Tolosa"]);
  });
});

describe("where it does not", () => {
  it("OpenStreetMap is asked, and the user is told", async () => {
    await publishRelease({ coverage: [RHONE], companies: [{ ...LYON, name: "A", emails: ["a@a.example"] }] });
    expect(await lookUpAll("Lyon (France)")).toEqual({ names: ["A"], warnings: [] });
    expect(await lookUpAll("Berlin (Germany)")).toEqual({ names: ["OSM"], warnings: ["outside_directory"] });
    expect(await lookUpAll("Toulouse")).toEqual({ names: ["OSM"], warnings: ["outside_directory"] });
    expect(await lookUpAll(oullins.city, { ...oullins, lat: 44 })).toEqual({
      names: ["OSM"],
      warnings: ["outside_directory"],
    });
    // Where a place is known needs no question.
    expect(osmQueries).toEqual([
      "companies of Berlin",
      "where is Toulouse",
      "companies of Toulouse",
      "companies of Oullins",
    ]);
  });

  it("a server without OpenStreetMap says that some may be missing", async () => {
    await publishRelease({ coverage: [] });
    const ports = { ...composeUserDeps(), osm: undefined };
    const look = (city: string) =>
      lookUpCity(ports, createRequester(), { city, tries: 0, progress: undefined }, BAKERIES);
    expect(await look("Lyon (France)")).toEqual({ outcome: "failed", warning: "directory_failed" });
    expect(await look("Atlantis")).toEqual({ outcome: "unknown" });
  });

  it("as long as no release is published, nothing is told", async () => {
    expect(await lookUpAll("Lyon (France)")).toEqual({ names: ["OSM"], warnings: [] });
    expect(await lookUpAll(oullins.city, oullins)).toEqual({ names: ["OSM"], warnings: [] });
    expect(pinned).toBeNull();
    // The search goes on as it began.
    await publishRelease({ companies: [{ ...LYON, name: "A" }] });
    expect(await lookUpAll("Lyon (France)")).toEqual({ names: ["OSM"], warnings: [] });
  });

  it("the position in its queue is reported", async () => {
    const osm = createFakeOsm({ locates: { state: "waiting", place: 3, seconds: 12 } });
    expect(await lookUpOnce({ city: "Toulouse" }, { osm })).toEqual({ outcome: "waiting", place: 3, seconds: 12 });
  });
});

describe("a tile of too many companies for one file", () => {
  const around = { ...oullins, radiusKm: 10 as const };
  /** A spiral of 14 km around Oullins; every seventh has a telephone only. */
  const companies = Array.from({ length: 1_500 }, (_, i) => {
    const [turn, away] = [i * 2.399963, 0.126 * Math.sqrt(i / 1_500)];
    return {
      name: `Firm ${i}`,
      lat: Number((oullins.lat + away * Math.sin(turn)).toFixed(5)),
      lon: Number((oullins.lon + away * Math.cos(turn)).toFixed(5)),
      ...(i % 7 === 0 ? { phones: ["04 65 71 00 01"] } : { emails: [`jobs@firm-${i}.example`] }),
    };
  });

  it("is read in parts, and gives the same companies as in one file", async () => {
    for (const count of [1_500, 300]) {
      const some = companies.filter((_, i) => i % (1_500 / count) === 0);
      await publishRelease({ companies: some });
      const whole = await lookUpAll(oullins.city, around);
      pinned = undefined;
      const { split_tiles: splitTiles } = await publishRelease({ companies: some, maxFileCompanies: 40 });
      expect(Object.values(splitTiles).flat().length).toBeGreaterThan(6);
      expect(await lookUpAll(oullins.city, around)).toEqual(whole);
      expect(whole.names.length).toBeGreaterThan(100);
      pinned = undefined;
    }
  });

  it("is read no farther than the nearest companies that an answer holds", async () => {
    const manifest = await publishRelease({ companies, maxFileCompanies: 40 });
    const { sharedFiles } = composeUserDeps();
    const read: string[] = [];
    const files: SharedFiles = {
      ...sharedFiles,
      readPublished: (key, schema) => {
        read.push(key);
        return sharedFiles.readPublished(key, schema);
      },
    };
    const find = async (limit: number) => {
      read.length = 0;
      const found = await findZoneCompanies(files, manifest, toCircle(oullins, 12), BAKERIES, limit);
      return found.companies.map(({ company }) => company.name);
    };
    const all = await find(5_000);
    const readForAll = read.length;
    // Parts of 35 companies or so; those without an address are no better than any farther one.
    expect(await find(10)).toEqual(all.slice(0, 10));
    expect(read.length).toBeLessThan(readForAll / 2);
    expect(readForAll).toBeLessThan(1_500 / 35 + 4);
  });

  it("with a part that is not there is an error, never fewer companies", async () => {
    const { release } = await publishRelease({ companies, maxFileCompanies: 40 });
    const { objects } = await env.SHARED.list({ prefix: `directory/${release}/tiles/` });
    for (const { key } of objects.filter(({ key: path }) => path.endsWith("-3.json.gz"))) await env.SHARED.delete(key);
    expectConsoleError(/"event":"directory_unread"/u);
    for (const [tries, outcome] of [
      [0, "postponed"],
      [2, "failed"],
    ] as const) {
      expect(await lookUpOnce({ city: oullins.city, tries }, { places: [around] })).toMatchObject({ outcome });
    }
    expect(osmQueries).toEqual([]);
  });
});

describe("the release of a search", () => {
  const publishBakery = (name: string) =>
    publishRelease({ companies: [{ ...LYON, name, emails: [`${name}@bakery.example`] }] });

  it("stays the same when another is published", async () => {
    const first = await publishBakery("first");
    expect((await lookUpAll("Lyon (France)")).names).toEqual(["first"]);
    await publishBakery("second");
    expect((await lookUpAll("Lyon (France)")).names).toEqual(["first"]);
    expect(pinned).toBe(first.release);
  });

  it("that was deleted is left for the one in use", async () => {
    const first = await publishBakery("first");
    pinned = first.release;
    const second = await publishBakery("second");
    const { objects } = await env.SHARED.list({ prefix: `directory/${first.release}/` });
    await env.SHARED.delete(objects.map(({ key }) => key));
    expect((await lookUpAll("Lyon (France)")).names).toEqual(["second"]);
    expect(pinned).toBe(second.release);
  });

  it("that is deleted after its manifest was read is left too, whatever is cached", async () => {
    const first = await publishBakery("first");
    // A place without a tile: nothing of Lyon is cached.
    expect(await lookUpAll(oullins.city, oullins)).toEqual({ names: [], warnings: [] });
    const { objects } = await env.SHARED.list({ prefix: `directory/${first.release}/` });
    await env.SHARED.delete(objects.map(({ key }) => key));
    const second = await publishBakery("second");
    expect((await lookUpAll("Lyon (France)")).names).toEqual(["second"]);
    expect(pinned).toBe(second.release);
  });

  it("is tried again while it cannot be read, and the city fails in the end; OpenStreetMap is not asked", async () => {
    expectConsoleError(/"event":"directory_unread"/u);
    await switchRelease("nothing-there");
    expect(await lookUpOnce({ city: "Lyon (France)" })).toEqual({ outcome: "postponed", seconds: 2 });
    expect(await lookUpOnce({ city: "Lyon (France)", tries: 2 })).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    const { release } = await publishBakery("first");
    await env.SHARED.put(toManifestKey(release), "no gzip");
    expect(await lookUpOnce({ city: "Lyon (France)", tries: 2 })).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    expect(osmQueries).toEqual([]);
  });
});

describe("OpenStreetMap that does not answer", () => {
  const askAfterError = (error: ExternalServiceError, tries: number) =>
    lookUpOnce({ city: "Lyon (France)", tries }, { osm: createFakeOsm({ fails: error }) });
  const busy = new ExternalServiceError("overpass", "rate_limited", "busy", { retryAfterSeconds: 40 });
  const full = new ExternalServiceError("overpass", "rate_limited", "full", {
    retryAfterSeconds: 900,
    reason: QUEUE_FULL,
  });

  it("is queried again as long as that may help", async () => {
    expect(await askAfterError(busy, 0)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await askAfterError(busy, 4)).toEqual({ outcome: "postponed", seconds: 40 });
    expect(await askAfterError(busy, 5)).toEqual({ outcome: "failed", warning: "directory_failed" });
    const broken = new ExternalServiceError("overpass", "server_error", "broken");
    expect(await askAfterError(broken, 1)).toEqual({ outcome: "postponed", seconds: 2 });
    expect(await askAfterError(broken, 2)).toEqual({ outcome: "failed", warning: "directory_failed" });
    expect(await askAfterError(new ExternalServiceError("overpass", "refused", "no"), 0)).toEqual({
      outcome: "failed",
      warning: "directory_failed",
    });
    const slow = new ExternalServiceError("overpass", "rate_limited", "busy", { retryAfterSeconds: 600 });
    expect(await askAfterError(slow, 0)).toEqual({ outcome: "failed", warning: "directory_failed" });
  });

  it("because its queue is full is retried a minute later, and reported in the end", async () => {
    expect(await askAfterError(full, 0)).toEqual({ outcome: "postponed", seconds: 60 });
    expect(await askAfterError(full, 5)).toEqual({ outcome: "failed", warning: "directory_busy" });
  });
});
