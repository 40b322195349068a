import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { readMail, UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const Mails = z.object({ outbox: z.object({ mails: z.array(z.object({ status: z.string() })) }) });
const Written = z.object({ company: z.object({ message: z.string(), message_version: z.number() }) });
const Queued = z.looseObject({ outbox: z.looseObject({ mails: z.array(z.looseObject({})) }) });
const Order = z.looseObject({ mails: z.array(z.looseObject({ company_id: z.string() })) });

it("queues three mails, undoes one, archives one and undoes that, and sends all when it goes on", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const texts = TEXTS.en;
  const { outbox, mail } = texts;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  const mailbox = await ana.linkGmail();
  await ana.openDashboard();
  const newcomer = new UiUser(page, texts);
  const names = await newcomer.tick(3);
  await newcomer.writeMessages(3);
  const listSent = () => listSentMails(sharedServer.server.url, mailbox);
  const countOpen = async () => {
    const answer = await page.request.get(`${sharedServer.server.url}/api/outbox`);
    const { mails } = Mails.parse(await answer.json()).outbox;
    return mails.filter(({ status }) => status === "held" || status === "waiting").length;
  };
  // Its name goes on with the number of mails.
  const toOutbox = page.getByRole("navigation").getByRole("link", { name: outbox.title });

  // Two at once: they wait in the list of companies and in the outbox.
  const boxes = page.getByRole("row").filter({ hasText: "@" }).getByRole("checkbox");
  await boxes.nth(2).uncheck();
  await newcomer.queueTicked(2);
  await page.getByText(outbox.undo.announced_other.replace("{{count}}", "2")).waitFor();
  await page
    .getByRole("link", { name: toPattern(outbox.openFor) })
    .first()
    .waitFor();
  await toOutbox.click();
  await page.getByRole("heading", { name: outbox.title, level: 1 }).waitFor();
  await page.getByRole("button", { name: outbox.stop }).click();
  await page.getByText(outbox.stopped.by_user).waitFor();
  const waiting = await page.getByRole("listitem").getByRole("checkbox").count();
  const sentAtStop = (await listSent()).length;
  expect(waiting + sentAtStop).toBe(2);

  // The third one while the outbox is stopped: undone.
  await page.getByRole("link", { name: texts.common.nav.dashboard, exact: true }).click();
  const queueThird = async () => {
    await page
      .getByRole("button", { name: mail.one.title.replace("{{name}}", names[2] ?? ""), exact: true })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.locator(".letter:not(.skeleton)").waitFor();
    for (const question of await dialog.getByRole("checkbox").all()) await question.check();
    await readMail(page);
    await dialog.getByRole("button", { name: mail.one.send }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await queueThird();
  await page.locator(".undo-notice").getByRole("button", { name: outbox.undo.button }).click();
  await page
    .locator(".undo-notice")
    .getByText(outbox.undo.undone_one.replace("{{name}}", names[2] ?? ""))
    .waitFor();

  // Queued again. Archiving a company whose mail waits takes it out, and the undo puts it back.
  await queueThird();
  const waits = page.getByRole("link", { name: toPattern(outbox.openFor) });
  const queued = await countOpen();
  await page
    .getByRole("row")
    .filter({ has: waits })
    .first()
    .getByRole("button", { name: toPattern(texts.companies.row.archive) })
    .click();
  await page.getByText(texts.companies.done.unqueued_one.replace("{{count}}", "1")).waitFor();
  expect(await countOpen()).toBe(queued - 1);
  await page.locator(".Toastify__toast").getByRole("button", { name: texts.common.undo, exact: true }).click();
  await expect.poll(countOpen).toBe(queued);

  // A list is shown once it is known what waits, however late that is.
  await page.route(
    "**/api/outbox",
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await route.continue();
    },
    { times: 1 },
  );
  await page.reload();
  // The actions of all rows come at once, after the first paint.
  await page
    .getByRole("button", { name: toPattern(texts.companies.row.archive) })
    .first()
    .waitFor();
  expect(await waits.count()).toBe(queued);

  // The others leave once it goes on.
  await toOutbox.click();
  await page.getByRole("button", { name: outbox.resume }).click();
  await newcomer.waitUntilSent();
  expect(await listSent()).toHaveLength(3);
  await page.getByText(outbox.status.sent, { exact: true }).nth(2).waitFor();
  await page.getByText(outbox.emptyTitle).waitFor();
  await page.getByRole("link", { name: texts.companies.toDashboard, exact: true }).click();
  await page.locator(".status.sent").nth(2).waitFor();
  await expect.poll(() => page.locator(".status.sent").count()).toBe(3);
  await close();
});

it("says of a batch which mails are not in the outbox, and offers to undo the others", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const texts = TEXTS.en;
  const { mail } = texts;
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.linkGmail();
  const companies = (await ana.listUniqueCompaniesWithEmail()).slice(0, 3);
  const [doubtful, , refused] = companies;
  if (!doubtful || !refused) throw new Error("fewer than three companies");
  for (const { id } of companies) await ana.call("POST", `/dashboard/companies/${id}/generate-message`, {});
  // Left out of the batch, as no source says it: its mark changes what would be previewed next.
  const { company } = Written.parse(await ana.call("GET", `/dashboard/companies/${doubtful.id}`));
  await ana.call("PATCH", `/dashboard/companies/${doubtful.id}`, {
    message: `${company.message}\n\nI have managed a team of forty people in Lisbon.`,
    replaces: company.message_version,
  });
  await ana.openDashboard();
  for (const { name } of companies) await page.getByRole("row").filter({ hasText: name }).getByRole("checkbox").check();
  // The last mail is refused.
  await page.route(/\/api\/outbox$/u, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const order = Order.parse(route.request().postDataJSON());
    const mails = order.mails.filter(({ company_id: id }) => id !== refused.id);
    const response = await route.fetch({ postData: { ...order, mails } });
    const answer = Queued.parse(await response.json());
    const slow = { ...answer.outbox, undo_seconds: 60 };
    return route.fulfill({
      response,
      json: { ...answer, outbox: slow, failed: [{ id: refused.id, reason: "outbox_full" }] },
    });
  });
  await new UiUser(page, texts).confirmBatch(3, 2);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: mail.bulk.resultTitle }).waitFor();
  await dialog.getByText(mail.bulk.notQueued_one.replace("{{count}}", "1")).waitFor();
  expect(await dialog.locator(".bulk-failed").getByRole("listitem").allTextContents()).toEqual([refused.name]);
  // What covers the page has the undo, too.
  await dialog.getByRole("button", { name: texts.outbox.undo.button }).waitFor();
  await close();
});
