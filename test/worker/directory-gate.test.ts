import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { depsOf } from "../../worker/deps";
import { type Area, OutsideError } from "../../worker/ports";
import { askInTurn, type Manners } from "../../worker/search/in-turn";
import { KeptAnswers } from "../../worker/search/kept-answers";
import { sandbox } from "./outside";

const lyon: Area = { city: "Lyon (France)", name: "Lyon", names: ["Lyon"], country: "FR", osm: { type: "relation", id: 120965 }, box: { south: 45.6, west: 4.7, north: 45.9, east: 5 } };
const bakeries = { area: lyon, filters: [[["shop", "bakery"]]] as const satisfies [[readonly [string, string]]], gcids: [], names: [] };
const fault = (service: string, kind: string, times?: number) => sandbox("/sandbox/faults", "POST", { service, kind, ...(times !== undefined && { times }) });
const gate = () => env.OSM_GATE.get(env.OSM_GATE.idFromName("osm"));
const answers = () => runInDurableObject(gate(), (_, { storage }) => storage.sql.exec<{ service: string; days: number }>("SELECT question ->> 0 AS service, (until - ?) / 86400000.0 AS days FROM parts ORDER BY service", Date.now()).toArray());

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(() => "none", (error: unknown) => {
    if (error instanceof OutsideError) return `${error.service} ${error.failure}`;
    throw error;
  });
}

describe("the gate of the whole product", () => {
  const deps = depsOf(env);

  it("asks a question once, whoever asks it again and in whatever order", async () => {
    const both = { ...bakeries, filters: [[["shop", "bakery"]], [["shop", "books"]]] as const satisfies unknown };
    const before = await deps.directory.find({ ...both, filters: [...both.filters] });
    expect(await deps.geocoder.locate("Lyon (France)")).toMatchObject({ name: "Lyon" });
    await fault("overpass", "500");
    await fault("nominatim", "500");
    expect(await deps.directory.find({ ...both, filters: both.filters.toReversed() })).toEqual(before);
    expect(await deps.geocoder.locate(" lyon (france) ")).toMatchObject({ name: "Lyon" });
    expect(await failureOf(deps.geocoder.locate("Paris (France)"))).toBe("nominatim server_error");
    expect((await answers()).map(({ service, days }) => [service, Math.round(days)])).toEqual([["nominatim", 7], ["overpass", 7]]);
  });

  it("keeps an answer that ran out of time for an hour only", async () => {
    await fault("overpass", "remark", 1);
    expect(await deps.directory.find(bakeries)).toMatchObject({ incomplete: "out_of_time" });
    const [kept] = await answers();
    expect(kept && kept.days * 24).toBeCloseTo(1, 1);
  });

  it("keeps an answer that is larger than a row, until its time is over", async () => {
    const large = { companies: [{ name: "é".repeat(2_000_000) }] };
    const recalled = await runInDurableObject(gate(), (_, { storage }) => {
      const kept = new KeptAnswers(storage.sql);
      kept.keep("large", { companies: ["x".repeat(4_000_000)] }, 0, 50);
      kept.keep("large", large, 0, 100);
      kept.keep("other", null, 0, 50);
      return [kept.recall("large", 99), kept.recall("large", 100), kept.recall("other", 0), kept.recall("never", 0)];
    });
    expect(recalled).toEqual([{ value: large }, undefined, { value: null }, undefined]);
  });

  it("is silent after it was told to wait, says how long, and remembers it when it starts anew", async () => {
    await fault("nominatim", "429:90", 1);
    await expect(deps.geocoder.locate("Nantes (France)")).rejects.toMatchObject({ failure: "rate_limited", details: { retryAfterSeconds: 90 } });
    await abortAllDurableObjects();
    // The sandbox would answer by now: nobody asks it.
    await expect(deps.geocoder.locate("Nantes (France)")).rejects.toMatchObject({ failure: "rate_limited" });
    expect(await deps.directory.find(bakeries)).toMatchObject({ incomplete: null });
  });

  it("lets one request out at a time", async () => {
    await fault("nominatim", "latency");
    const began = Date.now();
    await Promise.all([deps.geocoder.locate("Lille"), deps.geocoder.locate("Rennes"), deps.geocoder.locate("Lille")]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
    expect(Date.now() - began).toBeLessThan(3_500);
  });
});

describe("several servers of one kind", () => {
  const [busy, broken] = [new OutsideError("overpass", "rate_limited", "busy", { retryAfterSeconds: 40 }), new OutsideError("overpass", "server_error", "broken")];
  const silences = new Map<string, number>();
  let now = 0;
  const manners: Manners = { silentUntil: (url) => silences.get(url) ?? 0, keepSilent: (url, until) => void silences.set(url, until), request: (work) => work(), now: () => now };
  /** Asks servers that do as their adapter says. @returns what came of it, and who was asked */
  async function ask(...servers: [string, Error | string][]): Promise<unknown[]> {
    const asked: string[] = [];
    const list = servers.map(([url, does]) => ({ url, adapter: { url, does } }));
    const answer = await askInTurn("overpass", list, async ({ url, does }) => {
      asked.push(url);
      if (does instanceof Error) throw does;
      return does;
    }, manners).catch((error: unknown) => error);
    return [answer instanceof OutsideError ? `${answer.failure} ${answer.details.retryAfterSeconds ?? ""}`.trim() : answer, ...asked];
  }

  it("are asked in turn until one answers", async () => {
    expect(await ask(["a", "yes"], ["b", "no"])).toEqual(["yes", "a"]);
    expect(await ask(["a", broken], ["b", "yes"], ["c", "no"])).toEqual(["yes", "a", "b"]);
    expect(await ask(["a", broken], ["b", new OutsideError("overpass", "bad_answer", "garbage")])).toEqual(["server_error", "a", "b"]);
    expect(await ask()).toEqual(["unreachable"]);
  });

  it("are left alone as long as they ask for it, while the others serve", async () => {
    expect(await ask(["d", busy], ["e", "yes"])).toEqual(["yes", "d", "e"]);
    expect(await ask(["d", "too early"], ["e", "yes"])).toEqual(["yes", "e"]);
    now = 10_000;
    expect(await ask(["d", "too early"], ["e", broken])).toEqual(["rate_limited 30", "e"]);
    now = 40_000;
    expect(await ask(["d", "yes"], ["e", "no"])).toEqual(["yes", "d"]);
  });

  it("are told apart from a fault of our own, which no other server makes good", async () => {
    await expect(askInTurn("overpass", [{ url: "f", adapter: 0 }, { url: "g", adapter: 1 }], () => Promise.reject(new TypeError("ours")), manners)).rejects.toThrow("ours");
  });
});
