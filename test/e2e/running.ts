import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type Server, startServer } from "./server.ts";

interface Running {
  readonly server: Server;
  readonly browser: Browser;
}

/** Lines of a server's log worth reading when a browser saw a 500: a fault of the product's, or wrangler's word for a request that its proxy answered in the product's place. */
const FAULT = /"event":"request_failed"/u;
const DROPPED = /Error inside ProxyWorker/u;

/** A test that is begun again, once, when it fails and wrangler's proxy has lost its connection to the product meanwhile: after that the proxy asks again only what is a GET. */
export const despiteWrangler =
  <Given extends unknown[]>(running: Running, test: (...given: Given) => Promise<void>) =>
  async (...given: Given): Promise<void> => {
    const dropped = () => running.server.log().split(DROPPED).length;
    const before = dropped();
    try {
      await test(...given);
    } catch (error) {
      if (dropped() === before) throw error;
      await test(...given);
    }
  };

/** Started by the first file that wants it and shared by all: the files run one after the other in one process. */
let shared: Promise<Running> | undefined;
const start = async (): Promise<Running> => {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  return { server, browser };
};

/** The server and the browser of all browser tests, there from before the first test of a file. Each test signs up users of its own. */
export function runForTests(): Running {
  let running: Running | undefined;
  let logged = 0;
  beforeAll(async () => {
    running = await (shared ??= start());
    const { url, log } = running.server;
    await Promise.all(["faults", "outbox"].map((state) => fetch(`${url}/sandbox/${state}`, { method: "DELETE" })));
    logged = log().length;
  });
  afterAll(() => {
    const lines = running?.server.log().slice(logged).split("\n") ?? [];
    for (const line of lines) if (FAULT.test(line) || DROPPED.test(line)) console.log(line);
  });
  const there = (): Running => {
    if (running === undefined) throw new Error("asked for before the tests of the file began");
    return running;
  };
  return {
    get server() {
      return there().server;
    },
    get browser() {
      return there().browser;
    },
  };
}
