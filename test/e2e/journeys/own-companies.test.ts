import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { shapes } from "../../sandbox/companies/shapes/all-shapes.ts";
import { toDomain } from "../../sandbox/companies/site.ts";
import { cities } from "../../sandbox/osm/cities.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

/** A site of the sandbox. */
function makeDomain(name: string, shape: string): string {
  const [city] = cities;
  if (!city) throw new Error("the sandbox has no city");
  return toDomain(
    name,
    city,
    shapes.findIndex(({ id }) => id === shape),
    11,
  );
}
const ROY = makeDomain("Menuiserie Roy", "mailto-contact");
const SILENT = makeDomain("Atelier Muet", "robots-forbid-all");

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

it("pasted addresses become companies of the dashboard, one with a typed address, without a mouse", async () => {
  const { page, close, allow } = await openContext(sharedServer.browser, "en-GB");
  const { common, companies, search } = TEXTS.en;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const keyboard = new KeyboardUser(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  await page.goto(`${sharedServer.server.url}/search`);
  await keyboard.enter(page.getByRole("link", { name: search.modes.own, exact: true }));
  await page.waitForURL("**/own-companies");
  await keyboard.write(
    page.getByLabel(search.own.paste.label, { exact: true }),
    `Menuiserie Roy https://${ROY}\nhttp://192.168.0.1/\nAtelier Muet ${SILENT}\nwww.${ROY}\nfacebook.com/muet`,
  );
  await keyboard.enter(button(search.own.paste.submit));

  // The preview has the focus and names what is left out.
  await page.getByText(search.own.preview.total_other.replace("{{count}}", "2")).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(search.own.preview.title);
  const refused = page.getByRole("row").filter({ hasText: "192.168.0.1" });
  await expect.poll(() => refused.textContent()).toContain(search.own.reason.private_address);
  await page.getByText(search.own.reason.repeated.replace("{{line}}", "1")).waitFor();
  await page.getByText(search.own.reason.website_profile).waitFor();
  await keyboard.enter(button(search.own.preview.start_other.replace("{{count}}", "2")));

  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  const silent = page.getByRole("row").filter({ hasText: "Atelier Muet" });
  await keyboard.enter(silent.getByRole("button", { name: common.typedEmail.open }));
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel(common.typedEmail.label, { exact: true });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  // The refusal of the address is an answer of 422.
  allow(/status of 422/u);
  await page.keyboard.insertText("rh@null-mx.example");
  await page.keyboard.press("Enter");
  await dialog.getByText(TEXTS.en.errors.no_mail_accepted).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("rh@atelier-muet.example");
  await page.keyboard.press("Enter");
  await dialog.getByText(`${common.contacts.how.user},`).waitFor();
  await page.keyboard.press("Escape");
  // The address stands where the button was that opened the dialog.
  const typed = silent.getByRole("button", { name: "rh@atelier-muet.example" });
  await expect.poll(() => typed.evaluate((element) => element === document.activeElement)).toBe(true);
  await keyboard.enter(button(search.outcome.addAll_other.replace("{{count}}", "2")));

  await page.waitForURL("**/dashboard");
  const row = page.getByRole("row").filter({ hasText: "Atelier Muet" });
  await row.getByRole("button", { name: "rh@atelier-muet.example" }).waitFor();

  // Corrected on the dashboard, the address becomes the recipient; one typed by mistake can be removed.
  await keyboard.enter(row.getByRole("button", { name: "rh@atelier-muet.example" }));
  await dialog.getByText(common.contacts.own).waitFor();
  const correct = (email: string) =>
    dialog.getByRole("button", { name: common.typedEmail.correctOf.replace("{{email}}", email) });
  await keyboard.enter(correct("rh@atelier-muet.example"));
  await expect.poll(() => field.inputValue()).toBe("rh@atelier-muet.example");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("atelier@muet.example");
  await keyboard.enter(dialog.getByRole("button", { name: common.typedEmail.save }));
  await correct("atelier@muet.example").waitFor();
  await dialog.getByText(common.contacts.recipient).waitFor();
  await keyboard.enter(dialog.getByRole("button", { name: common.typedEmail.open }));
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.insertText("rh@no-mail.example");
  await page.keyboard.press("Enter");
  await dialog.getByText(common.typedEmail.no_server.replace("{{domain}}", "no-mail.example")).waitFor();
  await keyboard.enter(
    dialog.getByRole("button", { name: common.typedEmail.removeOf.replace("{{email}}", "rh@no-mail.example") }),
  );
  await correct("rh@no-mail.example").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "atelier@muet.example" }).waitFor();
  await expect.poll(() => row.textContent()).not.toContain("rh@atelier-muet.example");
  await expect.poll(() => page.getByRole("columnheader", { name: companies.column.contacts }).count()).toBe(1);
  await close();
}, 180_000);

