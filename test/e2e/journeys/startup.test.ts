import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

it("opens on a page without a complaint from the browser", async () => {
  const { page, close } = await openContext(sharedServer.browser, "fr-FR");
  await page.goto(sharedServer.server.url);
  await page.locator("h1").first().waitFor();
  await close();
});

it("opens in the account's language where none was chosen on this device", async () => {
  const { page, close } = await openContext(sharedServer.browser, "fr-FR");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await page.goto(`${sharedServer.server.url}/archive`);
  await page.getByRole("heading", { level: 1, name: TEXTS.en.archive.title, exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("language"))).toContain("en");
  await close();
});

it.each([
  [["de-AT", "en"], "de"],
  [["nl", "de", "fr"], "de"],
  [["en-GB", "en"], "en"],
  [["en", "de"], "en"],
  [["fr-CA", "en"], "fr"],
  [["nl"], "fr"],
] as const)("opens for a browser that asks for %j in %s", async (wanted, language) => {
  const { page, close } = await openContext(sharedServer.browser, wanted[0]);
  await page.addInitScript(
    (languages) => Object.defineProperty(navigator, "languages", { value: languages }),
    [...wanted],
  );
  await page.goto(`${sharedServer.server.url}/login`);
  await page.getByRole("heading", { level: 1, name: TEXTS[language].account.login.title }).waitFor();
  expect(await page.evaluate(() => [document.documentElement.lang, localStorage.getItem("language")])).toEqual([
    language,
    null,
  ]);
  // No other language is seen before.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const watch = () => {
      for (const title of document.querySelectorAll("h1"))
        if (title.checkVisibility({ visibilityProperty: true })) seen.add(title.innerText);
      requestAnimationFrame(watch);
    };
    watch();
  });
  await page.goto(sharedServer.server.url);
  const { title } = TEXTS[language].landing.hero;
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([title]);
  await close();
});

it("answers 404 on unknown paths: a page that says so in the visitor's language, and leads on", async () => {
  const [page, missing] = await Promise.all([
    fetch(`${sharedServer.server.url}/no/such/page`),
    fetch(`${sharedServer.server.url}/api/no-such-call`),
  ]);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, expect.stringContaining("text/html")]);
  for (const [locale, language] of [
    ["en-GB", "en"],
    ["fr-FR", "fr"],
    ["de-DE", "de"],
  ] as const) {
    const { page: tab, allow, close } = await openContext(sharedServer.browser, locale);
    allow(/status of 404/u);
    const { notFound, hero } = TEXTS[language].landing;
    await tab.goto(`${sharedServer.server.url}/no/such/page`);
    await tab.getByRole("heading", { level: 1, name: notFound.title }).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/no/such/page");
    await tab.getByRole("link", { name: notFound.start }).click();
    await tab.getByRole("heading", { level: 1, name: hero.title }).waitFor();
    await close();
  }
  expect([missing.status, missing.headers.get("content-type")]).toEqual([
    404,
    expect.stringContaining("application/json"),
  ]);
});

it("answers 404 for a file that is not there, and serves those that are", async () => {
  const fetchStatus = async (path: string) => (await fetch(sharedServer.server.url + path)).status;
  const missing = ["/.env", "/nonexistent.js", "/wp-login.php", "/.git/config", "/search.html.bak"];
  expect(await Promise.all(missing.map(fetchStatus))).toEqual(missing.map(() => 404));
  const existing = ["/theme.js", "/icon.svg", "/favicon.ico", "/robots.txt", "/licences.txt", "/", "/login"];
  expect(await Promise.all(existing.map(fetchStatus))).toEqual(existing.map(() => 200));
  const page = await (await fetch(`${sharedServer.server.url}/login`)).text();
  const [script = ""] = /\/assets\/[^"]+\.js/u.exec(page) ?? [];
  expect(await fetchStatus(script)).toBe(200);
});

it("comes up again after a crash", async () => {
  await sharedServer.server.crash();
  expect((await fetch(`${sharedServer.server.url}/api/health`)).status).toBe(200);
});
