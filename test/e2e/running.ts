import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type Server, startServer } from "./server.ts";

interface Running {
  readonly server: Server;
  readonly browser: Browser;
}

/** A server and a browser for the tests of a file: they are there from before the first test until after the last. */
export function runForTests(): Running {
  let server: Server | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("asked for before the tests of the file began");
    return thing;
  };
  return { get server() { return there(server); }, get browser() { return there(browser); } };
}
