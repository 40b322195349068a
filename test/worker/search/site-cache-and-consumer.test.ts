import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSiteCache } from "../../../worker/adapters/site-cache";
import { composeDeps } from "../../../worker/compose";
import type { SiteCacheRpc } from "../../../worker/platform/durable-objects";
import { ExternalServiceError, type PageFetcher } from "../../../worker/platform/ports";
import type { Heartbeat, HeartbeatAnswer, SiteReport, LeasedSite } from "../../../worker/platform/search-rpc";
import { crawlSites } from "../../../worker/search/crawl/crawl-consumer";
import { HostQueue } from "../../../worker/search/crawl/host-queue";
import { expectConsoleError, listConsoleErrors, listUnexpectedErrors } from "../support/console-errors";
import { sharedDatabase } from "../support/seed";

const DAY_MS = 86_400_000;
const START_MS = Date.parse("2026-11-21T09:00:00Z");

/** Sites whose home page shows one address; records the requests. */
function createSites(delayMs = 5): PageFetcher & { requests: string[]; dead: Set<string> } {
  return {
    requests: [],
    dead: new Set(),
    async fetchPage(url, { signal } = {}) {
      this.requests.push(url);
      const { hostname, pathname } = new URL(url);
      await scheduler.wait(delayMs, signal ? { signal } : {}).catch(() => undefined);
      if (signal?.aborted) throw new ExternalServiceError("web", "aborted", "given up");
      if (this.dead.has(hostname)) throw new ExternalServiceError("web", "timeout", "nobody there");
      return {
        url,
        status: pathname === "/robots.txt" ? 404 : 200,
        text: `<p><a href="mailto:contact@${hostname}">x</a></p>`,
        contentType: "text/html",
        truncated: false,
      };
    },
  };
}

/** A search that leases its sites once and records the reports. */
class FakeSearch {
  readonly reports: SiteReport[] = [];
  readonly held: number[][] = [];
  readonly takesMore: boolean[] = [];
  #waiting: LeasedSite[];
  goOn = true;

  constructor(domains: string[]) {
    this.#waiting = domains.map((site, number) => ({
      number,
      site,
      url: `https://${site}/`,
      country: "FR",
      given: [],
    }));
  }

  async exchange({ reports, held, room, takesMore }: Heartbeat): Promise<HeartbeatAnswer> {
    this.reports.push(...reports);
    this.held.push(held);
    this.takesMore.push(takesMore);
    return { goOn: this.goOn, sites: this.#waiting.splice(0, room) };
  }

  get emails(): string[] {
    return this.reports.map(({ email }) => email).sort();
  }
}

const makePorts = (web: PageFetcher, at = START_MS) => ({
  web,
  sharedDb: sharedDatabase,
  siteCache: composeDeps(env).siteCache,
  hostQueue: new HostQueue(),
  hostDelayMs: 0,
  now: () => new Date(at),
});
const makeDomains = (count: number, prefix = "firm") =>
  Array.from({ length: count }, (_, n) => `${prefix}-${n}.example`);
const toContactEmails = (domains: string[]) => domains.map((domain) => `contact@${domain}`).sort();

/** The objects that hold the cache. */
const listParts = () =>
  Array.from({ length: 8 }, (_, number) => env.SITE_CACHE.get(env.SITE_CACHE.idFromName(`sites ${number}`)));
const listStored = (part: DurableObjectStub<SiteCacheRpc>): Promise<string[]> =>
  runInDurableObject(part, (_, { storage: { sql } }) =>
    sql
      .exec<{ site: string }>("SELECT site FROM readings")
      .toArray()
      .map(({ site }) => site),
  );

