import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { common, companies, errors, numbers } = TEXTS.en;

it("keeps its page when a connection is lost before anything was pressed", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/ERR_INTERNET_DISCONNECTED|LoadError/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  await ana.openDashboard();

  const row = page.locator("tbody").getByRole("row").first();
  const name = (await row.locator("strong").textContent()) ?? "";
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await row.getByRole("button", { name: companies.row.archive.replace("{{name}}", name), exact: true }).click();
  await page.getByText(common.offline).waitFor();
  await failed;
  await expect.poll(() => page.getByText(common.crash.title).count()).toBe(0);
  await row.getByText(name, { exact: true }).waitFor();

  await context.setOffline(false);
  await page.getByText(common.offline).waitFor({ state: "detached" });
  await row.getByText(name, { exact: true }).waitFor();
  await expect.poll(() => page.getByText(common.crash.title).count()).toBe(0);

  // Once more: what is pressed says why nothing happens, and a screen that cannot be fetched leaves the menu alone.
  await context.setOffline(true);
  await row.getByRole("button", { name: companies.row.favorite.replace("{{name}}", name), exact: true }).click();
  await page.getByText(errors.offline).first().waitFor();
  await page.getByRole("link", { name: common.nav.stats }).click();
  await page.getByRole("heading", { level: 1, name: common.unloaded.title }).waitFor();
  await page.getByRole("navigation", { name: common.nav.label }).waitFor();
  await page.getByRole("link", { name: common.nav.dashboard }).click();
  await row.getByText(name, { exact: true }).waitFor();
  await page.getByRole("link", { name: common.nav.stats }).click();
  await page.getByRole("heading", { level: 1, name: common.unloaded.title }).waitFor();
  // It comes by itself.
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: numbers.title }).waitFor();
  await close();
});

it("asks once for the rest of a list, and again only when its button is pressed", async () => {
  const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/status of 500/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.openDashboard();
  let asked = 0;
  await page.route("**/api/dashboard/companies?*", (route) => {
    asked++;
    return asked === 1 ? route.fulfill({ status: 500, json: { error: "failed", code: "internal" } }) : route.continue();
  });
  await page.locator("tbody").hover();
  await page.mouse.wheel(0, 10_000);
  await page.getByText(common.moreError).waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  // Time for what would ask again at once.
  await page.waitForTimeout(500);
  expect(asked).toBe(1);
  await page.getByRole("button", { name: common.retry }).click();
  await page.getByText(/^\d+ companies$/u).waitFor();
  expect(asked).toBe(2);
  await close();
});
