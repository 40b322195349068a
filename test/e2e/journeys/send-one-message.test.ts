import { expect, it } from "vitest";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { listBatchBoxes, toPattern, TEXTS } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { readMail, UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const listOutbox = (mailbox: string) => listSentMails(sharedServer.server.url, mailbox);

it(
  "shows one mail exactly, sends it to the user first, " +
    "holds it back while it is doubtful or unwanted, and then sends it",
  async () => {
    const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
    // The browser logs the refusals that this test provokes.
    allow(/status of 4(00|01|09|22)/u);
    const texts = TEXTS.en;
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await ana.addCompanies("web developer", ["London (United Kingdom)"]);
    await ana.openDashboard();
    const newcomer = new UiUser(page, texts);
    await newcomer.declineGmail();
    const me = await newcomer.linkGmail();
    const [name = ""] = await newcomer.tick(1);
    await newcomer.writeMessages(1);

    // A figure without a source: the edited text is saved, and sending asks for a confirmation.
    await page.getByRole("button", { name: toPattern(texts.messages.cell.readFor) }).click();
    const body = page.getByLabel(texts.messages.dialog.body, { exact: true });
    const written = await body.inputValue();
    await body.fill(written.replace("\n\n", "\n\nI raised sales by 73% at Lumen agency.\n\n"));
    await page.getByRole("button", { name: texts.messages.dialog.save, exact: true }).click();
    await page.getByText(texts.messages.dialog.saved).waitFor();

    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: texts.mail.one.title.replace("{{name}}", name), exact: true }).click();
    await dialog.getByText("73%").first().waitFor();
    await expect
      .poll(() => dialog.locator(".letter").textContent())
      .toContain("I raised sales by 73% at Lumen agency.");
    const send = dialog.getByRole("button", { name: texts.mail.one.send });
    await expect.poll(() => send.getAttribute("aria-disabled")).toBe("true");

    await dialog.getByRole("button", { name: texts.mail.test.send }).click();
    await dialog.getByText(texts.mail.test.sent.replace("{{to}}", me)).waitFor();
    expect((await listOutbox(me)).map(({ to }) => to)).toEqual([expect.stringContaining(me)]);

    // An edit in another tab: the confirmations are asked again for the new text.
    await dialog.getByRole("checkbox", { name: texts.mail.one.confirm.needs_review }).check();
    const { companies } = z
      .object({
        companies: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), message: z.string() })),
      })
      .parse(await (await page.request.get(`${sharedServer.server.url}/api/dashboard/companies`)).json());
    const id = companies.find(({ message }) => message !== "")?.id ?? "";
    await page.request.patch(`${sharedServer.server.url}/api/dashboard/companies/${id}`, {
      data: { subject: "Another subject" },
    });
    await readMail(page);
    await send.click();
    await dialog.getByText(texts.mail.one.changed).waitFor();
    await dialog.getByText("Another subject").waitFor();
    expect(await listOutbox(me)).toHaveLength(1);

    await dialog.getByRole("checkbox", { name: texts.mail.one.confirm.needs_review }).check();
    await readMail(page);
    await send.click();
    await page.getByText(texts.outbox.undo.announced_one.replace("{{name}}", name)).waitFor();
    await newcomer.waitUntilSent();
    const [last] = (await listOutbox(me)).filter(({ to }) => !to.includes(me));
    expect(last?.subject).toBe("Another subject");
    expect(last?.text).toContain("73%");

    // The log shows both mails, the test marked; the settings the do-not-contact list.
    await page.goto(`${sharedServer.server.url}/sent`);
    await page.getByRole("gridcell").getByText(texts.mail.log.test, { exact: true }).waitFor();
    await page.goto(`${sharedServer.server.url}/settings/do-not-contact`);
    await page.getByLabel(texts.mail.never.label, { exact: true }).fill("nobody at all");
    await page
      .getByRole("region", { name: texts.mail.never.title })
      .getByRole("button", { name: texts.mail.never.add, exact: true })
      .click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel(texts.mail.never.label, { exact: true }).fill("Eclat.Example");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: texts.mail.never.remove.replace("{{entry}}", "eclat.example") }).click();
    await page.getByText(texts.mail.never.empty).waitFor();

    // Google revokes the token before the mail leaves: it waits, and the outbox says for what.
    const other = companies.find((company) => company.id !== id && company.email !== "" && company.name !== name);
    await page.request.post(`${sharedServer.server.url}/api/dashboard/companies/${other?.id}/generate-message`);
    for (const fault of [
      { service: "gmail", kind: "401" },
      { service: "google", kind: "400:invalid_grant" },
    ])
      await page.request.post(`${sharedServer.server.url}/sandbox/faults`, { data: fault });
    await page.goto(`${sharedServer.server.url}/dashboard`);
    await page
      .getByRole("button", { name: texts.mail.one.title.replace("{{name}}", other?.name ?? ""), exact: true })
      .first()
      .click();
    await readMail(page);
    await send.click();
    await page.getByText(texts.mail.gmail.lost.replace("{{email}}", me)).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: texts.outbox.title }).click();
    await page.getByText(texts.outbox.waits.gmail_disconnected).waitFor();
    expect(await listOutbox(me)).toHaveLength(2);
    await close();
  },
);

