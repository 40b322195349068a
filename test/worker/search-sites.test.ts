import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Contact } from "../../worker/contract/companies";
import { depsOf } from "../../worker/deps";
import { OutsideError, type Web } from "../../worker/ports";
import { collect } from "../../worker/search/collect";
import { HostLanes } from "../../worker/search/host-lanes";
import { reportOf } from "../../worker/search/report";
import { cities } from "../sandbox/osm/cities";
import { expectedContacts } from "../sandbox/world/expected";
import { shapes } from "../sandbox/world/shapes/table";
import { domainOf, siteOf } from "../sandbox/world/site";

const now = () => new Date();
const LAST = /^(?:dpo|privacy|datenschutz)@/u;

/** Paris, London, Berlin. */
const places = [0, 3, 6].flatMap((n) => cities[n] ?? []);

describe("every shape of site", () => {
  it("gives its best address, and nothing that it does not show", async () => {
    const ports = { web: depsOf(env).web, lanes: new HostLanes(), now, hostDelayMs: 0 };
    // One that moves is read where it went (site-redirects.test.ts).
    const listed = shapes.filter(({ id, unlisted }) => !unlisted && id !== "moved");
    const sites = listed.flatMap((shape, n) =>
      places.flatMap((city) => {
        const site = siteOf(domainOf(`Atelier ${city.name}`, city, n, 12_345 + n));
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
    const work = async () => {
      for (let site = waiting.shift(); site; site = waiting.shift()) {
        const { label, domain, url, country } = site;
        const { email, phone, contacts } = reportOf(
          { number: 1, site: domain, url, given: [] },
          await collect({ url, country }, ports),
        );
        const expected = expectedContacts(domain);
        const [got, numbers] = [email, phone].map((list) => list.split(";").filter((value) => value !== ""));
        const missed =
          expected.emails.length > 0 &&
          (got?.[0] === undefined || (LAST.test(got[0]) && !expected.emails.every((value) => LAST.test(value))));
        const invented = [
          ...(got ?? []).filter((value) => !expected.emails.includes(value)),
          ...(numbers ?? []).filter((value) => !expected.phones.includes(value)),
        ];
        if (missed || invented.length > 0 || contacts.some(({ page }) => !URL.canParse(page)))
          wrong.push(`${label}: ${email} ${phone}, expected ${expected.emails.join(";")}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    expect(sites.length).toBe(listed.length * 3);
    expect(wrong).toEqual([]);
  }, 60_000);
});

/** A web that remembers who was asked when, and how many at once. */
function watchedWeb(pages: Record<string, string>): Web & { asked: string[]; most: number } {
  let open = 0;
  return {
    asked: [],
    most: 0,
    async read(url) {
      this.asked.push(url);
      this.most = Math.max(this.most, (open += 1));
      await scheduler.wait(20);
      open -= 1;
      if (pages[url] === undefined) throw new OutsideError("web", "unreachable", "nobody there");
      return { url, status: 200, text: pages[url], contentType: "text/html", truncated: false };
    },
  };
}

const read = async (web: Web, url: string, lanes: HostLanes, hostDelayMs: number, given: Contact[] = []) =>
  reportOf(
    { number: 1, site: new URL(url).hostname, url, given },
    await collect({ url, country: "FR" }, { web, lanes, now, hostDelayMs }),
  );

describe("manners", () => {
  it("one request at a time to a host and a pause between two, also when several companies stand on it", async () => {
    const web = watchedWeb({
      "https://linktr.ee/robots.txt": "",
      "https://linktr.ee/a": "<p>a</p>",
      "https://linktr.ee/b": "<p>b</p>",
    });
    const lanes = new HostLanes();
    const began = Date.now();
    await Promise.all([read(web, "https://linktr.ee/a", lanes, 50), read(web, "https://linktr.ee/b", lanes, 50)]);
    expect(web.most).toBe(1);
    expect(Date.now() - began).toBeGreaterThanOrEqual((web.asked.length - 1) * 65);
  });

  it("two hosts do not wait for each other", async () => {
    const web = watchedWeb({ "https://a.fr/robots.txt": "", "https://b.fr/robots.txt": "" });
    const lanes = new HostLanes();
    await Promise.all([read(web, "https://a.fr/", lanes, 50), read(web, "https://b.fr/", lanes, 50)]);
    expect(web.most).toBe(2);
  });

  it("a site whose robots.txt cannot be had is left alone", async () => {
    const web = watchedWeb({ "https://firm.fr/": "<a href='mailto:contact@firm.fr'>x</a>" });
    expect(await read(web, "https://firm.fr/", new HostLanes(), 0)).toMatchObject({
      read: false,
      email: "",
      contacts: [],
    });
    expect(web.asked).toEqual(["https://firm.fr/robots.txt"]);
  });
});

it.each([
  ["the privacy officer", "<a href='mailto:dpo@firm.fr'>DPO</a>", ["contact@firm.fr", "dpo@firm.fr"]],
  [
    "somebody whose domain only looks like the company's",
    "<a href='mailto:x@otherfirm.fr'>x</a>",
    ["contact@firm.fr", "x@otherfirm.fr"],
  ],
])("the address of %s is no reason to stop looking", async (_whose, link, expected) => {
  const web = watchedWeb({
    "https://firm.fr/robots.txt": "",
    "https://firm.fr/": `${link} <a href='/a-propos'>À propos</a>`,
    "https://firm.fr/a-propos": "<a href='mailto:contact@firm.fr'>x</a>",
  });
  const report = await read(web, "https://firm.fr/", new HostLanes(), 0);
  expect(report.email.split(";")).toEqual(expected);
});

it("what the directory gave stays, unless the site shows it itself", async () => {
  const given = (value: string) => ({
    kind: "email" as const,
    value,
    page: "https://www.openstreetmap.org/node/1",
    how: "directory" as const,
    seen_at: now().toISOString(),
  });
  const web = watchedWeb({
    "https://firm.fr/robots.txt": "",
    "https://firm.fr/": "<a href='mailto:contact@firm.fr'>x</a>",
  });
  const { contacts } = await read(web, "https://firm.fr/", new HostLanes(), 0, [
    given("contact@firm.fr"),
    given("old@firm.fr"),
  ]);
  expect(contacts.map(({ value, how, page }) => [value, how, page])).toEqual([
    ["contact@firm.fr", "link", "https://firm.fr/"],
    ["old@firm.fr", "directory", "https://www.openstreetmap.org/node/1"],
  ]);
});
