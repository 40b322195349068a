import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import {
  BATCH_TIMEOUT_MS,
  findButton,
  findFilter,
  findNotice,
  openSeriesUser,
  orderForLater,
  readBatches,
  SERIES_SERVER,
} from "../support/series-user.ts";
import { readMail } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer(SERIES_SERVER);
const { common, companies, company, mail, messages } = TEXTS.en;

const Mails = z.object({ outbox: z.object({ mails: z.array(z.unknown()) }) });

/** In a new tab, as after the browser was closed. */
async function reopen(context: BrowserContext, user: ApiUser, page: Page): Promise<Page> {
  await page.goto("about:blank");
  const next = await context.newPage();
  await new ApiUser(next, user.url).openDashboard();
  return next;
}

it("a series for later says by when, waits while the page is closed, and is then read and queued", async () => {
  const opened = await openContext(sharedServer.browser, "en-GB");
  const { user, count } = await openSeriesUser(opened.page, sharedServer.server.url);
  await orderForLater(opened.page);

  // What is to come is told apart from what has no message, and nothing offers to write it twice.
  const page = await reopen(opened.context, user, opened.page);
  await findNotice(page).waitFor();
  expect(await findNotice(page).innerText()).toContain(String(count));
  await findFilter(page, companies.filter.coming).click();
  const rows = page.locator(".companies-table tbody tr[data-index]");
  await expect.poll(() => rows.getByText(messages.cell.later, { exact: true }).count()).toBeGreaterThan(5);
  // What waits is counted as the pages of the list arrive.
  await expect.poll(() => findFilter(page, companies.filter.coming).innerText()).toContain(String(count));
  expect(await findFilter(page, companies.filter.to_write).count()).toBe(0);
  expect(await findButton(page, toPattern(messages.cell.writeFor)).count()).toBe(0);
  expect(await findButton(page, toPattern(companies.next.writeAll_other)).count()).toBe(0);

  // Nor does the page of a company.
  await rows.first().getByRole("link").first().click();
  await page.getByText(toPattern(messages.series.laterOne_other)).waitFor();
  expect(await findButton(page, company.action.write).count()).toBe(0);
  await findButton(page, messages.series.now).waitFor();
  await page.getByRole("link", { name: common.nav.dashboard, exact: true }).click();

  // Its card on the board says so too.
  await page.goto(`${user.url}/board`);
  const cards = page.locator('[data-board-column="to_write"] li');
  await expect.poll(() => cards.getByText(companies.waiting.coming).count()).toBeGreaterThan(5);

  // Once the batch has ended, the messages are there: on the board that is open, and in the list.
  const written = page.locator('[data-board-column="ready"] li');
  await expect.poll(() => written.count(), { timeout: BATCH_TIMEOUT_MS }).toBeGreaterThan(5);
  await page.goto(`${user.url}/dashboard`);
  const review = findButton(page, toPattern(companies.next.review));
  await review.waitFor({ timeout: BATCH_TIMEOUT_MS });
  await expect.poll(() => findNotice(page).count()).toBe(0);
  await expect
    .poll(() => readBatches(sharedServer.server.url))
    .toMatchObject({ batches: [{ status: "completed" }], files: [] });
  await review.click();
  const dialog = page.getByRole("dialog");
  await readMail(page);
  await dialog.getByRole("button", { name: mail.review.send, exact: true }).click();
  await expect.poll(async () => Mails.parse(await user.call("GET", "/outbox")).outbox.mails.length).toBe(1);
  await opened.close();
}, 240_000);
