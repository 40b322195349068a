import type { BrowserContext } from "playwright-core";
import { expect, it } from "vitest";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { openContext } from "../support/browser.ts";
import { expectApplications } from "../support/expect-applications.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

/** Of whoever links a mailbox on the sandbox's page. */
const MAILBOX = "camille.martin@mail.example";

/** Counts presses of the mouse in all windows of a context. @returns the number so far */
async function countPresses(context: BrowserContext): Promise<() => number> {
  let presses = 0;
  await context.exposeBinding("countPress", () => void (presses += 1));
  await context.addInitScript(() => {
    const { countPress } = window as unknown as { countPress: () => void };
    document.addEventListener("pointerdown", () => countPress(), true);
  });
  return () => presses;
}

// Other journeys are in English.
it("takes a newcomer who reads each letter to its end to five queued mails in 24 clicks, in French", async () => {
  await fetch(`${sharedServer.server.url}/sandbox/outbox`, { method: "DELETE" });
  const { page, context, close } = await openContext(sharedServer.browser, "fr-FR");
  const countSoFar = await countPresses(context);
  const { account, common, companies, landing, mail, search } = TEXTS.fr;
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).click();
  /** Clicks into a field, and types. */
  const write = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.insertText(text);
  };

  await page.goto(sharedServer.server.url);
  await page.getByRole("link", { name: landing.signup }).first().click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "name");
  await page.keyboard.insertText("Camille Martin");
  await write(account.email, `camille.${crypto.randomUUID().slice(0, 8)}@mail.example`);
  await write(account.password, "un mot de passe");
  await write(account.confirmPassword, "un mot de passe");
  await press(account.signup.submit);
  const chooser = page.waitForEvent("filechooser");
  await page.locator("label:has(input[type=file]), button").filter({ hasText: account.cv.choose }).first().click();
  const cv = ["Camille Martin", "Développeuse web depuis 2019, agence Lumen à Lyon"];
  await (
    await chooser
  ).setFiles({ name: "Mon CV.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(cv)) });
  // In the system's window.
  const inFileDialog = 1;
  // The CV leads on by itself.
  await press(account.template.generate);
  const template = page.getByLabel(account.template.label, { exact: true });
  await expect.poll(() => template.inputValue()).not.toBe("");
  await press(account.wizard.finish);

  await page.waitForFunction(
    (label) => document.activeElement?.closest("label, div")?.textContent?.includes(label),
    search.query.label,
  );
  await page.keyboard.insertText("développeur web");
  await press(search.query.submit);
  await page.locator("fieldset").getByRole("checkbox", { checked: true }).first().waitFor();
  await press(common.next);
  await page.getByRole("checkbox", { name: "Paris (France)" }).click();
  await press(search.cities.submit);
  await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
  await press(toPattern(search.outcome.addAll_other));
  await page.waitForURL("**/dashboard");
  const step = page.getByRole("region", { name: companies.next.label });
  await step.getByRole("button", { name: toPattern(companies.next.writeAll_other) }).click();

  // Gmail that was connected to send what is ready leads there.
  const connect = step.getByRole("button", { name: mail.gmail.connect });
  await connect.waitFor({ timeout: 60_000 });
  const opened = page.waitForEvent("popup");
  await connect.click();
  await (await opened).locator("button[value=allow]").click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: mail.review.send, exact: true });
  const place = (at: number) =>
    dialog.getByText(
      new RegExp(mail.review.position.replace("{{at}}", String(at)).replace("{{total}}", String.raw`\d+`), "u"),
    );
  const names: string[] = [];
  for (let letter = 1; letter <= 5; letter += 1) {
    await place(letter).waitFor();
    // The letter's head names the place it is for: an address may be that of another one.
    const [, name] =
      /^(.+) \(Paris\)$/u.exec((await dialog.getByRole("heading", { level: 2 }).textContent()) ?? "") ?? [];
    expect(name).toBeDefined();
    names.push(name ?? "");
    await page.locator(".letter:not(.skeleton)").waitFor();
    // What is below the window's end is scrolled to.
    await page.locator(".letter").hover();
    await page.mouse.wheel(0, 2_000);
    await send.click();
  }
  await place(6).waitFor();
  expect(countSoFar() + inFileDialog).toBeLessThanOrEqual(24);

  await new UiUser(page, TEXTS.fr).waitUntilSent();
  expectApplications(await listSentMails(sharedServer.server.url, MAILBOX), {
    from: MAILBOX,
    names,
    greeting: /Bonjour|Madame/,
    cv: "CV-Camille-Martin.pdf",
  });
  await close();
});
