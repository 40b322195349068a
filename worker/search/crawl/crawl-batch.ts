import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import type { Heartbeat, SiteReport, LeasedSite } from "../../platform/search-rpc";
import type { SiteReading } from "../../platform/site-reading";
import { UNREAD_SITE } from "./crawl-protocol";
import { crawlSite, toSiteReport } from "./crawl-site";
import { resolveSiteRedirect } from "./site-root";

/** Finished sites are reported in batches of 5, or after 250 ms. */
const REPORT_BATCH_SIZE = 5;
const REPORT_DELAY_MS = 250;
/** Renews the leases and checks whether the search continues (ms). */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** How often the cache is checked for a site that another search is reading (ms). */
const CLAIM_RETRY_MS = 1_000;
/** Redirects to other sites that are followed for one company. */
const MAX_SITE_REDIRECTS = 3;

export type CrawlPorts = Parameters<typeof crawlSite>[1] & Pick<Deps, "sharedDb" | "siteCache">;

/** Work of one consumer: sites being read, reports not sent yet, readings not cached yet. */
export class CrawlBatch {
  readonly #searchId: string;
  readonly #ports: CrawlPorts;
  readonly #stop = new AbortController();
  readonly #assigned = new Map<number, LeasedSite>();
  /** By site: several companies may redirect to the same one. */
  readonly #readingsBySite = new Map<string, Promise<SiteReading>>();
  #reports: SiteReport[] = [];
  #unsavedReadings: { site: string; reading: SiteReading }[] = [];
  #notifyProgress: (() => void) | undefined;

  constructor(searchId: string, ports: CrawlPorts) {
    this.#searchId = searchId;
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

  /** The next heartbeat; its reports count as sent. */
  drainReports(): Pick<Heartbeat, "reports" | "held"> {
    return { reports: this.#reports.splice(0), held: [...this.#assigned.keys()] };
  }

  /** Writes results to the shared cache. */
  async flushToCache(): Promise<void> {
    const readings = this.#unsavedReadings.splice(0);
    if (readings.length > 0) await this.#ports.siteCache.save(readings, this.#ports.now());
  }

  /** Waits until a heartbeat is due. */
  async waitForProgress(): Promise<void> {
    const hasEnoughReports = () =>
      this.#reports.length >= Math.min(REPORT_BATCH_SIZE, this.#reports.length + this.size);
    if (hasEnoughReports()) return;
    const until = Date.now() + HEARTBEAT_INTERVAL_MS;
    let reportAt = Infinity;
    while (!hasEnoughReports() && Date.now() < Math.min(until, reportAt)) {
      if (this.#reports.length > 0 && reportAt === Infinity) reportAt = Date.now() + REPORT_DELAY_MS;
      await this.#waitForFinishedSite(Math.min(until, reportAt) - Date.now());
    }
  }

  async release(): Promise<void> {
    this.#stop.abort();
    await this.flushToCache();
    const unread = [...this.#assigned.values()].map(({ site }) => site);
    if (unread.length > 0) await this.#ports.siteCache.release(this.#searchId, unread);
  }

  async #claimUntilRead(sites: LeasedSite[]): Promise<void> {
    for (let waiting = sites; waiting.length > 0 && !this.#stop.signal.aborted; await scheduler.wait(CLAIM_RETRY_MS)) {
      const { siteCache, now } = this.#ports;
      const { known, claimed } = await siteCache.claim(
        this.#searchId,
        waiting.map(({ site }) => site),
        now(),
      );
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

  async #readOnce(site: LeasedSite): Promise<void> {
    const reading = this.#readingsBySite.get(site.site) ?? this.#crawl(site);
    this.#readingsBySite.set(site.site, reading);
    const result = await reading;
    // An aborted reading is incomplete.
    if (!this.#stop.signal.aborted) this.#followOrFinish(site, result);
  }

  async #crawl(site: LeasedSite): Promise<SiteReading> {
    const reading = await crawlSite(site, this.#ports, this.#stop.signal).catch((error: unknown): SiteReading => {
      // A bug with one site must not stop the others.
      logError("site_broke", error, { searchId: this.#searchId });
      return UNREAD_SITE;
    });
    if (!this.#stop.signal.aborted) this.#unsavedReadings.push({ site: site.site, reading });
    return reading;
  }

  /** A redirect target is claimed like any other site: it may be cached, or another search may be reading it. */
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
