import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { getKindKey, mergeKindAnswers } from "../../../worker/directory/osm/merge-osm-answers";
import { requestWithFailover, type FailoverOptions } from "../../../worker/directory/osm/osm-failover";
import { ResponseCache } from "../../../worker/directory/osm/osm-response-cache";
import {
  type Area,
  type DirectoryAnswer,
  type CompanyKind,
  ExternalServiceError,
  type QueuedResult,
} from "../../../worker/platform/ports";
import { expectConsoleError } from "../support/console-errors";
import { catchFailureName } from "../support/external-failure";
import { getOsmRateLimiter } from "../support/objects";
import { orderFault } from "../support/sandbox-client";

const lyon: Area = {
  city: "Lyon (France)",
  name: "Lyon",
  names: ["Lyon"],
  country: "FR",
  relation: 120965,
  box: { south: 45.6, west: 4.7, north: 45.9, east: 5 },
};
const shopKind = (value: string): CompanyKind => ({ filters: [[["shop", value]]] });
const [bakery, books, florist] = [shopKind("bakery"), shopKind("books"), shopKind("florist")];
/** The cached answers and their days to live. */
const listCachedAnswers = () =>
  runInDurableObject(getOsmRateLimiter(), (_, { storage }) =>
    storage.sql
      .exec<{ question: string; days: number }>(
        "SELECT question, (until - ?) / 86400000.0 AS days FROM answers ORDER BY question",
        Date.now(),
      )
      .toArray()
      .map(({ question, days }) => [(JSON.parse(question) as string[]).slice(1).join(" "), days] as const),
  );

let searches = 0;
const createAsker = () => {
  searches += 1;
  return { userId: `user ${searches}`, searchId: `search ${searches}` };
};
const getOsmPort = () => {
  const { osm: port } = composeDeps(env);
  if (!port) throw new Error("OpenStreetMap is off");
  return port;
};
async function waitForAnswer<T>(ask: () => Promise<QueuedResult<T>>): Promise<T> {
  for (;;) {
    const turn = await ask();
    if (turn.state === "answered") return turn.value;
  }
}
const findCompanies = (...kinds: CompanyKind[]): Promise<DirectoryAnswer> => {
  const who = createAsker();
  return waitForAnswer(() => getOsmPort().find(who, { area: lyon, kinds }));
};
const locateCity = (city: string) => {
  const who = createAsker();
  return waitForAnswer(() => getOsmPort().locate(who, city));
};

