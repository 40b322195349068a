import { expect, it } from "vitest";
import { toSiteKey } from "../../../tools/directory-build/entry-index";
import { ReleaseManifest, Tile, toPlacesPath } from "../../../worker/directory/release/release-format";
import { listElements } from "../../sandbox/companies/osm-elements";
import { buildSampleRelease, publishSampleRelease } from "../../sandbox/directory/sample-release";
import { cities, CITY_RADIUS_DEGREES } from "../../sandbox/osm/cities";

const lyon = cities.find(({ slug }) => slug === "lyon");
if (!lyon) throw new Error("the sandbox has no Lyon");

it("the sandbox's release holds the companies that its OpenStreetMap answers", () => {
  const { manifest, files } = buildSampleRelease({ cities: ["lyon"], gcids: ["shop_bakery"] });
  ReleaseManifest.parse(manifest);
  const tiles = [...files].filter(([path]) => path.startsWith("tiles/")).map(([, tile]) => Tile.parse(tile));
  const companies = tiles.flatMap((tile) => tile.companies);
  const elements = listElements([{ kind: "equals", key: "shop", value: "bakery" }], lyon, CITY_RADIUS_DEGREES);
  const reachable = elements.filter(({ tags }) =>
    ["website", "contact:website", "email", "contact:email", "phone", "contact:phone"].some((key) => tags[key]),
  );
  expect(companies.length).toBeGreaterThan(5);
  expect(companies.map(({ id }) => id).toSorted()).toEqual(
    reachable.map(({ type, id }) => `osm:${type.charAt(0)}${id}`).toSorted(),
  );
  for (const { tags } of reachable) {
    const website = tags.website ?? tags["contact:website"];
    if (website === undefined) continue;
    const site = toSiteKey({ site: new URL(website.startsWith("http") ? website : `https://${website}`).href });
    expect(companies.map((company) => toSiteKey(company))).toContain(site);
  }
  expect(files.get(toPlacesPath("l"))).toMatchObject({ places: [{ names: { local: "Lyon" }, country: "FR" }] });
});

it("two of them are switched by name, with companies and coverage of a test's own", async () => {
  const stored = new Map<string, Uint8Array | string>();
  const bucket = { put: (key: string, value: Uint8Array | string) => Promise.resolve(stored.set(key, value)) };
  await publishSampleRelease(bucket, { cities: ["lyon"], gcids: ["shop_bakery"] });
  const manifest = await publishSampleRelease(bucket, {
    release: "2026-12-01-next",
    cities: [],
    covered: false,
    entries: [{ id: "list:1", source: "list", name: "Own", lat: 45.76, lon: 4.84, kinds: [], country: "FR" }],
    places: [{ kind: "town", name: "Bron", names: {}, otherNames: [], lat: 45.73, lon: 4.91, country: "FR" }],
  });
  expect(manifest).toMatchObject({ companies: 1, tiles: 1, places: 1, coverage: [] });
  expect(manifest.sources.map(({ id }) => id)).toEqual(["osm", "list"]);
  expect(JSON.parse(String(stored.get("directory/current.json")))).toMatchObject({ release: "2026-12-01-next" });
  expect([...stored.keys()].filter((key) => key.startsWith("directory/2026-11-01-sandbox/")).length).toBeGreaterThan(2);
});
