import type { Deps } from "../deps";
import { log } from "../log";
import { collect } from "./collect";
import { CrawlJob } from "./jobs";
import { HostLanes } from "./manners";

/** Reads the sites that wake-ups name. Each site reports by itself: one bad site holds nobody up, and a message is only a wake-up. */
export async function crawlQueued(batch: MessageBatch<unknown>, deps: Deps): Promise<void> {
  const ports = { web: deps.web, lanes: new HostLanes(), now: deps.now, hostDelayMs: deps.config.hostDelayMs };
  await Promise.all(batch.messages.map(async (message) => {
    const job = CrawlJob.safeParse(message.body);
    if (!job.success) log("crawl_malformed", { id: message.id });
    else await crawl(job.data, deps, ports);
    message.ack();
  }));
}

async function crawl({ searchId, sites }: CrawlJob, deps: Deps, ports: Parameters<typeof collect>[1]): Promise<void> {
  const object = deps.searches.get(deps.searches.idFromName(searchId));
  const over = new AbortController();
  try {
    await Promise.all((await object.take(sites)).map(async (site) => {
      const report = await collect(site, ports, over.signal);
      if (!over.signal.aborted && !await object.report(report)) over.abort();
    }));
  } catch (error) {
    // The object is gone or starting anew: it takes back what was not reported and hands it out again.
    over.abort();
    log("crawl_lost", { searchId, error: error instanceof Error ? error.message : String(error) });
  }
}
