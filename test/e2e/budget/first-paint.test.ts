import { expect, it } from "vitest";
import { withoutPreload } from "../screens/mocked-answers.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

// What the screen shows before the app runs: the build prerenders pages in French for a signed-out visitor.

const sharedServer = useServer();
const { account, companies, landing } = TEXTS.fr;

const printedTitle =
  "shows the landing page and the sheets that are filled in without any script, " +
  "and the name of the product elsewhere";
it(printedTitle, async () => {
  const context = await sharedServer.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const readHeading = async (path: string) => {
    await page.goto(sharedServer.server.url + path);
    return page.locator("h1:visible").allInnerTexts();
  };
  expect([
    await readHeading("/"),
    await readHeading("/login"),
    await readHeading("/signup"),
    await readHeading("/dashboard"),
    await readHeading("/nowhere"),
  ]).toEqual([[landing.hero.title], [account.login.title], [account.signup.title], ["Candidature"], ["Candidature"]]);
  await page.goto(`${sharedServer.server.url}/login`);
  // Prerendered fields are inert: text typed into them would be lost when the app renders its own.
  expect(await page.locator("[inert] input").count()).toBe(await page.locator("input").count());
  await context.close();
});

it("brings the landing page to life as it stands: the same elements, in their place", async () => {
  const { page, close } = await openContext(sharedServer.browser, "fr-FR");
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () =>
      document.querySelector("h1")?.setAttribute("data-printed-here", ""),
    ),
  );
  await page.goto(sharedServer.server.url);
  await page.getByRole("link", { name: landing.contact.link }).and(page.locator("[href^='mailto:']")).waitFor();
  expect(await page.locator("h1[data-printed-here]").count()).toBe(1);
  // A language chosen before hydration is applied after it.
  const again = `${sharedServer.server.url}/?again`;
  await page.route(
    "**/assets/landing-*.js",
    async (route) => {
      // The page before is still there when the script is asked for.
      await page.waitForURL(again, { waitUntil: "commit" });
      await page.getByRole("button", { name: "English" }).click();
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(again);
  await page.getByRole("heading", { level: 1, name: TEXTS.en.landing.hero.title }).waitFor();
  await close();
});

