import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matchCategories } from "../../../tools/directory-build/match-categories";
import { parseNdjsonLine, parseSourceName } from "../../../tools/directory-build/ndjson-entry";
import { hasNameAndContact, toOsmEntry, toRawPlace } from "../../../tools/directory-build/osm-entry";
import { parseOvertureCategories } from "../../../tools/directory-build/overture-categories";
import { OvertureRow, readOvertureSource, toOvertureEntry } from "../../../tools/directory-build/overture-entry";
import { readLines } from "../../../tools/directory-build/read-lines";
import { checkEntry } from "../../../tools/directory-build/source-entry";
import { catalogue } from "../../../worker/catalogue/catalogue";

const readOsmTags = (tags: Record<string, string>) =>
  toOsmEntry({ type: "node", id: 7, lat: 45.764_043_21, lon: 4.835_659, tags }, matchCategories(tags));

describe("categories of an object of OpenStreetMap", () => {
  it("are those whose tags it carries, all tags of a filter", () => {
    expect(matchCategories({ office: "company", company: "software" })).toContain("software_company");
    expect(matchCategories({ office: "company" })).not.toContain("software_company");
    expect(matchCategories({ name: "Chez Paul" })).toEqual([]);
  });

  it("are several when a tag has several values", () => {
    const kinds = matchCategories({ amenity: "restaurant", cuisine: "pizza; italian" });
    expect(kinds).toEqual(
      expect.arrayContaining(["amenity_restaurant", "amenity_restaurant_italian", "amenity_restaurant_pizza"]),
    );
  });
});

describe("an object of OpenStreetMap", () => {
  it("becomes an entry with its contacts in any usual spelling of the keys", () => {
    expect(
      readOsmTags({
        shop: "bakery",
        name: "Boulangerie  Dupont",
        "contact:website": "www.dupont.fr",
        "contact:email": "Bonjour@Dupont.fr;not an address",
        telephone: "+33 4 65 71 00 01",
        "contact:mobile": "+33 6 39 98 00 01; +33 4 65 71 00 01",
        "addr:city": "Lyon",
        "addr:postcode": "69003",
        "addr:country": "uk",
        brand: "Dupont",
      }).entry,
    ).toEqual({
      id: "osm:n7",
      source: "osm",
      name: "Boulangerie Dupont",
      lat: 45.76404,
      lon: 4.83566,
      kinds: ["shop_bakery"],
      site: "https://www.dupont.fr/",
      emails: ["bonjour@dupont.fr"],
      phones: ["+33 4 65 71 00 01", "+33 6 39 98 00 01"],
      town: "Lyon",
      postcode: "69003",
      country: "GB",
      page: "https://www.openstreetmap.org/node/7",
      brand: "Dupont",
    });
  });

  it("has the name of its brand or operator when it has none of its own", () => {
    expect(readOsmTags({ shop: "bakery", brand: "Paul", phone: "0465710001" }).entry?.name).toBe("Paul");
    expect(readOsmTags({ amenity: "hospital", operator: "Hospices", phone: "0465710001" }).entry?.name).toBe(
      "Hospices",
    );
  });

  it.each([
    ["no_category", { name: "A", phone: "0465710001" }],
    ["no_name", { shop: "bakery", phone: "0465710001" }],
    ["no_name", { shop: "bakery", name: "***", phone: "0465710001" }],
    ["no_contact", { shop: "bakery", name: "A" }],
    ["no_contact", { shop: "bakery", name: "A", website: "javascript:alert(1)", email: "x", phone: "12" }],
    ["no_contact", { shop: "bakery", name: "A", website: "http://192.168.0.1/" }],
    ["no_contact", { shop: "bakery", name: "A", website: "http://a:b@firm.fr/" }],
    ["no_contact", { shop: "bakery", name: "A", website: "https://shop.example/" }],
    ["closed", { shop: "bakery", name: "A", phone: "0465710001", opening_hours: "closed" }],
    ["closed", { shop: "bakery", name: "A", phone: "0465710001", disused: "yes" }],
  ])("is refused: %s, %j", (refusal, tags) => {
    expect(readOsmTags(tags)).toEqual({ refusal });
  });

  it("counts as a company without category only with name and contact", () => {
    expect(hasNameAndContact({ name: "A", "contact:phone": "1" })).toBe(true);
    expect(hasNameAndContact({ name: "A" })).toBe(false);
    expect(hasNameAndContact({ phone: "1" })).toBe(false);
  });

  it("is a place with its names, population and postcodes", () => {
    const at = { lat: 48.1371, lon: 11.5754 };
    expect(
      toRawPlace({
        ...at,
        tags: {
          place: "city",
          name: "München",
          "name:fr": "Munich",
          alt_name: "Minga;Monaco di Baviera",
          population: "1 488 202",
          postal_code: "80331;80333",
          "is_in:state": "Bayern",
        },
      }),
    ).toEqual({
      kind: "city",
      name: "München",
      names: { fr: "Munich" },
      otherNames: ["Minga", "Monaco di Baviera", "80331", "80333"],
      ...at,
      population: 1_488_202,
      region: "Bayern",
    });
    expect(toRawPlace({ ...at, tags: { place: "hamlet", name: "Les Prés" } })).toBeUndefined();
    expect(toRawPlace({ ...at, tags: { place: "town" } })).toBeUndefined();
  });
});

