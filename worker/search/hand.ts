import type { Deps } from "../deps";
import { logFault } from "../log";
import { collect } from "./collect";
import { type Exchange, type SiteReading, type SiteReport, type SiteToRead, UNREAD } from "./jobs";
import { reportOf } from "./report";
import { findMoved } from "./site-start";
import { openSites, releaseSites, saveSites } from "./store-sites";

/** Finished sites are told in company, but not long after. Milliseconds. */
const GATHERED = 5;
const TOLD_AFTER = 250;
/** A sign of life, and a question whether the search goes on. Milliseconds. */
const BEAT = 1_000;
/** How often a site that somebody else is reading is asked about. Milliseconds. */
const ASK_AGAIN = 1_000;
/** Sites that one company's entry may be sent on to. */
const MOST_MOVES = 3;

export type ReadingPorts = Parameters<typeof collect>[1] & Pick<Deps, "db">;

/** What a consumer holds: sites being read, reports not told yet, readings not kept yet. */
export class Hand {
  readonly #reader: string;
  readonly #ports: ReadingPorts;
  readonly #over = new AbortController();
  readonly #held = new Map<number, SiteToRead>();
  /** By site: entries that redirect to the same one wait for the same reading. */
  readonly #read = new Map<string, Promise<SiteReading>>();
  #reports: SiteReport[] = [];
  #readings: { site: string; reading: SiteReading }[] = [];
  #wake: (() => void) | undefined;

  constructor(reader: string, ports: ReadingPorts) {
    this.#reader = reader;
    this.#ports = ports;
  }

  get size(): number {
    return this.#held.size;
  }

  get isEmpty(): boolean {
    return this.size === 0 && this.#reports.length === 0;
  }

  take(sites: SiteToRead[]): void {
    for (const site of sites) this.#held.set(site.number, site);
    if (sites.length > 0) void this.#open(sites);
  }

  /** What is to be told now; it counts as told. */
  told(): Omit<Exchange, "room"> {
    return { reports: this.#reports.splice(0), held: [...this.#held.keys()] };
  }

  /** Keeps what was read for the next who asks. Not being able to is a pity, no more. */
  async keep(): Promise<void> {
    const readings = this.#readings.splice(0);
    if (readings.length > 0)
      await saveSites(this.#ports.db, readings, this.#ports.now()).catch((error: unknown) =>
        logFault("sites_not_kept", error),
      );
  }

  /** Waits until there is something worth telling. */
  async news(): Promise<void> {
    const enough = () => this.#reports.length >= Math.min(GATHERED, this.#reports.length + this.size);
    if (enough()) return;
    const until = Date.now() + BEAT;
    let soon = Infinity;
    while (!enough() && Date.now() < Math.min(until, soon)) {
      if (this.#reports.length > 0 && soon === Infinity) soon = Date.now() + TOLD_AFTER;
      await this.#orWait(Math.min(until, soon) - Date.now());
    }
  }

  async layDown(): Promise<void> {
    this.#over.abort();
    await this.keep();
    const left = [...this.#held.values()].map(({ site }) => site);
    if (left.length > 0)
      await releaseSites(this.#ports.db, this.#reader, left).catch((error: unknown) =>
        logFault("sites_not_released", error),
      );
  }

  async #open(sites: SiteToRead[]): Promise<void> {
    for (let waiting = sites; waiting.length > 0 && !this.#over.signal.aborted; await scheduler.wait(ASK_AGAIN)) {
      const { known, claimed } = await this.#ask(waiting);
      waiting = waiting.filter((site) => {
        const reading = known.get(site.site);
        if (reading) this.#settle(site, reading);
        else if (claimed.has(site.site)) void this.#readOnce(site);
        else return true;
        return false;
      });
      if (waiting.length === 0) return;
    }
  }

  async #ask(sites: SiteToRead[]): ReturnType<typeof openSites> {
    const keys = sites.map(({ site }) => site);
    return openSites(this.#ports.db, this.#reader, keys, this.#ports.now()).catch((error: unknown) => {
      // Without the cache the sites are read all the same.
      logFault("sites_not_opened", error);
      return { known: new Map<string, SiteReading>(), claimed: new Set(keys) };
    });
  }

  async #readOnce(site: SiteToRead): Promise<void> {
    const reading = this.#read.get(site.site) ?? this.#collect(site);
    this.#read.set(site.site, reading);
    const said = await reading;
    // What was broken off is not what the site says.
    if (!this.#over.signal.aborted) this.#settle(site, said);
  }

  async #collect(site: SiteToRead): Promise<SiteReading> {
    const reading = await collect(site, this.#ports, this.#over.signal).catch((error: unknown): SiteReading => {
      // A fault of ours with one site must not keep the others.
      logFault("site_broke", error, { searchId: this.#reader });
      return UNREAD;
    });
    if (!this.#over.signal.aborted) this.#readings.push({ site: site.site, reading });
    return reading;
  }

  /** Goes on to the site that this one redirects to, as to any other: it may be known already, or be being read. */
  #settle(site: SiteToRead, reading: SiteReading): void {
    const hops = (site.moved?.hops ?? 0) + 1;
    if (!reading.movedTo || hops > MOST_MOVES) return this.#finish(site, reading);
    const onward: SiteToRead = {
      ...site,
      ...findMoved(site, reading.movedTo),
      moved: { from: site.moved?.from ?? site.site, hops },
    };
    this.#held.set(site.number, onward);
    void this.#open([onward]);
  }

  #finish(site: SiteToRead, reading: SiteReading): void {
    this.#held.delete(site.number);
    this.#reports.push(reportOf(site, reading));
    this.#wake?.();
  }

  async #orWait(ms: number): Promise<void> {
    const timer = new AbortController();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      const timeout = setTimeout(resolve, Math.max(0, ms));
      timer.signal.addEventListener("abort", () => clearTimeout(timeout), { once: true });
    });
    this.#wake = undefined;
    timer.abort();
  }
}
