import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type Server, startWranglerServer } from "./wrangler-server.ts";

interface SharedServer {
  readonly server: Server;
  readonly browser: Browser;
}

/** Lines of a server's log worth reading when a browser saw a 500: a fault of the product's, or wrangler's word for a request that its proxy answered in the product's place. */
const SERVER_ERROR_LINE = /"event":"request_failed"/u;
const PROXY_ERROR_LINE = /Error inside ProxyWorker/u;

/** A test that is begun again, once, when it fails and wrangler's proxy has lost its connection to the product meanwhile: after that the proxy asks again only what is a GET. */
export const retryOnProxyError =
  <Given extends unknown[]>(running: SharedServer, test: (...given: Given) => Promise<void>) =>
  async (...given: Given): Promise<void> => {
    const countProxyErrors = () => running.server.log().split(PROXY_ERROR_LINE).length;
    const before = countProxyErrors();
    try {
      await test(...given);
    } catch (error) {
      if (countProxyErrors() === before) throw error;
      await test(...given);
    }
  };

/** Started by the first file that wants it and shared by all: the files run one after the other in one process. */
let shared: Promise<SharedServer> | undefined;
const startAll = async (): Promise<SharedServer> => {
  const [server, browser] = await Promise.all([startWranglerServer(), launchBrowser()]);
  return { server, browser };
};

/** The server and the browser of all browser tests, there from before the first test of a file. Each test signs up users of its own. */
export function useServer(): SharedServer {
  let running: SharedServer | undefined;
  let logged = 0;
  beforeAll(async () => {
    running = await (shared ??= startAll());
    const { url, log } = running.server;
    await Promise.all(["faults", "outbox"].map((state) => fetch(`${url}/sandbox/${state}`, { method: "DELETE" })));
    logged = log().length;
  });
  afterAll(() => {
    const lines = running?.server.log().slice(logged).split("\n") ?? [];
    for (const line of lines) if (SERVER_ERROR_LINE.test(line) || PROXY_ERROR_LINE.test(line)) console.log(line);
  });
  const getRunning = (): SharedServer => {
    if (running === undefined) throw new Error("asked for before the tests of the file began");
    return running;
  };
  return {
    get server() {
      return getRunning().server;
    },
    get browser() {
      return getRunning().browser;
    },
  };
}
