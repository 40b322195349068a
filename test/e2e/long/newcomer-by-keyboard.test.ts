import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { listBatchBoxes, toPattern, TEXTS } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { waitUntilClosed } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

/** Of whoever links a mailbox on the sandbox's page. */
const listOutbox = () => listSentMails(sharedServer.server.url, "camille.martin@mail.example");
const describeFocus = (page: Page) =>
  page.evaluate(() => ({
    tag: document.activeElement?.tagName ?? "",
    id: document.activeElement?.id ?? "",
    text: document.activeElement?.textContent ?? "",
  }));
const { account, common, companies, landing, mail, messages, outbox, search } = TEXTS.en;

it("takes a newcomer from the landing page to a mail that is sent without a mouse", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const keyboard = new KeyboardUser(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).first();
  const field = (label: string) => page.getByLabel(label, { exact: true });

  // In the browser's language. The first link skips the navigation; the language switch is an ordinary button.
  await page.goto(sharedServer.server.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  expect((await describeFocus(page)).text).toBe(common.skip);
  await page.keyboard.press("Enter");
  expect((await describeFocus(page)).id).toBe("main");
  await keyboard.enter(button("Français"));
  await page.getByRole("link", { name: TEXTS.fr.landing.signup }).first().waitFor();
  await keyboard.enter(button("English"));
  await keyboard.enter(page.getByRole("link", { name: landing.signup }).first());

  // One can write at once.
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "name");
  // A form with errors names them at each field and focuses the first of these.
  await page.keyboard.insertText("Camille Martin");
  await keyboard.enter(button(account.signup.submit));
  await page.locator("[aria-invalid=true]").first().waitFor();
  expect(
    await field(account.email).evaluate(
      (element) =>
        element === document.activeElement &&
        document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent,
    ),
  ).toBe(TEXTS.en.errors.required);
  await page.keyboard.insertText(`camille.${crypto.randomUUID().slice(0, 8)}@mail.example`);
  await keyboard.write(field(account.password), "un mot de passe");
  await page.keyboard.press("Tab");
  expect(await field(account.confirmPassword).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.insertText("un mot de passe");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/wizard");

  // The operating system shows the file dialog.
  const choosing = page.waitForEvent("filechooser");
  await keyboard.enter(button(account.cv.choose));
  await (
    await choosing
  ).setFiles({
    name: "Mon CV.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(
      makeCvPdf(["Camille Martin", "Web developer since 2019, Lumen agency", "Cut the loading time of a site by 40%"]),
    ),
  });
  // A CV that is read and has the user's name leads on by itself.
  await page.getByRole("heading", { name: account.wizard.templateTitle }).waitFor();
  expect((await describeFocus(page)).text).toBe(account.wizard.templateTitle);
  await keyboard.write(
    field(account.template.label),
    "Hello,\n\nI am a web developer looking for a small team that cares for its sites. " +
      "I would be glad to talk.\n\nCamille Martin",
  );
  await keyboard.enter(button(account.wizard.finish));
  await page.waitForURL("**/search");
  await page.waitForFunction(() => document.activeElement?.matches("main form input") === true);
  await page.keyboard.insertText("web developer");
  await page.keyboard.press("Enter");
  const suggested = page.locator("fieldset").getByRole("checkbox");
  await suggested.first().waitFor();
  expect((await describeFocus(page)).text).toBe(search.categories.title);
  // The category that fits for certain is ticked already.
  expect(await suggested.first().isChecked()).toBe(true);
  await keyboard.tick(suggested.nth(1));
  await keyboard.enter(button(common.next));
  await keyboard.tick(page.getByRole("checkbox", { name: "London (United Kingdom)" }));
  // Removing a list item moves the focus to its neighbour.
  await keyboard.tick(page.getByRole("checkbox", { name: "Berlin (Germany)" }));
  await keyboard.enter(button(search.cities.remove.replace("{{name}}", "Berlin (Germany)")));
  await page.waitForFunction(() => document.activeElement !== document.body);
  expect((await describeFocus(page)).tag).toBe("LI");
  await keyboard.enter(button(search.cities.submit));
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  await keyboard.enter(button(toPattern(search.outcome.addAll_other)));
  await page.waitForURL("**/dashboard");
  await page.getByRole("row").nth(1).waitFor();

  await keyboard.enter(page.getByRole("link", { name: common.nav.settings }));
  const opened = page.waitForEvent("popup");
  await keyboard.enter(button(mail.gmail.connect));
  const popup = await opened;
  await new KeyboardUser(popup).enter(popup.locator("button[value=allow]"));
  await page.getByText(toPattern(mail.gmail.connectedAs)).waitFor();
  await keyboard.enter(page.getByRole("link", { name: common.nav.dashboard }));

  const row = page.getByRole("row").filter({ hasText: "@" }).first();
  const name = (await row.locator("strong").first().textContent()) ?? "";
  await keyboard.tick(row.getByRole("checkbox"));
  await keyboard.enter(button(messages.bulk.write));
  const read = button(messages.cell.readFor.replace("{{name}}", name));
  await read.waitFor({ timeout: 60_000 });

  // A dialog traps the focus and returns it when it closes.
  await keyboard.enter(read);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press("Tab");
    expect(
      await dialog.evaluate(
        (element) => element.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await read.evaluate((element) => element === document.activeElement)).toBe(true);

  await keyboard.enter(button(mail.one.title.replace("{{name}}", name)));
  await dialog.locator(".letter").waitFor();
  // A long letter is read to its end first.
  const readOn = dialog.getByRole("button", { name: mail.review.readOn });
  // Warnings of the server are confirmed first.
  for (const question of await dialog.getByRole("checkbox").all()) await keyboard.tick(question);
  for (let presses = 0; presses < 5 && (await readOn.isVisible()); presses++) await keyboard.enter(readOn);
  await keyboard.enter(dialog.getByRole("button", { name: mail.one.send, disabled: false }));
  await page.getByText(outbox.undo.announced_one.replace("{{name}}", name)).waitFor();
  // Undo has a key, so that nobody has to reach its button within seconds.
  await page.keyboard.press("Control+z");
  await page.locator(".undo-notice").getByText(outbox.undo.undone_one.replace("{{name}}", name)).waitFor();
  expect(await listOutbox()).toHaveLength(0);

  await keyboard.enter(button(mail.one.title.replace("{{name}}", name)));
  await dialog.locator(".letter").waitFor();
  for (const question of await dialog.getByRole("checkbox").all()) await keyboard.tick(question);
  await keyboard.enter(dialog.getByRole("button", { name: mail.one.send, disabled: false }));
  await expect.poll(listOutbox, { timeout: 30_000 }).toHaveLength(1);

  // Archiving a row moves the focus to its neighbour.
  await keyboard.enter(button(companies.row.archive.replace("{{name}}", name)));
  await page.waitForFunction(() => document.activeElement?.matches("tr, [role=row]") === true);

  // Then a batch: the boxes are below its checklist.
  await keyboard.tick(page.getByRole("row").filter({ hasText: "@" }).first().getByRole("checkbox"));
  await keyboard.enter(button(messages.bulk.write));
  await button(toPattern(messages.cell.readFor)).waitFor({ timeout: 60_000 });
  const send = mail.bulk.send_one.replace("{{count}}", "1");
  await keyboard.enter(button(send));
  await dialog.waitFor();
  for (const box of listBatchBoxes(TEXTS.en)) await keyboard.tick(dialog.getByRole("checkbox", { name: box }));
  await keyboard.enter(dialog.getByRole("button", { name: send, disabled: false }));
  await waitUntilClosed(dialog);
  await expect.poll(listOutbox, { timeout: 30_000 }).toHaveLength(2);
  await close();
});
