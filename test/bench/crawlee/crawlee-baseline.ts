import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CrawlResult, type CrawlOrder } from "./messages.ts";

export interface CrawleeBaseline {
  pid: number;
  /** @throws when the process ends */
  crawl(order: CrawlOrder): Promise<CrawlResult>;
  stop(): void;
}

/** Starts Crawlee in a process of its own, which stays warm from crawl to crawl. */
export async function startCrawlee(): Promise<CrawleeBaseline> {
  const child = fork(fileURLToPath(new URL("crawler.ts", import.meta.url)), { stdio: "inherit" });
  await once(child, "message");
  return {
    pid: child.pid ?? 0,
    async crawl(order) {
      const ended = new AbortController();
      const abortOnExit = () => ended.abort(new Error("the crawler ended"));
      child.once("exit", abortOnExit);
      child.send(order);
      const messages = await once(child, "message", { signal: ended.signal });
      child.off("exit", abortOnExit);
      return CrawlResult.parse(messages[0]);
    },
    stop: () => void child.kill(),
  };
}
