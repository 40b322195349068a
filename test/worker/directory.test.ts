import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createNominatim } from "../../worker/adapters/nominatim";
import { waitOf } from "../../worker/adapters/osm-http";
import { createOverpass, overpassQuery } from "../../worker/adapters/overpass";
import { type Area, OutsideError } from "../../worker/ports";
import { parseQuery } from "../sandbox/osm/query";
import { sandbox } from "./outside";

const inside: typeof fetch = (input, init) => env.SANDBOX.fetch(input, init);
const userAgent = "Candidature/1.0 (+https://candidature.example/contact)";
const url = "https://overpass-api.de/api/interpreter";
const options = { fetch: inside, url, userAgent, allowReserved: true };
const geocoder = createNominatim({ fetch: inside, url: "https://nominatim.openstreetmap.org", userAgent });
const lyon: Area = { city: "Lyon (France)", name: "Lyon", names: ["Lyon"], country: "FR", osm: { type: "relation", id: 120965 }, box: { south: 45.6, west: 4.7, north: 45.9, east: 5 } };
const bakeries = { area: lyon, filters: [[["shop", "bakery"]]] as const satisfies [[readonly [string, string]]], gcids: [], names: [] };
const answering = (body: string, init?: ResponseInit): typeof fetch => async () => new Response(body, init);
const fault = (service: string, kind: string, times?: number) => sandbox("/sandbox/faults", "POST", { service, kind, ...(times !== undefined && { times }) });

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof OutsideError) return `${error.service} ${error.failure}`;
    throw error;
  }
  return "none";
}

describe("where a city is", () => {
  it.each([["Paris (France)", "FR", 7444], ["Munich (Germany)", "DE", 62428], ["London (United Kingdom)", "GB", 175342], ["saint etienne", "FR", 117470]])("%s", async (city, country, id) => {
    const area = await geocoder.locate(city);
    expect(area).toMatchObject({ city, country, osm: { type: "relation", id } });
    expect(area && area.box.south < area.box.north && area.box.west < area.box.east).toBe(true);
  });

  it("is told with all the names of the city", async () => expect(await geocoder.locate("Munich (Germany)")).toMatchObject({ names: ["München", "munich"] }));

  it("is nothing for a city that nobody knows", async () => expect(await geocoder.locate("Atlantis")).toBeNull());

  it.each([["403", "nominatim refused"], ["429", "nominatim rate_limited"], ["500", "nominatim server_error"], ["drop", "nominatim unreachable"], ["garbage", "nominatim bad_answer"], ["cut", "nominatim bad_answer"]])("fails with one word for %s", async (kind, failure) => {
    await fault("nominatim", kind);
    expect(await failureOf(geocoder.locate("Paris (France)"))).toBe(failure);
  });
});

describe("the query", () => {
  it("joins every category of a city in one, within its border", () => {
    const query = overpassQuery(lyon, [[["office", "company"], ["company", "software"]], [["shop", "bakery"]]], []);
    expect(query).toBe('[out:json][timeout:25];area(id:3600120965)->.a;(nwr["office"="company"]["company"="software"](area.a);nwr["shop"="bakery"](area.a););out center tags 400;');
  });

  it("takes the box of a place that has no border", () => {
    expect(overpassQuery({ ...lyon, osm: { type: "node", id: 1 } }, [[["shop", "bakery"]]], [])).toBe('[out:json][timeout:25];(nwr["shop"="bakery"](45.6,4.7,45.9,5););out center tags 400;');
  });

  it.each(["S//A", "1 /* 2 */", 'a"](area.a);out;', "back\\slash", "(unclosed", "a.b*c+d?[e]^$|{f}", "line\nbreak", "café & Söhne"])("cannot be broken out of by %j", (text) => {
    const { statements } = parseQuery(overpassQuery(lyon, [], [text]));
    expect(statements).toHaveLength(1);
    const [test] = statements[0]?.tests ?? [];
    expect(test?.kind === "matches" && test.pattern.test(`x ${text.replace("\n", " ")} y`)).toBe(true);
    expect(test?.kind === "matches" && test.pattern.test("xyz")).toBe(false);
  });
});

