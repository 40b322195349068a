import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { readMail } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer({ settings: { OPENAI_BATCH_HOURS: "24" }, directory: ["london"] });
const { common, companies, company, errors, mail, messages } = TEXTS.en;

const Batches = z.object({ batches: z.array(z.object({ status: z.string() })), files: z.array(z.unknown()) });
const Rows = z.object({ companies: z.array(z.object({ message: z.string(), message_version: z.number() })) });
const Mails = z.object({ outbox: z.object({ mails: z.array(z.unknown()) }) });

/** The batches of the model's service, the latest first. */
const readService = async () => Batches.parse(await (await fetch(`${sharedServer.server.url}/sandbox/batches`)).json());
/** The sandbox ends a batch when it was looked at twice: half a minute each. */
const BATCH_TIMEOUT_MS = 120_000;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const filterBy = (page: Page, name: string) => button(page, new RegExp(`^\\d+ ${name}$`, "u"));
const findNotice = (page: Page) =>
  page.getByText(
    new RegExp(
      [messages.series.later_other, messages.series.soon_other].map((text) => toPattern(text).source).join("|"),
      "u",
    ),
  );

/** A user with companies that have no message. @returns how many can be written to */
async function openNewcomer(page: Page) {
  const user = new ApiUser(page, sharedServer.server.url);
  await user.signUpWithSetup("en");
  await user.addCompanies("web developer", ["London (United Kingdom)"]);
  await user.linkGmail();
  await user.openDashboard();
  const count = Number((await filterBy(page, companies.filter.to_write).innerText()).replaceAll(/\D/gu, ""));
  expect(count).toBeGreaterThanOrEqual(10);
  return { user, count };
}

/** Orders all messages, and leaves the answer as it is proposed: later. */
async function orderForLater(page: Page) {
  await button(page, toPattern(companies.next.writeAll_other)).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByLabel(messages.bulk.when).inputValue()).toBe("later");
  await dialog.getByText(messages.bulk.laterHint).waitFor();
  await button(page, toPattern(companies.next.writeAll_other)).last().click();
  await findNotice(page).waitFor();
}

/** In a new tab, as after the browser was closed. */
async function reopen(context: BrowserContext, user: ApiUser, page: Page): Promise<Page> {
  await page.goto("about:blank");
  const next = await context.newPage();
  await new ApiUser(next, user.url).openDashboard();
  return next;
}

it("a series for later says by when, waits while the page is closed, and is then read and queued", async () => {
  const opened = await openContext(sharedServer.browser, "en-GB");
  const { user, count } = await openNewcomer(opened.page);
  await orderForLater(opened.page);

  // What is to come is told apart from what has no message, and nothing offers to write it twice.
  const page = await reopen(opened.context, user, opened.page);
  await findNotice(page).waitFor();
  expect(await findNotice(page).innerText()).toContain(String(count));
  await filterBy(page, companies.filter.coming).click();
  const rows = page.locator(".companies-table tbody tr[data-index]");
  await expect.poll(() => rows.getByText(messages.cell.later, { exact: true }).count()).toBeGreaterThan(5);
  // What waits is counted as the pages of the list arrive.
  await expect.poll(() => filterBy(page, companies.filter.coming).innerText()).toContain(String(count));
  expect(await filterBy(page, companies.filter.to_write).count()).toBe(0);
  expect(await button(page, toPattern(messages.cell.writeFor)).count()).toBe(0);
  expect(await button(page, toPattern(companies.next.writeAll_other)).count()).toBe(0);

  // Nor does the page of a company.
  await rows.first().getByRole("link").first().click();
  await page.getByText(toPattern(messages.series.laterOne_other)).waitFor();
  expect(await button(page, company.action.write).count()).toBe(0);
  await button(page, messages.series.now).waitFor();
  await page.getByRole("link", { name: common.nav.dashboard, exact: true }).click();

  // Its card on the board says so too.
  await page.goto(`${user.url}/board`);
  const cards = page.locator('[data-board-column="to_write"] li');
  await expect.poll(() => cards.getByText(companies.waiting.coming).count()).toBeGreaterThan(5);

  // Once the batch has ended, the messages are there: on the board that is open, and in the list.
  const written = page.locator('[data-board-column="ready"] li');
  await expect.poll(() => written.count(), { timeout: BATCH_TIMEOUT_MS }).toBeGreaterThan(5);
  await page.goto(`${user.url}/dashboard`);
  const review = button(page, toPattern(companies.next.review));
  await review.waitFor({ timeout: BATCH_TIMEOUT_MS });
  await expect.poll(() => findNotice(page).count()).toBe(0);
  await expect.poll(readService).toMatchObject({ batches: [{ status: "completed" }], files: [] });
  await review.click();
  const dialog = page.getByRole("dialog");
  await readMail(page);
  await dialog.getByRole("button", { name: mail.review.send, exact: true }).click();
  await expect.poll(async () => Mails.parse(await user.call("GET", "/outbox")).outbox.mails.length).toBe(1);
  await opened.close();
}, 240_000);

it("one press writes at once what waits, by keyboard, and a press without a connection loses nothing", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/ERR_INTERNET_DISCONNECTED|LoadError/u);
  const { user, count } = await openNewcomer(page);
  const { batches } = await readService();
  await orderForLater(page);
  await expect.poll(async () => (await readService()).batches.length).toBe(batches.length + 1);

  const now = button(page, messages.series.now);
  await context.setOffline(true);
  await now.click();
  await page.getByText(errors.offline).first().waitFor();
  await context.setOffline(false);
  await page.getByText(common.offline).waitFor({ state: "detached" });
  await now.focus();
  await page.keyboard.press("Enter");
  await page.getByText(toPattern(messages.series.soon_other)).waitFor();
  // The button is gone, and the focus is where it was.
  await expect
    .poll(() => findNotice(page).evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
  expect(await now.count()).toBe(0);

  await button(page, toPattern(companies.next.review)).waitFor({ timeout: BATCH_TIMEOUT_MS });
  await expect
    .poll(async () => {
      const { companies: written } = Rows.parse(await user.call("GET", "/dashboard/companies"));
      return written.filter(({ message, message_version: version }) => message !== "" && version === 1).length;
    })
    .toBeGreaterThanOrEqual(count);
  await expect.poll(async () => (await readService()).batches[0]?.status).toBe("cancelled");
  await close();
}, 240_000);
