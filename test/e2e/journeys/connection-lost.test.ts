import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { common, companies } = TEXTS.en;

it("keeps its page when a connection is lost before anything was pressed", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/ERR_INTERNET_DISCONNECTED/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);

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
  await close();
});
