import { expect, it } from "vitest";
import { z } from "zod";
import { changeAnswer, routeCall } from "../screens/mocked-answers.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { applications, common, followUps, mail, messages } = TEXTS.en;
const OneCompany = z.object({ company: z.object({ email_sent: z.boolean() }) });
const FollowUp = z.object({
  follow_up: z.looseObject({ message: z.string(), version: z.number(), block: z.nullable(z.string()) }),
});
const OWN = "I would still be glad to hear from you.";

it("an application is followed up: written, edited, never replaced unasked, and not sent before its time", async () => {
  const { server, browser } = sharedServer;
  const { page, allow, close } = await openContext(browser, "en-GB");
  const ana = new ApiUser(page, server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Leeds (United Kingdom)"]);
  const mailbox = await ana.linkGmail();
  const [company] = await ana.listUniqueCompaniesWithEmail();
  if (!company) throw new Error("a company with an address is needed");
  const path = `/dashboard/companies/${company.id}`;
  await ana.call("POST", `${path}/generate-message`);
  await ana.call("POST", `${path}/send-email`);
  expect(OneCompany.parse(await ana.call("GET", path)).company.email_sent).toBe(true);
  const fetchFollowUp = async () => FollowUp.parse(await ana.call("GET", `${path}/follow-up`)).follow_up;
  const dialog = page.getByRole("dialog");
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).first().click();

  // Its page says from when on; the text may be written before.
  await page.goto(`${server.url}/companies/${company.id}`);
  await page.getByText(toPattern(followUps.from)).waitFor();
  await page.getByRole("button", { name: followUps.prepare, exact: true }).click();
  await press(followUps.writeText);
  await dialog.locator(".sentence.supported").first().click();
  await dialog.getByText(common.sentence.source.sent).waitFor();
  await dialog.getByText(/^Re: /u).waitFor();
  const written = await fetchFollowUp();
  expect(written).toMatchObject({ version: 1, author: "assistant" });

  // What is typed is kept over a reload, and asked about before it is left.
  await press(followUps.text.edit);
  const field = dialog.getByRole("textbox", { name: followUps.text.label });
  await field.fill(written.message.replace("\n\nAna Lopez", ` ${OWN}\n\nAna Lopez`));
  await page.reload();
  await expect.poll(() => field.inputValue()).toContain(OWN);
  await press(common.cancel);
  await page
    .getByRole("dialog", { name: common.unsaved.title })
    .getByRole("button", { name: common.unsaved.stay })
    .click();
  await press(messages.dialog.save);
  await dialog.getByRole("article").getByText(OWN).waitFor();
  await press(messages.dialog.rewrite);
  await page
    .getByRole("dialog", { name: followUps.replace.title })
    .getByRole("button", { name: common.cancel })
    .click();
  expect(await fetchFollowUp()).toMatchObject({ version: 2, author: "user", block: "follow_up_too_early" });
  expect(await dialog.getByRole("button", { name: followUps.send }).getAttribute("aria-disabled")).toBe("true");
  await press(common.close);

  // Nothing is due; a screen that believes otherwise is refused.
  await page.goto(`${server.url}/follow-ups`);
  await page.getByRole("heading", { name: followUps.emptyTitle }).waitFor();
  await routeCall(
    page,
    "GET",
    /\/follow-up$/u,
    changeAnswer(FollowUp, ({ follow_up: one }) => ({ follow_up: { ...one, block: null } })),
  );
  await page.goto(`${server.url}/follow-ups?read=${company.id}`);
  await dialog.locator(".sentence").first().waitFor();
  for (const question of await dialog.getByRole("checkbox").all()) await question.check();
  await press(followUps.send);
  await dialog.getByText(mail.advice.follow_up_too_early).waitFor();
  const sent = await listSentMails(server.url, mailbox);
  // The application.
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).not.toMatch(/^Re: /u);

  // An outcome ends it.
  allow(/status of 422 .*\/follow-up/u);
  await page.goto(`${server.url}/companies/${company.id}`);
  await page.getByLabel(applications.outcome.label).selectOption("refused");
  await page.getByRole("heading", { name: followUps.section.title, exact: true }).waitFor({ state: "detached" });
  await close();
}, 240_000);
