import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { common, companies, company, messages } = TEXTS.en;
const Page = z.object({ note: z.object({ text: z.string(), version: z.number() }), tags: z.array(z.string()) });
const OWN_TEXT = "Dear all,\n\nI wrote this by hand.\n\nAna Lopez";

it("the page of a company keeps a note and tags, edits the message, and is a link of its own", async () => {
  const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [first, second] = await ana.listUniqueCompaniesWithEmail();
  if (!first || !second) throw new Error("two companies with an address are needed");
  await ana.call("POST", `/dashboard/companies/${first.id}/generate-message`);
  await page.goto(`${sharedServer.server.url}/dashboard`);
  const fetchPage = async () => Page.parse(await ana.call("GET", `/dashboard/companies/${first.id}/page`));
  const heading = page.getByRole("heading", { level: 1, name: first.name, exact: true });
  const note = page.getByRole("textbox", { name: company.note.label.replace("{{name}}", first.name) });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await page.getByRole("link", { name: first.name, exact: true }).click();
  await heading.waitFor();
  expect(new URL(page.url()).pathname).toBe(`/companies/${first.id}`);
  await page.getByText(company.timeline.text.assistant).waitFor();

  // Leaving what was typed asks first; the note is saved when it is said so.
  await note.fill("Call Ms Weber");
  await page.getByRole("link", { name: company.back, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: common.unsaved.stay, exact: true }).click();
  await press(company.note.save);
  await page.getByText(company.note.saved).first().waitFor();

  // Another tab saves a note: neither is lost.
  allow(/status of 409 .*\/note\b/u);
  const { note: saved } = await fetchPage();
  await note.fill("Call Ms Weber at two");
  await ana.call("POST", `/dashboard/companies/${first.id}/note`, { text: "Wrong number", version: saved.version });
  await press(company.note.save);
  await page.getByText("Wrong number", { exact: true }).waitFor();
  await press(company.note.keep);
  await page.getByText(company.note.conflict).waitFor({ state: "detached" });
  // The question goes with the press, before the answer is there.
  await expect.poll(async () => (await fetchPage()).note).toMatchObject({ text: "Call Ms Weber at two", version: 3 });

  await page.getByLabel(company.tags.label, { exact: true }).fill("Favourite studio");
  await page.getByLabel(company.tags.label, { exact: true }).press("Enter");
  await page.getByRole("button", { name: company.tags.remove.replace("{{tag}}", "Favourite studio") }).waitFor();
  expect((await fetchPage()).tags).toEqual(["Favourite studio"]);

  await press(company.message.edit);
  await page.getByRole("textbox", { name: messages.dialog.body, exact: true }).fill(OWN_TEXT);
  await page.getByRole("dialog").getByRole("button", { name: messages.dialog.save, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("I wrote this by hand.").waitFor();
  await page.getByText(company.timeline.text.user).waitFor();

  // A link of its own, which survives a reload; the next company of the list, and back twice to the list.
  await page.reload();
  await heading.waitFor();
  await expect.poll(() => note.inputValue()).toBe("Call Ms Weber at two");
  await page.goBack();
  const tagFilter = page.getByLabel(companies.filter.tag, { exact: true });
  await tagFilter.selectOption("Favourite studio");
  await page.getByRole("link", { name: second.name, exact: true }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("link", { name: first.name, exact: true }).count()).toBe(1);
  await tagFilter.selectOption("");
  await page.getByRole("link", { name: second.name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: second.name, exact: true }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: /^(?:Previous|Next)$/u }).count()).toBeGreaterThan(0);
  await page.goBack();
  await page.getByRole("link", { name: first.name, exact: true }).waitFor();

  allow(/status of 404 .*\/page\b/u);
  await page.goto(`${sharedServer.server.url}/companies/${crypto.randomUUID()}`);
  await page.getByRole("heading", { level: 1, name: company.missing.title }).waitFor();
  await close();
}, 180_000);
