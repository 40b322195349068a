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
  const [page, missing] = await Promise.all([
    fetch(`${running.server.url}/no/such/page`),
    fetch(`${running.server.url}/api/no-such-call`),
  ]);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
  expect([missing.status, missing.headers.get("content-type")]).toEqual([
    404,
    expect.stringContaining("application/json"),
  ]);
});

it("answers 404 for a file that is not there, and serves those that are", async () => {
  const statusOf = async (path: string) => (await fetch(running.server.url + path)).status;
  const missing = ["/.env", "/nonexistent.js", "/wp-login.php", "/.git/config", "/search.html.bak"];
  expect(await Promise.all(missing.map(statusOf))).toEqual(missing.map(() => 404));
  const there = ["/theme.js", "/icon.svg", "/robots.txt", "/licences.txt", "/", "/login", "/no/such/page"];
  expect(await Promise.all(there.map(statusOf))).toEqual(there.map(() => 200));
  const page = await (await fetch(`${running.server.url}/login`)).text();
  const [script = ""] = /\/assets\/[^"]+\.js/u.exec(page) ?? [];
  expect(await statusOf(script)).toBe(200);
});

it("comes up again after a crash", async () => {
  await running.server.crash();
  expect((await fetch(`${running.server.url}/api/health`)).status).toBe(200);
});
