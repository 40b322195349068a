import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createWeb } from "../../worker/adapters/web";
import { sites } from "../../worker/db/schema/search";
import { type Web, type WebAnswer, OutsideError } from "../../worker/ports";
import { HostLanes } from "../../worker/search/host-lanes";
import type { Exchange, SiteReport, SiteToRead } from "../../worker/search/jobs";
import { readSites } from "../../worker/search/read-sites";
import { findStart } from "../../worker/search/site-start";
import { WakeUps } from "../../worker/search/wake-ups";
import { firmOf, twinOf } from "./entries";
import { database } from "./seed";

interface Asked {
  url: URL;
  began: number;
  ended: number;
}

/** The sandbox's sites, with a note of who was asked and when. */
function watchedSandbox(): { web: Web; asked: Asked[] } {
  const asked: Asked[] = [];
  const open: typeof fetch = async (input, init) => {
    const one = { url: new URL(input instanceof Request ? input.url : input), began: Date.now(), ended: Infinity };
    asked.push(one);
    const answer = await env.SANDBOX.fetch(input, init);
    one.ended = Date.now();
    return answer;
  };
  return { asked, web: createWeb({ fetch: open, userAgent: "Candidature", allowReserved: true }) };
}

/** Reads the sites of some entries, as one consumer of one search. */
async function readAll(
  web: Web,
  websites: string[],
  { lanes = new HostLanes(), hostDelayMs = 0, reader = "search" } = {},
): Promise<SiteReport[]> {
  const waiting = websites.map((website, number): SiteToRead => ({
    number,
    country: "FR",
    given: [],
    ...findStart(website),
  }));
  const reports: SiteReport[] = [];
  const exchange = async (told: Exchange) => {
    reports.push(...told.reports);
    return { goOn: true, sites: waiting.splice(0, told.room) };
  };
  await readSites(reader, { exchange }, { web, db: database, lanes, hostDelayMs, now: () => new Date() });
  return reports.sort((a, b) => a.number - b.number);
}

/** A web of pages and redirects. */
function webOf(answers: Record<string, string | { to: string }>): Web & { asked: string[] } {
  return {
    asked: [],
    async read(url, { mayFollow } = {}): Promise<WebAnswer> {
      this.asked.push(url);
      await scheduler.wait(5);
      const answer = answers[url];
      if (answer === undefined && url.endsWith("/robots.txt"))
        return { url, status: 404, text: "", contentType: "text/plain", truncated: false };
      if (answer === undefined) throw new OutsideError("web", "unreachable", "nobody there");
      if (typeof answer === "string")
        return { url, status: 200, text: answer, contentType: "text/html", truncated: false };
      return new URL(answer.to).hostname === new URL(url).hostname && mayFollow?.(answer.to) !== false
        ? this.read(answer.to, mayFollow ? { mayFollow } : {})
        : { url, location: answer.to };
    },
  };
}

const hosts = (asked: string[]) => [...new Set(asked.map((url) => new URL(url).hostname))].sort();
const mail = (address: string) => `<a href="mailto:${address}">${address}</a>`;