it("a CSV file is seen through and corrected on a phone, and a company is added by hand", async () => {
  const { page, close, allow } = await openContext(sharedServer.browser, "fr-FR");
  await page.setViewportSize({ width: 390, height: 844 });
  const { search, errors, common } = TEXTS.fr;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("fr");
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  await page.goto(`${sharedServer.server.url}/own-companies`);
  await page.getByRole("radio", { name: search.own.ways.file }).check();
  const lines = ["Exposant;Stand;Lien;Courriel", `Menuiserie Roy;A1;${ROY};`, "Petit;B2;http://localhost/;"];
  const choosing = page.waitForEvent("filechooser");
  await button(search.own.file.choose).click();
  await (
    await choosing
  ).setFiles({
    name: "salon.csv",
    mimeType: "text/csv",
    // Latin-1, as old versions of Excel save it.
    buffer: Buffer.from([...lines, "Café Noël;C3;;rh@cafe-noel.example"].join("\r\n"), "latin1"),
  });
  await page.getByText(search.own.preview.total_other.replace("{{count}}", "2")).waitFor();
  await page.getByText("Café Noël").waitFor();
  await page.getByText(search.own.reason.private_address).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  // The user knows better what a column holds.
  await page.getByLabel("Lien", { exact: true }).selectOption("-");
  await page.getByText(search.own.preview.total_one.replace("{{count}}", "1")).waitFor();
  await page.getByLabel("Lien", { exact: true }).selectOption("website");
  await page.getByText(search.own.preview.total_other.replace("{{count}}", "2")).waitFor();
  // Another way in between costs neither the file nor its columns.
  await page.getByRole("radio", { name: search.own.ways.paste }).check();
  await page.getByText("Café Noël").waitFor({ state: "hidden" });
  await page.getByRole("radio", { name: search.own.ways.file }).check();
  await button(search.own.preview.start_other.replace("{{count}}", "2")).click();
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  await page.getByText(search.own.history.named.replace("{{name}}", "salon.csv")).first().waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  // A list that is discarded cannot be had back, so it is asked about; its companies are told in the user's words.
  await expect.poll(() => page.locator(".found").innerText()).toContain(common.sources.own);
  await button(search.outcome.discard).click();
  await page.getByRole("dialog").getByText(search.leave.text_other.replace("{{count}}", "2")).waitFor();
  await page.keyboard.press("Escape");
  await button(search.outcome.addAll_other.replace("{{count}}", "2")).click();
  await page.waitForURL("**/dashboard");

  await page.goto(`${sharedServer.server.url}/own-companies`);
  await page.getByRole("radio", { name: search.own.ways.hand }).check();
  // The refusal of the form is an answer of 400.
  allow(/status of 400/u);
  await page.getByLabel(search.own.hand.name, { exact: true }).fill("Boulangerie Martin");
  await button(search.own.hand.submit).click();
  await page.getByText(errors.contact_required).first().waitFor();
  await page.getByLabel(search.own.hand.phone, { exact: true }).fill("01 42 34 56 78");
  expect(await isWiderThanScreen(page)).toBe(false);
  await button(search.own.hand.submit).click();
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  await page.getByText("01 42 34 56 78").first().waitFor();
  // A company that is not ticked is not thrown away unasked either.
  await button(search.outcome.discard).click();
  await page.getByRole("dialog").getByText(search.leave.text_zero).waitFor();
  await page.keyboard.press("Escape");
  await close();
}, 180_000);
