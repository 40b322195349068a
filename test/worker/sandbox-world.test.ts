import { env } from "cloudflare:workers";
import { parsePhoneNumber } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../worker/search/categories/catalogue";
import { cities } from "../sandbox/osm/cities";
import { parseQuery } from "../sandbox/osm/query";
import { elementsFor } from "../sandbox/world/elements";
import { expectedContacts, shapeIdOf } from "../sandbox/world/expected";
import { shapes } from "../sandbox/world/shapes/table";
import { domainOf, siteOf } from "../sandbox/world/site";

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

const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  env.SANDBOX.fetch(url, { headers, redirect: "manual", ...init });

const locate = async (q: string): Promise<Place[]> =>
  (
    await ask(
      `https://nominatim.openstreetmap.org/search?${new URLSearchParams({ format: "jsonv2", addressdetails: "1", q }).toString()}`,
    )
  ).json();

const overpass = (data: string, init: RequestInit = {}): Promise<Response> =>
  ask("https://overpass-api.de/api/interpreter", { method: "POST", body: new URLSearchParams({ data }), ...init });

async function elements(filters: string, relation: number): Promise<Element[]> {
  const lines = filters.split(" ").map((filter) => `nwr${filter}(area.a);`);
  const query = `[out:json][timeout:25];area(id:${String(3_600_000_000 + relation)})->.a;(${lines.join("")});out center tags 400;`;
  return (await (await overpass(query)).json<{ elements: Element[] }>()).elements;
}

const websiteOf = ({ tags }: Element): string | undefined => tags["website"] ?? tags["contact:website"];

const hostOf = (element: Element): string => {
  const website = websiteOf(element) ?? "";
  return website === "" ? "" : new URL(website.includes("://") ? website : `https://${website}`).hostname;
};

const suggested = cities.slice(0, 9);

describe("Nominatim", () => {
  it.each([
    ["Paris (France)", 7444, "fr"],
    ["munich, Germany", 62428, "de"],
    ["MÜNCHEN", 62428, "de"],
    ["Londres, Royaume-Uni", 175342, "gb"],
    ["saint etienne France", 117470, "fr"],
    ["Birmingham (United Kingdom)", 162378, "gb"],
  ])("knows %s", async (query, id, country) => {
    const [place] = await locate(query);
    expect(place).toMatchObject({
      osm_type: "relation",
      osm_id: id,
      lat: expect.any(String) as string,
      address: { country_code: country },
    });
    expect(place?.boundingbox.every((each) => typeof each === "string")).toBe(true);
  });

  it("knows no Atlantis, no Paris in Germany, and nobody without a name", async () => {
    expect(await locate("Atlantis")).toEqual([]);
    expect(await locate("Paris, Germany")).toEqual([]);
    expect((await ask("https://nominatim.openstreetmap.org/search?q=Paris", { headers: {} })).status).toBe(403);
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
    for (const city of suggested) {
      const found = await elements(filter, city.relation);
      expect(found.length, city.name).toBeGreaterThanOrEqual(8);
      expect(await elements(filter, city.relation)).toEqual(found);
      const [, word] = /name"~"(\w+)/.exec(filter) ?? [];
      if (word) expect(found.every(({ tags }) => tags["name"]?.toLowerCase().includes(word))).toBe(true);
    }
  });

  it("has chains over cities, and firms in two categories", async () => {
    const hosts = async (filter: string, n: number): Promise<string[]> =>
      (await elements(filter, cities[n]?.relation ?? 0)).map(hostOf);
    const shared = (a: string[], b: string[]): string[] => a.filter((host) => host.includes("-") && b.includes(host));
    expect(shared(await hosts('["shop"="bakery"]', 0), await hosts('["shop"="bakery"]', 1))).toHaveLength(1);
    expect(shared(await hosts('["shop"="bakery"]', 0), await hosts('["shop"="books"]', 0))).toHaveLength(1);
  });

  it("takes a box in place of an area", async () => {
    const answer = await overpass('[out:json];node["office"="it"](48.7,2.0,49.0,2.7);out;');
    expect((await answer.json<{ elements: Element[] }>()).elements.length).toBeGreaterThan(3);
  });

  it.each([
    "[out:json];nwr[",
    '[out:json];nwr["a"="b"](area.a)',
    "hello",
    '[out:json];nwr["name"~"(",i](1,2,3,4);out;',
  ])("refuses %s as HTML", async (query) => {
    const answer = await overpass(query);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain("parse error");
    expect(() => parseQuery(query)).toThrow("parse error");
  });

  it("refuses nobody in particular", async () => {
    expect((await overpass("[out:json];out;", { headers: {} })).status).toBe(406);
  });
});

describe("the world", () => {
  it("has at least 8 firms of every category of the catalogue in each suggested city", () => {
    const poor = catalogue.filter(({ filters }) =>
      suggested.some((city) => {
        const tests = (filters[0] ?? []).map(([key, value]) => ({ kind: "equals" as const, key, value }));
        return (
          elementsFor(tests, city, 0.1).filter(
            ({ tags }) => tags["website"] ?? tags["contact:website"] ?? tags["email"],
          ).length < 8
        );
      }),
    );
    expect(poor.map(({ gcid }) => gcid)).toEqual([]);
  });

  it("gives 2 categories × 2 cities at least 15 firms with an address", async () => {
    const all = await Promise.all(
      [0, 6].map((n) => elements('["office"="lawyer"] ["shop"="florist"]', cities[n]?.relation ?? 0)),
    );
    const hosts = new Set(all.flat().map(hostOf));
    expect([...hosts].filter((host) => expectedContacts(host).emails.length > 0).length).toBeGreaterThanOrEqual(15);
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
    const all = (await Promise.all(suggested.map((city) => elements(filters, city.relation)))).flat();
    const seen = new Set(all.map((element) => shapeIdOf(hostOf(element))));
    expect(seen.size).toBeGreaterThanOrEqual(40);
    const reachable = all.filter((element) => expectedContacts(hostOf(element)).emails.length > 0);
    expect(reachable.length / all.length).toBeGreaterThan(0.74);
  });

  it("has telephones that are real numbers of their country", () => {
    for (const city of cities) {
      const { phone } = siteOf(domainOf("Atelier Test", city, 0, 12_345)) ?? {};
      expect(
        phone && parsePhoneNumber(phone.shown, { defaultCountry: city.country.toUpperCase() as "FR" }).number,
        city.name,
      ).toBe(phone?.e164);
      expect(phone && parsePhoneNumber(phone.e164).isPossible(), city.name).toBe(true);
    }
  });

  it("answers for nobody on a host that nobody has", async () => {
    await expect(ask("https://nobody.example/")).rejects.toThrow();
    expect(expectedContacts("nobody.example")).toEqual({ emails: [], phones: [] });
  });

  it("has distinct names for its shapes", () => {
    expect(new Set(shapes.map((shape) => shape.id)).size).toBe(shapes.length);
  });
});
