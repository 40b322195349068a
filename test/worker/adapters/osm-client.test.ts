import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createNominatim } from "../../../worker/adapters/osm/nominatim";
import { toSilenceSeconds } from "../../../worker/adapters/osm/osm-request";
import { createOverpass } from "../../../worker/adapters/osm/overpass";
import { writeOverpassQuery } from "../../../worker/adapters/osm/overpass-query";
import { type Area, type DirectoryAnswer, type CompanyKind } from "../../../worker/platform/ports";
import { parseQuery } from "../../sandbox/osm/parse-query";
import { catchFailureName } from "../support/external-failure";
import { orderFault } from "../support/sandbox-client";

const sandboxFetch: typeof fetch = (input, init) => env.SANDBOX.fetch(input, init);
const userAgent = "Candidature/1.0 (+https://candidature.example/contact)";
const overpassUrl = "https://overpass-api.de/api/interpreter";
const options = { fetch: sandboxFetch, url: overpassUrl, userAgent, allowReserved: true };
const geocoder = createNominatim({ fetch: sandboxFetch, url: "https://nominatim.openstreetmap.org", userAgent });
const lyon: Area = {
  city: "Lyon (France)",
  name: "Lyon",
  names: ["Lyon"],
  country: "FR",
  relation: 120965,
  box: { south: 45.6, west: 4.7, north: 45.9, east: 5 },
};
const toKind = (...tags: string[]): CompanyKind => ({
  filters: [tags.map((tag) => [tag.split("=")[0] ?? "", tag.split("=")[1] ?? ""] as const)],
});
const bakeries = { area: lyon, kinds: [toKind("shop=bakery")] };
/** The answer for a single kind. */
async function findBakeries(given: Partial<typeof options> = {}): Promise<DirectoryAnswer> {
  const [answer] = await createOverpass({ ...options, ...given }).find(bakeries);
  if (!answer) throw new Error("not answered");
  return answer;
}
const countElement = (nodes: number, ways = 0, relations = 0) => ({
  type: "count",
  id: 0,
  tags: {
    nodes: String(nodes),
    ways: String(ways),
    relations: String(relations),
    total: String(nodes + ways + relations),
  },
});
/** Overpass's answer for one kind. */
const fetchReturningElements = (
  ...elements: { type: string; id: number; tags?: Record<string, string>; [more: string]: unknown }[]
): typeof fetch => {
  const of = (type: string) => elements.filter((element) => element.type === type).length;
  return fetchReturning(
    JSON.stringify({ elements: [countElement(of("node"), of("way"), of("relation")), ...elements] }),
  );
};
const fetchReturning =
  (body: string, init?: ResponseInit): typeof fetch =>
  async () =>
    new Response(body, init);

describe("the place of a city", () => {
  it.each([
    ["Paris (France)", "FR", 7444],
    ["Munich (Germany)", "DE", 62428],
    ["London (United Kingdom)", "GB", 175342],
    ["saint etienne", "FR", 117470],
  ])("%s", async (city, country, id) => {
    const area = await geocoder.locate(city);
    expect(area).toMatchObject({ city, country, relation: id });
    expect(area && area.box.south < area.box.north && area.box.west < area.box.east).toBe(true);
  });

  it("comes with all the names of the city", async () =>
    expect(await geocoder.locate("Munich (Germany)")).toMatchObject({ names: ["München", "munich"] }));

  it("is null for an unknown city", async () => expect(await geocoder.locate("Atlantis")).toBeNull());

  describe("when there are several", () => {
    const place = (osm_type: string, osm_id: number, south: number, name = "Valence") => ({
      osm_type,
      osm_id,
      name,
      display_name: name,
      boundingbox: [String(south), String(south + 0.1), "4.8", "5"],
      address: { country_code: "fr" },
    });
    const locateAmong = async (...places: unknown[]) =>
      createNominatim({
        fetch: fetchReturning(JSON.stringify(places)),
        url: "https://nominatim.openstreetmap.org",
        userAgent,
      }).locate("Valence");

    it("is the first, whatever the others are", async () => {
      expect(await locateAmong(place("node", 1, 44.9), place("relation", 2, 39.4))).toMatchObject({
        relation: null,
        box: { south: 44.9 },
      });
      expect(await locateAmong(place("relation", 3, 44.9), place("relation", 4, 39.4))).toMatchObject({ relation: 3 });
    });

    it("is the border rather than the middle of one place", async () => {
      expect(
        await locateAmong(place("node", 1, 44.93), place("relation", 2, 39.4), place("relation", 5, 44.9)),
      ).toMatchObject({ relation: 5, box: { south: 44.9 } });
      expect(
        await locateAmong(place("node", 1, 44.93), place("relation", 6, 44.9, "Valence-Romans Agglo")),
      ).toMatchObject({ relation: null });
    });
  });

  it.each([
    ["403", "nominatim refused"],
    ["429", "nominatim rate_limited"],
    ["500", "nominatim server_error"],
    ["drop", "nominatim unreachable"],
    ["garbage", "nominatim bad_answer"],
    ["cut", "nominatim bad_answer"],
  ])("fails with one word for %s", async (kind, failure) => {
    await orderFault("nominatim", kind);
    expect(await catchFailureName(geocoder.locate("Paris (France)"))).toBe(failure);
  });
});