describe("a place of Overture", () => {
  const categories = parseOvertureCategories(
    readFileSync("tools/directory-build/data/overture-categories.tsv", "utf8"),
  );
  const row = {
    id: "08f1",
    names: { primary: "Boulangerie Dupont" },
    categories: { primary: "bakery", alternate: ["cafe", null] },
    confidence: 0.9,
    operating_status: "open",
    websites: ["https://dupont.fr/"],
    emails: null,
    phones: ["+33465710001"],
    addresses: [{ freeform: "1 rue", locality: "Lyon", postcode: "69003", country: "FR" }],
    sources: [{ dataset: "Foursquare", update_time: "2026-10-01T00:00:00Z" }],
    lat: 45.76,
    lon: 4.83,
  };
  const readRow = (given: Record<string, unknown> = {}) => {
    const parsed = OvertureRow.parse({ ...row, ...given });
    const { id } = readOvertureSource(parsed);
    const { raw, unmapped } = toOvertureEntry(parsed, id, categories);
    return { ...checkEntry(raw, false), unmapped };
  };

  it("becomes an entry of the dataset that it is from, with its licence", () => {
    expect(readRow().entry).toEqual({
      id: "overture:08f1",
      source: "overture:foursquare",
      name: "Boulangerie Dupont",
      lat: 45.76,
      lon: 4.83,
      kinds: ["shop_bakery", "amenity_cafe"],
      site: "https://dupont.fr/",
      phones: ["+33465710001"],
      town: "Lyon",
      postcode: "69003",
      country: "FR",
    });
    expect(readOvertureSource({ sources: row.sources })).toMatchObject({
      licence: "Apache-2.0",
      date: "2026-10-01T00:00:00Z",
    });
    expect(readOvertureSource({ sources: [{ dataset: "meta" }] })).toMatchObject({
      id: "overture:meta",
      name: "Overture Maps (meta)",
      licence: "CDLA-Permissive-2.0",
    });
    expect(readOvertureSource({ sources: [{ dataset: "New", license: "ODbL-1.0" }] }).licence).toBe("ODbL-1.0");
  });

  it("has the category of its taxonomy, or that of the level above", () => {
    expect(readRow({ categories: null, taxonomy: { primary: "italian_restaurant" } }).entry?.kinds).toEqual([
      "amenity_restaurant_italian",
      "amenity_restaurant",
    ]);
    const unknown = { primary: "unheard_of", hierarchy: ["health_and_medical", "dentist", "unheard_of"] };
    expect(readRow({ categories: null, taxonomy: unknown }).entry?.kinds).toEqual(["amenity_dentist"]);
  });

  it.each([
    [{ operating_status: "permanently_closed" }, "closed"],
    [{ confidence: 0.69 }, "low_confidence"],
    [{ names: null }, "no_name"],
    [{ websites: null, phones: [] }, "no_contact"],
    [{ categories: { primary: "unheard_of" } }, "no_category"],
  ])("is refused with %j: %s", (given, refusal) => {
    expect(readRow(given)).toMatchObject({ refusal });
  });

  it("names the category that the catalogue lacks", () => {
    expect(readRow({ categories: { primary: "unheard_of" } }).unmapped).toBe("unheard_of");
    expect(readRow().unmapped).toBeUndefined();
  });

  it("is mapped only to categories that exist", () => {
    const known = new Set(catalogue.map(({ gcid }) => gcid));
    expect(categories.gcids.filter((gcid) => !known.has(gcid))).toEqual([]);
    expect(new Set(categories.gcids).size).toBe(categories.gcids.length);
  });
});

