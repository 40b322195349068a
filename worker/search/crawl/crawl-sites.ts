import { log } from "../../lib/log";
import type { Heartbeat, HeartbeatAnswer } from "../../platform/search-rpc";
import { dropObjected } from "../../suppression/record-objection";
import { CrawlBatch, type CrawlPorts } from "./crawl-batch";
import { LEASES_PER_CONSUMER } from "./crawl-protocol";

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
