import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openContext } from "./browser.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it("opens on a page without a complaint from the browser", async () => {
  const { page, close } = await openContext(browser, "fr-FR");
  await page.goto(server.url);
  await page.locator("h1").first().waitFor();
  await close();
});

it("serves the web app on every path but those of the API", async () => {
  const [page, missing] = await Promise.all([fetch(`${server.url}/no/such/page`), fetch(`${server.url}/api/no-such-call`)]);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
  expect([missing.status, missing.headers.get("content-type")]).toEqual([404, expect.stringContaining("application/json")]);
});

it("comes up again after a crash", async () => {
  await server.crash();
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});
