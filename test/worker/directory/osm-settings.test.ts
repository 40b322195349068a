import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { composeDeps } from "../../../worker/compose";
import { runSearch } from "../../../worker/contract/search";
import { readConfig } from "../../../worker/platform/config";
import type { Env } from "../../../worker/platform/env";
import type { Client } from "../support/client";
import { createPlace, publishRelease } from "../support/publish-release";
import { seedUser } from "../support/seed";

describe("the settings for OpenStreetMap", () => {
  it("default to the public servers", () => {
    for (const blank of [
      {},
      {
        OSM_ENABLED: "",
        OSM_DELAY_MS: " ",
        OVERPASS_DELAY_MS: "",
        OVERPASS_PARALLEL: "",
        OVERPASS_URLS: "",
        NOMINATIM_URL: "",
      },
    ]) {
      expect(readConfig(blank)).toMatchObject({
        osmEnabled: true,
        osmDelayMs: 1_000,
        overpassDelayMs: 1_000,
        overpassParallel: 1,
        overpassUrls: ["https://overpass-api.de/api/interpreter"],
        nominatimUrl: "https://nominatim.openstreetmap.org",
      });
    }
  });

  it("can name a private Overpass", () => {
    expect(
      readConfig({
        OSM_ENABLED: "false",
        OVERPASS_URLS: " https://one.example/api , http://two.example/api,",
        OVERPASS_PARALLEL: "4",
        OVERPASS_DELAY_MS: "0",
      }),
    ).toMatchObject({
      osmEnabled: false,
      overpassUrls: ["https://one.example/api", "http://two.example/api"],
      overpassParallel: 4,
      overpassDelayMs: 0,
      osmDelayMs: 1_000,
    });
    expect(readConfig({ OSM_DELAY_MS: "2000" })).toMatchObject({ osmDelayMs: 2_000, overpassDelayMs: 2_000 });
  });

  it.each<[string, string]>([
    ["OSM_ENABLED", "no"],
    ["OSM_DELAY_MS", "a second"],
    ["OSM_DELAY_MS", "-1"],
    ["OVERPASS_DELAY_MS", "1e9"],
    ["OVERPASS_PARALLEL", "0"],
    ["OVERPASS_PARALLEL", "1.5"],
    ["OVERPASS_PARALLEL", "2"],
    ["OVERPASS_URLS", "overpass"],
    ["OVERPASS_URLS", "https://one.example,ftp://two.example"],
    ["OVERPASS_URLS", " , "],
    ["NOMINATIM_URL", "nominatim"],
    ["DAILY_LIMIT", "fifty"],
    ["MODEL_CALLS_PER_DAY", "-5"],
  ])("stop the worker when invalid: %s = %j", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^settings that make no sense: ${name}: `, "u"));
  });
});

describe("a server that may not query OpenStreetMap", () => {
  const settings: [string, Partial<Env>][] = [
    ["switched off", { OSM_ENABLED: "false" }],
    ["without a contact", { CONTACT_URL: "" }],
  ];
  const run = async (client: Client, given: Partial<Env>) => {
    const cookie = client.cookieHeader;
    const body = JSON.stringify({ business_types: ["shop_bakery"], cities: ["Lyon (France)"] });
    const answer = await createApi().fetch(
      new Request(`http://localhost/api${runSearch.path}`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body,
      }),
      { ...env, ...given },
      createExecutionContext(),
    );
    return { status: answer.status, body: await answer.json<Record<string, unknown>>() };
  };

  it.each(settings)(
    "has no adapter (%s), and rejects a search as long as no directory is published",
    async (_, given) => {
      expect(composeDeps({ ...env, ...given }).osm).toBeUndefined();
      const { client } = await seedUser();
      expect(await run(client, given)).toMatchObject({
        status: 503,
        body: {
          code: "not_configured",
          error: expect.stringContaining("company directory is switched off on this server") as string,
        },
      });
      await publishRelease({ places: [createPlace("Lyon", 45.76, 4.83)] });
      expect(await run(client, given)).toMatchObject({ status: 200, body: { search: { status: "running" } } });
    },
  );

  it("reads no site without a contact, and does when it is only switched off", () => {
    expect(composeDeps({ ...env, CONTACT_URL: "" }).readsSites).toBe(false);
    expect(composeDeps({ ...env, OSM_ENABLED: "false" }).readsSites).toBe(true);
  });
});