describe("the query", () => {
  const NAMED = '[~"^(name|brand|operator)$"~"."]';
  const REACHED =
    '[~"^(website|contact:website|website:fr|website:de|website:en|url|contact:url|operator:website|' +
    "brand:website|email|contact:email|operator:email|brand:email|phone|contact:phone|mobile|contact:mobile|" +
    'phone:mobile|operator:phone|brand:phone)$"~"."]';
  const OUTS = `nwr._${NAMED}${REACHED}->.k;.k out count;node.k;out body 200;(way.k;rel.k;);out tags center 200;`;

  it("selects each category by itself, within the border, and only with name and contact", () => {
    expect(writeOverpassQuery(lyon, [toKind("office=company", "company=software"), toKind("shop=bakery")])).toBe(
      "[out:json][timeout:25][maxsize:134217728];area(id:3600120965)->.a;" +
        '(nwr["office"~"(^|;) *company *(;|$)"]["company"~"(^|;) *software ' +
        `*(;|$)"](area.a););${OUTS}(nwr["shop"~"(^|;) *bakery *(;|$)"](area.a););${OUTS}`,
    );
  });

  it("takes the box of a place that has no border", () => {
    expect(writeOverpassQuery({ ...lyon, relation: null }, [{ text: "tissage" }])).toBe(
      `[out:json][timeout:25][maxsize:134217728];(nwr["name"~"tissage",i](45.6,4.7,45.9,5););${OUTS}`,
    );
  });

  it.each([
    "S//A",
    "1 /* 2 */",
    'a"](area.a);out;',
    "back\\slash",
    "(unclosed",
    "a.b*c+d?[e]^$|{f}",
    "line\nbreak",
    "café & Söhne",
  ])("cannot be escaped by %j", (text) => {
    const [, named, ...rest] = parseQuery(writeOverpassQuery(lyon, [{ text }])).steps;
    expect(rest.map((step) => step.do)).toEqual(["select", "out", "select", "out", "select", "out"]);
    if (named?.do !== "select") throw new Error("no selection");
    expect(named.selections).toHaveLength(1);
    const [test] = named.selections[0]?.tests ?? [];
    expect(test?.kind === "matches" && test.pattern.test(`x ${text.replace("\n", " ")} y`)).toBe(true);
    expect(test?.kind === "matches" && test.pattern.test("xyz")).toBe(false);
  });
});

