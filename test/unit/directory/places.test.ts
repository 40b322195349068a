import { describe, expect, it } from "vitest";
import {
  type Boundary,
  createLocator,
  isInside,
  readBoundaryTags,
  toBoundary,
} from "../../../tools/directory-build/boundaries";
import { buildPlaces, buildPlaceShards, type RawPlace } from "../../../tools/directory-build/build-places";
import { TownCounts } from "../../../tools/directory-build/town-counts";
import { toPlaceKey } from "../../../worker/directory/place-keys";
import { findPlaceShard, Place, PlaceShard, toPlacesPath } from "../../../worker/directory/release/release-format";

const nowhere = () => ({});
const makePlace = (name: string, rest: Partial<RawPlace> = {}): RawPlace => ({
  kind: "town",
  name,
  names: {},
  otherNames: [],
  lat: 45.76,
  lon: 4.84,
  country: "FR",
  ...rest,
});
const countTowns = (entries: { town: string; postcode?: string; lat: number; lon: number; country?: string }[]) => {
  const towns = new TownCounts();
  for (const entry of entries) towns.add({ id: "", source: "", name: "", kinds: [], ...entry });
  return towns.list();
};

describe("places of a release", () => {
  it("have an id that outlives it, names by language, and a radius by their population", () => {
    const [paris] = buildPlaces(
      [
        makePlace("Paris", {
          kind: "city",
          population: 2_145_000,
          lat: 48.8589,
          lon: 2.32,
          names: { de: "Paris", en: "Paris" },
        }),
      ],
      [],
      nowhere,
    );
    expect(Place.parse(paris?.place)).toMatchObject({
      id: "FR:paris:48.86:2.32",
      names: { local: "Paris" },
      radius_km: 11.5,
      population: 2_145_000,
    });
    const [village] = buildPlaces([makePlace("Condrieu", { kind: "village" })], [], nowhere);
    expect(village?.place).toMatchObject({ population: 500, radius_km: 2.1 });
  });

  it("are one where a town and a part of it share a name, and two where they are apart", () => {
    const town = makePlace("Lyon", { population: 520_000, kind: "city" });
    const part = makePlace("Lyon", { kind: "suburb", lat: 45.77 });
    const namesake = makePlace("Lyon", { kind: "village", lat: 47 });
    expect(buildPlaces([part, town, namesake], [], nowhere).map(({ place }) => place.lat)).toEqual([45.76, 47]);
  });

  it("get the postcodes that their companies write, slips left out", () => {
    const towns = countTowns([
      ...Array.from({ length: 150 }, (_, n) => ({
        town: "LYON 3e",
        postcode: `6900${(n % 3) + 1}`,
        lat: 45.75,
        lon: 4.85,
      })),
      { town: "Lyon", postcode: "96001", lat: 45.75, lon: 4.85 },
      { town: "Lyon", postcode: "00000", lat: 48, lon: 2 },
    ]);
    const [lyon] = buildPlaces([makePlace("Lyon", { kind: "city" })], towns, nowhere);
    expect(lyon?.place.postcodes).toEqual(["69001", "69002", "69003"]);
  });

  it("are made of addresses where no map names a town, if three companies do", () => {
    const towns = countTowns([
      ...Array.from({ length: 3 }, () => ({
        town: "Ville-sous-Bois",
        postcode: "77001",
        lat: 48.5,
        lon: 2.5,
        country: "FR",
      })),
      { town: "Nulle Part", lat: 48.5, lon: 2.5, country: "FR" },
    ]);
    expect(buildPlaces([], towns, nowhere).map(({ place }) => place)).toEqual([
      expect.objectContaining({ id: "FR:ville sous bois:48.50:2.50", country: "FR", postcodes: ["77001"] }),
    ]);
  });

  it("of one name are told apart by region, or by the larger town nearby", () => {
    const places = buildPlaces(
      [
        makePlace("Saint-Denis", { lat: 48.93, lon: 2.35, region: "Seine-Saint-Denis" }),
        makePlace("Saint-Denis", { lat: 45.2, lon: 4.8 }),
        makePlace("Valence", { kind: "city", lat: 44.93, lon: 4.89, population: 65_000 }),
      ],
      [],
      nowhere,
    );
    const regions = places.filter(({ place }) => place.names.local === "Saint-Denis").map(({ place }) => place.region);
    expect(new Set(regions)).toEqual(new Set(["Seine-Saint-Denis", "Valence"]));
  });
});

