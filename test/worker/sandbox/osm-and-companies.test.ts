import { env } from "cloudflare:workers";
import { parsePhoneNumber } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../../worker/catalogue/catalogue";
import { listElements } from "../../sandbox/companies/osm-elements";
import { listExpectedContacts, findShapeId } from "../../sandbox/companies/shapes/all-shapes";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain, parseSite } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";
import { parseQuery } from "../../sandbox/osm/parse-query";

const headers = { "User-Agent": "Candidature/1.0 (+https://candidature.example/contact)" };

interface Place {
  osm_type: string;
  osm_id: number;
  lat: string;
  boundingbox: string[];
  address?: { country_code: string };
}

interface Element {
  type: string;
  id: number;
  tags: Record<string, string>;
  center?: { lat: number };
}

const callOsm = (url: string, init: RequestInit = {}): Promise<Response> =>
  env.SANDBOX.fetch(url, { headers, redirect: "manual", ...init });

const locateCity = async (q: string): Promise<Place[]> =>
  (
    await callOsm(
      "https://nominatim.openstreetmap.org/search?" +
        new URLSearchParams({ format: "jsonv2", addressdetails: "1", q }).toString(),
    )
  ).json();

const queryOverpass = (data: string, init: RequestInit = {}): Promise<Response> =>
  callOsm("https://overpass-api.de/api/interpreter", { method: "POST", body: new URLSearchParams({ data }), ...init });

async function queryElements(filters: string, relation: number): Promise<Element[]> {
  const lines = filters.split(" ").map((filter) => `nwr${filter}(area.a);`);
  const query =
    `[out:json][timeout:25];area(id:${String(3_600_000_000 + relation)})->.a;(${lines.join("")});out center ` +
    "tags 400;";
  return (await (await queryOverpass(query)).json<{ elements: Element[] }>()).elements;
}

const getWebsite = ({ tags }: Element): string | undefined => tags["website"] ?? tags["contact:website"];

const getHost = (element: Element): string => {
  const website = getWebsite(element) ?? "";
  return website === "" ? "" : new URL(website.includes("://") ? website : `https://${website}`).hostname;
};

const suggestedCities = cities.slice(0, 9);

describe("Nominatim", () => {
  it.each([
    ["Paris (France)", 7444, "fr"],
    ["munich, Germany", 62428, "de"],
    ["MÜNCHEN", 62428, "de"],
    ["Londres, Royaume-Uni", 175342, "gb"],
    ["saint etienne France", 117470, "fr"],
    ["Birmingham (United Kingdom)", 162378, "gb"],
  ])("knows %s", async (query, id, country) => {
    const [place] = await locateCity(query);
    expect(place).toMatchObject({
      osm_type: "relation",
      osm_id: id,
      lat: expect.any(String) as string,
      address: { country_code: country },
    });
    expect(place?.boundingbox.every((each) => typeof each === "string")).toBe(true);
  });

  it("knows no Atlantis, no Paris in Germany, and rejects a caller without user agent", async () => {
    expect(await locateCity("Atlantis")).toEqual([]);
    expect(await locateCity("Paris, Germany")).toEqual([]);
    expect((await callOsm("https://nominatim.openstreetmap.org/search?q=Paris", { headers: {} })).status).toBe(403);
  });
});

