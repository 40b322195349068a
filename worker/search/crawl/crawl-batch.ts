import type { Deps } from "../../compose";
import type { SiteReading } from "../../db/schema/json-types";
import { logError } from "../../lib/log";
import type { Heartbeat, SiteReport, LeasedSite } from "../../platform/search-rpc";
import { UNREAD_SITE } from "./crawl-protocol";
import { crawlSite, toSiteReport } from "./crawl-site";
import { resolveSiteRedirect } from "./site-root";
import { claimSites, releaseSiteClaims, saveSiteReadings } from "./store-site-cache";

/** Finished sites are told in company, but not long after. Milliseconds. */
const REPORT_BATCH_SIZE = 5;
const REPORT_DELAY_MS = 250;
/** A sign of life, and a question whether the search goes on. Milliseconds. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** How often a site that somebody else is reading is asked about. Milliseconds. */
const CLAIM_RETRY_MS = 1_000;
/** Sites that one company's entry may be sent on to. */
const MAX_SITE_REDIRECTS = 3;

export type CrawlPorts = Parameters<typeof crawlSite>[1] & Pick<Deps, "db">;

/** What a consumer holds: sites being read, reports not told yet, readings not kept yet. */
export class CrawlBatch {
  readonly #searchId: string;
  readonly #ports: CrawlPorts;
  readonly #stop = new AbortController();
  readonly #assigned = new Map<number, LeasedSite>();
  /** By site: entries that redirect to the same one wait for the same reading. */
  readonly #readingsBySite = new Map<string, Promise<SiteReading>>();
  #reports: SiteReport[] = [];
  #unsavedReadings: { site: string; reading: SiteReading }[] = [];
  #notifyProgress: (() => void) | undefined;

  constructor(reader: string, ports: CrawlPorts) {
    this.#searchId = reader;
    this.#ports = ports;
  }

  get size(): number {
    return this.#assigned.size;
  }

  get isEmpty(): boolean {
    return this.size === 0 && this.#reports.length === 0;
  }

  assign(sites: LeasedSite[]): void {
    for (const site of sites) this.#assigned.set(site.number, site);
    if (sites.length > 0) void this.#claimUntilRead(sites);
  }

  /** What is to be told now; it counts as told. */
  drainReports(): Omit<Heartbeat, "room"> {
    return { reports: this.#reports.splice(0), held: [...this.#assigned.keys()] };
  }

  /** Keeps what was read for the next who asks. Not being able to is a pity, no more. */
  async flushToCache(): Promise<void> {
    const readings = this.#unsavedReadings.splice(0);
    if (readings.length > 0)
      await saveSiteReadings(this.#ports.db, readings, this.#ports.now()).catch((error: unknown) =>
        logError("sites_not_kept", error),
      );
  }

  /** Waits until there is something worth telling. */
  async waitForProgress(): Promise<void> {
    const hasEnoughReports = () =>
      this.#reports.length >= Math.min(REPORT_BATCH_SIZE, this.#reports.length + this.size);
    if (hasEnoughReports()) return;
    const until = Date.now() + HEARTBEAT_INTERVAL_MS;
    let soon = Infinity;
    while (!hasEnoughReports() && Date.now() < Math.min(until, soon)) {
      if (this.#reports.length > 0 && soon === Infinity) soon = Date.now() + REPORT_DELAY_MS;
      await this.#waitForFinishedSite(Math.min(until, soon) - Date.now());
    }
  }

  async release(): Promise<void> {
    this.#stop.abort();
    await this.flushToCache();
    const left = [...this.#assigned.values()].map(({ site }) => site);
    if (left.length > 0)
      await releaseSiteClaims(this.#ports.db, this.#searchId, left).catch((error: unknown) =>
        logError("sites_not_released", error),
      );
  }

  async #claimUntilRead(sites: LeasedSite[]): Promise<void> {
    for (let waiting = sites; waiting.length > 0 && !this.#stop.signal.aborted; await scheduler.wait(CLAIM_RETRY_MS)) {
      const { known, claimed } = await this.#claim(waiting);
      waiting = waiting.filter((site) => {
        const reading = known.get(site.site);
        if (reading) this.#followOrFinish(site, reading);
        else if (claimed.has(site.site)) void this.#readOnce(site);
        else return true;
        return false;
      });
      if (waiting.length === 0) return;
    }
  }

  async #claim(sites: LeasedSite[]): ReturnType<typeof claimSites> {
    const keys = sites.map(({ site }) => site);
    return claimSites(this.#ports.db, this.#searchId, keys, this.#ports.now()).catch((error: unknown) => {
      // Without the cache the sites are read all the same.
      logError("sites_not_opened", error);
      return { known: new Map<string, SiteReading>(), claimed: new Set(keys) };
    });
  }

  async #readOnce(site: LeasedSite): Promise<void> {
    const reading = this.#readingsBySite.get(site.site) ?? this.#crawl(site);
    this.#readingsBySite.set(site.site, reading);
    const said = await reading;
    // What was broken off is not what the site says.
    if (!this.#stop.signal.aborted) this.#followOrFinish(site, said);
  }

  async #crawl(site: LeasedSite): Promise<SiteReading> {
    const reading = await crawlSite(site, this.#ports, this.#stop.signal).catch((error: unknown): SiteReading => {
      // A fault of ours with one site must not keep the others.
      logError("site_broke", error, { searchId: this.#searchId });
      return UNREAD_SITE;
    });
    if (!this.#stop.signal.aborted) this.#unsavedReadings.push({ site: site.site, reading });
    return reading;
  }

  /** Goes on to the site that this one redirects to, as to any other: it may be known already, or be being read. */
  #followOrFinish(site: LeasedSite, reading: SiteReading): void {
    const hops = (site.moved?.hops ?? 0) + 1;
    if (!reading.movedTo || hops > MAX_SITE_REDIRECTS) return this.#finish(site, reading);
    const onward: LeasedSite = {
      ...site,
      ...resolveSiteRedirect(site, reading.movedTo),
      moved: { from: site.moved?.from ?? site.site, hops },
    };
    this.#assigned.set(site.number, onward);
    void this.#claimUntilRead([onward]);
  }

  #finish(site: LeasedSite, reading: SiteReading): void {
    this.#assigned.delete(site.number);
    this.#reports.push(toSiteReport(site, reading));
    this.#notifyProgress?.();
  }

  async #waitForFinishedSite(ms: number): Promise<void> {
    const timer = new AbortController();
    await new Promise<void>((resolve) => {
      this.#notifyProgress = resolve;
      const timeout = setTimeout(resolve, Math.max(0, ms));
      timer.signal.addEventListener("abort", () => clearTimeout(timeout), { once: true });
    });
    this.#notifyProgress = undefined;
    timer.abort();
  }
}
