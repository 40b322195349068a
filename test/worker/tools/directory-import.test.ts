import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readLines } from "../../../tools/directory-build/read-lines";
import { toGridCell, listGridCells, toCityKey, foldName } from "../../../worker/directory/place-keys";
import { type DirectoryEntry, parseLine } from "../support/parse-directory-line";
import { upsertEntries } from "../support/upsert-directory-entries";

const terms = { source: undefined, isCategory: (gcid: string) => gcid === "shop_bakery" };
const good = {
  name: "Boulangerie Dupont",
  website: "https://dupont.fr",
  city: "Lyon",
  country: "fr",
  categories: ["shop_bakery"],
  source: "Open List (CC0)",
  id: 7,
};
const parseTestLine = (line: unknown, source?: string) =>
  parseLine(typeof line === "string" ? line : JSON.stringify(line), { ...terms, source });
function parseEntry(line: unknown): DirectoryEntry {
  const result = parseTestLine(line);
  if (result.is !== "entry") throw new Error(JSON.stringify(result));
  return result.entry;
}

describe("a line of an import", () => {
  it("becomes a company with all its fields, normalised", () => {
    expect(
      parseEntry({
        ...good,
        website: "www.dupont.fr",
        emails: ["Jobs@Dupont.fr", "jobs@dupont.fr"],
        phones: ["04 65 71 00 01"],
        lat: 45.75,
        lon: 4.85,
        categories: ["shop_bakery", "shop=bakery", "shop_bakery"],
        source_url: "https://list.example/7",
      }),
    ).toMatchObject({
      source: "Open List (CC0)",
      id: "7",
      name: "Boulangerie Dupont",
      nameKey: "boulangerie dupont",
      website: "https://www.dupont.fr",
      emails: ["jobs@dupont.fr"],
      phones: ["04 65 71 00 01"],
      city: "Lyon",
      cityKey: "lyon",
      country: "FR",
      lat: 45.75,
      lon: 4.85,
      cell: toGridCell(45.75, 4.85),
      categories: ["shop_bakery", "shop=bakery"],
      page: "https://list.example/7",
    });
  });

  it("may omit or null optional fields", () => {
    expect(
      parseEntry({
        name: "A",
        emails: ["a@b.fr"],
        country: "FR",
        lat: 45,
        lon: 4,
        source: "S",
        website: null,
        city: null,
        categories: null,
        id: null,
      }),
    ).toMatchObject({ website: null, city: "", categories: [], page: "" });
  });

  it("gets its source from the command when it has none", () => {
    const { source: _, ...line } = good;
    expect(parseTestLine(line, "My list (CC BY)")).toMatchObject({ is: "entry", entry: { source: "My list (CC BY)" } });
    expect(parseTestLine(line)).toMatchObject({
      is: "bad",
      reason: "source: it is neither in the line nor given with --source",
    });
  });

  it("without an id is identified by name, place and site, in any spelling", () => {
    const { id: _, ...line } = good;
    const { id } = parseEntry(line);
    expect(id).toMatch(/^#/u);
    expect(parseEntry({ ...line, name: "BOULANGERIE  Dupont", city: "69003 Lyon Cedex 03", phones: ["1"] }).id).toBe(
      id,
    );
    expect(parseEntry({ ...line, city: "Paris" }).id).not.toBe(id);
  });

  it("is skipped without any contact", () => {
    expect(parseTestLine({ name: "A", city: "Lyon", country: "FR", source: "S", phones: [] })).toEqual({
      is: "left_out",
    });
    expect(
      parseTestLine({ name: "A", city: "Lyon", country: "FR", source: "S", phones: ["04 65 71 00 01"] }),
    ).toMatchObject({
      is: "entry",
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "{", /^not JSON$/u],
    ["no object", "[]", /object/u],
    ["no name", { ...good, name: " " }, /^name: /u],
    ["a name of two lines", { ...good, name: "a\nb" }, /^name: control characters$/u],
    ["a misspelt column", { ...good, web: "x" }, /"web"/u],
    ["a website that is none", { ...good, website: "javascript:alert(1)" }, /^website: /u],
    ["an address that is none", { ...good, emails: ["a@"] }, /^emails\.0: /u],
    ["addresses that are no list", { ...good, emails: "a@b.fr" }, /^emails: /u],
    ["a country that is none", { ...good, country: "XQ" }, /^country: no country/u],
    ["a country by another code", { ...good, country: "UK" }, /^country: no country/u],
    ["a country by its name", { ...good, country: "France" }, /^country: two letters/u],
    ["half a place", { ...good, lat: 45 }, /^lat and lon go together$/u],
    ["a place beyond the pole", { ...good, lat: 91, lon: 0 }, /^lat: /u],
    ["no place at all", { ...good, city: undefined }, /^neither city nor lat and lon/u],
    ["an unknown category", { ...good, categories: ["shop_bakery", "bakers"] }, /^categories: "bakers" is neither/u],
    ["a tag without a value", { ...good, categories: ["shop="] }, /^categories: "shop=" is neither/u],
    ["half a character", { ...good, name: "\ud800" }, /^name: /u],
  ])("is refused with its reason: %s", (_, line, reason) => {
    const result = parseTestLine(line);
    expect(result.is).toBe("bad");
    expect(result.is === "bad" && result.reason).toMatch(reason);
  });
});

describe("the lines of a file", () => {
  async function* chunks(...texts: string[]) {
    yield* texts;
  }
  const collectLines = async (...texts: string[]) =>
    Array.fromAsync(readLines(chunks(...texts)), ({ number, text }) => `${number} ${text}`);

  it("are cut wherever the chunks end, numbered as an editor does", async () => {
    expect(await collectLines("a\nb", "b\n\n", "\r\nc\n")).toEqual(["1 a", "2 bb", "5 c"]);
    expect(await collectLines("a")).toEqual(["1 a"]);
    expect(await collectLines("", "\n")).toEqual([]);
  });

  it("are skipped when too long, and the next one is read", async () => {
    expect(await collectLines("a\n", "x".repeat(60_000), "x".repeat(60_000), "x\nb")).toEqual(["1 a", "2 null", "3 b"]);
  });
});

describe("names and places", () => {
  it.each([
    ["Saint-Étienne", "saint etienne"],
    ["St. Gallen", "saint gallen"],
    ["75011 PARIS", "paris"],
    ["Paris 11e Arrondissement", "paris"],
    ["Lyon Cedex 03", "lyon"],
    ["Gießen", "giessen"],
    ["东京", "东京"],
    ["1770", "1770"],
  ])("the city %s is %s", (city, key) => expect(toCityKey(city)).toBe(key));

  it("fold to one spelling", () => expect(foldName("  L’Œuvre d'Été & Söhne GmbH ")).toBe("l oeuvre d ete sohne gmbh"));

  it("a box is the cells that it touches, unless it is a country", () => {
    const box = { south: 45.69, west: 4.75, north: 45.81, east: 4.91 };
    expect(listGridCells(box)).toHaveLength(9);
    for (const [lat, lon] of [
      [45.69, 4.75],
      [45.75, 4.85],
      [45.81, 4.91],
    ] as const)
      expect(listGridCells(box)).toContain(toGridCell(lat, lon));
    expect(listGridCells({ south: 41, west: -5, north: 51, east: 9 })).toEqual([]);
    expect(listGridCells({ south: -0.05, west: -0.05, north: 0.05, east: 0.05 })).toContain(toGridCell(-0.01, -0.01));
  });
});

describe("writing to the database", () => {
  const listRows = async () =>
    (
      await env.DB.prepare(
        "SELECT id, category, name, city_key, emails, lat FROM directory ORDER BY id, category",
      ).all()
    ).results;
  const [baker, other] = [
    parseEntry({ ...good, categories: ["shop_bakery", "shop=pastry"], emails: ["a@b.fr"] }),
    parseEntry({ ...good, id: 8, name: 'O\'Neil "Söhne"', categories: [], lat: 45.5, lon: 4.5 }),
  ];

  it("makes a row of each category, and one of a company without any", async () => {
    expect(await upsertEntries(env.DB, [baker, other])).toEqual({ added: 2, updated: 0, unchanged: 0 });
    expect(await listRows()).toEqual([
      {
        id: "7",
        category: "shop=pastry",
        name: "Boulangerie Dupont",
        city_key: "lyon",
        emails: '["a@b.fr"]',
        lat: null,
      },
      {
        id: "7",
        category: "shop_bakery",
        name: "Boulangerie Dupont",
        city_key: "lyon",
        emails: '["a@b.fr"]',
        lat: null,
      },
      { id: "8", category: "", name: 'O\'Neil "Söhne"', city_key: "lyon", emails: "[]", lat: 45.5 },
    ]);
  });

  it("changes nothing the second time, and of a changed line only what changed", async () => {
    await upsertEntries(env.DB, [baker, other]);
    const before = await listRows();
    expect(await upsertEntries(env.DB, [baker, other])).toEqual({ added: 0, updated: 0, unchanged: 2 });
    expect(await listRows()).toEqual(before);
    const moved = parseEntry({ ...good, city: "Paris" });
    expect(await upsertEntries(env.DB, [moved, other])).toEqual({ added: 0, updated: 1, unchanged: 1 });
    expect(await listRows()).toEqual([
      { id: "7", category: "shop_bakery", name: "Boulangerie Dupont", city_key: "paris", emails: "[]", lat: null },
      before[2],
    ]);
  });

  it("keeps the last of two lines with one key, and separates sources", async () => {
    const elsewhere = parseEntry({ ...good, source: "Another (CC0)" });
    expect(await upsertEntries(env.DB, [baker, elsewhere, parseEntry({ ...good, name: "Later" })])).toEqual({
      added: 2,
      updated: 0,
      unchanged: 0,
    });
    expect((await listRows()).map(({ name }) => String(name)).toSorted()).toEqual(["Boulangerie Dupont", "Later"]);
  });
});
