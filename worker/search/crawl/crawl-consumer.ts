import type { CommonDeps } from "../../compose";
import type { SharedDatabase } from "../../db/client";
import { logError, log } from "../../lib/log";
import { CrawlWakeUp } from "../../platform/queue-messages";
import type { SiteReport, Heartbeat, HeartbeatAnswer } from "../../platform/search-rpc";
import { listObjected } from "../../suppression/store-objections";
import { joinContacts } from "../rules-same-company";
import { CrawlBatch, type CrawlPorts } from "./crawl-batch";
import { LEASES_PER_CONSUMER } from "./crawl-protocol";
import { HostQueue } from "./host-queue";

/** Consumers in one isolate share the pause between two requests to a host; consumers in other isolates do not. */
const requestEndsByHost = new Map<string, number>();

/** Crawls for the searches named by the wake-ups. The search leases its sites, so an extra wake-up does nothing. */
export async function consumeCrawlQueue(batch: MessageBatch<unknown>, deps: CommonDeps): Promise<void> {
  const ports = {
    web: deps.web,
    sharedDb: deps.sharedDb,
    siteCache: deps.siteCache,
    hostQueue: new HostQueue(requestEndsByHost),
    now: deps.now,
    hostDelayMs: deps.config.hostDelayMs,
  };
  await Promise.all(
    batch.messages.map(async (message) => {
      const wake = CrawlWakeUp.safeParse(message.body);
      if (wake.success)
        await crawlSites(wake.data.searchId, deps.searches.get(deps.searches.idFromName(wake.data.searchId)), ports);
      else log("crawl_malformed", { id: message.id });
      message.ack();
    }),
  );
}

/**
 * Share of one invocation; then another search's turn comes. Some twenty calls a site at most, and 40 ms of CPU, keep
 * it well below the platform's limits: 10,000 subrequests, `cpu_ms` in wrangler.toml, 15 minutes.
 */
const MAX_SITES_PER_INVOCATION = 240;

/** The search object as a consumer sees it. */
interface HeartbeatReceiver {
  exchange(heartbeat: Heartbeat): Promise<HeartbeatAnswer>;
}

/**
 * Crawls sites of one search until none is left or this invocation has read its share. If it dies, its leases expire
 * and the search leases the sites again.
 */
export async function crawlSites(searchId: string, search: HeartbeatReceiver, ports: CrawlPorts): Promise<void> {
  const batch = new CrawlBatch(searchId, ports);
  const consumer = crypto.randomUUID();
  let sitesLeft = MAX_SITES_PER_INVOCATION;
  try {
    for (;;) {
      const progress = batch.drainReports();
      const reports = await dropObjected(ports.sharedDb, progress.reports);
      const [{ goOn, sites }] = await Promise.all([
        search.exchange({
          ...progress,
          consumer,
          reports,
          room: Math.min(sitesLeft, LEASES_PER_CONSUMER - batch.size),
          takesMore: sitesLeft > 0,
        }),
        batch.flushToCache(),
      ]);
      if (!goOn) return;
      sitesLeft -= sites.length;
      batch.assign(sites);
      if (batch.isEmpty) return;
      await batch.waitForProgress();
    }
  } catch (error) {
    // The search object is restarting or deleted: it leases again what was not reported.
    log("crawl_lost", { searchId, error: error instanceof Error ? error.message : String(error) });
  } finally {
    await batch.release();
  }
}

/** Drops addresses on the objection list. A failed query is ignored: the list is checked again before a mail leaves. */
export async function dropObjected(db: SharedDatabase, reports: SiteReport[]): Promise<SiteReport[]> {
  const addresses = reports.flatMap(({ contacts }) =>
    contacts.flatMap(({ kind, value }) => (kind === "email" ? [value] : [])),
  );
  const objected = await listObjected(db, addresses).catch((error: unknown) => {
    logError("objections_not_asked", error);
    return new Set<string>();
  });
  if (objected.size === 0) return reports;
  return reports.map((report) => {
    const contacts = report.contacts.filter(({ value }) => !objected.has(value));
    return { ...report, contacts, email: joinContacts(contacts, "email") };
  });
}