describe("the rate limiter of the whole product", () => {
  it("sends a query once, whoever repeats it and in whatever order", async () => {
    const before = await findCompanies(bakery, books);
    expect(await locateCity("Toulouse (France)")).toMatchObject({ name: "Toulouse" });
    await orderFault("overpass", "500");
    await orderFault("nominatim", "500");
    expect((await findCompanies(books, bakery)).companies.toSorted((a, b) => a.page.localeCompare(b.page))).toEqual(
      before.companies.toSorted((a, b) => a.page.localeCompare(b.page)),
    );
    expect(await locateCity(" toulouse, france ")).toMatchObject({ name: "Toulouse" });
    expect(await catchFailureName(locateCity("Nantes (France)"))).toBe("nominatim server_error");
  });

  it("caches answers by category, and queries only the missing ones", async () => {
    await findCompanies(bakery, books);
    expect((await listCachedAnswers()).map(([question, days]) => [question, Math.round(days)])).toEqual([
      ["120965 shop=bakery", 7],
      ["120965 shop=books", 7],
    ]);
    // A change in the cache shows that it is used.
    await runInDurableObject(getOsmRateLimiter(), (_, { storage }) =>
      new ResponseCache(storage.sql).set(
        JSON.stringify(["overpass", "120965", "shop=bakery"]),
        { companies: [], incomplete: null },
        Date.now() + 1e9,
      ),
    );
    const { companies } = await findCompanies(bakery, florist);
    expect(companies.length).toBeGreaterThan(5);
    expect(companies.filter(({ tags }) => tags["shop"]?.startsWith("bakery"))).toEqual([]);
    await orderFault("overpass", "500");
    expect((await findCompanies(books, florist)).companies.length).toBeGreaterThan(companies.length);
  });

  it("caches an incomplete answer for an hour only, and queries again what is missing", async () => {
    await orderFault("overpass", "remark", { times: 1 });
    const { companies, incomplete } = await findCompanies(bakery, books, florist);
    expect(incomplete).toBe("out_of_time");
    expect(new Set(companies.flatMap(({ tags }) => tags["shop"]?.split(";") ?? []))).toEqual(
      new Set(["bakery", "books", "florist", "other"]),
    );
    expect((await listCachedAnswers()).map(([question, days]) => [question, Math.round(days * 24)])).toEqual([
      ["120965 shop=bakery", 168],
      ["120965 shop=books", 1],
      ["120965 shop=florist", 168],
    ]);
  });

  it("does not repeat a query at once that takes too long", async () => {
    const nothing = { companies: [], incomplete: "out_of_time" };
    await runInDurableObject(getOsmRateLimiter(), (_, { storage }) =>
      new ResponseCache(storage.sql).set(
        JSON.stringify(["overpass", "120965", "shop=bakery"]),
        nothing,
        Date.now() + 1e9,
      ),
    );
    expect(await catchFailureName(findCompanies(bakery))).toBe("overpass timeout");
    expect(await findCompanies(bakery, books)).toMatchObject({
      incomplete: "out_of_time",
      companies: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) as string })]) as unknown,
    });
  });

  it("returns an answer that it cannot cache", async () => {
    expectConsoleError(/"event":"osm_answer_not_kept".*disk is full/u);
    await runInDurableObject(
      getOsmRateLimiter(),
      (_, { storage }) =>
        void storage.sql.exec(
          "CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
        ),
    );
    expect((await findCompanies(bakery)).companies.length).toBeGreaterThan(5);
    expect(await listCachedAnswers()).toEqual([]);
  });

  it("pauses after a Retry-After, reports how long, and remembers it after a restart", async () => {
    await orderFault("nominatim", "429:90", { times: 1 });
    await expect(locateCity("Nantes (France)")).rejects.toMatchObject({
      failure: "rate_limited",
      details: { retryAfterSeconds: 90 },
    });
    const who = createAsker();
    const turn = await getOsmPort().locate(who, "Nantes (France)");
    expect(turn).toMatchObject({ state: "waiting", place: 1 });
    expect(turn.state === "waiting" && Math.abs(turn.seconds - 88)).toBeLessThan(5);
    await abortAllDurableObjects();
    // The sandbox would answer by now, but gets no request.
    expect(await getOsmPort().locate(who, "Nantes (France)")).toMatchObject({ state: "waiting", place: 1 });
    expect(await findCompanies(bakery)).toMatchObject({ incomplete: null });
  });

  it("fails at once when the pause is longer than any search waits", async () => {
    await orderFault("nominatim", "429:600", { times: 1 });
    await catchFailureName(locateCity("Nantes (France)"));
    await expect(locateCity("Rennes (France)")).rejects.toMatchObject({
      failure: "rate_limited",
      details: { retryAfterSeconds: 600 },
    });
  });

  it("sends one request at a time, and reports the position in the queue", async () => {
    await orderFault("nominatim", "latency");
    const began = Date.now();
    const [, waiting] = await Promise.all([
      locateCity("Lille"),
      getOsmPort().locate(createAsker(), "Rennes"),
      locateCity("Lille"),
      locateCity("Nantes"),
    ]);
    expect(Date.now() - began).toBeGreaterThanOrEqual(2_900);
    expect(Date.now() - began).toBeLessThan(5_500);
    expect(waiting.state === "answered" || waiting.place <= 1).toBe(true);
  });

  it("sends nothing for a search that has left", async () => {
    await orderFault("nominatim", "latency");
    const [staying, leaving] = [createAsker(), createAsker()];
    const both = [getOsmPort().locate(staying, "Lille"), getOsmPort().locate(leaving, "Rennes")];
    await scheduler.wait(100);
    await getOsmPort().leave(leaving.searchId);
    await Promise.all(both);
    await scheduler.wait(1_500);
    expect(await listCachedAnswers()).toEqual([[expect.stringMatching(/lille/u), expect.any(Number)]]);
  });
});

