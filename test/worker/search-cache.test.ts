import { describe, expect, it } from "vitest";
import { sites } from "../../worker/db/schema/search";
import { OutsideError, type Web } from "../../worker/ports";
import { HostLanes } from "../../worker/search/host-lanes";
import type { Exchange, ExchangeAnswer, SiteReport, SiteToRead } from "../../worker/search/jobs";
import { readSites } from "../../worker/search/read-sites";
import { forgetSites } from "../../worker/search/store-sites";
import { takeConsoleErrors } from "./console-errors";
import { database } from "./seed";

const DAY = 86_400_000;
const START = Date.parse("2026-11-21T09:00:00Z");

/** Sites whose home page shows one address; counts what is asked of them. */
function world(delayMs = 5): Web & { asked: string[]; dead: Set<string> } {
  return {
    asked: [],
    dead: new Set(),
    async read(url, { signal } = {}) {
      this.asked.push(url);
      const { hostname, pathname } = new URL(url);
      await scheduler.wait(delayMs, signal ? { signal } : {}).catch(() => undefined);
      if (signal?.aborted) throw new OutsideError("web", "aborted", "given up");
      if (this.dead.has(hostname)) throw new OutsideError("web", "timeout", "nobody there");
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

/** A search that hands out its sites once and remembers what is reported. */
class Asker {
  readonly reports: SiteReport[] = [];
  readonly held: number[][] = [];
  #waiting: SiteToRead[];
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

  async exchange({ reports, held, room }: Exchange): Promise<ExchangeAnswer> {
    this.reports.push(...reports);
    this.held.push(held);
    return { goOn: this.goOn, sites: this.#waiting.splice(0, room) };
  }

  get emails(): string[] {
    return this.reports.map(({ email }) => email).sort();
  }
}

const ports = (web: Web, at = START) => ({
  web,
  db: database,
  lanes: new HostLanes(),
  hostDelayMs: 0,
  now: () => new Date(at),
});
const names = (count: number, prefix = "firm") => Array.from({ length: count }, (_, n) => `${prefix}-${n}.example`);
const addresses = (domains: string[]) => domains.map((domain) => `contact@${domain}`).sort();

describe("the cache of sites", () => {
  it("lets a site be read once in thirty days, whoever asks", async () => {
    const web = world();
    const domains = names(30);
    const ask = async (reader: string, at: number) => {
      const asker = new Asker(domains);
      await readSites(reader, asker, ports(web, at));
      expect(asker.emails).toEqual(addresses(domains));
    };
    await ask("first", START);
    expect(web.asked).toHaveLength(60);
    await ask("second", START + 29 * DAY);
    expect(web.asked).toHaveLength(60);
    await ask("third", START + 31 * DAY);
    expect(web.asked).toHaveLength(120);
  });

  it("lets two searches that come at the same moment read it once, and gives it to both", async () => {
    const web = world(30);
    const domains = names(20);
    const askers = [new Asker(domains), new Asker(domains.toReversed()), new Asker(domains)];
    await Promise.all(askers.map((asker, n) => readSites(`search ${n}`, asker, ports(web))));
    for (const asker of askers) expect(asker.emails).toEqual(addresses(domains));
    expect(web.asked).toHaveLength(40);
  });

  it("leaves a site that could not be read alone for a day only", async () => {
    const web = world();
    web.dead.add("firm-0.example");
    await readSites("first", new Asker(names(1)), ports(web));
    await readSites("second", new Asker(names(1)), ports(web, START + DAY / 2));
    expect(web.asked).toHaveLength(1);
    web.dead.clear();
    const asker = new Asker(names(1));
    await readSites("third", asker, ports(web, START + 2 * DAY));
    expect(asker.emails).toEqual(["contact@firm-0.example"]);
  });

  it("gives a search its own claims back at once, and others those of a reader that died after a minute", async () => {
    const claim = { claimedBy: "dead", claimedUntil: new Date(START + 60_000).toISOString() };
    await database.insert(sites).values([
      { site: "firm-0.example", ...claim },
      { site: "other-0.example", ...claim },
    ]);
    const web = world();
    await readSites("dead", new Asker(names(1)), ports(web, START + 1_000));
    await readSites("another", new Asker(names(1, "other")), ports(web, START + 61_000));
    expect(web.asked).toHaveLength(4);
  });

  it("is not written and holds no claim when a search is stopped in mid-read", async () => {
    const web = world(60_000);
    const asker = new Asker(names(3));
    const reading = readSites("stopped", asker, ports(web));
    await scheduler.wait(100);
    asker.goOn = false;
    await reading;
    expect(asker.reports).toEqual([]);
    expect((await database.select().from(sites)).map(({ reading: kept, claimedBy }) => [kept, claimedBy])).toEqual(
      names(3).map(() => [null, ""]),
    );
  });

  it("is swept of what is out of date", async () => {
    await readSites("first", new Asker(names(3)), ports(world()));
    await forgetSites(database, new Date(START + 20 * DAY), 10);
    expect(await database.select().from(sites)).toHaveLength(3);
    await forgetSites(database, new Date(START + 31 * DAY), 2);
    expect(await database.select().from(sites)).toHaveLength(1);
  });
});

describe("a consumer", () => {
  it("reads no more than its share, and tells every second what it holds", async () => {
    const asker = new Asker(names(200));
    await readSites("long", asker, ports(world()));
    expect(asker.reports).toHaveLength(72);
    expect(Math.max(...asker.held.map((held) => held.length))).toBeLessThanOrEqual(24);
    const slow = new Asker(names(1, "slow"));
    await readSites("slow", slow, ports(world(1_300)));
    expect(slow.held.filter((held) => held.length === 1).length).toBeGreaterThanOrEqual(2);
  });

  it("lays everything down when its search breaks, and says so", async () => {
    const web = world(50);
    const asker = new Asker(names(4));
    const first = asker.exchange.bind(asker);
    let calls = 0;
    asker.exchange = (told) => ((calls += 1) === 1 ? first(told) : Promise.reject(new Error("object reset")));
    await readSites("broken", asker, ports(web));
    expect(asker.reports).toEqual([]);
    expect(takeConsoleErrors()).toEqual([]);
  });
});
