import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createPageFetcher } from "../../../worker/adapters/web-fetch/fetch-page";
import { composeDeps } from "../../../worker/compose";
import { type PageFetcher, type WebResult, ExternalServiceError } from "../../../worker/platform/ports";
import type { Heartbeat, SiteReport, LeasedSite } from "../../../worker/platform/search-rpc";
import { crawlSites } from "../../../worker/search/crawl/crawl-consumer";
import { HostQueue } from "../../../worker/search/crawl/host-queue";
import { findSiteRoot } from "../../../worker/search/crawl/site-root";
import { firmDomain, twinDomain } from "../support/directory-entries";
import { sharedDatabase } from "../support/seed";

interface SiteRequest {
  url: URL;
  began: number;
  ended: number;
}

/** The sandbox's sites, with a record of the requests. */
function createWatchedSandbox(): { web: PageFetcher; requests: SiteRequest[] } {
  const requests: SiteRequest[] = [];
  const open: typeof fetch = async (input, init) => {
    const one = { url: new URL(input instanceof Request ? input.url : input), began: Date.now(), ended: Infinity };
    requests.push(one);
    const answer = await env.SANDBOX.fetch(input, init);
    one.ended = Date.now();
    return answer;
  };
  return { requests, web: createPageFetcher({ fetch: open, userAgent: "Candidature", allowReserved: true }) };
}

/** Crawls the sites of some entries, as one consumer of one search. */
async function crawlAll(
  web: PageFetcher,
  websites: string[],
  { hostQueue = new HostQueue(), hostDelayMs = 0, reader = "search" } = {},
): Promise<SiteReport[]> {
  const waiting = websites.map((website, number): LeasedSite => ({
    number,
    country: "FR",
    given: [],
    ...findSiteRoot(website),
  }));
  const reports: SiteReport[] = [];
  const exchange = async (heartbeat: Heartbeat) => {
    reports.push(...heartbeat.reports);
    return { goOn: true, sites: waiting.splice(0, heartbeat.room) };
  };
  const { siteCache } = composeDeps(env);
  await crawlSites(
    reader,
    { exchange },
    { web, sharedDb: sharedDatabase, siteCache, hostQueue, hostDelayMs, now: () => new Date() },
  );
  return reports.sort((a, b) => a.number - b.number);
}

/** A web of pages and redirects. */
function createWebWith(answers: Record<string, string | { to: string }>): PageFetcher & { requests: string[] } {
  return {
    requests: [],
    async fetchPage(url, { mayFollow } = {}): Promise<WebResult> {
      this.requests.push(url);
      await scheduler.wait(5);
      const answer = answers[url];
      if (answer === undefined && url.endsWith("/robots.txt"))
        return { url, status: 404, text: "", contentType: "text/plain", truncated: false };
      if (answer === undefined) throw new ExternalServiceError("web", "unreachable", "nobody there");
      if (typeof answer === "string")
        return { url, status: 200, text: answer, contentType: "text/html", truncated: false };
      return new URL(answer.to).hostname === new URL(url).hostname && mayFollow?.(answer.to) !== false
        ? this.fetchPage(answer.to, mayFollow ? { mayFollow } : {})
        : { url, location: answer.to };
    },
  };
}

const toHosts = (requests: string[]) => [...new Set(requests.map((url) => new URL(url).hostname))].sort();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const mailtoLink = (address: string) => `<a href="mailto:${address}">${address}</a>`;

