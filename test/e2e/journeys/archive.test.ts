import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { archive, companies } = TEXTS.en;

it("names the company that is deleted for good, and counts several", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const archived = (await ana.listUniqueCompaniesWithEmail()).slice(0, 2);
  const [first] = archived;
  if (!first) throw new Error("a company with an address is needed");
  await ana.call("POST", "/dashboard/companies/bulk-archive", { company_ids: archived.map(({ id }) => id) });
  await page.goto(`${sharedServer.server.url}/archive`);
  const rows = page.locator("tbody").getByRole("row");
  const title = page.getByRole("dialog").getByRole("heading");
  await expect.poll(() => rows.count()).toBe(2);

  for (const box of await rows.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: companies.selection.delete, exact: true }).click();
  await expect.poll(() => title.textContent()).toBe(archive.deleteTitle_other.replace("{{count}}", "2"));
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: companies.row.delete.replace("{{name}}", first.name), exact: true }).click();
  await expect.poll(() => title.textContent()).toBe(archive.deleteTitle_one.replace("{{name}}", first.name));
  await page.getByRole("button", { name: archive.deleteConfirm, exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await close();
});