describe("the files of places", () => {
  const many = Array.from({ length: 3_000 }, (_, n) =>
    makePlace(`Saint-${String.fromCodePoint(97 + (n % 26), 97 + (n % 7))}${n}`, {
      lat: 40 + n / 300,
      population: n + 1,
    }),
  );
  const shards = buildPlaceShards(
    buildPlaces(
      [
        ...many,
        makePlace("Sète", { lat: 43.4, population: 44_000 }),
        makePlace("Köln", { names: { fr: "Cologne" }, otherNames: ["50667"], lat: 50.9 }),
      ],
      [],
      nowhere,
    ),
  );
  const names = shards.map(({ shard }) => shard);
  const findShard = (typed: string) => shards.find(({ shard }) => shard === findPlaceShard(names, toPlaceKey(typed)));

  it("are small, each whole or with what is most populous", () => {
    expect(Math.max(...shards.map(({ keys }) => keys.length))).toBeLessThanOrEqual(1_000);
    for (const shard of shards) PlaceShard.parse(shard);
    expect(findShard("s")).toMatchObject({ shard: "s", complete: false });
    expect(findShard("s")?.places.map((place) => place.names.local)).toContain("Sète");
    expect(names).toEqual(names.toSorted());
  });

  it.each(["Köln", "Cologne", "COLO", "50667", "k", "Sète", "se"])("hold the place for %s", (typed) => {
    const key = toPlaceKey(typed);
    const shard = findShard(typed);
    expect(shard?.keys.some(([each]) => each.startsWith(key))).toBe(true);
  });

  it("hold every one of thousands that begin alike, in the file for its name", () => {
    for (const { name } of many) {
      const key = toPlaceKey(name.replace("Saint", "St"));
      expect(findShard(name)?.keys.map(([each]) => each)).toContain(key);
    }
  });

  it("have no file for what nothing begins with", () => {
    expect(findPlaceShard(names, "zzz")).toBeUndefined();
    expect(toPlacesPath("a 東")).toBe("places/6120e69db1.json.gz");
  });
});

describe("a border", () => {
  const described = { name: "Carré", level: 6 };
  const lines = [
    [0, 0, 0, 10],
    [10, 10, 10, 0],
    [0, 10, 10, 10],
    [0, 0, 5, -1, 10, 0],
  ];
  it("is closed by its lines in any order and direction, or is not known", () => {
    const boundary = toBoundary(described, lines);
    expect(boundary).toMatchObject({ south: 0, west: -1, north: 10, east: 10 });
    expect(boundary && [isInside(boundary, 5, 5), isInside(boundary, 5, -0.5), isInside(boundary, 1, -0.5)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(toBoundary(described, lines.slice(1))).toBeUndefined();
  });

  it("tells country and region of a point, by the level of its country", () => {
    const toSquare = (size: number, rest: Partial<Boundary>): Boundary => {
      const line = [0, 0, 0, size, size, size, size, 0, 0, 0];
      return { name: "", level: 2, south: 0, west: 0, north: size, east: size, lines: [line], ...rest };
    };
    const locate = createLocator([
      toSquare(1, { name: "Rhône", level: 6 }),
      toSquare(5, { name: "Auvergne-Rhône-Alpes", level: 4, country: "FR" }),
      toSquare(9, { name: "France", level: 2, country: "FR" }),
    ]);
    expect(locate(0.5, 0.5)).toEqual({ country: "FR", region: "Rhône" });
    expect(locate(3, 3)).toEqual({ country: "FR", region: "Auvergne-Rhône-Alpes" });
    expect(locate(20, 3)).toEqual({ country: undefined, region: undefined });
  });

  it.each([
    [
      { admin_level: "2", "ISO3166-1:alpha2": "FR" },
      { level: 2, country: "FR" },
    ],
    [
      { admin_level: "4", "ISO3166-2": "DE-BY" },
      { level: 4, country: "DE" },
    ],
    [{ admin_level: "6" }, { level: 6 }],
  ])("is read from %j", (tags, expected) => {
    expect(readBoundaryTags({ boundary: "administrative", name: "N", ...tags })).toEqual({ name: "N", ...expected });
    expect(readBoundaryTags({ boundary: "administrative", name: "N", ...tags, admin_level: "8" })).toBeUndefined();
  });
});