describe("another host that a site redirects to", () => {
  it("gets a request for robots.txt first, and no other where that forbids all", async () => {
    const domain = firmDomain("Atelier Brun", "moved-to-forbidden");
    const { web, requests } = createWatchedSandbox();
    expect(await crawlAll(web, [`https://${domain}/`])).toMatchObject([{ read: false, movedTo: null, contacts: [] }]);
    expect(requests.map(({ url }) => url.href)).toEqual([
      `https://${domain}/robots.txt`,
      `https://${domain}/`,
      `https://${twinDomain(domain, "robots-forbid-all")}/robots.txt`,
    ]);
  });

  it("gets no request for an HTML page in place of robots.txt: that file counts as absent", async () => {
    const domain = firmDomain("Atelier Blanc", "robots-moved-to-page");
    const { web, requests } = createWatchedSandbox();
    expect(await crawlAll(web, [`https://${domain}/`])).toMatchObject([{ read: true, email: `contact@${domain}` }]);
    expect(toHosts(requests.map(({ url }) => url.href))).toEqual([domain]);
  });

  it("gets no request when a page below the root leads there", async () => {
    const domain = firmDomain("Atelier Gris", "contact-leads-away");
    const { web, requests } = createWatchedSandbox();
    expect(await crawlAll(web, [`https://${domain}/`])).toMatchObject([{ read: true, email: `contact@${domain}` }]);
    expect(requests.some(({ url }) => url.pathname === "/contact")).toBe(true);
    expect(toHosts(requests.map(({ url }) => url.href))).toEqual([domain]);
  });

  it("of the same site has its own robots.txt too", async () => {
    const web = createWebWith({
      "https://firm.example/": { to: "https://shop.firm.example/" },
      "https://shop.firm.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://shop.firm.example/": mailtoLink("contact@firm.example"),
    });
    expect(await crawlAll(web, ["https://firm.example/"])).toMatchObject([
      { read: true, movedTo: null, email: "contact@firm.example" },
    ]);
    expect(web.requests.slice(0, 4)).toEqual([
      "https://firm.example/robots.txt",
      "https://firm.example/",
      "https://shop.firm.example/robots.txt",
      "https://shop.firm.example/",
    ]);
    const closed = createWebWith({
      "https://closed.example/": { to: "https://shop.closed.example/private/" },
      "https://shop.closed.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://shop.closed.example/private/": mailtoLink("a@closed.example"),
    });
    expect(await crawlAll(closed, ["https://closed.example/"])).toMatchObject([{ read: false }]);
    expect(closed.requests).not.toContain("https://shop.closed.example/private/");
  });

  it("gets no request for what its own robots.txt forbids, where one of its pages redirects to it", async () => {
    const web = createWebWith({
      "https://firm.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://firm.example/": { to: "https://firm.example/private/" },
      "https://firm.example/private/": mailtoLink("a@firm.example"),
    });
    expect(await crawlAll(web, ["https://firm.example/"])).toMatchObject([{ read: false }]);
    expect(web.requests).not.toContain("https://firm.example/private/");
  });

  it("that is a login form, on a host of many sites, is not taken for the company's", async () => {
    const web = createWebWith({
      "https://www.facebook.com/firm": { to: "https://www.facebook.com/login" },
      "https://www.facebook.com/login": mailtoLink("jobs@facebook.com"),
    });
    expect(await crawlAll(web, ["https://www.facebook.com/firm/about"])).toMatchObject([
      { read: false, movedTo: null },
    ]);
    expect(web.requests).not.toContain("https://www.facebook.com/login");
  });

  it("that redirects endlessly, or in a circle, is abandoned", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`https://hop-${n}.example/`, { to: `https://hop-${n + 1}.example/` }]),
    );
    const web = createWebWith({
      ...chain,
      "https://round.example/": { to: "https://about.example/" },
      "https://about.example/": { to: "https://round.example/" },
    });
    expect(await crawlAll(web, ["https://hop-0.example/", "https://round.example/"])).toMatchObject([
      { read: false, movedTo: null },
      { read: false, movedTo: null },
    ]);
    expect(toHosts(web.requests)).toEqual([
      "about.example",
      "hop-0.example",
      "hop-1.example",
      "hop-2.example",
      "hop-3.example",
      "round.example",
    ]);
  });
});

describe("a cached redirect", () => {
  it("is crawled under the new domain once, from either domain, and valid for a week", async () => {
    const web = createWebWith({
      "https://old.example/": { to: "https://new.example/fr/" },
      "https://new.example/": mailtoLink("contact@new.example"),
    });
    const byOld = {
      movedTo: { website: "https://new.example/", identity: "new.example" },
      email: "contact@new.example",
      contacts: [{ page: "https://new.example/" }],
    };
    expect(await crawlAll(web, ["https://old.example/"], { reader: "a" })).toMatchObject([byOld]);
    expect(await crawlAll(web, ["https://new.example/"], { reader: "b" })).toMatchObject([
      { movedTo: null, email: "contact@new.example" },
    ]);
    expect(await crawlAll(web, ["https://old.example/"], { reader: "c" })).toMatchObject([byOld]);
    expect(web.requests.filter((url) => !url.endsWith("/robots.txt"))).toEqual([
      "https://old.example/",
      "https://new.example/",
    ]);
    const { siteCache } = composeDeps(env);
    const listCached = async (days: number) =>
      [...(await siteCache.claim("d", ["new.example", "old.example"], inDays(days))).known.keys()].sort();
    expect(await listCached(6.9)).toEqual(["new.example", "old.example"]);
    expect(await listCached(7.1)).toEqual(["new.example"]);
    expect(await listCached(29.9)).toEqual(["new.example"]);
    expect(await listCached(30.1)).toEqual([]);
  });

  it("to a page below a root belongs only to the company that redirects there", async () => {
    const page =
      `<h1>Firm</h1>${mailtoLink("hello@group.example")}<h2>Kontakt</h2>` +
      `<p>E-Mail: ${mailtoLink("jobs@firm.example")}</p><a href="/contact">Contact</a>` +
      '<a href="/brands/firm/jobs">Jobs</a>';
    const web = createWebWith({
      "https://firm.example/": { to: "https://group.example/brands/firm" },
      "https://group.example/brands/firm": page,
      "https://group.example/brands/firm/jobs": mailtoLink("ana@firm.example"),
      "https://group.example/contact": mailtoLink("contact@group.example"),
      "https://group.example/": mailtoLink("info@group.example"),
    });
    const [report] = await crawlAll(web, ["https://firm.example/"], { reader: "a" });
    expect(report?.movedTo).toEqual({ website: "https://group.example/brands/firm", identity: null });
    expect(report?.email.split(";").slice(0, 2)).toEqual(["jobs@firm.example", "ana@firm.example"]);
    expect(web.requests).not.toContain("https://group.example/contact");
    expect(await crawlAll(web, ["https://group.example/brands/firm"], { reader: "b" })).toMatchObject([
      { movedTo: null, email: expect.stringContaining("info@group.example") as string },
    ]);
  });
});