describe("a line of NDJSON", () => {
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
    parseNdjsonLine(typeof line === "string" ? line : JSON.stringify(line), {
      source,
      isCategory: (gcid) => gcid === "shop_bakery",
      findTown: (town, country) => (town === "Lyon" && country === "FR" ? { lat: 45.76, lon: 4.84 } : undefined),
    });
  const parseEntry = (line: unknown) => {
    const result = parseTestLine(line);
    if ("reason" in result) throw new Error(result.reason);
    return checkEntry(result.raw, false);
  };

  it("becomes an entry with all its columns, normalised", () => {
    expect(
      parseEntry({
        ...good,
        website: "www.dupont.fr",
        emails: ["Jobs@Dupont.fr", "jobs@dupont.fr"],
        phones: ["04 65 71 00 01"],
        lat: 45.75,
        lon: 4.85,
        postcode: "69003",
        categories: ["shop_bakery", "shop=pastry", "craft=confectionery"],
        source_url: "https://list.example/7",
        brand: "Dupont",
        employees: 12,
        sector: "Boulangerie artisanale",
      }).entry,
    ).toEqual({
      id: "open-list-cc0:7",
      source: "open-list-cc0",
      name: "Boulangerie Dupont",
      lat: 45.75,
      lon: 4.85,
      kinds: ["shop_bakery", "craft_confectionery", "shop_pastry"],
      site: "https://www.dupont.fr/",
      emails: ["jobs@dupont.fr"],
      phones: ["04 65 71 00 01"],
      town: "Lyon",
      postcode: "69003",
      country: "FR",
      page: "https://list.example/7",
      brand: "Dupont",
      size: "10-49",
      sector: "Boulangerie artisanale",
    });
  });

  it("stands in the centre of its town when it says no position, or is refused", () => {
    expect(parseEntry(good).entry).toMatchObject({ lat: 45.76, lon: 4.84 });
    expect(parseEntry({ ...good, city: "Atlantis" })).toEqual({ refusal: "no_position" });
  });

  it("needs no category: it is found by its name", () => {
    expect(parseEntry({ ...good, categories: null }).entry?.kinds).toEqual([]);
  });

  it("gets its source from the command when it has none", () => {
    const { source: _, ...line } = good;
    expect(parseTestLine(line, "My list (CC BY)")).toMatchObject({ source: "My list (CC BY)" });
    expect(parseTestLine(line)).toEqual({ reason: "source: it is neither in the line nor given with --source" });
    expect(parseSourceName("My list (CC BY)")).toEqual({ id: "my-list-cc-by", name: "My list", licence: "CC BY" });
    expect(parseSourceName("Mine")).toEqual({ id: "mine", name: "Mine", licence: "" });
  });

  it("without an id is identified by name, place and site, in any spelling", () => {
    const { id: _, ...line } = good;
    const { entry } = parseEntry(line);
    expect(entry?.id).toMatch(/^open-list-cc0:#/u);
    const respelt = { ...line, name: "BOULANGERIE  Dupont", city: "69003 Lyon Cedex 03", lat: 45, lon: 4 };
    expect(parseEntry(respelt).entry?.id).toBe(entry?.id);
    expect(parseEntry({ ...line, city: "Paris", lat: 45, lon: 4 }).entry?.id).not.toBe(entry?.id);
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
    ["part of a person", { ...good, employees: 1.5 }, /^employees: /u],
  ])("is refused with its reason: %s", (_, line, reason) => {
    expect(parseTestLine(line)).toEqual({ reason: expect.stringMatching(reason) as string });
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
