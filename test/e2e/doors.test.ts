import { expect, it } from "vitest";
import { openContext } from "./browser.ts";
import { runForTests } from "./running.ts";

const running = runForTests();

it("opens on a page without a complaint from the browser", async () => {
  const { page, close } = await openContext(running.browser, "fr-FR");
  await page.goto(running.server.url);
  await page.locator("h1").first().waitFor();
  await close();
});

it("serves the web app on every path but those of the API", async () => {
  const [page, missing] = await Promise.all([fetch(`${running.server.url}/no/such/page`), fetch(`${running.server.url}/api/no-such-call`)]);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
  expect([missing.status, missing.headers.get("content-type")]).toEqual([404, expect.stringContaining("application/json")]);
});

it("comes up again after a crash", async () => {
  await running.server.crash();
  expect((await fetch(`${running.server.url}/api/health`)).status).toBe(200);
});
