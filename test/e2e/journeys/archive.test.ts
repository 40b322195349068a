import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { archive, common, companies } = TEXTS.en;

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
  // They come after the first frame.
  const boxes = rows.getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBe(2);

  for (const box of await boxes.all()) await box.check();
  await page.getByRole("button", { name: companies.selection.delete, exact: true }).click();
  await expect.poll(() => title.textContent()).toBe(archive.deleteTitle_other.replace("{{count}}", "2"));
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: companies.row.delete.replace("{{name}}", first.name), exact: true }).click();
  await expect.poll(() => title.textContent()).toBe(archive.deleteTitle_one.replace("{{name}}", first.name));
  await page.getByRole("button", { name: archive.deleteConfirm, exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await close();
});

it.each([390, 320])("covers no button at the end of a page of %d px while it can be undone", async (width) => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  await page.setViewportSize({ width, height: 700 });
  await ana.openDashboard();
  const archiveName = companies.row.archive.split("{{name}}")[0] ?? "";
  await page.getByRole("button", { name: archiveName }).first().click();
  const undo = page.locator(".toast-action button");
  await undo.waitFor();
  // It stays while another screen is opened.
  await page.getByRole("link", { name: common.nav.settings, exact: true }).click();
  await page.locator("main a[href='/settings/data']").click();
  const last = page.locator("main").getByRole("button").last();
  await last.waitFor();
  const isLastFree = () =>
    last.evaluate((button) => {
      document.documentElement.scrollTop = document.documentElement.scrollHeight;
      const { left, bottom, width } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, bottom - 2));
    });
  await expect.poll(isLastFree).toBe(true);
  expect(await undo.isVisible()).toBe(true);
  await close();
});
