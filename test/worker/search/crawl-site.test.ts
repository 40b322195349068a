import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import type { Contact } from "../../../worker/contract/companies";
import { ExternalServiceError, type PageFetcher } from "../../../worker/platform/ports";
import { crawlSite, toSiteReport } from "../../../worker/search/crawl/crawl-site";
import { HostQueue } from "../../../worker/search/crawl/host-queue";
import { listExpectedContacts } from "../../sandbox/companies/shapes/all-shapes";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain, parseSite } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";

const getNow = () => new Date();
const LAST_RANKED_EMAIL = /^(?:dpo|privacy|datenschutz)@/u;

/** Paris, London, Berlin. */
const sampleCities = [0, 3, 6].flatMap((n) => cities[n] ?? []);

describe("every shape of site", () => {
  it("yields its best address, and nothing that it does not show", async () => {
    const ports = { web: composeDeps(env).web, hostQueue: new HostQueue(), now: getNow, hostDelayMs: 0 };
    // A moved site is read at its target (redirected-hosts.test.ts).
    const listed = shapes.filter(({ id, unlisted }) => !unlisted && id !== "moved");
    const sites = listed.flatMap((shape, n) =>
      sampleCities.flatMap((city) => {
        const site = parseSite(toDomain(`Atelier ${city.name}`, city, n, 12_345 + n));
        return site
          ? [
              {
                label: `${shape.id} in ${city.name}`,
                domain: site.domain,
                url: shape.website?.(site) ?? `https://${site.domain}/`,
                country: city.country.toUpperCase(),
              },
            ]
          : [];
      }),
    );
    const waiting = [...sites];
    const wrong: string[] = [];
    const crawlNext = async () => {
      for (let site = waiting.shift(); site; site = waiting.shift()) {
        const { label, domain, url, country } = site;
        const { email, phone, contacts } = toSiteReport(
          { number: 1, site: domain, url, given: [] },
          await crawlSite({ url, country }, ports),
        );
        const expected = listExpectedContacts(domain);
        const [got, numbers] = [email, phone].map((list) => list.split(";").filter((value) => value !== ""));
        const missed =
          expected.emails.length > 0 &&
          (got?.[0] === undefined ||
            (LAST_RANKED_EMAIL.test(got[0]) && !expected.emails.every((value) => LAST_RANKED_EMAIL.test(value))));
        const invented = [
          ...(got ?? []).filter((value) => !expected.emails.includes(value)),
          ...(numbers ?? []).filter((value) => !expected.phones.includes(value)),
        ];
        if (missed || invented.length > 0 || contacts.some(({ page }) => !URL.canParse(page)))
          wrong.push(`${label}: ${email} ${phone}, expected ${expected.emails.join(";")}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, crawlNext));
    expect(sites.length).toBe(listed.length * 3);
    expect(wrong).toEqual([]);
  }, 60_000);
});

/** A web that records its requests and their concurrency. */
function createWatchedWeb(pages: Record<string, string>): PageFetcher & { requests: string[]; most: number } {
  let open = 0;
  return {
    requests: [],
    most: 0,
    async fetchPage(url) {
      this.requests.push(url);
      this.most = Math.max(this.most, (open += 1));
      await scheduler.wait(20);
      open -= 1;
      if (pages[url] === undefined) throw new ExternalServiceError("web", "unreachable", "nobody there");
      return { url, status: 200, text: pages[url], contentType: "text/html", truncated: false };
    },
  };
}

const crawlOne = async (
  web: PageFetcher,
  url: string,
  hostQueue: HostQueue,
  hostDelayMs: number,
  given: Contact[] = [],
) =>
  toSiteReport(
    { number: 1, site: new URL(url).hostname, url, given },
    await crawlSite({ url, country: "FR" }, { web, hostQueue, now: getNow, hostDelayMs }),
  );

describe("the ways to apply without e-mail", () => {
  it("are the first page with a form for a text, and the page whose path names jobs", async () => {
    const links = '<a href="/contact">Contact</a><a href="/recrutement">Recrutement</a>';
    const web = createWatchedWeb({
      "https://firm.fr/robots.txt": "",
      "https://firm.fr/": `${links}<form action="/search"><input name="q"></form>`,
      "https://firm.fr/contact": '<form method="post"><input name="name"><textarea name="message"></textarea></form>',
      "https://firm.fr/recrutement": "<h1>Nous rejoindre</h1><form><textarea></textarea></form>",
    });
    expect(await crawlOne(web, "https://firm.fr/", new HostQueue(), 0)).toMatchObject({
      contactForm: "https://firm.fr/recrutement",
      careersPage: "https://firm.fr/recrutement",
    });
    const noJobs = createWatchedWeb({
      "https://firm.fr/robots.txt": "",
      "https://firm.fr/": links,
      "https://firm.fr/contact": '<form method="post"><textarea name="message"></textarea></form>',
    });
    expect(await crawlOne(noJobs, "https://firm.fr/", new HostQueue(), 0)).toMatchObject({
      contactForm: "https://firm.fr/contact",
      careersPage: null,
    });
  });

  it("are none on a site without them", async () => {
    const web = createWatchedWeb({ "https://firm.fr/robots.txt": "", "https://firm.fr/": "<p>Nous</p>" });
    expect(await crawlOne(web, "https://firm.fr/", new HostQueue(), 0)).toMatchObject({
      contactForm: null,
      careersPage: null,
    });
  });
});

describe("polite fetching", () => {
  it("one request at a time to a host, with a pause, also for several companies on it", async () => {
    const web = createWatchedWeb({
      "https://linktr.ee/robots.txt": "",
      "https://linktr.ee/a": "<p>a</p>",
      "https://linktr.ee/b": "<p>b</p>",
    });
    const hostQueue = new HostQueue();
    const began = Date.now();
    await Promise.all([
      crawlOne(web, "https://linktr.ee/a", hostQueue, 50),
      crawlOne(web, "https://linktr.ee/b", hostQueue, 50),
    ]);
    expect(web.most).toBe(1);
    expect(Date.now() - began).toBeGreaterThanOrEqual((web.requests.length - 1) * 65);
  });

  it("two hosts do not wait for each other", async () => {
    const web = createWatchedWeb({ "https://a.fr/robots.txt": "", "https://b.fr/robots.txt": "" });
    const hostQueue = new HostQueue();
    await Promise.all([crawlOne(web, "https://a.fr/", hostQueue, 50), crawlOne(web, "https://b.fr/", hostQueue, 50)]);
    expect(web.most).toBe(2);
  });

  it("a site whose robots.txt is unavailable is not crawled", async () => {
    const web = createWatchedWeb({ "https://firm.fr/": "<a href='mailto:contact@firm.fr'>x</a>" });
    expect(await crawlOne(web, "https://firm.fr/", new HostQueue(), 0)).toMatchObject({
      read: false,
      email: "",
      contacts: [],
    });
    expect(web.requests).toEqual(["https://firm.fr/robots.txt"]);
  });
});

it.each([
  ["the privacy officer", "<a href='mailto:dpo@firm.fr'>DPO</a>", ["contact@firm.fr"]],
  [
    "somebody whose domain only looks like the company's",
    "<a href='mailto:x@otherfirm.fr'>x</a>",
    ["contact@firm.fr", "x@otherfirm.fr"],
  ],
])("the crawl continues after the address of %s", async (_whose, link, expected) => {
  const web = createWatchedWeb({
    "https://firm.fr/robots.txt": "",
    "https://firm.fr/": `${link} <a href='/a-propos'>À propos</a>`,
    "https://firm.fr/a-propos": "<a href='mailto:contact@firm.fr'>x</a>",
  });
  const report = await crawlOne(web, "https://firm.fr/", new HostQueue(), 0);
  expect(report.email.split(";")).toEqual(expected);
});

it("the mailbox for data protection is shown as a contact, and is never the address to write to", async () => {
  const web = createWatchedWeb({
    "https://firm.fr/robots.txt": "",
    "https://firm.fr/": "<a href='mailto:privacy@firm.fr'>Privacy</a>",
  });
  const report = await crawlOne(web, "https://firm.fr/", new HostQueue(), 0);
  expect(report.email).toBe("");
  expect(report.contacts.map(({ value }) => value)).toEqual(["privacy@firm.fr"]);
});

it("contacts of the directory stay, unless the site shows them itself", async () => {
  const makeGivenContact = (value: string) => ({
    kind: "email" as const,
    value,
    page: "https://www.openstreetmap.org/node/1",
    how: "directory" as const,
    seen_at: getNow().toISOString(),
  });
  const web = createWatchedWeb({
    "https://firm.fr/robots.txt": "",
    "https://firm.fr/": "<a href='mailto:contact@firm.fr'>x</a>",
  });
  const { contacts } = await crawlOne(web, "https://firm.fr/", new HostQueue(), 0, [
    makeGivenContact("contact@firm.fr"),
    makeGivenContact("old@firm.fr"),
  ]);
  expect(contacts.map(({ value, how, page }) => [value, how, page])).toEqual([
    ["contact@firm.fr", "link", "https://firm.fr/"],
    ["old@firm.fr", "directory", "https://www.openstreetmap.org/node/1"],
  ]);
});