it("sends a batch as it was looked at, or nothing of it: a CV replaced in another tab is asked about", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  // The previous test ordered these.
  await page.request.delete(`${sharedServer.server.url}/sandbox/faults`);
  const texts = TEXTS.en;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  const mailbox = await ana.linkGmail();
  await ana.openDashboard();
  const newcomer = new UiUser(page, texts);
  await newcomer.tick(2);
  await newcomer.writeMessages(2);

  const send = texts.mail.bulk.send_other.replace("{{count}}", "2");
  const dialog = page.getByRole("dialog");
  const confirm = async () => {
    await page.getByRole("button", { name: send }).first().click();
    await dialog.getByText("CV-Ana-Lopez.pdf").waitFor();
    for (const box of listBatchBoxes(texts)) await dialog.getByRole("checkbox", { name: box }).check();
  };
  await confirm();
  const file = {
    name: "CV.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(makeCvPdf(["Ana Lopez", "Web developer since 2019, Lumen agency", "Member of a sailing club"])),
  };
  expect(
    (await page.request.post(`${sharedServer.server.url}/api/settings/cv`, { multipart: { cv: file } })).ok(),
  ).toBe(true);
  await dialog.getByRole("button", { name: send }).click();
  await dialog.getByText(texts.mail.advice.message_changed).waitFor();
  await expect.poll(() => dialog.getByRole("listitem").count()).toBe(2);
  expect(await listOutbox(mailbox)).toEqual([]);

  await dialog.getByRole("button", { name: texts.common.close, exact: true }).last().click();
  await newcomer.tick(2);
  await confirm();
  await dialog.getByRole("button", { name: send }).click();
  await dialog.waitFor({ state: "detached" });
  await newcomer.waitUntilSent();
  expect(await listOutbox(mailbox)).toHaveLength(2);
  await close();
});

it("tells a refusal at Google once, beside the button that asked, and a wrong password once", async () => {
  const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/status of 401/u);
  const { account, common, mail } = TEXTS.en;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [company] = await ana.listUniqueCompaniesWithEmail();
  await ana.call("PATCH", `/dashboard/companies/${company?.id}`, { message: "Dear firm,", subject: "Hello" });
  await page.goto(`${sharedServer.server.url}/dashboard?message=${company?.id}`);
  const opened = page.waitForEvent("popup");
  await page.getByRole("dialog").getByRole("button", { name: mail.gmail.connect, exact: true }).click();
  await (await opened).locator("button[value=deny]").click();
  await page.getByRole("dialog").getByText(mail.gmail.refused).waitFor();
  expect(await page.getByText(mail.gmail.refused).count()).toBe(1);

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: common.nav.logout }).click();
  await page.waitForURL(`${sharedServer.server.url}/`);
  await page.goto(`${sharedServer.server.url}/login`);
  await page.getByLabel(account.email, { exact: true }).fill(ana.email);
  await page.getByLabel(account.password, { exact: true }).fill("not this one");
  await page.getByRole("button", { name: account.login.submit, exact: true }).click();
  await page.getByText(TEXTS.en.errors.invalid_credentials).first().waitFor();
  expect(await page.getByText(TEXTS.en.errors.invalid_credentials).count()).toBe(1);
  await close();
});
