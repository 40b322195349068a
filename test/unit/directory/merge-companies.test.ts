import { describe, expect, it } from "vitest";
import { buildRelease, compressJson } from "../../../tools/directory-build/build-release";
import { EntryIndex } from "../../../tools/directory-build/entry-index";
import { findDoubles } from "../../../tools/directory-build/find-doubles";
import { buildTile, mergeEntries } from "../../../tools/directory-build/merge-entries";
import type { SourceEntry } from "../../../tools/directory-build/source-entry";

/** Ranks as a build has them. */
const RANKS: Record<string, number> = { list: 0, osm: 1, overture: 2 };
const METRES_PER_DEGREE = 111_195;
let made = 0;

/** @param north metres from the centre of Lyon */
function makeEntry(source: keyof typeof RANKS, north: number, rest: Partial<SourceEntry> = {}): SourceEntry {
  made += 1;
  return {
    id: `${source}:${made}`,
    source,
    name: `Firm ${made}`,
    lat: 45.76 + north / METRES_PER_DEGREE,
    lon: 4.84,
    kinds: ["shop_bakery"],
    phones: [`04657100${made}`],
    town: "Lyon",
    country: "FR",
    ...rest,
  };
}

/** Groups of entries that are one company, by their position, and the kinds of chains. */
function group(...entries: SourceEntry[]) {
  const index = new EntryIndex();
  for (const entry of entries) index.add(entry, RANKS[entry.source] ?? 9);
  const { leader, chain } = findDoubles(index);
  const groups = Map.groupBy(entries.keys(), (i) => leader[i] ?? i);
  return { groups: [...groups.values()], leaders: [...leader], chain: [...chain] };
}

