import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { search } = TEXTS.en;

const Run = z.object({ search_id: z.string() });
const Status = z.object({ search: z.object({ status: z.string() }) });
const Found = z.object({
  companies: z.array(
    z.object({ id: z.string(), name: z.string(), known: z.boolean(), lat: z.number().nullable(), email: z.string() }),
  ),
});

/** Leaves the page on the results of a search that has ended. */
async function openResults(page: Page): Promise<z.infer<typeof Found>["companies"]> {
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const order = { business_types: ["shop_bakery", "shop_books"], cities: ["Lyon (France)"] };
  const { search_id: id } = Run.parse(await ana.call("POST", "/search/run", order));
  while (Status.parse(await ana.call("GET", `/search/status/${id}`)).search.status === "running")
    await page.waitForTimeout(200);
  await page.goto(`${sharedServer.server.url}/search`);
  await page.getByText(search.outcome.add).waitFor();
  return Found.parse(await ana.call("GET", `/search/${id}/companies?limit=500`)).companies;
}

const pointsOf = (page: Page) => page.locator(".map-point");
/** How many companies the points stand for. */
const countCompaniesOnMap = (page: Page) =>
  pointsOf(page).evaluateAll((points) =>
    points.reduce((sum, point) => sum + (point.textContent === "" ? 1 : Number(point.textContent)), 0),
  );
const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};
const selectedPoint = (page: Page) => page.locator(".map-point[aria-pressed=true]");

it("shows results on a map beside their list, and in one what is chosen in the other, without a mouse", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const companies = await openResults(page);
  const placed = companies.filter(({ lat, known }) => lat !== null && !known);
  const keyboard = new KeyboardUser(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect.poll(() => page.locator("link[href*=leaflet]").count()).toBe(0);

  const tile = page.waitForResponse(/\/sandbox\/tiles\/\d+\/\d+\/\d+\.svg$/u);
  await keyboard.enter(button(search.map.open));
  expect((await tile).status()).toBe(200);
  await pointsOf(page).first().waitFor();
  await page.getByText("© Sandbox").waitFor();
  expect(await countCompaniesOnMap(page)).toBe(placed.length);

  // The wheel scrolls the page past a map that is not in use.
  const drawn = await pointsOf(page).count();
  await page.locator(".found-map-frame").hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await pointsOf(page).count()).toBe(drawn);

  // From the map to the list, one group after the other down to a single company.
  while ((await page.locator(".map-point:not(.group)").count()) === 0) {
    const before = await pointsOf(page).count();
    await keyboard.enter(pointsOf(page).first());
    await expect.poll(() => pointsOf(page).count()).not.toBe(before);
  }
  const point = page.locator(".map-point:not(.group)").first();
  const name = (await point.getAttribute("aria-label")) ?? "";
  await keyboard.enter(point);
  await expect.poll(() => selectedPoint(page).getAttribute("aria-label")).toBe(name);
  const row = page.locator("tr.selected").filter({ hasText: name });
  await row.waitFor();
  await keyboard.enter(button(search.map.showInList));
  await expect.poll(() => row.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  // From the list to the map.
  const pin = page
    .locator("tr:not(.selected)")
    .getByRole("button", { name: /on the map$/u })
    .first();
  const other = ((await pin.getAttribute("aria-label")) ?? "").replace(/^See (.*) on the map$/u, "$1");
  await keyboard.enter(pin);
  await expect.poll(() => selectedPoint(page).getAttribute("aria-label")).toContain(other);
  await expect.poll(() => page.locator(".selected-place").evaluate(isInView)).toBe(true);

  // A filter of the list is one of the map.
  await keyboard.enter(button(search.map.showAll));
  await keyboard.enter(page.locator("summary", { hasText: search.found.filter.title }));
  await keyboard.tick(page.getByRole("switch", { name: search.found.filter.withEmail }));
  const reachable = placed.filter(({ email }) => email !== "").length;
  expect(reachable).toBeLessThan(placed.length);
  await expect.poll(() => countCompaniesOnMap(page)).toBe(reachable);
  await keyboard.enter(button(search.map.close));
  await pointsOf(page).first().waitFor({ state: "detached" });
  await close();
});

it("closes the map in the middle of a zoom without an error", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openResults(page);
  await page.getByRole("button", { name: search.map.open, exact: true }).click();
  await pointsOf(page).first().waitFor();
  const zoomOut = await page.getByRole("button", { name: search.map.zoomOut, exact: true }).elementHandle();
  // In the page itself: Leaflet ends a zoom a quarter of a second after it began.
  await page.getByRole("button", { name: search.map.close, exact: true }).evaluate(async (close: HTMLElement, zoom) => {
    (zoom as HTMLElement).click();
    const isZooming = () => document.querySelector(".leaflet-zoom-anim") !== null;
    for (let frame = 0; frame < 300 && !isZooming(); frame += 1) await new Promise(requestAnimationFrame);
    if (!isZooming()) throw new Error("the map has not zoomed");
    close.click();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }, zoomOut);
  await pointsOf(page).first().waitFor({ state: "detached" });
  await close();
});

it("shows list and map as tabs on a phone, in both themes, and says when the tiles do not come", async () => {
  const { page, close, allow } = await openContext(sharedServer.browser, "en-GB");
  allow(/sandbox\/tiles/u);
  await page.setViewportSize({ width: 390, height: 780 });
  await openResults(page);
  const keyboard = new KeyboardUser(page);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await keyboard.reach(tab(search.map.list));
  await page.keyboard.press("ArrowRight");
  await pointsOf(page).first().waitFor();
  expect(await tab(search.map.tab).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("grid").waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".found-map-frame").evaluate(isInView)).toBe(true);
  const isWiderThanScreen = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await expect.poll(isWiderThanScreen).toBe(false);
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  const filter = await page.locator(".leaflet-tile-pane").evaluate((pane) => getComputedStyle(pane).filter);
  expect(filter).toContain("invert");

  // A point of several is opened until one company is left.
  while ((await page.locator(".selected-place strong").count()) === 0) {
    const before = await pointsOf(page).count();
    await pointsOf(page).first().click();
    await page.waitForTimeout(400);
    const several = page.locator(".selected-place li button");
    if ((await several.count()) > 0) await several.first().click();
    else if ((await page.locator(".selected-place strong").count()) === 0)
      await expect.poll(() => pointsOf(page).count()).not.toBe(before);
  }
  const name = (await page.locator(".selected-place strong").textContent()) ?? "";
  await page.getByRole("button", { name: search.map.showInList }).click();
  const row = page.locator("tr.selected").filter({ hasText: name });
  await expect.poll(() => row.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expect.poll(() => tab(search.map.list).getAttribute("aria-selected")).toBe("true");
  await expect.poll(isWiderThanScreen).toBe(false);

  await page.route(/\/sandbox\/tiles\//u, (route) => route.abort("connectionfailed"));
  await tab(search.map.tab).click();
  await page.getByText(search.map.tilesFailed).waitFor();
  await close();
});
