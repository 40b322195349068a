import { describe, expect, it } from "vitest";
import { splitTile } from "../../../tools/directory-build/split-tile";
import {
  RELEASE_FORMAT,
  type Tile,
  type TileCompany,
  toTileBox,
} from "../../../worker/directory/release/release-format";
import {
  computeDistanceKm,
  findDistanceKm,
  isCovered,
  listZoneTiles,
  toBox,
  toBoxZone,
  toCircle,
} from "../../../worker/directory/release/search-zone";
import { type CompanyQuery, CompanySelection } from "../../../worker/directory/release/select-companies";

const LYON = { lat: 45.76, lon: 4.83 };
const KM_IN_DEGREES_LAT = 1 / 111.2;
const CATEGORIES = ["shop_bakery", "shop_florist"];

const createCompany = (name: string, km: number, rest: Partial<TileCompany> = {}): TileCompany => ({
  id: name,
  name,
  lat: LYON.lat + km * KM_IN_DEGREES_LAT,
  lon: LYON.lon,
  kinds: [0],
  from: [0],
  country: "FR",
  site: `https://${name}.example/`,
  ...rest,
});
const toTile = (...companies: TileCompany[]): Tile => ({
  format: RELEASE_FORMAT,
  tile: "0-0",
  categories: CATEGORIES,
  sources: ["osm"],
  companies,
});

function select(
  companies: TileCompany[],
  { km = 10, kinds = [{ gcid: "shop_bakery" }], limit = 100 }: { km?: number; kinds?: CompanyQuery[]; limit?: number },
) {
  const selection = new CompanySelection(toCircle(LYON, km), kinds, limit);
  selection.addTile(toTile(...companies));
  return selection;
}
const listNames = (selection: CompanySelection) => selection.list().companies.map(({ company }) => company.name);

describe("the companies of a zone", () => {
  it("are those within the radius, nearest first, with their distance", () => {
    const selection = select([createCompany("far", 10.1), createCompany("edge", 9.9), createCompany("near", 1)], {});
    expect(listNames(selection)).toEqual(["near", "edge"]);
    expect(selection.list().companies.map(({ distanceKm }) => Math.round(distanceKm * 10) / 10)).toEqual([1, 9.9]);
  });

  it("are of a wanted category, or have a text in their name however it is written", () => {
    const companies = [
      createCompany("Fournil", 1),
      createCompany("Rose", 2, { kinds: [1] }),
      createCompany("Les Tisseurs RÉUNIS", 3, { kinds: [] }),
      createCompany("Tisseurs de Paris", 4, { kinds: [] }),
    ];
    expect(listNames(select(companies, { kinds: [{ gcid: "shop_florist" }] }))).toEqual(["Rose"]);
    expect(listNames(select(companies, { kinds: [{ nameContains: "tisseurs réunis" }] }))).toEqual([
      "Les Tisseurs RÉUNIS",
    ]);
    expect(listNames(select(companies, { kinds: [{ nameContains: "tisseurs" }, { gcid: "shop_bakery" }] }))).toEqual([
      "Les Tisseurs RÉUNIS",
      "Fournil",
      "Tisseurs de Paris",
    ]);
    // A text of signs alone is in no name.
    expect(listNames(select(companies, { kinds: [{ nameContains: "%" }, { gcid: "shop_books" }] }))).toEqual([]);
  });

  it("give every kind its share, and a company of two kinds is there once", () => {
    const bakers = Array.from({ length: 500 }, (_, i) => createCompany(`baker-${i}`, (i + 1) / 100));
    const florists = Array.from({ length: 20 }, (_, i) => createCompany(`florist-${i}`, 6, { kinds: [1] }));
    const both = createCompany("both", 0, { kinds: [0, 1] });
    const kinds = [{ gcid: "shop_bakery" }, { gcid: "shop_florist" }];
    const { companies, hasMore } = select([...bakers, ...florists, both], { kinds, limit: 400 }).list();
    expect([companies.length, hasMore]).toEqual([400, true]);
    expect(companies.filter(({ gcids }) => gcids.includes("shop_florist"))).toHaveLength(21);
    expect(companies.slice(0, 42).filter(({ gcids }) => gcids.includes("shop_florist"))).toHaveLength(21);
    expect(companies[0]).toMatchObject({ gcids: CATEGORIES, sources: ["osm"] });
  });

  it("that do not fit the format are passed over", () => {
    const selection = new CompanySelection(toCircle(LYON, 10), [{ gcid: "shop_bakery" }], 100);
    const broken = [
      null,
      1,
      {},
      { ...createCompany("a", 1), emails: "a@b.fr" },
      { ...createCompany("b", 1), lat: "45" },
    ];
    selection.addTile({ ...toTile(), companies: [...broken, createCompany("whole", 1)] });
    expect(listNames(selection)).toEqual(["whole"]);
  });

  it("with a telephone only come last", () => {
    const companies = [
      createCompany("phone", 1, { site: undefined, phones: ["04 65 71 00 01"] }),
      createCompany("site", 3),
      createCompany("email", 2, { site: undefined, emails: ["a@b.fr"] }),
    ];
    expect(listNames(select(companies, {}))).toEqual(["email", "site", "phone"]);
  });

  it("are complete when no more is said to exist, and nothing farther is read once there are enough", () => {
    const two = [createCompany("a", 1), createCompany("b", 2)];
    expect(select(two, { limit: 2 }).list().hasMore).toBe(false);
    expect(select(two, { limit: 2 }).isFull(2.1)).toBe(true);
    // A tile that begins nearer may have a nearer one.
    expect(select(two, { limit: 2 }).isFull(1.9)).toBe(false);
    expect(select(two, { limit: 3 }).isFull(2.1)).toBe(false);
    const withPhone = [createCompany("a", 1), createCompany("b", 2, { site: undefined, phones: ["1"] })];
    // A tile further away may have one with a site.
    expect(select(withPhone, { limit: 2 }).isFull(9)).toBe(false);
    expect(select([], {}).list()).toEqual({ companies: [], hasMore: false });
  });
});