describe("the companies of a city", () => {
  it("have a name, a way to be reached, and the page they stand on", async () => {
    const { companies, incomplete } = await findBakeries();
    expect(incomplete).toBeNull();
    expect(companies.length).toBeGreaterThanOrEqual(8);
    for (const { name, website, emails, phones, page, source, tags } of companies) {
      expect(name).not.toBe("");
      expect([website ?? "", ...emails, ...phones].join("")).not.toBe("");
      expect(website === null || /^https?:\/\//u.test(website)).toBe(true);
      expect(page).toMatch(/^https:\/\/www\.openstreetmap\.org\/(?:node|way|relation)\/\d+$/u);
      expect(source).toContain("ODbL");
      expect(tags["shop"]?.split(";")).toContain("bakery");
    }
  });

  it("are found under one of several values, by their brand, and in the town that their address names", async () => {
    const branch = (await findBakeries()).companies.find(({ tags }) => tags["shop"] === "bakery;other");
    expect(branch).toMatchObject({
      name: expect.stringContaining("Réunis") as string,
      website: null,
      emails: [],
      phones: [expect.stringMatching(/^\+33/u)],
      place: { city: "Lyon-Nord", country: "FR" },
    });
  });

  it("are answered kind by kind, each as if it had been asked for alone", async () => {
    const both = await createOverpass(options).find({
      area: lyon,
      kinds: [toKind("shop=books"), ...bakeries.kinds, { text: "tissage" }],
    });
    expect(both).toHaveLength(3);
    expect(both[1]).toEqual(await findBakeries());
    expect(both[2]?.companies.every(({ name }) => /tissage/iu.test(name))).toBe(true);
  });

  it("show no site on a reserved or forbidden host outside the sandbox", async () => {
    const sites = [
      "https://firm.example",
      "http://127.0.0.1/",
      "javascript:alert(1)",
      "https://user:pass@firm.fr",
      "http://localhost",
      "ftp://firm.fr",
      "firm.fr",
      "https://www.firm.fr/fr?x=1",
    ];
    const { companies } = await findBakeries({
      fetch: fetchReturningElements(
        ...sites.map((website, id) => ({ type: "node", id, tags: { name: "x", website } })),
      ),
      allowReserved: false,
    });
    expect(companies.map(({ website }) => website)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      "https://firm.fr/",
      "https://www.firm.fr/fr?x=1",
    ]);
  });

  it.each<[Record<string, string>, Partial<DirectoryAnswer["companies"][number]>]>([
    [
      {
        name: "A",
        "contact:website": "www.a.fr",
        "contact:email": "Jobs@A.fr; info@a.fr",
        "contact:phone": "+33 1 99 00 12 34",
      },
      { name: "A", website: "https://www.a.fr/", emails: ["jobs@a.fr", "info@a.fr"], phones: ["+33 1 99 00 12 34"] },
    ],
    [
      { brand: "B", "website:fr": "https://b.fr/fr", mobile: "06 39 98 00 01", "phone:mobile": "06 39 98 00 02" },
      { name: "B", website: "https://b.fr/fr", phones: ["06 39 98 00 01", "06 39 98 00 02"] },
    ],
    [
      { operator: "C", "operator:website": "https://c.fr", "operator:email": "c@c.fr", "operator:phone": "1" },
      { name: "C", website: "https://c.fr/", emails: ["c@c.fr"], phones: ["1"] },
    ],
    [
      { name: "D", brand: "E", "brand:website": "https://e.fr", website: "https://d.fr" },
      { name: "D", website: "https://d.fr/" },
    ],
  ])("are read from whichever tags name them: %j", async (tags, company) => {
    const { companies } = await findBakeries({ fetch: fetchReturningElements({ type: "way", id: 5, tags }) });
    expect(companies).toMatchObject([{ ...company, page: "https://www.openstreetmap.org/way/5" }]);
  });

  it("are placed at their point or at the middle of their building, and belong to their brand", async () => {
    const tags = { name: "A", website: "https://a.fr", brand: "Les A" };
    const { companies } = await findBakeries({
      fetch: fetchReturningElements(
        { type: "node", id: 1, lat: 45.7, lon: 4.8, tags },
        { type: "way", id: 2, center: { lat: 45.8, lon: 4.9 }, tags },
        { type: "way", id: 3, tags: { name: "B", website: "https://b.fr" } },
      ),
    });
    const places = companies.toSorted((a, b) => a.page.localeCompare(b.page));
    expect(places.map(({ details }) => details && [details.lat, details.lon, details.chain])).toEqual([
      [45.7, 4.8, "Les A"],
      [45.8, 4.9, "Les A"],
      undefined,
    ]);
    expect(companies[0]?.details?.sources).toEqual([
      { name: "OpenStreetMap", licence: "ODbL-1.0", url: "https://www.openstreetmap.org/copyright" },
    ]);
  });

  it("are left out without a name or in an unknown form", async () => {
    const { companies } = await findBakeries({
      fetch: fetchReturningElements(
        { type: "node", id: 6, tags: { name: " ", website: "https://b.fr" } },
        { type: "node", id: 7 },
        { type: "nonsense", id: 8 },
      ),
    });
    expect(companies).toEqual([]);
  });

  it.each<[Record<string, string>, unknown]>([
    [{}, undefined],
    [{ "addr:city": "Villeurbanne" }, { city: "Villeurbanne", country: "FR" }],
    [{ "addr:city": "69003 LYON" }, { city: "Lyon", country: "FR" }],
    [
      { "addr:town": "Genève", "addr:country": "ch" },
      { city: "Genève", country: "CH" },
    ],
    [
      { "addr:city": "Dover", "addr:country": "UK" },
      { city: "Dover", country: "GB" },
    ],
    [
      { "addr:village": "Y", "addr:country": "Suisse" },
      { city: "Y", country: "FR" },
    ],
  ])("have the city of their address: %j", async (tags, place) => {
    const { companies } = await findBakeries({
      fetch: fetchReturningElements({ type: "node", id: 1, tags: { name: "x", email: "a@b.fr", ...tags } }),
    });
    expect(companies[0]?.place).toEqual(place);
  });

  it("are returned as far as they came when a query timed out, each kind marked as incomplete", async () => {
    const all = await findBakeries();
    await orderFault("overpass", "remark", { times: 1 });
    const half = await findBakeries();
    expect(half.incomplete).toBe("out_of_time");
    expect(half.companies.length).toBeGreaterThan(0);
    expect(half.companies.length).toBeLessThan(all.companies.length);
    const cut = fetchReturning(
      JSON.stringify({
        elements: [countElement(1), { type: "node", id: 1, tags: { name: "x" } }],
        remark: "runtime error: Query timed out",
      }),
    );
    const answers = await createOverpass({ ...options, fetch: cut }).find({
      area: lyon,
      kinds: [toKind("shop=a"), toKind("shop=b"), toKind("shop=c")],
    });
    expect(answers).toMatchObject([
      { companies: [{ name: "x" }], incomplete: null },
      { companies: [], incomplete: "out_of_time" },
      null,
    ]);
  });

  it("are an error when a kind is missing without a reason", async () => {
    expect(await catchFailureName(findBakeries({ fetch: fetchReturning(JSON.stringify({ elements: [] })) }))).toBe(
      "overpass bad_answer",
    );
  });

  it.each([
    ["429", "overpass rate_limited"],
    ["504", "overpass rate_limited"],
    ["400", "overpass refused"],
    ["500", "overpass server_error"],
    ["drop", "overpass unreachable"],
    ["garbage", "overpass bad_answer"],
    ["cut", "overpass bad_answer"],
  ])("fails with one word for %s", async (kind, failure) => {
    await orderFault("overpass", kind);
    expect(await catchFailureName(findBakeries())).toBe(failure);
  });

  it("are at most 200 nodes and 200 ways, alternating, and marked as incomplete", async () => {
    const repeatElements = (type: string, times: number) =>
      Array.from({ length: times }, (_, id) => ({
        type,
        id,
        tags: { name: `${type} ${id}`, shop: "bakery", note: "x".repeat(200), phone: "1" },
      }));
    const countShown = (nodes: number, ways: number) =>
      fetchReturning(
        JSON.stringify({
          elements: [
            countElement(nodes, ways),
            ...repeatElements("node", Math.min(200, nodes)),
            ...repeatElements("way", Math.min(200, ways)),
          ],
        }),
      );
    const { companies, incomplete } = await findBakeries({ fetch: countShown(4_000, 3) });
    expect([companies.length, incomplete, companies[0]?.tags]).toEqual([203, "too_many", { shop: "bakery" }]);
    expect(companies.slice(0, 6).map(({ name }) => name)).toEqual([
      "node 0",
      "way 0",
      "node 1",
      "way 1",
      "node 2",
      "way 2",
    ]);
    expect(await findBakeries({ fetch: countShown(200, 200) })).toMatchObject({ incomplete: null });
    expect(await findBakeries({ fetch: countShown(3, 201) })).toMatchObject({ incomplete: "too_many" });
  });

  it("are not read from an answer without end", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 1;
        stream.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
    expect(await catchFailureName(findBakeries({ fetch: async () => new Response(endless) }))).toBe(
      "overpass too_large",
    );
    expect(sent).toBeLessThan(40);
  });

  it("are not requested without a user agent", async () => {
    expect(await catchFailureName(createOverpass({ ...options, userAgent: "" }).find(bakeries))).toBe(
      "overpass refused",
    );
  });
});

describe("a server that asks to wait", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  it.each<[string | null, number]>([
    [null, 30],
    ["5", 30],
    ["120", 120],
    ["Sat, 21 Nov 2026 10:05:00 GMT", 300],
    ["Sat, 21 Nov 2026 09:00:00 GMT", 30],
    ["soon", 30],
    ["999999999", 86_400],
  ])("%j: %i seconds", (told, seconds) => expect(toSilenceSeconds(told, now)).toBe(seconds));

  it("is believed", async () => {
    await orderFault("overpass", "429:120");
    await expect(findBakeries()).rejects.toMatchObject({
      failure: "rate_limited",
      details: { status: 429, retryAfterSeconds: 120 },
    });
  });

  it("is distinguished from one that blocks us, whose error says what to check", async () => {
    await orderFault("overpass", "406");
    await expect(findBakeries()).rejects.toThrow(/^406: .*CONTACT_URL/u);
    await orderFault("nominatim", "403");
    await expect(geocoder.locate("Paris (France)")).rejects.toThrow(/^403: .*CONTACT_URL/u);
  });
});
