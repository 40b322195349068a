import type { Deps } from "../../compose";
import type { Database } from "../../db/client";
import { logError, log } from "../../lib/log";
import { CrawlWakeUp } from "../../platform/queue-messages";
import type { SiteReport, Heartbeat, HeartbeatAnswer } from "../../platform/search-rpc";
import { listObjected } from "../../suppression/store-objections";
import { joinContacts } from "../rules-identity";
import { CrawlBatch, type CrawlPorts } from "./crawl-batch";
import { LEASES_PER_CONSUMER } from "./crawl-protocol";
import { HostQueue } from "./host-queue";

/** Consumers that share an isolate keep the pause to a host among each other; between isolates nothing does. */
const requestEndsByHost = new Map<string, number>();

/** Reads sites for the searches that wake-ups name. The searches know what is left; a wake-up too many finds nothing to do. */
export async function consumeCrawlQueue(batch: MessageBatch<unknown>, deps: Deps): Promise<void> {
  const ports = {
    web: deps.web,
    db: deps.db,
    lanes: new HostQueue(requestEndsByHost),
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

/** Sites one invocation reads: with some seven requests each it stays well below the thousand it may make. */
const MAX_SITES_PER_INVOCATION = 72;

/** The search, as far as its readers see it. */
interface HeartbeatReceiver {
  exchange(told: Heartbeat): Promise<HeartbeatAnswer>;
}

/**
 * Reads sites of one search until none is left or this invocation has done its share: as one is finished, the next is fetched.
 * Whatever is cut off here is handed out again by the search, which hears every second what is held.
 */
export async function crawlSites(searchId: string, search: HeartbeatReceiver, ports: CrawlPorts): Promise<void> {
  const batch = new CrawlBatch(searchId, ports);
  let sitesLeft = MAX_SITES_PER_INVOCATION;
  try {
    for (;;) {
      const progress = batch.drainReports();
      const reports = await dropObjected(ports.db, progress.reports);
      const [{ goOn, sites }] = await Promise.all([
        search.exchange({ ...progress, reports, room: Math.min(sitesLeft, LEASES_PER_CONSUMER - batch.size) }),
        batch.flushToCache(),
      ]);
      if (!goOn) return;
      sitesLeft -= sites.length;
      batch.assign(sites);
      if (batch.isEmpty) return;
      await batch.waitForProgress();
    }
  } catch (error) {
    // The search's object is gone or starting anew: it hands out again what was not reported.
    log("crawl_lost", { searchId, error: error instanceof Error ? error.message : String(error) });
  } finally {
    await batch.release();
  }
}

/** Reports without the addresses of those who have objected. If that cannot be asked the search goes on: it is asked again before a mail leaves. */
export async function dropObjected(db: Database, reports: SiteReport[]): Promise<SiteReport[]> {
  const addresses = reports.flatMap(({ contacts }) =>
    contacts.flatMap(({ kind, value }) => (kind === "email" ? [value] : [])),
  );
  if (addresses.length === 0) return reports;
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