describe("entries are one company", () => {
  const site = { site: "https://dupont.fr/" };
  it("with the same site close by, whatever the page and the name", () => {
    const [one, other] = [makeEntry("osm", 0, site), makeEntry("overture", 140, { site: "http://www.dupont.fr/lyon" })];
    expect(group(one, other).groups).toEqual([[0, 1]]);
  });

  it("with the same name within 150 metres, in any spelling", () => {
    const [one, other] = [
      makeEntry("osm", 0, { name: "Boulangerie Dupont" }),
      makeEntry("overture", 120, { name: "BOULANGERIE-DUPONT" }),
    ];
    expect(group(one, other).groups).toEqual([[0, 1]]);
    expect(group(one, { ...other, lat: one.lat + 200 / METRES_PER_DEGREE, town: "Bron" }).groups).toEqual([[0], [1]]);
  });

  it("with the same name or site in one town, when no source lists it there twice", () => {
    const [one, far] = [makeEntry("osm", 0, { name: "Dupont" }), makeEntry("overture", 3_000, { name: "Dupont" })];
    expect(group(one, far).groups).toEqual([[0, 1]]);
    const branch = makeEntry("osm", -2_000, { name: "Dupont" });
    expect(group(one, far, branch).groups).toEqual([[0], [1], [2]]);
    expect(group(one, { ...far, town: "Bron" }).groups).toEqual([[0], [1]]);
    expect(group(makeEntry("osm", 0, site), makeEntry("list", 3_000, site)).groups).toEqual([[0, 1]]);
  });

  it("not with the same name but different sites in one town", () => {
    const [one, other] = [
      makeEntry("osm", 0, { name: "Boulangerie", site: "https://a.fr/" }),
      makeEntry("overture", 3_000, { name: "Boulangerie", site: "https://b.fr/" }),
    ];
    expect(group(one, other).groups).toEqual([[0], [1]]);
  });

  it("not link by link along a street", () => {
    const street = [0, 100, 200, 300].map((north) => makeEntry("osm", north, { site: "https://city.fr/" }));
    expect(group(...street).groups).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("with the same id, as of two extracts that overlap", () => {
    const one = makeEntry("osm", 0);
    expect(group(one, makeEntry("osm", 500), { ...one, name: "Renamed", lat: 46 }).groups).toEqual([[0, 2], [1]]);
  });

  it("not on a host that many share", () => {
    const pages = ["a", "b"].map((name) => makeEntry("osm", 0, { site: `https://www.facebook.com/${name}` }));
    expect(group(...pages).groups).toEqual([[0], [1]]);
  });

  it("led by the source that is believed most", () => {
    const entries = [makeEntry("overture", 0, site), makeEntry("osm", 10, site), makeEntry("list", 20, site)];
    expect(group(...entries).leaders).toEqual([2, 2, 2]);
  });
});

describe("a chain", () => {
  it("is companies of one site or brand in different places", () => {
    const shops = [0, 5_000].map((north) =>
      makeEntry("osm", north, { site: `https://paul.fr/shop-${north}`, town: `Town ${north}` }),
    );
    expect(group(...shops)).toMatchObject({ groups: [[0], [1]], chain: [1, 1] });
    const branded = [0, 5_000].map((north) => makeEntry("osm", north, { brand: "Paul" }));
    expect(group(...branded)).toMatchObject({ groups: [[0], [1]], chain: [2, 2] });
  });

  it("is not one company of several entries", () => {
    const doubles = ["osm", "overture"].map((source) =>
      makeEntry(source, 0, { site: "https://paul.fr/", brand: "Paul" }),
    );
    expect(group(...doubles)).toMatchObject({ groups: [[0, 1]], chain: [0, 0] });
  });

  it("stays when the index is read back from a file", () => {
    const index = new EntryIndex();
    for (let n = 0; n < 3_000; n++) index.add(makeEntry("osm", n * 10_000, { brand: `Brand ${n % 7}` }), 1);
    const copy = new EntryIndex();
    copy.addBytes(index.toBytes(0));
    expect(copy.count).toBe(3_000);
    expect(findDoubles(copy)).toEqual(findDoubles(index));
    expect([copy.lat(2_999), copy.lon(5)]).toEqual([index.lat(2_999), index.lon(5)]);
  });
});

describe("a merged company", () => {
  it("has the name and place of its leader, and what any of them knows", () => {
    const lead = makeEntry("osm", 0, { name: "Dupont", phones: ["+33 4 65 71 00 01"], page: "https://osm.org/node/1" });
    const other = makeEntry("overture", 50, {
      kinds: ["amenity_cafe", "shop_bakery"],
      site: "https://paul.fr/lyon",
      emails: ["a@paul.fr"],
      phones: ["04 65 71 00 01", "+33 4 65 71 00 02"],
      postcode: "69003",
      size: "10-49",
    });
    expect(
      mergeEntries(
        [
          { entry: lead, chain: 0 },
          { entry: other, chain: 1 },
        ],
        "FR",
      ),
    ).toEqual({
      id: lead.id,
      name: "Dupont",
      lat: lead.lat,
      lon: lead.lon,
      kinds: ["shop_bakery", "amenity_cafe"],
      from: ["osm", "overture"],
      country: "FR",
      site: "https://paul.fr/lyon",
      emails: ["a@paul.fr"],
      phones: ["+33 4 65 71 00 01", "+33 4 65 71 00 02"],
      town: "Lyon",
      postcode: "69003",
      page: "https://osm.org/node/1",
      chain: "paul.fr",
      size: "10-49",
    });
  });

  it("stands in a file that is the same in whatever order it was found", async () => {
    const companies = ["c", "a", "b"].map((id) =>
      mergeEntries([{ entry: makeEntry("osm", 0, { id, kinds: [`kind_${id}`, "shop_bakery"] }), chain: 0 }], "FR"),
    );
    const [one, other] = [buildTile("1-1", companies), buildTile("1-1", companies.toReversed())];
    expect(one).toEqual(other);
    expect(one.categories).toEqual(["kind_a", "kind_b", "kind_c", "shop_bakery"]);
    expect(one.companies.map(({ id, kinds }) => [id, kinds])).toEqual([
      ["a", [0, 3]],
      ["b", [1, 3]],
      ["c", [2, 3]],
    ]);
    const bytes = await compressJson(one);
    expect(await compressJson(other)).toEqual(bytes);
    // No time, no name of the machine's system.
    expect([...bytes.subarray(4, 8), bytes[9]]).toEqual([0, 0, 0, 0, 255]);
  });
});

it("a release in memory accounts for every entry", () => {
  const source = (id: string) => ({ id, name: id, licence: "CC0-1.0", url: "", date: "2026-11-01" });
  const entries = [
    makeEntry("osm", 0, { site: "https://dupont.fr/" }),
    makeEntry("overture", 50, { site: "https://dupont.fr/" }),
    makeEntry("overture", 30_000),
  ];
  const { manifest, files } = buildRelease({
    release: "2026-11-01-test",
    date: "2026-11-01",
    sources: [source("osm"), source("overture")],
    entries,
    places: [],
    coverage: [],
  });
  expect(manifest).toMatchObject({ companies: 2, tiles: 2 });
  expect(manifest.sources.map(({ kept, merged }) => [kept, merged])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect([...files.keys()].filter((path) => path.startsWith("tiles/"))).toHaveLength(2);
});
