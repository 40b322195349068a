import type { Deps } from "../../compose";
import { log } from "../../lib/log";
import { CrawlWakeUp } from "../../platform/queue-messages";
import { crawlSites } from "./crawl-sites";
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
