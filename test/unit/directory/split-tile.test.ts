import { describe, expect, it } from "vitest";
import { buildRelease, compressJson } from "../../../tools/directory-build/build-release";
import { splitTile } from "../../../tools/directory-build/split-tile";
import { ReleaseManifest, Tile, toTilePath } from "../../../worker/directory/release/release-format";
import { seededRandom } from "../../harness/random";

const TILE = "694-729";
const random = seededRandom(1);
/** Most of them in a small centre, as in a city; one in ten at the point of the town hall. */
const companies = Array.from({ length: 10_000 }, (_, i) => {
  const away = i % 10 === 0 ? 0 : random() ** 3 * 0.1;
  const angle = random() * 7;
  return {
    id: `osm:n${i}`,
    lat: Number((48.9 + away * Math.sin(angle)).toFixed(5)),
    lon: Number((2.37 + away * Math.cos(angle)).toFixed(5)),
  };
});
const compareIds = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const listIds = (parts: { companies: { id: string }[] }[]) =>
  parts.map((part) => part.companies.map(({ id }) => id).toSorted());

describe("a tile", () => {
  it("of few companies is one file", () => {
    const parts = splitTile(TILE, companies.slice(0, 100), 100);
    expect(parts).toMatchObject([{ id: TILE, companies: { length: 100 } }]);
    expect(splitTile(TILE, companies)).toHaveLength(1);
  });

  it("of many is cut into full parts, and every company is in exactly one, within its ground", () => {
    const parts = splitTile(TILE, companies, 900);
    expect(parts.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, n) => `${TILE}-${n}`));
    for (const part of parts) {
      expect(part.companies.length).toBeGreaterThan(800);
      expect(part.companies.length).toBeLessThanOrEqual(900);
      const { south, west, north, east } = part.ground;
      for (const { lat, lon } of part.companies)
        expect(lat >= south && lat <= north && lon >= west && lon <= east).toBe(true);
    }
    const all = parts.flatMap((part) => part.companies).toSorted(compareIds);
    expect(all).toEqual(companies.toSorted(compareIds));
  });

  it("is cut into parts that are far from long and thin", () => {
    const side = Array.from({ length: 64 }, (_, i) => i / 64);
    const even = side.flatMap((y, row) =>
      side.map((x, column) => ({ id: `${row}-${column}`, lat: 48.8 + y * 0.2, lon: 2.25 + x * 0.25 })),
    );
    for (const { ground } of splitTile(TILE, even, 256)) {
      expect(ground.north - ground.south).toBeLessThan(0.06);
      expect(ground.east - ground.west).toBeLessThan(0.07);
    }
  });

  it("is cut alike in whatever order its companies were found", () => {
    const parts = splitTile(TILE, companies, 900);
    const others = splitTile(TILE, companies.toReversed(), 900);
    expect(listIds(others)).toEqual(listIds(parts));
    expect(others.map(({ ground }) => ground)).toEqual(parts.map(({ ground }) => ground));
  });

  it("whose companies are all at one point is cut all the same", () => {
    const here = companies.map(({ id }) => ({ id, lat: 48.85, lon: 2.35 }));
    const parts = splitTile(TILE, here, 900);
    expect(parts).toHaveLength(12);
    expect(Math.max(...parts.map((part) => part.companies.length))).toBeLessThanOrEqual(900);
    expect(new Set(parts.flatMap((part) => part.companies.map(({ id }) => id))).size).toBe(here.length);
    expect(parts[0]?.ground).toEqual({ south: 48.85, west: 2.35, north: 48.85, east: 2.35 });
    expect(listIds(splitTile(TILE, here.toReversed(), 900))).toEqual(listIds(parts));
  });
});

it("a release names its split tiles in the manifest, and has a file for each part", () => {
  const { manifest, files } = buildRelease({
    release: "2026-11-01-test",
    date: "2026-11-01",
    sources: [{ id: "osm", name: "osm", licence: "ODbL-1.0", url: "", date: "2026-11-01" }],
    entries: [...companies.slice(0, 500), { id: "osm:n0-far", lat: 45.76, lon: 4.83 }].map((company, i) => ({
      ...company,
      source: "osm",
      name: `Firm ${i}`,
      kinds: ["shop_bakery"],
      emails: [`jobs@firm-${i}.example`],
      country: "FR",
    })),
    places: [],
    coverage: [],
    maxFileCompanies: 100,
  });
  expect(ReleaseManifest.parse(manifest)).toMatchObject({ companies: 501, tiles: 2 });
  const [[tile, grounds] = ["", []], ...others] = Object.entries(manifest.split_tiles);
  expect([others, grounds.length, files.has(toTilePath(tile))]).toEqual([[], 5, false]);
  const parts = grounds.map((_, n) => Tile.parse(files.get(toTilePath(`${tile}-${n}`))));
  expect(parts.map((part) => [part.tile, part.companies.length])).toEqual(grounds.map((_, n) => [`${tile}-${n}`, 100]));
  expect([...files.keys()].filter((path) => path.startsWith("tiles/"))).toHaveLength(6);
});

describe("a file that a search could not read", () => {
  it.each([
    ["of too much text", " ".repeat(33_000_000), "the text of tiles/1-1.json.gz would have 33000002 bytes"],
    // Random bytes do not shrink.
    ["of too many bytes", makeNoise(9_000_000), "tiles/1-1.json.gz would have"],
  ])("%s is never written", async (_, text, message) => {
    await expect(compressJson(text, "tiles/1-1.json.gz")).rejects.toThrow(message);
  });
});

function makeNoise(length: number): string {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return new TextDecoder("windows-1252").decode(bytes);
}