describe("the companies of a city", () => {
  it("have a name, a site we would open or an address, and the page they stand on", async () => {
    const { companies } = await createOverpass(options).find(bakeries);
    expect(companies.length).toBeGreaterThanOrEqual(8);
    for (const { name, website, page, source, tags } of companies) {
      expect(name).not.toBe("");
      expect(website === null || /^https?:\/\//u.test(website)).toBe(true);
      expect(page).toMatch(/^https:\/\/www\.openstreetmap\.org\/(?:node|way|relation)\/\d+$/u);
      expect(source).toContain("ODbL");
      expect(tags["shop"]).toBe("bakery");
    }
  });

  it("show no site on a reserved name, nor any other that may not be opened, outside the sandbox", async () => {
    const sites = ["https://firm.example", "http://127.0.0.1/", "javascript:alert(1)", "https://user:pass@firm.fr", "http://localhost", "ftp://firm.fr", "firm.fr", "https://www.firm.fr/fr?x=1"];
    const body = JSON.stringify({ elements: sites.map((website, id) => ({ type: "node", id, tags: { name: "x", website } })) });
    const { companies } = await createOverpass({ ...options, fetch: answering(body), allowReserved: false }).find(bakeries);
    expect(companies.map(({ website }) => website)).toEqual([null, null, null, null, null, null, "https://firm.fr/", "https://www.firm.fr/fr?x=1"]);
  });

  it("are read from whichever tag names them, and left out without a name", async () => {
    const body = JSON.stringify({ elements: [
      { type: "way", id: 5, center: { lat: 1, lon: 2 }, tags: { name: "A", "contact:website": "www.a.fr", "contact:email": "Jobs@A.fr; info@a.fr", "contact:phone": "+33 1 99 00 12 34" } },
      { type: "node", id: 6, tags: { website: "https://b.fr" } }, { type: "node", id: 7 }, { nonsense: true },
    ] });
    expect(await createOverpass({ ...options, fetch: answering(body) }).find(bakeries)).toMatchObject({ incomplete: null, companies: [
      { name: "A", website: "https://www.a.fr/", emails: ["jobs@a.fr", "info@a.fr"], phones: ["+33 1 99 00 12 34"], page: "https://www.openstreetmap.org/way/5" },
    ] });
  });

  it("are kept as far as they came when a query ran out of time, and nothing at all is a failure", async () => {
    const all = await createOverpass(options).find(bakeries);
    await fault("overpass", "remark");
    const half = await createOverpass(options).find(bakeries);
    expect(half).toMatchObject({ incomplete: "out_of_time" });
    expect(half.companies.length).toBeGreaterThan(0);
    expect(half.companies.length).toBeLessThan(all.companies.length);
    const empty = answering(JSON.stringify({ elements: [], remark: "runtime error: Query timed out" }));
    expect(await failureOf(createOverpass({ ...options, fetch: empty }).find(bakeries))).toBe("overpass timeout");
  });

  it.each([["429", "overpass rate_limited"], ["504", "overpass rate_limited"], ["400", "overpass refused"], ["500", "overpass server_error"], ["drop", "overpass unreachable"], ["garbage", "overpass bad_answer"], ["cut", "overpass bad_answer"]])("fails with one word for %s", async (kind, failure) => {
    await fault("overpass", kind);
    expect(await failureOf(createOverpass(options).find(bakeries))).toBe(failure);
  });

  it("are 400 at most, and it is said that there are more", async () => {
    const elements = (many: number) => answering(JSON.stringify({ elements: Array.from({ length: many }, (_, id) => ({ type: "node", id, tags: { name: `Firm ${id}`, shop: "bakery", note: "x".repeat(200) } })) }));
    const { companies, incomplete } = await createOverpass({ ...options, fetch: elements(450) }).find(bakeries);
    expect([companies.length, incomplete, companies[0]?.tags]).toEqual([400, "too_many", { shop: "bakery" }]);
    expect(await createOverpass({ ...options, fetch: elements(399) }).find(bakeries)).toMatchObject({ incomplete: null });
  });

  it("are not read from an answer without end", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 1;
        stream.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
    expect(await failureOf(createOverpass({ ...options, fetch: async () => new Response(endless) }).find(bakeries))).toBe("overpass too_large");
    expect(sent).toBeLessThan(40);
  });

  it("are not asked for by one who does not say who he is", async () => {
    expect(await failureOf(createOverpass({ ...options, userAgent: "" }).find(bakeries))).toBe("overpass refused");
  });
});

describe("a server that asks to wait", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  it.each<[string | null, number]>([
    [null, 30], ["5", 30], ["120", 120], ["Sat, 21 Nov 2026 10:05:00 GMT", 300], ["Sat, 21 Nov 2026 09:00:00 GMT", 30], ["soon", 30], ["999999999", 86_400],
  ])("%j: %i seconds", (told, seconds) => expect(waitOf(told, now)).toBe(seconds));

  it("is believed", async () => {
    await fault("overpass", "429:120");
    await expect(createOverpass(options).find(bakeries)).rejects.toMatchObject({ failure: "rate_limited", details: { status: 429, retryAfterSeconds: 120 } });
  });

  it("is told apart from one that does not want us, which says what to look at", async () => {
    await fault("overpass", "406");
    await expect(createOverpass(options).find(bakeries)).rejects.toThrow(/^406: .*CONTACT_URL/u);
    await fault("nominatim", "403");
    await expect(geocoder.locate("Paris (France)")).rejects.toThrow(/^403: .*CONTACT_URL/u);
  });
});
