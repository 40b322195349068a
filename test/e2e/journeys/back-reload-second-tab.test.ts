import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { applications, common, companies, company: companyTexts, messages, search } = TEXTS.en;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).first();
const readQuery = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const expectQuery = (page: Page, query: Record<string, string>) => expect.poll(() => readQuery(page)).toEqual(query);

it("keeps the list as its address says, in another tab and after a reload; Back closes what was opened", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  // The browser logs that there is no such company.
  allow(/status of 404.*nobody/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)", "Paris (France)"]);
  const [company, other] = await ana.listUniqueCompaniesWithEmail();
  for (const { id } of [company, other].flatMap((each) => each ?? []))
    await ana.call("PATCH", `/dashboard/companies/${id}`, { message: "Dear firm,", subject: "Hello" });
  await page.goto(`${sharedServer.server.url}/archive`);
  await page.getByRole("heading", { level: 1, name: TEXTS.en.archive.title }).waitFor();
  await page.getByRole("link", { name: common.nav.dashboard, exact: true }).click();

  // What narrows the list goes into the entry shown: Back leads to the screen before.
  const rows = page.locator("tbody").getByRole("row");
  const dialog = page.getByRole("dialog");
  await page.getByLabel(companies.filter.sort).selectOption("website_asc");
  await page.getByRole("group", { name: companies.filter.status }).getByText(companies.filter.ready).click();
  await page.getByRole("searchbox").fill(company?.name ?? "");
  const narrowed = { sort: "website_asc", state: "ready", q: company?.name ?? "" };
  await expectQuery(page, narrowed);
  await expect.poll(() => rows.count()).toBe(1);
  await button(page, toPattern(messages.cell.readFor)).click();
  await dialog.waitFor();
  await expectQuery(page, { ...narrowed, message: company?.id ?? "" });

  // A second tab has the same list, and the message in front of it.
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole("dialog").waitFor();
  await expect.poll(() => second.locator("tbody").getByRole("row", { includeHidden: true }).count()).toBe(1);
  await expect.poll(() => second.getByRole("searchbox", { includeHidden: true }).inputValue()).toBe(company?.name);
  // It was opened with the page, so closing it leaves the tab where it is.
  await second.keyboard.press("Escape");
  await second.getByRole("dialog").waitFor({ state: "detached" });
  await expectQuery(second, narrowed);
  // The first tab hears of what the second one changes.
  await button(second, toPattern(companies.row.favorite)).click();
  await page.locator(".favorite.on").waitFor();
  await second.close();

  await page.reload();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await expectQuery(page, narrowed);
  await page.goForward();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectQuery(page, narrowed);

  // Back asks before a text is lost.
  await button(page, toPattern(messages.cell.readFor)).click();
  const body = page.getByLabel(messages.dialog.body, { exact: true });
  await body.fill("Half a letter");
  await page.goBack();
  await dialog.getByText(common.unsaved.title).waitFor();
  await dialog.last().getByRole("button", { name: common.unsaved.stay }).click();
  await expect.poll(() => body.inputValue()).toBe("Half a letter");
  await page.goBack();
  await dialog.last().getByRole("button", { name: common.unsaved.leave }).click();
  await dialog.waitFor({ state: "detached" });
  await expectQuery(page, narrowed);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: TEXTS.en.archive.title }).waitFor();

  // The tab keeps the order; an address that names one wins.
  await page.getByRole("link", { name: common.nav.dashboard, exact: true }).click();
  await expectQuery(page, { sort: "website_asc" });
  await page.goto(`${sharedServer.server.url}/dashboard?sort=created_at_asc&state=nonsense&message=nobody`);
  await page.locator("main").getByText(companies.filter.sorted.created_at_asc).waitFor({ state: "attached" });
  await expect.poll(() => page.getByLabel(companies.filter.sort).inputValue()).toBe("created_at_asc");
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  await expectQuery(page, { sort: "created_at_asc", state: "nonsense" });

  // The contacts of a company too are closed by Back.
  await page.locator(".contact-button").first().click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await close();
});

