import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { applications, common, companies: companyTexts, search } = TEXTS.en;

const Run = z.object({ search_id: z.string() });
const Status = z.object({ search: z.object({ status: z.string() }) });
const Listed = z.object({
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      website: z.string(),
      email: z.string(),
      phone: z.string(),
      /** Companies of one chain are shown under one line. */
      chain: z.string().nullable(),
    }),
  ),
});
/** Sites open in a new tab: the sandbox's have no host of their own. */
const OUTSIDE = /https?:\/\/[^/]+\.(?:example|test)(?:\/|$)/u;

it.each([
  { width: 1280, height: 900 },
  { width: 390, height: 780 },
])("applies by telephone and by a form, without a mouse, at $width px: letter copied, done, undone", async (size) => {
  const { page, context, close } = await openContext(sharedServer.browser, "en-GB");
  await page.setViewportSize(size);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: sharedServer.server.url });
  await context.route(OUTSIDE, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Their site</title>" }),
  );
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const order = { business_types: ["shop_bakery", "shop_books"], cities: ["London (United Kingdom)"] };
  const { search_id: id } = Run.parse(await ana.call("POST", "/search/run", order));
  while (Status.parse(await ana.call("GET", `/search/status/${id}`)).search.status === "running")
    await page.waitForTimeout(200);
  const { companies: found } = Listed.parse(await ana.call("GET", `/search/${id}/companies?limit=500`));
  const silent = found.find(
    ({ email, phone, website, chain }) => email === "" && phone !== "" && website !== "" && chain === null,
  );
  if (!silent) throw new Error("every company has an address");
  const keyboard = new KeyboardUser(page);
  const dialog = page.getByRole("dialog");
  const title = applications.title.replace("{{name}}", silent.name);

  // In the results: what to do, but nothing to record yet.
  await page.goto(`${sharedServer.server.url}/search`);
  await page.getByText(search.outcome.add).waitFor();
  const inResults = applications.openFor.replace("{{name}}", silent.name);
  await keyboard.enter(page.getByRole("button", { name: inResults }).first());
  await dialog.getByText(applications.addFirst).waitFor();
  await expect
    .poll(() => dialog.locator("a[href^='tel:']").first().getAttribute("href"))
    .toBe(`tel:${silent.phone.split(";")[0] ?? ""}`);
  await expect.poll(() => dialog.getByRole("button", { name: applications.done.phone }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await ana.call("POST", `/search/add-to-dashboard/${id}`, { company_ids: [silent.id] });
  await page.goto(`${sharedServer.server.url}/dashboard`);
  const open = page.getByRole("button", { name: title });
  await keyboard.enter(open);
  const script = dialog.locator(".call-script");
  await script.waitFor();
  await expect.poll(() => script.innerText()).toContain("Hello, my name is Ana Lopez.");
  await expect.poll(() => script.innerText()).toContain("I am a web developer looking for a small team.");
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);

  const opened = page.waitForEvent("popup");
  await keyboard.enter(dialog.getByRole("link", { name: applications.openForm }));
  const site = await opened;
  await site.waitForLoadState();
  expect(site.url()).toMatch(OUTSIDE);
  await site.close();
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readClipboard).toContain("I would be glad to talk.");
  const cv = page.waitForEvent("download");
  await keyboard.enter(dialog.getByRole("link", { name: /CV-Ana-Lopez\.pdf$/u }));
  expect((await cv).suggestedFilename()).toBe("CV-Ana-Lopez.pdf");

  await keyboard.enter(dialog.getByRole("button", { name: applications.done.phone }));
  await dialog.getByText(/^You called on/u).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: silent.name });
  await row.getByText(companyTexts.applied.phone).waitFor();
  await page.getByRole("button", { name: `1 ${companyTexts.filter.sent}` }).waitFor();

  // Taken back from the dialog.
  await keyboard.enter(open);
  await keyboard.enter(dialog.getByRole("button", { name: common.undo }));
  await dialog.getByText(/^You called on/u).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await row.getByText(companyTexts.applied.phone).waitFor({ state: "detached" });

  // A company on the do-not-contact list is offered in no way.
  await ana.call("POST", "/settings/do-not-contact", { entry: new URL(silent.website).hostname });
  await page.reload();
  await keyboard.enter(open);
  await dialog.getByText(applications.listed).waitFor();
  await expect.poll(() => dialog.getByRole("link").count()).toBe(0);
  await close();
});
