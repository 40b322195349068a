import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openContext } from "./browser.ts";
import { startServer, type Server } from "./server.ts";
import { Settled } from "./settled.ts";
import { pattern, TEXTS } from "./texts.ts";

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const { account, common, messages } = TEXTS.en;

it("keeps what was being written when the session ends, and takes it up after signing in; asks before it is left; says when there is no connection", async () => {
  const { page, context, allow, close } = await openContext(browser, "en-GB");
  allow(/status of 401|ERR_INTERNET_DISCONNECTED/u);
  const ana = new Settled(page, server.url);
  await ana.arrive("en");

  // The template, in the settings.
  await page.goto(`${server.url}/settings`);
  const template = page.getByLabel(account.template.label, { exact: true });
  await template.fill("Half a sentence");
  await page.getByRole("link", { name: common.nav.archive }).click();
  const question = page.getByRole("dialog");
  await question.getByText(common.unsaved.title).waitFor();
  await question.getByRole("button", { name: common.cancel }).click();
  expect(await template.inputValue()).toBe("Half a sentence");

  await ana.loseSession();
  await page.getByRole("switch", { name: account.cv.attach }).click();
  await page.waitForURL("**/login");
  await page.getByText(account.login.ended).waitFor();
  await ana.signInAgain(account.email, account.password, account.login.submit);
  await page.waitForURL("**/settings");
  expect(await template.inputValue()).toBe("Half a sentence");

  // Left on purpose, it is gone.
  await page.getByRole("link", { name: common.nav.archive }).click();
  await question.getByRole("button", { name: common.unsaved.leave }).click();
  await page.waitForURL("**/archive");
  await page.getByRole("link", { name: common.nav.settings }).click();
  await template.waitFor();
  expect(await template.inputValue()).toContain("I am a web developer");

  // A message, in its dialog.
  await ana.find(["office_it"], ["Lyon (France)"]);
  const [company] = await ana.reachable();
  await ana.call("PATCH", `/dashboard/companies/${company?.id}`, { message: "Dear firm,", subject: "Hello" });
  await page.reload();
  await page.getByRole("button", { name: pattern(messages.cell.readFor) }).first().click();
  const body = page.getByLabel(messages.dialog.body, { exact: true });
  await body.fill("Dear firm,\n\nA sentence that took an hour.");
  await ana.loseSession();
  await page.getByRole("button", { name: messages.dialog.save, exact: true }).click();
  await page.waitForURL("**/login");
  await ana.signInAgain(account.email, account.password, account.login.submit);
  await page.waitForURL("**/dashboard");
  await page.getByText(messages.dialog.restored).waitFor();
  expect(await body.inputValue()).toBe("Dear firm,\n\nA sentence that took an hour.");
  await page.getByRole("button", { name: messages.dialog.undo }).click();
  expect(await body.inputValue()).toBe("Dear firm,");
  await page.getByRole("button", { name: messages.dialog.redo }).click();
  await page.getByRole("button", { name: messages.dialog.save, exact: true }).click();
  await page.getByText(messages.dialog.saved).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("draftMessage"))).toBe(null);

  await context.setOffline(true);
  await page.getByText(common.offline).waitFor();
  await context.setOffline(false);
  await page.getByText(common.offline).waitFor({ state: "detached" });

  // A logout leaves nothing behind in the tab, and the login page does not lead back.
  await page.getByRole("button", { name: common.nav.logout }).click();
  await page.waitForURL(`${server.url}/`);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await close();
});