describe("the cache", () => {
  /** Runs on a separate store. */
  const withStore = <T>(work: (sql: SqlStorage) => T): Promise<T> =>
    runInDurableObject(getOsmRateLimiter(), (_, { storage }) => work(storage.sql));

  it("holds an answer until it expires, replaces the old one, and skips one too large for a row", async () => {
    const recalled = await withStore((sql) => {
      const kept = new ResponseCache(sql);
      kept.set("q", { companies: ["old"] }, 50);
      kept.set("q", { companies: ["é"] }, 100);
      kept.set("null", null, 50);
      kept.set("large", "x".repeat(2_000_000), 100);
      return [
        kept.get("q", 99),
        kept.has("q", 99),
        kept.get("q", 100),
        kept.has("q", 100),
        kept.get("null", 0),
        kept.get("large", 0),
        kept.get("never", 0),
      ];
    });
    expect(recalled).toEqual([
      { value: { companies: ["é"] } },
      true,
      undefined,
      false,
      { value: null },
      undefined,
      undefined,
    ]);
  });

  it("is swept, the oldest first when full, a bounded number at a time", async () => {
    const swept = await withStore((sql) => {
      const kept = new ResponseCache(sql, 10_000);
      for (let i = 0; i < 1_200; i += 1) kept.set(`q${i}`, "x".repeat(98), i);
      const countAnswers = () => sql.exec<{ n: number }>("SELECT count(*) AS n FROM answers").one().n;
      const sweeps = [
        kept.evict(100),
        countAnswers(),
        kept.evict(100),
        countAnswers(),
        kept.evict(100),
        countAnswers(),
        kept.evict(100),
        countAnswers(),
      ];
      return [...sweeps, kept.has("q1199", 0), kept.has("q1000", 0), kept.evict(2_000), countAnswers()];
    });
    expect(swept).toEqual([
      { more: true, left: true },
      700,
      { more: true, left: true },
      200,
      { more: false, left: true },
      100,
      { more: false, left: true },
      100,
      true,
      false,
      { more: false, left: false },
      0,
    ]);
  });

  it("is swept through its index alone", async () => {
    const plans = await withStore((sql) =>
      [
        "SELECT coalesce(sum(bytes), 0) FROM answers INDEXED BY answers_by_age",
        "SELECT rowid, until, bytes FROM answers INDEXED BY answers_by_age ORDER BY until LIMIT 5",
      ].map((query) =>
        sql
          .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
          .toArray()
          .map(({ detail }) => detail)
          .join("; "),
      ),
    );
    for (const plan of plans) expect(plan).toMatch(/^SCAN answers USING COVERING INDEX answers_by_age$/u);
  });

  it("schedules a sweep with the first answer, and none once it is empty", async () => {
    await findCompanies(bakery);
    await runInDurableObject(
      getOsmRateLimiter(),
      (_, { storage }) => void storage.sql.exec("UPDATE answers SET until = 1"),
    );
    expect(await runDurableObjectAlarm(getOsmRateLimiter())).toBe(true);
    expect(await listCachedAnswers()).toEqual([]);
    expect(await runDurableObjectAlarm(getOsmRateLimiter())).toBe(false);
  });
});

