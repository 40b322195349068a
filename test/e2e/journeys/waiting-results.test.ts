import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { search } = TEXTS.en;

const Run = z.object({ search_id: z.string() });
const Found = z.object({ companies: z.array(z.object({ id: z.string(), duplicate: z.boolean() })) });
const Status = z.object({ search: z.object({ status: z.string(), new_companies: z.number() }) });

/** Runs a search to its end. @returns its id, and how many companies are new */
async function runSearch(user: ApiUser, city: string): Promise<{ id: string; count: number }> {
  const order = { business_types: ["shop_bakery"], cities: [city] };
  const { search_id: id } = Run.parse(await user.call("POST", "/search/run", order));
  for (;;) {
    const ended = Status.parse(await user.call("GET", `/search/status/${id}`)).search;
    if (ended.status !== "running") return { id, count: ended.new_companies };
    await user.page.waitForTimeout(200);
  }
}
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const isFocused = (element: Element) => element === document.activeElement;

it("results that wait leave both screens open, and a new search is new whatever waits", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const lyon = await runSearch(ana, "Lyon (France)");
  const waiting = page.getByText(search.waiting.found_other.replace("{{count}}", String(lyon.count)));

  await page.goto(`${sharedServer.server.url}/search`);
  await page.getByText(search.outcome.add).waitFor();
  // Nothing was searched before, and nothing says that searches will appear.
  await expect.poll(() => page.getByText(search.history.empty).count()).toBe(0);
  await page.getByRole("link", { name: search.modes.own, exact: true }).click();
  await page.getByRole("heading", { name: search.own.title }).waitFor();
  await waiting.waitFor();
  await page.getByRole("radio", { name: search.own.ways.hand }).check();
  await page.getByLabel(search.own.hand.name, { exact: true }).fill("Boulangerie Martin");
  await page.getByLabel(search.own.hand.phone, { exact: true }).fill("+33 1 42 34 56 78");
  await button(page, search.own.hand.submit).click();
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).pathname).toBe("/own-companies");

  // Both wait now, each on its own screen; the latest is announced on the other one.
  await page.getByRole("link", { name: search.modes.directory, exact: true }).click();
  await page.getByText(search.waiting.found_one.replace("{{count}}", "1")).waitFor();
  await button(page, search.waiting.view).click();
  await page.waitForURL("**/own-companies?results=*");
  await page.getByText("Boulangerie Martin").first().waitFor();
  await button(page, search.outcome.discard).click();
  await button(page, search.leave.confirm).click();
  await page.getByRole("heading", { name: search.own.title }).waitFor();
  await waiting.waitFor();
  await page.getByRole("link", { name: search.modes.directory, exact: true }).click();
  await page.getByText(search.outcome.add).waitFor();

  // A second search of the same kind: its results are discarded, and the first ones do not take their place.
  await runSearch(ana, "Nantes (France)");
  await page.goto(`${sharedServer.server.url}/search`);
  await page.getByText(search.outcome.add).waitFor();
  await button(page, search.outcome.fresh).click();
  await button(page, search.leave.confirm).click();
  await page.getByRole("heading", { name: search.query.title }).waitFor();
  await waiting.waitFor();
  const earlier = page.locator("#earlier-searches li");
  await expect.poll(() => earlier.filter({ hasText: "Nantes" }).innerText()).toContain(search.history.discarded);
  const kept = earlier.filter({ hasText: "Lyon" });
  await expect.poll(() => kept.innerText()).toContain(search.history.waiting);
  await kept.getByRole("button", { name: search.history.view }).click();
  await page.waitForURL(`**/search?results=${lyon.id}`);
  await page.goBack();
  await page.getByRole("heading", { name: search.query.title }).waitFor();

  // A search that is started beside one's own companies is shown on its own screen.
  await page.getByRole("link", { name: search.modes.own, exact: true }).click();
  await page.getByRole("heading", { name: search.own.title }).waitFor();
  await earlier.filter({ hasText: "Nantes" }).getByRole("button", { name: search.history.again }).click();
  await page.waitForURL("**/search?results=*");
  await close();
}, 180_000);

it("a kept search is kept once, is named at once, and run again shows all it knows where nothing is new", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const { id } = await runSearch(ana, "Lyon (France)");
  const { companies } = Found.parse(await ana.call("GET", `/search/${id}/companies`));
  const added = companies.filter(({ duplicate }) => !duplicate).slice(0, 3);
  await ana.call("POST", `/search/add-to-dashboard/${id}`, { company_ids: added.map((company) => company.id) });
  await page.goto(`${sharedServer.server.url}/search`);
  const earlier = page.locator("#earlier-searches li").filter({ hasText: "Lyon" });
  const keep = earlier.getByRole("button", { name: search.saved.keep });
  await keep.click();
  const name = page.getByLabel(search.saved.name, { exact: true });
  await expect.poll(() => name.evaluate(isFocused)).toBe(true);
  await name.fill(" ");
  await page.keyboard.press("Enter");
  await page.getByText(search.saved.blank).waitFor();
  await name.fill("Bread");
  await page.keyboard.press("Enter");
  await earlier.getByText(search.saved.kept, { exact: true }).waitFor();
  await expect.poll(() => keep.count()).toBe(0);
  await expect.poll(() => earlier.getByRole("button", { name: search.history.again }).count()).toBe(0);

  await page.getByRole("button", { name: search.saved.runOf.replace("{{name}}", "Bread") }).click();
  await page.getByText(search.outcome.nothing_new).waitFor({ timeout: 60_000 });
  const readCount = (label: string) =>
    page.locator(".counts > div").filter({ hasText: label }).locator("dd").innerText();
  expect(await readCount(search.counts.known)).toBe(String(added.length));
  expect(await readCount(search.counts.seen_other)).toBe(String(companies.length - added.length));
  await expect.poll(() => page.getByRole("switch", { name: /know$/u }).count()).toBe(0);
  await button(page, search.outcome.fresh).click();
  await page.getByRole("heading", { name: search.query.title }).waitFor();
  // Nothing was found that could have been discarded.
  await expect.poll(() => page.locator("#earlier-searches").innerText()).not.toContain(search.history.discarded);
  await close();
}, 180_000);

it("earlier searches keep their place when the names of categories arrive late", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await runSearch(ana, "Lyon (France)");
  let answer: () => void = () => undefined;
  await page.route("**/api/search/categories/translate", async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${sharedServer.server.url}/own-companies`);
    const view = page.locator("#earlier-searches").getByRole("button", { name: /^View/u });
    await view.waitFor();
    const before = await view.boundingBox();
    answer();
    await page.locator("#earlier-searches").getByText("Lyon").first().waitFor();
    expect(await view.boundingBox()).toEqual(before);
  }
  await close();
}, 180_000);