describe("another host that a site redirects to", () => {
  it("is asked for its robots.txt first, and for nothing else where that forbids all", async () => {
    const domain = firmOf("Atelier Brun", "moved-to-forbidden");
    const { web, asked } = watchedSandbox();
    expect(await readAll(web, [`https://${domain}/`])).toMatchObject([{ read: false, movedTo: null, contacts: [] }]);
    expect(asked.map(({ url }) => url.href)).toEqual([
      `https://${domain}/robots.txt`,
      `https://${domain}/`,
      `https://${twinOf(domain, "robots-forbid-all")}/robots.txt`,
    ]);
  });

  it("is not asked for the page that stands in the place of a robots.txt: that file counts as absent", async () => {
    const domain = firmOf("Atelier Blanc", "robots-moved-to-page");
    const { web, asked } = watchedSandbox();
    expect(await readAll(web, [`https://${domain}/`])).toMatchObject([{ read: true, email: `contact@${domain}` }]);
    expect(hosts(asked.map(({ url }) => url.href))).toEqual([domain]);
  });

  it("is not asked when a page below the root leads there", async () => {
    const domain = firmOf("Atelier Gris", "contact-leads-away");
    const { web, asked } = watchedSandbox();
    expect(await readAll(web, [`https://${domain}/`])).toMatchObject([{ read: true, email: `contact@${domain}` }]);
    expect(asked.some(({ url }) => url.pathname === "/contact")).toBe(true);
    expect(hosts(asked.map(({ url }) => url.href))).toEqual([domain]);
  });

  it("of the same site has its own robots.txt too", async () => {
    const web = webOf({
      "https://firm.example/": { to: "https://shop.firm.example/" },
      "https://shop.firm.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://shop.firm.example/": mail("contact@firm.example"),
    });
    expect(await readAll(web, ["https://firm.example/"])).toMatchObject([
      { read: true, movedTo: null, email: "contact@firm.example" },
    ]);
    expect(web.asked.slice(0, 4)).toEqual([
      "https://firm.example/robots.txt",
      "https://firm.example/",
      "https://shop.firm.example/robots.txt",
      "https://shop.firm.example/",
    ]);
    const closed = webOf({
      "https://closed.example/": { to: "https://shop.closed.example/private/" },
      "https://shop.closed.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://shop.closed.example/private/": mail("a@closed.example"),
    });
    expect(await readAll(closed, ["https://closed.example/"])).toMatchObject([{ read: false }]);
    expect(closed.asked).not.toContain("https://shop.closed.example/private/");
  });

  it("is not asked for what its own robots.txt forbids, where one of its pages redirects to it", async () => {
    const web = webOf({
      "https://firm.example/robots.txt": "User-agent: *\nDisallow: /private",
      "https://firm.example/": { to: "https://firm.example/private/" },
      "https://firm.example/private/": mail("a@firm.example"),
    });
    expect(await readAll(web, ["https://firm.example/"])).toMatchObject([{ read: false }]);
    expect(web.asked).not.toContain("https://firm.example/private/");
  });

  it("that is a form to log in, on a host of many sites, is not taken for the company's", async () => {
    const web = webOf({
      "https://www.facebook.com/firm": { to: "https://www.facebook.com/login" },
      "https://www.facebook.com/login": mail("jobs@facebook.com"),
    });
    expect(await readAll(web, ["https://www.facebook.com/firm/about"])).toMatchObject([{ read: false, movedTo: null }]);
    expect(web.asked).not.toContain("https://www.facebook.com/login");
  });

  it("that redirects on and on, or in a circle, is left in the end", async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`https://hop-${n}.example/`, { to: `https://hop-${n + 1}.example/` }]),
    );
    const web = webOf({
      ...chain,
      "https://round.example/": { to: "https://about.example/" },
      "https://about.example/": { to: "https://round.example/" },
    });
    expect(await readAll(web, ["https://hop-0.example/", "https://round.example/"])).toMatchObject([
      { read: false, movedTo: null },
      { read: false, movedTo: null },
    ]);
    expect(hosts(web.asked)).toEqual([
      "about.example",
      "hop-0.example",
      "hop-1.example",
      "hop-2.example",
      "hop-3.example",
      "round.example",
    ]);
  });
});

describe("what is kept of a redirect", () => {
  it("is read under the new name once, whoever comes by which name, and believed for a week", async () => {
    const web = webOf({
      "https://old.example/": { to: "https://new.example/fr/" },
      "https://new.example/": mail("contact@new.example"),
    });
    const byOld = {
      movedTo: { website: "https://new.example/", identity: "new.example" },
      email: "contact@new.example",
      contacts: [{ page: "https://new.example/" }],
    };
    expect(await readAll(web, ["https://old.example/"], { reader: "a" })).toMatchObject([byOld]);
    expect(await readAll(web, ["https://new.example/"], { reader: "b" })).toMatchObject([
      { movedTo: null, email: "contact@new.example" },
    ]);
    expect(await readAll(web, ["https://old.example/"], { reader: "c" })).toMatchObject([byOld]);
    expect(web.asked.filter((url) => !url.endsWith("/robots.txt"))).toEqual([
      "https://old.example/",
      "https://new.example/",
    ]);
    const kept = await database.select().from(sites).orderBy(sites.site);
    expect(
      kept.map(({ site, freshUntil }) => [site, Math.round((Date.parse(freshUntil) - Date.now()) / 86_400_000)]),
    ).toEqual([
      ["new.example", 30],
      ["old.example", 7],
    ]);
  });

  it("to a page below a root belongs to the company that redirects there, and to nobody else", async () => {
    const page = `<h1>Firm</h1>${mail("hello@group.example")}<h2>Kontakt</h2><p>E-Mail: ${mail("jobs@firm.example")}</p><a href="/contact">Contact</a><a href="/brands/firm/jobs">Jobs</a>`;
    const web = webOf({
      "https://firm.example/": { to: "https://group.example/brands/firm" },
      "https://group.example/brands/firm": page,
      "https://group.example/brands/firm/jobs": mail("ana@firm.example"),
      "https://group.example/contact": mail("contact@group.example"),
      "https://group.example/": mail("info@group.example"),
    });
    const [report] = await readAll(web, ["https://firm.example/"], { reader: "a" });
    expect(report?.movedTo).toEqual({ website: "https://group.example/brands/firm", identity: null });
    expect(report?.email.split(";").slice(0, 2)).toEqual(["jobs@firm.example", "ana@firm.example"]);
    expect(web.asked).not.toContain("https://group.example/contact");
    expect(await readAll(web, ["https://group.example/brands/firm"], { reader: "b" })).toMatchObject([
      { movedTo: null, email: expect.stringContaining("info@group.example") as string },
    ]);
  });
});

