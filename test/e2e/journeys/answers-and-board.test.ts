import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { applications, companies, company } = TEXTS.en;

it("an answer is pasted, confirmed, filters the list, stands on the board, is moved and taken back", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const { url } = sharedServer.server;
  const ana = new ApiUser(page, url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [first] = await ana.listUniqueCompaniesWithEmail();
  if (!first) throw new Error("a company is needed");
  // Applied to on its page about jobs: the outcome is about that.
  const application = { way: "careers", target: "https://firm.example/jobs" };
  await ana.call("POST", `/dashboard/companies/${first.id}/applications`, application);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await page.goto(`${url}/companies/${first.id}`);
  await press(applications.answer.open);
  // Nothing to read yet: the field says so and has the focus.
  await press(applications.answer.read);
  await page.getByRole("dialog").getByText(applications.answer.missing).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  const text = "Thank you for your application. Unfortunately we have no vacancies at the moment. Good luck.";
  await page.getByRole("dialog").getByRole("textbox").fill(text);
  await press(applications.answer.read);
  await page.getByText(applications.answer.proposed.refused).waitFor();
  // It waits on the company's page and on the dashboard, whatever becomes of the dialog.
  await page.keyboard.press("Escape");
  await press(applications.proposals.see);
  await page.getByRole("dialog").getByText(applications.answer.proposed.refused).waitFor();
  await page.goto(`${url}/dashboard`);
  await press(applications.proposals.see);
  await press(applications.answer.confirm.refused);
  await page.getByText(applications.proposals.done).waitFor();
  await page.keyboard.press("Escape");

  await page.getByLabel(companies.filter.outcome, { exact: true }).selectOption("refused");
  await expect.poll(() => new URL(page.url()).searchParams.get("outcome")).toBe("refused");
  await expect.poll(() => page.locator("tr[data-index]").count()).toBe(1);

  await page.getByRole("link", { name: applications.openBoard, exact: true }).click();
  const column = (name: string) => page.locator(`[data-board-column=${name}] [data-card]`);
  await column("refused").focus();
  await page.keyboard.press("2");
  await column("interview").waitFor();
  // The focus has gone with the card.
  await page.keyboard.press("0");
  await column("refused").waitFor();
  // By the whole card, not by its name only.
  const card = page.locator("[data-board-column=refused] .board-card");
  await card.dragTo(page.locator("[data-board-column=interview]"), { sourcePosition: { x: 120, y: 40 } });
  await column("interview").waitFor();

  // What names a date proposes it once it was confirmed, to correct and to save.
  await page.goto(`${url}/companies/${first.id}`);
  await press(applications.answer.open);
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const invitation = `Dear Ana,\n\nWe would like to invite you to an interview on ${day} at 2:30 pm.\n\nBest, Tom`;
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(invitation);
  await press(applications.answer.read);
  await press(applications.answer.confirm.interview);
  const time = dialog.getByLabel(company.nextDate.time, { exact: true });
  expect(await time.inputValue()).toBe(`${day}T14:30`);
  await time.fill(`${day}T15:00`);
  await press(company.nextDate.save);
  await dialog.waitFor({ state: "detached" });
  await page.getByText("15:00").first().waitFor();
  await page.getByRole("button", { name: company.nextDate.remove, exact: true }).waitFor();
  await close();
});
