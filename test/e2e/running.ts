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
export const despiteWrangler = <Given extends unknown[]>(running: Running, test: (...given: Given) => Promise<void>) => async (...given: Given): Promise<void> => {
  const dropped = () => running.server.log().split(DROPPED).length;
  const before = dropped();
  try {
    await test(...given);
  } catch (error) {
    if (dropped() === before) throw error;
    await test(...given);
  }
};

/** A server and a browser for the tests of a file: they are there from before the first test until after the last. */
export function runForTests(): Running {
  let server: Server | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const line of server?.log().split("\n") ?? []) if (FAULT.test(line) || DROPPED.test(line)) console.log(line);
    await server?.stop();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("asked for before the tests of the file began");
    return thing;
  };
  return { get server() { return there(server); }, get browser() { return there(browser); } };
}