it("shows nobody a page that is somebody else's, and asks once for what it asks early", async () => {
  const { page, context, close } = await openContext(sharedServer.browser, "en-GB");
  // Collects every heading as soon as it is visible.
  await context.exposeBinding("reportHeading", (_, text: string) => void seenHeadings.add(text));
  const seenHeadings = new Set<string>();
  const titles = (...paths: string[]) =>
    [
      ...new Set(
        [...seenHeadings].flatMap((line) =>
          paths.flatMap((path) => (line.startsWith(`${path} `) ? [line.slice(path.length + 1)] : [])),
        ),
      ),
    ].toSorted();
  await page.addInitScript(() => {
    const watchPage = () => {
      for (const each of document.querySelectorAll("h1"))
        if (each.checkVisibility({ visibilityProperty: true }))
          (window as unknown as { reportHeading: (text: string) => void }).reportHeading(
            `${location.pathname} ${each.innerText}`,
          );
      requestAnimationFrame(watchPage);
    };
    watchPage();
  });
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("fr");
  await page.goto(`${sharedServer.server.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: companies.title }).waitFor();

  // Answers embedded in the page are not fetched again; another sort order is.
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(health|auth\/me|settings|dashboard\/(companies\?|generations)|activity)/u.test(request.url()))
      calls.push(new URL(request.url()).pathname);
  });
  const countRepeatedCalls = async () => {
    calls.length = 0;
    await page.goto(`${sharedServer.server.url}/dashboard`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1, name: companies.title }).waitFor();
    return calls.toSorted();
  };
  // Five times, because cached scripts may run before or after the end of the page has arrived.
  for (let times = 0; times < 5; times += 1) expect(await countRepeatedCalls()).toEqual([]);
  await page.evaluate(() => sessionStorage.setItem("sortOrder", "asc"));
  expect(await countRepeatedCalls()).toEqual(["/api/dashboard/companies"]);
  await page.evaluate(() => sessionStorage.clear());
  // A page without embedded answers fetches each once.
  await page.route("**/dashboard", withoutPreload);
  const each = [
    "/api/activity",
    "/api/auth/me",
    "/api/dashboard/companies",
    "/api/dashboard/generations/current",
    "/api/health",
    "/api/settings",
    "/api/settings/do-not-contact",
  ];
  expect(await countRepeatedCalls()).toEqual(each);
  await page.unroute("**/dashboard");
  // So does a page that ends in the middle of them.
  await page.route("**/dashboard", async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-dest": "document" } });
    const body = await response.text();
    const from = body.indexOf('id="first-answers"');
    expect(from).toBeGreaterThan(0);
    await route.fulfill({ response, body: body.slice(0, from + 100) });
  });
  expect(await countRepeatedCalls()).toEqual(each);
  await page.unroute("**/dashboard");

  seenHeadings.clear();
  for (const path of ["/", "/login"]) {
    await page.goto(sharedServer.server.url + path);
    await page.getByRole("heading", { level: 1, name: companies.title }).waitFor();
  }
  expect(titles("/", "/login", "/dashboard")).toEqual(["Candidature", companies.title]);

  await page.evaluate(() => localStorage.setItem("language", "en"));
  // What is still asked for by this screen would be refused.
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  await page.goto(`${sharedServer.server.url}/terms`);
  await page.getByRole("heading", { level: 1 }).filter({ hasText: TEXTS.en.legal.terms.title }).waitFor();
  seenHeadings.clear();
  for (const [path, title] of [
    ["/", TEXTS.en.landing.hero.title],
    ["/login", TEXTS.en.account.login.title],
  ] as const) {
    await page.goto(sharedServer.server.url + path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  }
  await expect
    .poll(() => titles("/", "/login"))
    .toEqual(["Candidature", TEXTS.en.landing.hero.title, TEXTS.en.account.login.title].toSorted());
  // The English page does not wait for the French one.
  await page.goto(sharedServer.server.url, { waitUntil: "networkidle" });
  expect(await page.getByRole("heading", { level: 1, name: TEXTS.en.landing.hero.title }).isVisible()).toBe(true);
  await close();
});

it.each([
  [1280, 900],
  [390, 844],
])("shows the first companies before the app runs, where it will list them: %i × %i", async (width, height) => {
  const { page, close } = await openContext(sharedServer.browser, "fr-FR");
  await page.setViewportSize({ width, height });
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("fr");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.querySelector("tr.first-row")) Object.assign(window, { hasDrawnRows: true });
    }).observe(document, { childList: true, subtree: true }),
  );
  let runApp: () => void = () => undefined;
  const openWithoutApp = async (path: string) => {
    const isReleased = new Promise<void>((resolve) => (runApp = resolve));
    await page.unrouteAll();
    await page.route("**/assets/app-*.js", async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(sharedServer.server.url + path, { waitUntil: "commit" });
  };
  const readRows = (rows: string) =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(`${selector} strong`)].map((name) => {
          const { left, top } = name.getBoundingClientRect();
          return { name: name.textContent, left, top };
        }),
      rows,
    );

  await openWithoutApp("/dashboard");
  await page.locator("tr.first-row").nth(3).waitFor();
  const drawn = await readRows("tr.first-row");
  expect(await page.locator("[inert] tr.first-row").count()).toBe(drawn.length);
  runApp();
  await page.locator("tbody tr[data-index]").nth(3).waitFor();
  expect(await page.locator("tr.first-row").count()).toBe(0);
  const listed = await readRows("tbody tr[data-index]");
  const both = Math.min(drawn.length, listed.length);
  expect(drawn.slice(0, both).map(({ name }) => name)).toEqual(listed.slice(0, both).map(({ name }) => name));
  const [first, second] = [drawn, listed].map(([one, other]) => ({
    left: one?.left,
    top: one?.top ?? 0,
    height: (other?.top ?? 0) - (one?.top ?? 0),
  }));
  expect(first?.left).toBe(second?.left);
  // The banner of the sandbox comes with the app.
  const banner = await page.locator(".sandbox-banner").evaluate((element) => element.getBoundingClientRect().height);
  expect(Math.abs((second?.top ?? 0) - banner - (first?.top ?? 0))).toBeLessThanOrEqual(width > 760 ? 4 : 24);
  // Cards may say more than what is drawn of them.
  expect(Math.abs((second?.height ?? 0) - (first?.height ?? 0))).toBeLessThanOrEqual(width > 760 ? 0 : 48);

  // Only the app can filter.
  await openWithoutApp("/dashboard?q=nowhere");
  runApp();
  await page.locator("main .empty").waitFor();
  expect(await page.evaluate(() => "hasDrawnRows" in window)).toBe(false);
  await close();
});

it("takes the first companies away again where the app cannot be fetched", async () => {
  const { page, context, close } = await openContext(sharedServer.browser, "fr-FR");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("fr");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const storageState = await context.storageState();
  await close();
  const later = await sharedServer.browser.newContext({ locale: "fr-FR", storageState });
  const cut = await later.newPage();
  let cutOff: () => void = () => undefined;
  const isCutOff = new Promise<void>((resolve) => (cutOff = resolve));
  await cut.route("**/assets/app-*.js", async (route) => {
    await isCutOff;
    await route.abort();
  });
  await cut.goto(`${sharedServer.server.url}/dashboard`, { waitUntil: "commit" });
  await cut.locator("tr.first-row").first().waitFor();
  cutOff();
  await cut.locator(".splash").waitFor();
  expect(await cut.locator("tr.first-row").count()).toBe(0);
  await later.close();
});
