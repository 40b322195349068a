import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Crawled, type Order } from "./messages.ts";

export interface Theirs {
  pid: number;
  /** @throws when the process ends */
  crawl(order: Order): Promise<Crawled>;
  stop(): void;
}

/** Starts Crawlee in a process of its own, which stays warm from crawl to crawl. */
export async function startTheirs(): Promise<Theirs> {
  const child = fork(fileURLToPath(new URL("crawler.ts", import.meta.url)), { stdio: "inherit" });
  await once(child, "message");
  return {
    pid: child.pid ?? 0,
    async crawl(order) {
      const ended = new AbortController();
      const fail = () => ended.abort(new Error("the crawler ended"));
      child.once("exit", fail);
      child.send(order);
      const messages = await once(child, "message", { signal: ended.signal });
      child.off("exit", fail);
      return Crawled.parse(messages[0]);
    },
    stop: () => void child.kill(),
  };
}
