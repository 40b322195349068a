import type { Deps } from "../deps";
import { log } from "../log";
import { HostLanes } from "./host-lanes";
import { CrawlWake } from "./jobs";
import { readSites } from "./read-sites";

/** Consumers that share an isolate keep the pause to a host among each other; between isolates nothing does. */
const requestEnds = new Map<string, number>();

/** Reads sites for the searches that wake-ups name. The searches know what is left; a wake-up too many finds nothing to do. */
export async function crawlQueued(batch: MessageBatch<unknown>, deps: Deps): Promise<void> {
  const ports = {
    web: deps.web,
    db: deps.db,
    lanes: new HostLanes(requestEnds),
    now: deps.now,
    hostDelayMs: deps.config.hostDelayMs,
  };
  await Promise.all(
    batch.messages.map(async (message) => {
      const wake = CrawlWake.safeParse(message.body);
      if (wake.success)
        await readSites(wake.data.searchId, deps.searches.get(deps.searches.idFromName(wake.data.searchId)), ports);
      else log("crawl_malformed", { id: message.id });
      message.ack();
    }),
  );
}