it("opens again what was open about a mail or an application, and Back closes it", async () => {
  const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/status of 404.*nobody/u);
  // No Gmail is connected: its mail cannot be composed.
  allow(/status of 422.*\/preview/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [first, second] = (await ana.listUniqueCompaniesWithEmail()).map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error("there are no two companies with an address");
  for (const id of [first, second])
    await ana.call("PATCH", `/dashboard/companies/${id}`, { message: "Dear firm,", subject: "Hello" });
  const dialog = page.getByRole("dialog");
  const open = (query: string) => page.goto(`${sharedServer.server.url}/dashboard?${query}`);
  const expectClosed = async (name: string) => {
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => name in readQuery(page)).toBe(false);
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  };
  for (const id of [first, second]) {
    await page.goto(`${sharedServer.server.url}/companies/${id}`);
    await button(page, companyTexts.message.edit).click();
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/companies/${id}`);
  }

  for (const [name, value] of [
    ["send", first],
    ["review", `${first},${second}`],
    ["apply", first],
  ] as const) {
    await open(`${name}=${value}`);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await expectClosed(name);
  }
  // The selection is kept by the tab.
  const rows = page.locator("tbody").getByRole("row");
  for (const at of [0, 1]) await rows.nth(at).getByRole("checkbox").check();
  await open("batch=selected");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expectClosed("batch");
  // What there is nothing to show of leaves the address.
  for (const [name, value] of [
    ["send", "nobody"],
    ["review", "nobody"],
    ["failure", "all"],
  ] as const) {
    await open(`${name}=${value}`);
    await rows.first().waitFor();
    await expectClosed(name);
  }

  const apply = button(page, toPattern(applications.title));
  await apply.click();
  await dialog.waitFor();
  await page.goBack();
  await expectClosed("apply");
  await expect.poll(() => apply.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

it("keeps a letter that is corrected over the review there after a reload", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)", "Paris (France)"]);
  await ana.linkGmail();
  const ids = (await ana.listUniqueCompaniesWithEmail()).slice(0, 2).map(({ id }) => id);
  for (const id of ids)
    await ana.call("PATCH", `/dashboard/companies/${id}`, { message: "Dear firm,", subject: "Hello" });
  await page.goto(`${sharedServer.server.url}/dashboard?review=${ids.join(",")}`);
  const review = page.locator("dialog[open].tall");
  await review.locator(".letter:not(.skeleton)").waitFor();
  await page.keyboard.down("e");
  const body = page.getByLabel(messages.dialog.body, { exact: true });
  // The key sets the cursor before the text, and is not typed into it, however long it is held.
  await expect.poll(() => body.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.down("e");
  await page.keyboard.up("e");
  await page.keyboard.type("My ");
  await expect.poll(() => body.inputValue()).toBe("My Dear firm,");
  await body.fill("Dear firm,\n\nI am free from January.");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("draftMessage"))).toContain("January");
  await page.reload();
  await page.getByText(messages.dialog.restored).waitFor();
  await review.waitFor();
  // On top: a click reaches it.
  await body.click();
  await expect.poll(() => body.inputValue()).toContain("January");
  await button(page, messages.dialog.save).click();
  await review.locator(".letter").getByText("January").waitFor();
  await close();
});

it("goes through the steps of a search with Back and Forward, and keeps the order of the results", async () => {
  const { page, context, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await page.goto(`${sharedServer.server.url}/dashboard`);
  await page.getByRole("link", { name: common.nav.search }).click();
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
  await page.getByLabel(search.query.label).fill("web developer");
  await button(page, search.query.submit).click();
  await heading(search.categories.title).waitFor();
  await page.locator("fieldset").getByRole("checkbox").first().check();
  await button(page, common.next).click();
  await page.getByRole("checkbox", { name: "Lyon (France)" }).check();
  await expectQuery(page, { step: "3" });
  await page.goBack();
  await heading(search.categories.title).waitFor();
  await page.goBack();
  await heading(search.query.title).waitFor();
  await expect.poll(() => page.getByLabel(search.query.label).inputValue()).toBe("web developer");
  await page.goForward();
  await page.goForward();
  await page.getByRole("checkbox", { name: "Lyon (France)", checked: true }).waitFor();
  await page.reload();
  await page.getByRole("checkbox", { name: "Lyon (France)", checked: true }).waitFor();

  // A tab without these choices starts at the beginning.
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole("heading", { level: 2, name: search.query.title }).waitFor();
  await second.close();

  await button(page, search.cities.submit).click();
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  await page.locator("summary", { hasText: search.found.filter.title }).click();
  await page.getByLabel(search.found.filter.sort).selectOption("name");
  await page.getByRole("switch", { name: search.found.filter.withEmail }).check();
  const { results, ...view } = readQuery(page);
  expect(view).toEqual({ sort: "name", email: "1" });
  const readNames = (tab: Page) => tab.locator("tbody .found-who").allInnerTexts();
  const names = await readNames(page);
  await page.reload();
  await page.getByText(search.outcome.add).waitFor();
  await expect.poll(() => readNames(page)).toEqual(names);

  // What was ticked stays ticked, and nothing else.
  await button(page, search.found.quick.none).click();
  await page.locator("tbody").getByRole("checkbox").nth(1).check();
  await button(page, search.outcome.addAll_one.replace("{{count}}", "1")).waitFor();
  await page.reload();
  await button(page, search.outcome.addAll_one.replace("{{count}}", "1")).waitFor();

  // Back leads to the step that started the search, and says that its results wait.
  await page.goBack();
  await page.getByRole("checkbox", { name: "Lyon (France)", checked: true }).waitFor();
  await button(page, search.waiting.view).click();
  await expectQuery(page, { results: results ?? "" });
  await close();
});