describe("ten sites that redirect to one host", () => {
  const shops = Array.from({ length: 10 }, (_, n) =>
    firmDomain(`Boutique ${String.fromCodePoint(65 + n)}`, "moved-to-platform"),
  );
  const PAUSE = 60;

  it("reach it one at a time and a pause apart, its robots.txt once, and show their own addresses first", async () => {
    const { web, requests } = createWatchedSandbox();
    const reports = await crawlAll(
      web,
      shops.map((domain) => `https://${domain}/`),
      { hostDelayMs: PAUSE },
    );
    expect(reports.map(({ email }) => email.split(";")[0])).toEqual(shops.map((domain) => `contact@${domain}`));
    expect(new Set(reports.map(({ movedTo }) => movedTo?.website)).size).toBe(10);
    const platform = requests.filter(({ url }) => url.hostname.startsWith("plateforme-"));
    expect(platform.filter(({ url }) => url.pathname === "/robots.txt")).toHaveLength(1);
    expect(platform).toHaveLength(11);
    for (const [n, { began }] of platform.entries())
      if (n > 0) expect(began - (platform[n - 1]?.ended ?? 0)).toBeGreaterThanOrEqual(PAUSE - 2);
  }, 60_000);

  it("reach it a pause apart, too, from two consumers of one isolate", async () => {
    const { web, requests } = createWatchedSandbox();
    const ends = new Map<string, number>();
    await Promise.all(
      [shops.slice(0, 4), shops.slice(4, 8)].map((part, n) =>
        crawlAll(
          web,
          part.map((domain) => `https://${domain}/`),
          { hostQueue: new HostQueue(ends), hostDelayMs: PAUSE, reader: `search ${n}` },
        ),
      ),
    );
    const platform = requests
      .filter(({ url }) => url.hostname.startsWith("plateforme-"))
      .sort((a, b) => a.began - b.began);
    expect(platform).toHaveLength(10);
    for (const [n, { began }] of platform.entries())
      if (n > 0) expect(began - (platform[n - 1]?.ended ?? 0)).toBeGreaterThanOrEqual(PAUSE - 2);
  }, 60_000);

  it("and all to its root, crawl it once", async () => {
    const names = Array.from({ length: 10 }, (_, n) => `old-${n}.example`);
    const web = createWebWith({
      ...Object.fromEntries(names.map((name) => [`https://${name}/`, { to: "https://new.example/" }])),
      "https://new.example/": mailtoLink("contact@new.example"),
    });
    const reports = await crawlAll(
      web,
      names.map((name) => `https://${name}/`),
    );
    expect(reports.map(({ movedTo }) => movedTo?.identity)).toEqual(names.map(() => "new.example"));
    expect(web.requests.filter((url) => url === "https://new.example/")).toHaveLength(1);
  });
});

it("a consumer that died during a request blocks its host no longer than a page timeout", async () => {
  const hostQueue = new HostQueue(new Map([["firm.example", Date.now() + 40]]));
  const began = Date.now();
  await hostQueue.run("firm.example", 20, async () => undefined);
  expect(Date.now() - began).toBeGreaterThanOrEqual(55);
  expect(Date.now() - began).toBeLessThan(1_000);
});
