import { expect, it } from "vitest";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { account, common, messages } = TEXTS.en;
const Profiles = z.object({ profiles: z.array(z.object({ id: z.string(), name: z.string() })) });

it("a second profile is made in the settings, with its own CV and template, and a letter is given to it", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [company] = await ana.listCompaniesWithEmail();
  if (!company) throw new Error("a company with an address is needed");
  await ana.call("PATCH", `/dashboard/companies/${company.id}`, {
    message: "Bonjour,\n\nAna Lopez",
    subject: "Hello",
  });
  // As `wrangler deploy` bundles it: what makes the PDF is loaded only now.
  const days = "from=2026-11-01&to=2026-11-30&zone=Europe/Paris&language=en";
  for (const path of [`dashboard/companies/${company.id}/letter`, `applications/report.pdf?${days}`]) {
    const file = await page.request.get(`${sharedServer.server.url}/api/${path}`);
    expect([path, file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([path, 200, "%PDF-"]);
  }

  await page.goto(`${sharedServer.server.url}/settings/cv`);
  await page.getByRole("button", { name: account.profiles.add, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: account.profiles.add, exact: true }).click();
  await dialog.getByText(account.profiles.nameRequired).waitFor();
  await dialog.getByLabel(account.profiles.name, { exact: true }).fill("Français");
  await dialog.getByLabel(account.profiles.language, { exact: true }).selectOption("fr");
  await dialog.getByRole("button", { name: account.profiles.add, exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  const choice = page.getByLabel(common.profile.label, { exact: true });
  await expect.poll(() => choice.locator("option:checked").textContent()).toBe("Français");
  const file = { name: "cv-fr.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(["Ana Lopez"])) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("cv-fr.pdf").waitFor();

  // The section of the template shows the same profile.
  const section = (name: string) => page.getByRole("link", { name, exact: true });
  await section(account.settings.sections.template).click();
  await expect.poll(() => choice.locator("option:checked").textContent()).toBe("Français");
  const template = page.getByLabel(account.template.label, { exact: true });
  await expect.poll(() => template.inputValue()).toBe("");
  await template.fill("Bonjour, je cherche une petite équipe.");
  await page.getByRole("button", { name: account.template.save, exact: true }).click();
  await page.getByText(account.template.saved).waitFor();
  // So does a phone, where the list of sections is between them.
  await page.setViewportSize({ width: 390, height: 844 });
  await section(account.settings.sections.all).click();
  await section(account.settings.sections.template).click();
  await expect.poll(() => choice.locator("option:checked").textContent()).toBe("Français");
  await page.setViewportSize({ width: 1280, height: 900 });
  await choice.selectOption({ label: common.profile.first });
  await expect.poll(() => template.inputValue()).toContain("I am a web developer");
  await section(account.settings.sections.cv).click();
  await page.getByText("cv.pdf", { exact: true }).waitFor();

  await page.goto(`${sharedServer.server.url}/dashboard`);
  await page.getByRole("button", { name: messages.cell.readFor.replace("{{name}}", company.name) }).click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PATCH" && response.url().endsWith(company.id),
  );
  await page.getByRole("dialog").getByLabel(common.profile.label, { exact: true }).selectOption("Français");
  expect((await saved).status()).toBe(200);
  await page.keyboard.press("Escape");

  await page.goto(`${sharedServer.server.url}/settings/cv`);
  await choice.selectOption("Français");
  await page.getByRole("button", { name: account.profiles.delete, exact: true }).click();
  const letters = account.profiles.letters_one.replace("{{count}}", "1").replace("{{heir}}", common.profile.first);
  await page.getByText(letters).waitFor();
  await page.getByRole("button", { name: account.profiles.deleteConfirm, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(Profiles.parse(await ana.call("GET", "/settings/profiles")).profiles).toHaveLength(1);
  await choice.waitFor({ state: "detached" });
  await close();
});