describe("several kinds", () => {
  const makeCompany = (page: string, tags: Record<string, string>) => ({
    name: page,
    website: null,
    emails: ["a@b.fr"],
    phones: [],
    tags,
    page,
    source: "OSM",
  });

  it("are one alternating list, with an entry of two kinds only once", () => {
    const merged = mergeKindAnswers([
      { companies: ["1", "2", "3"].map((page) => makeCompany(page, { shop: "a" })), incomplete: null },
      { companies: ["2", "4"].map((page) => makeCompany(page, { craft: "b" })), incomplete: "too_many" },
    ]);
    expect(merged.companies.map(({ page }) => page)).toEqual(["1", "2", "4", "3"]);
    expect(merged.companies[1]?.tags).toEqual({ shop: "a", craft: "b" });
    expect(merged.incomplete).toBe("too_many");
  });

  it("are 500 at most", () => {
    const many = Array.from({ length: 400 }, (_, i) => i);
    const merged = mergeKindAnswers(
      ["a", "b"].map((shop) => ({
        companies: many.map((i) => makeCompany(`${shop}${i}`, { shop })),
        incomplete: null,
      })),
    );
    expect([merged.companies.length, merged.incomplete]).toEqual([500, "too_many"]);
  });

  it("are cached by their meaning, however they are written", () => {
    expect(
      getKindKey({
        filters: [
          [["shop", "a"]],
          [
            ["craft", "b"],
            ["x", "y"],
          ],
        ],
      }),
    ).toBe(
      getKindKey({
        filters: [
          [
            ["craft", "b"],
            ["x", "y"],
          ],
          [["shop", "a"]],
        ],
      }),
    );
    expect(getKindKey({ text: "Tissage" })).toBe("text tissage");
  });
});

describe("several servers of one kind", () => {
  const [busy, broken] = [
    new ExternalServiceError("overpass", "rate_limited", "busy", { retryAfterSeconds: 40 }),
    new ExternalServiceError("overpass", "server_error", "broken"),
  ];
  const silences = new Map<string, number>();
  let now = 0;
  const manners: FailoverOptions = {
    getPausedUntil: (url) => silences.get(url) ?? 0,
    pauseUntil: (url, until) => void silences.set(url, until),
    now: () => now,
  };
  /** Queries fake servers. @returns the result and the servers called */
  async function requestInTurn(...servers: [string, Error | string][]): Promise<unknown[]> {
    const asked: string[] = [];
    const list = servers.map(([url, does]) => ({ url, adapter: { url, does } }));
    const answer = await requestWithFailover(
      "overpass",
      list,
      async ({ url, does }) => {
        asked.push(url);
        if (does instanceof Error) throw does;
        return does;
      },
      manners,
    ).catch((error: unknown) => error);
    return [
      answer instanceof ExternalServiceError
        ? `${answer.failure} ${answer.details.retryAfterSeconds ?? ""}`.trim()
        : answer,
      ...asked,
    ];
  }

  it("are tried in turn until one answers", async () => {
    expect(await requestInTurn(["a", "yes"], ["b", "no"])).toEqual(["yes", "a"]);
    expect(await requestInTurn(["a", broken], ["b", "yes"], ["c", "no"])).toEqual(["yes", "a", "b"]);
    expect(
      await requestInTurn(["a", broken], ["b", new ExternalServiceError("overpass", "bad_answer", "garbage")]),
    ).toEqual(["server_error", "a", "b"]);
    expect(await requestInTurn()).toEqual(["unreachable"]);
  });

  it("are paused as long as they ask for it, while the others serve", async () => {
    expect(await requestInTurn(["d", busy], ["e", "yes"])).toEqual(["yes", "d", "e"]);
    expect(await requestInTurn(["d", "too early"], ["e", "yes"])).toEqual(["yes", "e"]);
    now = 10_000;
    expect(await requestInTurn(["d", "too early"], ["e", broken])).toEqual(["rate_limited 30", "e"]);
    now = 40_000;
    expect(await requestInTurn(["d", "yes"], ["e", "no"])).toEqual(["yes", "d"]);
  });

  it("are not tried after an error of our own", async () => {
    await expect(
      requestWithFailover(
        "overpass",
        [
          { url: "f", adapter: 0 },
          { url: "g", adapter: 1 },
        ],
        () => Promise.reject(new TypeError("ours")),
        manners,
      ),
    ).rejects.toThrow("ours");
  });
});
