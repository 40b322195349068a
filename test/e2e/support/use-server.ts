import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBuiltServer } from "../../harness/built-server.ts";
import type { Server } from "../../harness/server-process.ts";
import { launchBrowser } from "./browser.ts";

interface SharedServer {
  readonly server: Server;
  readonly browser: Browser;
}

/** Logged for a 500 of the product. */
const SERVER_ERROR_LINE = /"event":"request_failed"/u;

/** Where the tests and scenes search; a search elsewhere asks OpenStreetMap, and says so. */
const DIRECTORY_CITIES = ["lyon", "london", "paris", "berlin", "manchester"];

/** Started by the first file of a process and shared by its others, which run one after the other. */
const shared: { server?: Promise<Server>; browser?: Promise<Browser> } = {};

interface OwnServer {
  /** Of the operator, where they differ. */
  settings: Record<string, string>;
  /** Where its companies are. */
  directory: readonly string[];
}

/**
 * The server and the browser of all browser tests, ready before a file's first test. Each test signs up new users.
 * @param own the file has a server of its own
 */
export function useServer(own?: OwnServer): SharedServer {
  let running: SharedServer | undefined;
  let logged = 0;
  beforeAll(async () => {
    const [server, browser] = await Promise.all([
      own ? startBuiltServer(own) : (shared.server ??= startBuiltServer({ directory: DIRECTORY_CITIES })),
      (shared.browser ??= launchBrowser()),
    ]);
    running = { server, browser };
    const { url, log } = running.server;
    await Promise.all(["faults", "outbox"].map((state) => fetch(`${url}/sandbox/${state}`, { method: "DELETE" })));
    logged = log().length;
  });
  afterAll(async () => {
    const lines = running?.server.log().slice(logged).split("\n") ?? [];
    for (const line of lines) if (SERVER_ERROR_LINE.test(line)) console.log(line);
    if (own) await running?.server.stop();
  });
  const getRunning = (): SharedServer => {
    if (running === undefined) throw new Error("the server is available only inside tests");
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