describe("the cache of sites", () => {
  it("has a site crawled once in thirty days, for all users", async () => {
    const web = createSites();
    const domains = makeDomains(30);
    const ask = async (reader: string, at: number) => {
      const search = new FakeSearch(domains);
      await crawlSites(reader, search, makePorts(web, at));
      expect(search.emails).toEqual(toContactEmails(domains));
    };
    await ask("first", START_MS);
    expect(web.requests).toHaveLength(60);
    await ask("second", START_MS + 29 * DAY_MS);
    expect(web.requests).toHaveLength(60);
    await ask("third", START_MS + 31 * DAY_MS);
    expect(web.requests).toHaveLength(120);
  });

  it("has a site crawled once for two concurrent searches, and serves both", async () => {
    const web = createSites(30);
    const domains = makeDomains(20);
    const searches = [new FakeSearch(domains), new FakeSearch(domains.toReversed()), new FakeSearch(domains)];
    await Promise.all(searches.map((search, n) => crawlSites(`search ${n}`, search, makePorts(web))));
    for (const search of searches) expect(search.emails).toEqual(toContactEmails(domains));
    expect(web.requests).toHaveLength(40);
  });

  it("blocks a site that could not be read for a day only", async () => {
    const web = createSites();
    web.dead.add("firm-0.example");
    await crawlSites("first", new FakeSearch(makeDomains(1)), makePorts(web));
    await crawlSites("second", new FakeSearch(makeDomains(1)), makePorts(web, START_MS + DAY_MS / 2));
    expect(web.requests).toHaveLength(1);
    web.dead.clear();
    const search = new FakeSearch(makeDomains(1));
    await crawlSites("third", search, makePorts(web, START_MS + 2 * DAY_MS));
    expect(search.emails).toEqual(["contact@firm-0.example"]);
  });

  it("returns a search's own claims at once, and those of a dead consumer after a minute", async () => {
    const { siteCache } = composeDeps(env);
    await siteCache.claim("dead", ["firm-0.example", "other-0.example"], new Date(START_MS));
    expect((await siteCache.claim("living", ["firm-0.example"], new Date(START_MS + 59_000))).claimed.size).toBe(0);
    const web = createSites();
    await crawlSites("dead", new FakeSearch(makeDomains(1)), makePorts(web, START_MS + 1_000));
    await crawlSites("another", new FakeSearch(makeDomains(1, "other")), makePorts(web, START_MS + 61_000));
    expect(web.requests).toHaveLength(4);
  });

  it("is not written and holds no claim when a search is stopped during a crawl", async () => {
    const web = createSites(60_000);
    const search = new FakeSearch(makeDomains(3));
    const reading = crawlSites("stopped", search, makePorts(web));
    await scheduler.wait(100);
    search.goOn = false;
    await reading;
    expect(search.reports).toEqual([]);
    const { known, claimed } = await composeDeps(env).siteCache.claim("next", makeDomains(3), new Date(START_MS));
    expect([known.size, [...claimed].sort()]).toEqual([0, makeDomains(3)]);
  });

  it("writes no row of D1, and one row a site in objects of its own", async () => {
    const before = await env.DB.prepare("PRAGMA table_list").all<{ name: string }>();
    expect(before.results.map(({ name }) => name)).not.toContain("sites");
    await crawlSites("first", new FakeSearch(makeDomains(30)), makePorts(createSites()));
    const stored = await Promise.all(listParts().map((part) => listStored(part)));
    expect(stored.flat().sort()).toEqual(makeDomains(30).sort());
    expect(stored.filter((sites) => sites.length > 0).length).toBeGreaterThan(3);
  });

  it("deletes what has expired, a day later", async () => {
    const longAgo = Date.now() - 29.5 * DAY_MS;
    await crawlSites("first", new FakeSearch(makeDomains(30, "old")), makePorts(createSites(), longAgo - DAY_MS));
    await crawlSites("second", new FakeSearch(makeDomains(30, "new")), makePorts(createSites(), longAgo));
    for (const part of listParts()) await runDurableObjectAlarm(part);
    const left = await Promise.all(listParts().map((part) => listStored(part)));
    expect(left.flat().sort()).toEqual(makeDomains(30, "new").sort());
    for (const part of listParts())
      expect(await runInDurableObject(part, (_, { storage }) => storage.getAlarm())).toBeGreaterThan(Date.now());
  });

  it("takes a reading of another form for none, and has the site read again", async () => {
    const web = createSites();
    await crawlSites("first", new FakeSearch(makeDomains(2)), makePorts(web));
    for (const part of listParts())
      await runInDurableObject(part, (_, { storage: { sql } }) =>
        sql.exec(`UPDATE readings SET reading = '{"read":true,"pages":[]}' WHERE site = 'firm-1.example'`),
      );
    const search = new FakeSearch(makeDomains(2));
    await crawlSites("second", search, makePorts(web));
    expect(search.emails).toEqual(toContactEmails(makeDomains(2)));
    expect(web.requests).toHaveLength(6);
  });

  it("is done without where it fails: sites are read, and the failure is logged", async () => {
    expectConsoleError(/"event":"sites_not_(?:opened|kept)"/);
    const broken = async () => Promise.reject(new Error("no such object"));
    const web = createSites();
    const search = new FakeSearch(makeDomains(3));
    const objects = {
      idFromName: (name: string) => env.SITE_CACHE.idFromName(name),
      get: () => ({ claim: broken, save: broken, release: broken }),
    } as unknown as typeof env.SITE_CACHE;
    await crawlSites("first", search, { ...makePorts(web), siteCache: createSiteCache(objects) });
    expect(search.emails).toEqual(toContactEmails(makeDomains(3)));
    expect(listConsoleErrors().join("\n")).toMatch(/sites_not_opened[^]*sites_not_kept/);
  });
});

describe("a consumer", () => {
  it("crawls no more than its share, and reports its leases every second", async () => {
    const search = new FakeSearch(makeDomains(300));
    await crawlSites("long", search, makePorts(createSites()));
    expect(search.reports).toHaveLength(240);
    expect(search.takesMore.at(-1)).toBe(false);
    expect(Math.max(...search.held.map((held) => held.length))).toBeLessThanOrEqual(24);
    const slow = new FakeSearch(makeDomains(1, "slow"));
    await crawlSites("slow", slow, makePorts(createSites(1_300)));
    expect(slow.held.filter((held) => held.length === 1).length).toBeGreaterThanOrEqual(2);
  });

  it("releases everything when its search fails, and logs it", async () => {
    const web = createSites(50);
    const search = new FakeSearch(makeDomains(4));
    const first = search.exchange.bind(search);
    let calls = 0;
    search.exchange = (heartbeat) =>
      (calls += 1) === 1 ? first(heartbeat) : Promise.reject(new Error("object reset"));
    await crawlSites("broken", search, makePorts(web));
    expect(search.reports).toEqual([]);
    expect(listUnexpectedErrors()).toEqual([]);
  });
});
