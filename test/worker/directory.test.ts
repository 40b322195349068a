import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createNominatim } from "../../worker/adapters/nominatim";
import { createOverpass, overpassQuery } from "../../worker/adapters/overpass";
import { depsOf } from "../../worker/deps";
import { type Area, OutsideError } from "../../worker/ports";
import { parseQuery } from "../sandbox/osm/query";
import { sandbox } from "./outside";

const inside: typeof fetch = (input, init) => env.SANDBOX.fetch(input, init);
const userAgent = "Candidature/1.0 (+https://candidature.example/contact)";
const url = "https://overpass-api.de/api/interpreter";
const options = { fetch: inside, urls: [url], userAgent, allowReserved: true };
const geocoder = createNominatim({ fetch: inside, url: "https://nominatim.openstreetmap.org", userAgent });
const lyon: Area = { city: "Lyon (France)", name: "Lyon", country: "FR", osm: { type: "relation", id: 120965 }, box: { south: 45.6, west: 4.7, north: 45.9, east: 5 } };
const bakeries = { area: lyon, filters: [[["shop", "bakery"]]] as const satisfies [[readonly [string, string]]], names: [] };
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
    const companies = await createOverpass(options).find(bakeries);
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
    const companies = await createOverpass({ ...options, fetch: answering(body), allowReserved: false }).find(bakeries);
    expect(companies.map(({ website }) => website)).toEqual([null, null, null, null, null, null, "https://firm.fr/", "https://www.firm.fr/fr?x=1"]);
  });

  it("are read from whichever tag names them, and left out without a name", async () => {
    const body = JSON.stringify({ elements: [
      { type: "way", id: 5, center: { lat: 1, lon: 2 }, tags: { name: "A", "contact:website": "www.a.fr", "contact:email": "Jobs@A.fr; info@a.fr", "contact:phone": "+33 1 99 00 12 34" } },
      { type: "node", id: 6, tags: { website: "https://b.fr" } }, { type: "node", id: 7 }, { nonsense: true },
    ] });
    expect(await createOverpass({ ...options, fetch: answering(body) }).find(bakeries)).toMatchObject([
      { name: "A", website: "https://www.a.fr/", emails: ["jobs@a.fr", "info@a.fr"], phones: ["+33 1 99 00 12 34"], page: "https://www.openstreetmap.org/way/5" },
    ]);
  });

  it("are kept as far as they came when a query ran out of time, and nothing at all is a failure", async () => {
    const all = await createOverpass(options).find(bakeries);
    await fault("overpass", "remark");
    const half = await createOverpass(options).find(bakeries);
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(all.length);
    const empty = answering(JSON.stringify({ elements: [], remark: "runtime error: Query timed out" }));
    expect(await failureOf(createOverpass({ ...options, fetch: empty }).find(bakeries))).toBe("overpass timeout");
  });

  it.each([["429", "overpass rate_limited"], ["504", "overpass rate_limited"], ["400", "overpass refused"], ["500", "overpass server_error"], ["drop", "overpass unreachable"], ["garbage", "overpass bad_answer"], ["cut", "overpass bad_answer"]])("fails with one word for %s", async (kind, failure) => {
    await fault("overpass", kind);
    expect(await failureOf(createOverpass(options).find(bakeries))).toBe(failure);
  });

  it("come from the next server when the first one fails", async () => {
    const asked: string[] = [];
    const first: typeof fetch = (input, init) => {
      asked.push(new Request(input).url);
      return asked.length === 1 ? Promise.resolve(new Response("<html>busy</html>", { status: 504 })) : inside(url, init);
    };
    const found = await createOverpass({ ...options, urls: ["https://first.example/api/interpreter", "https://second.example/api/interpreter"], fetch: first }).find(bakeries);
    expect(found.length).toBeGreaterThan(0);
    expect(asked).toEqual(["https://first.example/api/interpreter", "https://second.example/api/interpreter"]);
  });

  it("are not asked for by one who does not say who he is", async () => {
    expect(await failureOf(createOverpass({ ...options, userAgent: "" }).find(bakeries))).toBe("overpass refused");
  });
});

describe("the gate of the whole product", () => {
  const deps = depsOf(env);

  it("asks a question once, whoever asks it again", async () => {
    const before = await deps.directory.find(bakeries);
    expect(await deps.geocoder.locate("Lyon (France)")).toMatchObject({ name: "Lyon" });
    await fault("overpass", "500");
    await fault("nominatim", "500");
    expect(await deps.directory.find(bakeries)).toEqual(before);
    expect(await deps.geocoder.locate("Lyon (France)")).toMatchObject({ name: "Lyon" });
    expect(await failureOf(deps.geocoder.locate("Paris (France)"))).toBe("nominatim server_error");
  });

  it("is silent after it was told to wait, and says how long", async () => {
    await fault("nominatim", "429", 1);
    expect(await failureOf(deps.geocoder.locate("Nantes (France)"))).toBe("nominatim rate_limited");
    expect(await failureOf(deps.geocoder.locate("Nantes (France)"))).toBe("nominatim rate_limited");
  });

  it("lets one request out at a time", async () => {
    await fault("nominatim", "latency");
    const began = Date.now();
    await Promise.all([deps.geocoder.locate("Lille"), deps.geocoder.locate("Rennes"), deps.geocoder.locate("Lille")]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
    expect(Date.now() - began).toBeLessThan(3_500);
  });
});
