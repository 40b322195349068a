import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { common, companies, search } = TEXTS.en;
const WATCHED_MS = 15 * 60_000;
/** The browser's clock is advanced in steps of this length. */
const STEP_MS = 5_000;

const navLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: common.nav.label }).getByRole("link", { name });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it(
  "takes what is typed along with what is chosen, says in place what it cannot take, and shows what runs: " +
    "in another browser at once, and without sockets all the same",
  async () => {
    const { page, context, close } = await openContext(sharedServer.browser, "en-GB");
    await context.routeWebSocket("**/api/live", (socket) => socket.close());
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    const { page: other, context: otherContext, close: closeOther } = await openContext(sharedServer.browser, "en-GB");
    await otherContext.addCookies(await context.cookies());
    const heard = other.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
    await other.goto(`${sharedServer.server.url}/archive`);
    await navLink(other, common.nav.search).waitFor();

    await page.goto(`${sharedServer.server.url}/search`);
    await field(page, search.query.label).fill("bakery");
    await button(page, search.query.submit).click();

    // What fits for certain is ticked beforehand.
    await page.getByRole("group").getByRole("checkbox", { checked: true }).first().uncheck();
    // A category that is typed and not added is used; an invalid one stays in the field, with the reason.
    await field(page, search.categories.custom).fill("a;b");
    await button(page, common.next).click();
    await page.getByText(search.problem.invalid).waitFor();
    await expect.poll(() => field(page, search.categories.custom).inputValue()).toBe("a;b");
    await page.reload();
    await expect.poll(() => field(page, search.categories.custom).inputValue()).toBe("a;b");
    await field(page, search.categories.custom).fill("Organic mill");
    await page.keyboard.press("Tab");
    await button(page, search.categories.remove.replace("{{name}}", "Organic mill")).waitFor();
    await expect.poll(() => field(page, search.categories.custom).inputValue()).toBe("");
    await field(page, search.categories.custom).fill("Tea room");
    await button(page, common.next).click();

    await heard;
    // A typed city and a ticked one: both are in the call.
    await page.getByRole("checkbox", { name: "Marseille (France)" }).check();
    await field(page, search.cities.custom).fill("Nantes");
    const called = page.waitForRequest("**/api/search/run");
    await button(page, search.cities.submit).click();
    expect((await called).postDataJSON()).toEqual({
      business_types: ["custom_Organic mill", "custom_Tea room"],
      cities: ["Marseille (France)", "Nantes"],
    });

    await navLink(page, `${common.nav.search} (${common.nav.searching})`).waitFor();
    await button(page, search.progress.stop).click();
    await navLink(page, `${common.nav.search} (${common.nav.found})`).waitFor();
    await navLink(other, `${common.nav.search} (${common.nav.found})`).waitFor({ timeout: 3_000 });
    await closeOther();
    await close();
  },
);

it(
  "is asked every quarter of an hour while a socket tells that nothing runs, never while the tab is not seen, " +
    "at once when it is again, and for nothing else",
  async () => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await page.clock.install();
    const requests: string[] = [];
    const unanswered = new Set<Request | "ping">();
    page.on("request", (request) => {
      requests.push(new URL(request.url()).pathname);
      unanswered.add(request);
    });
    page.on("requestfinished", (request) => void unanswered.delete(request));
    page.on("requestfailed", (request) => void unanswered.delete(request));
    const heard = page.waitForEvent("websocket").then((socket) => {
      socket.on("framesent", () => void unanswered.add("ping"));
      socket.on("framereceived", () => void unanswered.delete("ping"));
      return socket.waitForEvent("framereceived");
    });
    await page.goto(`${sharedServer.server.url}/dashboard`);
    await navLink(page, common.nav.search).waitFor();
    await page.waitForLoadState("networkidle");
    await page.clock.runFor(10_000);
    await heard;
    await expect.poll(() => unanswered.size, { interval: 5 }).toBe(0);
    requests.length = 0;
    const watchFor15Minutes = async () => {
      for (let ms = 0; ms < WATCHED_MS; ms += STEP_MS) {
        await page.clock.runFor(STEP_MS);
        // The next minute starts with the answer, which arrives by the real clock.
        await expect.poll(() => unanswered.size, { interval: 5 }).toBe(0);
      }
    };
    const showState = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      }, state);
    await watchFor15Minutes();
    expect(new Set(requests)).toEqual(new Set(["/api/activity"]));
    expect(requests.length).toBeLessThanOrEqual(3);

    requests.length = 0;
    await showState("hidden");
    await watchFor15Minutes();
    expect(requests).toEqual([]);
    await showState("visible");
    await expect.poll(() => requests, { timeout: 5_000 }).toContain("/api/activity");
    await close();
  },
);

it(
  "goes on without the names of categories and logs that they are missing; " +
    "says how many of a selection have an address",
  async () => {
    const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
    allow(/translate/u);
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await ana.addCompanies("web developer", ["Lyon (France)"]);
    const warnings: string[] = [];
    page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
    await page.route("**/api/search/categories/translate", (route) =>
      route.fulfill({ status: 503, json: { error: "not now", code: "unavailable" } }),
    );
    await page.route(/\/api\/settings\/?$/u, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: {
          ...((await answer.json()) as object),
          gmail: {
            connected: true,
            email: "ana@gmail.example",
            linked_at: "2026-11-01T10:00:00.000Z",
            reconnect: false,
          },
        },
      });
    });
    // From another screen: a dashboard with embedded answers would fetch nothing.
    await page.goto(`${sharedServer.server.url}/archive`);
    await navLink(page, common.nav.dashboard).click();
    await page.getByRole("row").nth(1).waitFor();
    await expect.poll(() => warnings.some((text) => text.includes("Category names could not be loaded"))).toBe(true);

    // No message is written yet, so no company is ready.
    await page.getByRole("checkbox", { name: companies.row.selectAll }).check();
    // The disabled button says why.
    await expect
      .poll(() => button(page, companies.selection.send).getAttribute("title"))
      .toMatch(/^No selected companies are ready to send: \d+ ha(?:s|ve) an email address, \d+ ha(?:s|ve) none\.$/u);
    await close();
  },
);