describe("Overpass", () => {
  it.each([
    '["office"="it"]',
    '["shop"="bakery"]',
    '["office"="company"]["company"="software"]',
    '["name"~"textile",i]',
    '["healthcare"]',
    '["shop"~"^(books|toys)$"]',
  ])("has at least 8 for %s in each suggested city, the same each time", async (filter) => {
    for (const city of suggestedCities) {
      const found = await queryElements(filter, city.relation);
      expect(found.length, city.name).toBeGreaterThanOrEqual(8);
      expect(await queryElements(filter, city.relation)).toEqual(found);
      const [, word] = /name"~"(\w+)/.exec(filter) ?? [];
      if (word) expect(found.every(({ tags }) => tags["name"]?.toLowerCase().includes(word))).toBe(true);
    }
  });

  it("has chains over cities, and firms in two categories", async () => {
    const hosts = async (filter: string, n: number): Promise<string[]> =>
      (await queryElements(filter, cities[n]?.relation ?? 0)).map(getHost);
    const shared = (a: string[], b: string[]): string[] => a.filter((host) => host.includes("-") && b.includes(host));
    expect(shared(await hosts('["shop"="bakery"]', 0), await hosts('["shop"="bakery"]', 1))).toHaveLength(1);
    expect(shared(await hosts('["shop"="bakery"]', 0), await hosts('["shop"="books"]', 0))).toHaveLength(1);
  });

  it("takes a box in place of an area", async () => {
    const answer = await queryOverpass('[out:json];node["office"="it"](48.7,2.0,49.0,2.7);out;');
    expect((await answer.json<{ elements: Element[] }>()).elements.length).toBeGreaterThan(3);
  });

  it.each([
    "[out:json];nwr[",
    '[out:json];nwr["a"="b"](area.a)',
    "hello",
    '[out:json];nwr["name"~"(",i](1,2,3,4);out;',
  ])("refuses %s as HTML", async (query) => {
    const answer = await queryOverpass(query);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("parse error");
    expect(() => parseQuery(query)).toThrow("parse error");
  });

  it("rejects a caller without user agent", async () => {
    expect((await queryOverpass("[out:json];out;", { headers: {} })).status).toBe(406);
  });
});

describe("the world", () => {
  it("has at least 8 firms of every category of the catalogue in each suggested city", () => {
    const poor = catalogue.filter(({ filters }) =>
      suggestedCities.some((city) => {
        const tests = (filters[0] ?? []).map(([key, value]) => ({ kind: "equals" as const, key, value }));
        return (
          listElements(tests, city, 0.1).filter(
            ({ tags }) => tags["website"] ?? tags["contact:website"] ?? tags["email"],
          ).length < 8
        );
      }),
    );
    expect(poor.map(({ gcid }) => gcid)).toEqual([]);
  });

  it("gives 2 categories × 2 cities at least 15 firms with an address", async () => {
    const all = await Promise.all(
      [0, 6].map((n) => queryElements('["office"="lawyer"] ["shop"="florist"]', cities[n]?.relation ?? 0)),
    );
    const hosts = new Set(all.flat().map(getHost));
    expect([...hosts].filter((host) => listExpectedContacts(host).emails.length > 0).length).toBeGreaterThanOrEqual(15);
  });

  it("shows at least 40 shapes of site, three quarters of the firms with an address", async () => {
    const filters = [
      "it",
      "lawyer",
      "architect",
      "insurance",
      "company",
      "engineer",
      "estate_agent",
      "research",
      "ngo",
      "logistics",
    ]
      .map((value) => `["office"="${value}"]`)
      .join(" ");
    const all = (await Promise.all(suggestedCities.map((city) => queryElements(filters, city.relation)))).flat();
    const seen = new Set(all.map((element) => findShapeId(getHost(element))));
    expect(seen.size).toBeGreaterThanOrEqual(40);
    const reachable = all.filter((element) => listExpectedContacts(getHost(element)).emails.length > 0);
    expect(reachable.length / all.length).toBeGreaterThan(0.74);
  });

  it("has telephones that are real numbers of their country", () => {
    for (const city of cities) {
      const { phone } = parseSite(toDomain("Atelier Test", city, 0, 12_345)) ?? {};
      expect(
        phone && parsePhoneNumber(phone.shown, { defaultCountry: city.country.toUpperCase() as "FR" }).number,
        city.name,
      ).toBe(phone?.e164);
      expect(phone && parsePhoneNumber(phone.e164).isPossible(), city.name).toBe(true);
    }
  });

  it("does not answer for an unknown host", async () => {
    await expect(callOsm("https://nobody.example/")).rejects.toThrow();
    expect(listExpectedContacts("nobody.example")).toEqual({ emails: [], phones: [] });
  });

  it("has distinct names for its site shapes", () => {
    expect(new Set(shapes.map((shape) => shape.id)).size).toBe(shapes.length);
  });
});