describe("ten sites that redirect to one host", () => {
  const shops = Array.from({ length: 10 }, (_, n) =>
    firmOf(`Boutique ${String.fromCodePoint(65 + n)}`, "moved-to-platform"),
  );
  const PAUSE = 60;

  it("reach it one at a time and a pause apart, its robots.txt once, and show their own addresses first", async () => {
    const { web, asked } = watchedSandbox();
    const reports = await readAll(
      web,
      shops.map((domain) => `https://${domain}/`),
      { hostDelayMs: PAUSE },
    );
    expect(reports.map(({ email }) => email.split(";")[0])).toEqual(shops.map((domain) => `contact@${domain}`));
    expect(new Set(reports.map(({ movedTo }) => movedTo?.website)).size).toBe(10);
    const platform = asked.filter(({ url }) => url.hostname.startsWith("plateforme-"));
    expect(platform.filter(({ url }) => url.pathname === "/robots.txt")).toHaveLength(1);
    expect(platform).toHaveLength(11);
    for (const [n, { began }] of platform.entries())
      if (n > 0) expect(began - (platform[n - 1]?.ended ?? 0)).toBeGreaterThanOrEqual(PAUSE - 2);
  }, 60_000);

  it("reach it a pause apart, too, from two consumers of one isolate", async () => {
    const { web, asked } = watchedSandbox();
    const ends = new Map<string, number>();
    await Promise.all(
      [shops.slice(0, 4), shops.slice(4, 8)].map((part, n) =>
        readAll(
          web,
          part.map((domain) => `https://${domain}/`),
          { lanes: new HostLanes(ends), hostDelayMs: PAUSE, reader: `search ${n}` },
        ),
      ),
    );
    const platform = asked
      .filter(({ url }) => url.hostname.startsWith("plateforme-"))
      .sort((a, b) => a.began - b.began);
    expect(platform).toHaveLength(10);
    for (const [n, { began }] of platform.entries())
      if (n > 0) expect(began - (platform[n - 1]?.ended ?? 0)).toBeGreaterThanOrEqual(PAUSE - 2);
  }, 60_000);

  it("and to its root, all of them, read it once", async () => {
    const names = Array.from({ length: 10 }, (_, n) => `old-${n}.example`);
    const web = webOf({
      ...Object.fromEntries(names.map((name) => [`https://${name}/`, { to: "https://new.example/" }])),
      "https://new.example/": mail("contact@new.example"),
    });
    const reports = await readAll(
      web,
      names.map((name) => `https://${name}/`),
    );
    expect(reports.map(({ movedTo }) => movedTo?.identity)).toEqual(names.map(() => "new.example"));
    expect(web.asked.filter((url) => url === "https://new.example/")).toHaveLength(1);
  });
});

it("a consumer that died in the middle of a request holds its host no longer than a page may take", async () => {
  const lanes = new HostLanes(new Map([["firm.example", Date.now() + 40]]));
  const began = Date.now();
  await lanes.enter("firm.example", 20, async () => undefined);
  expect(Date.now() - began).toBeGreaterThanOrEqual(55);
  expect(Date.now() - began).toBeLessThan(1_000);
});

it("a search that nobody comes to read for sends wake-ups more and more rarely, and again at once for new work", () => {
  const wakeUps = new WakeUps();
  const now = Date.now;
  let clock = 1_800_000_000_000;
  Date.now = () => clock;
  try {
    let sent = 0;
    for (let second = 0; second < 1_200; second++, clock += 1_000) if (wakeUps.take()) sent += 1;
    expect(sent).toBeGreaterThanOrEqual(8);
    expect(sent).toBeLessThanOrEqual(12);
    wakeUps.hurry();
    expect(wakeUps.take()).toBe(true);
    expect(wakeUps.take()).toBe(false);
    wakeUps.heard();
    clock += 5_000;
    expect(wakeUps.take()).toBe(true);
  } finally {
    Date.now = now;
  }
});