describe("a zone", () => {
  it("touches the tiles of its circle, nearest first", () => {
    const listTiles = (km: number) => listZoneTiles(toCircle(LYON, km), {}).map(({ id }) => id);
    const tiles = listTiles(5);
    expect(tiles.length).toBeGreaterThanOrEqual(1);
    expect(tiles.length).toBeLessThanOrEqual(4);
    expect(tiles[0]).toBe("678-739");
    const wide = listTiles(60);
    expect(wide.slice(0, 1)).toEqual(tiles.slice(0, 1));
    expect(wide.length).toBeGreaterThan(20);
    expect(wide.length).toBeLessThan(60);
    expect(new Set(wide).size).toBe(wide.length);
  });

  it("touches only some parts of a split tile, and they are never farther than their nearest company", () => {
    const [tile = ""] = listZoneTiles(toCircle(LYON, 0), {}).map(({ id }) => id);
    const { south, west, north, east } = toTileBox(tile);
    const companies = Array.from({ length: 2_000 }, (_, i) => ({
      id: String(i),
      lat: south + ((i * 0.618) % 1) * (north - south),
      lon: west + ((i * 0.414) % 1) * (east - west),
    }));
    const parts = splitTile(tile, companies, 100);
    const splitTiles = { [tile]: parts.map(({ ground }) => ground) };
    for (const zone of [
      toCircle(LYON, 3),
      toCircle({ lat: LYON.lat, lon: west - 0.1 }, 9),
      toBoxZone(toBox(LYON, 2)),
    ]) {
      const touched = listZoneTiles(zone, splitTiles).filter(({ isPart }) => isPart);
      expect(touched.length).toBeGreaterThan(0);
      expect(touched.length).toBeLessThan(15);
      for (const part of parts) {
        const distances = part.companies.flatMap((company) => findDistanceKm(zone, company) ?? []);
        const listed = touched.find(({ id }) => id === part.id);
        if (distances.length > 0) expect(listed?.distanceKm).toBeLessThanOrEqual(Math.min(...distances));
      }
      expect(touched.map(({ distanceKm }) => distanceKm)).toEqual(
        touched.map(({ distanceKm }) => distanceKm).toSorted((a, b) => a - b),
      );
    }
  });

  it("is covered when a box holds its centre", () => {
    const france = { south: 41, west: -5, north: 51, east: 10 };
    expect(isCovered([france], toCircle(LYON, 50))).toBe(true);
    expect(isCovered([france], toBoxZone({ south: 52.3, west: 13, north: 52.7, east: 13.8 }))).toBe(false);
    expect(isCovered([], toCircle(LYON, 50))).toBe(false);
  });

  it("reaches as far at a pole and at the date line as anywhere", () => {
    expect(listZoneTiles(toCircle({ lat: 90, lon: 0 }, 10), {}).length).toBeGreaterThan(0);
    expect(listZoneTiles(toCircle({ lat: -17, lon: 179.99 }, 10), {}).length).toBeGreaterThan(0);
    expect(Math.round(computeDistanceKm(LYON, { lat: 48.8566, lon: 2.3522 }))).toBe(392);
  });
});
