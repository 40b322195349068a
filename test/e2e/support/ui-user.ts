import type { Locator, Page } from "playwright-core";
import { z } from "zod";
import type { Language } from "../../../worker/contract/field-schemas.ts";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { listBatchBoxes, toPattern, type Texts } from "./screen-texts.ts";

const OutboxAnswer = z.object({
  outbox: z.object({
    stopped: z.string().nullable(),
    mails: z.array(
      z.object({
        status: z.string(),
        waits_for: z.string().nullable(),
        leaves_at: z.string().nullable(),
        ended_by: z.string().nullable(),
      }),
    ),
  }),
});

/** Reads the mail in an open dialog to its end: it is sent only then. */
export async function readMail(page: Page): Promise<void> {
  await page.locator(".letter:not(.skeleton)").hover();
  await page.mouse.wheel(0, 5_000);
}

const SENT_TIMEOUT_MS = 60_000;

/** @throws with what it says while it stays open, or what another one says in its place */
export const waitUntilClosed = (dialog: Locator): Promise<void> =>
  dialog.waitFor({ state: "detached" }).catch(async (error: unknown) => {
    throw new Error(`a dialog stays open: ${await dialog.last().innerText()}`, { cause: error });
  });

/** A new user who acts on the screens. */
export class UiUser {
  readonly page: Page;
  readonly texts: Texts;
  readonly email = `camille.${crypto.randomUUID().slice(0, 8)}@mail.example`;
  readonly password = "un mot de passe";

  constructor(page: Page, texts: Texts) {
    this.page = page;
    this.texts = texts;
  }

  #press(name: string | RegExp): Promise<void> {
    return this.page.getByRole("button", { name, exact: typeof name === "string" }).click();
  }

  /** From the landing page to the wizard. */
  async signUp(url: string, language: Language): Promise<void> {
    const {
      page,
      texts: { account, landing },
    } = this;
    await page.goto(url);
    await page.getByRole("button", { name: this.texts.common.language[language], exact: true }).first().click();
    await page.getByRole("link", { name: landing.signup }).first().click();
    await page.getByLabel(account.name, { exact: true }).fill("Camille Martin");
    await page.getByLabel(account.email, { exact: true }).fill(this.email);
    await page.getByLabel(account.password, { exact: true }).fill(this.password);
    await page.getByLabel(account.confirmPassword).fill(this.password);
    await this.#press(account.signup.submit);
    await page.waitForURL("**/wizard");
  }

  /** From the wizard to the search. */
  async finishWizard(cv: string[], template: string): Promise<void> {
    const {
      page,
      texts: { account },
    } = this;
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "Mon CV.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(cv)) });
    // A CV with the user's name leads on by itself.
    await page.getByLabel(account.template.label, { exact: true }).fill(template);
    await this.#press(account.wizard.finish);
    await page.waitForURL("**/search");
  }

  /** From anywhere to the dashboard with new companies on it. */
  async findCompanies(query: string, categories: number, cities: string[]): Promise<void> {
    const {
      page,
      texts: { search, common },
    } = this;
    await page.goto(new URL("/search", page.url()).href);
    await page.getByLabel(search.query.label).fill(query);
    await this.#press(search.query.submit);
    const suggested = page.locator("fieldset").getByRole("checkbox");
    await suggested.first().waitFor();
    for (let i = 0; i < categories; i++) await suggested.nth(i).check();
    await this.#press(common.next);
    for (const city of cities) await page.getByRole("checkbox", { name: city }).check();
    await this.#press(search.cities.submit);
    await page.getByText(search.outcome.add).waitFor({ timeout: 60_000 });
    await this.#press(toPattern(search.outcome.addAll_other));
    await page.waitForURL("**/dashboard");
    await page.getByRole("row").nth(1).waitFor();
  }

  /** Declines in Google's popup, which the screen says and keeps saying. */
  async declineGmail(): Promise<void> {
    const {
      page,
      texts: { mail },
    } = this;
    await page.goto(new URL("/settings/gmail", page.url()).href);
    await this.#answerGoogle("deny");
    await page.getByRole("alert").getByText(mail.gmail.refused).waitFor();
  }

  /** Links the mailbox in Google's popup, and returns to the dashboard. */
  async linkGmail(): Promise<string> {
    const {
      page,
      texts: { mail },
    } = this;
    await page.goto(new URL("/settings/gmail", page.url()).href);
    await this.#answerGoogle("allow");
    const linked = page.getByText(toPattern(mail.gmail.connectedAs));
    await linked.waitFor();
    await page.goto(new URL("/dashboard", page.url()).href);
    await page.getByRole("row").nth(1).waitFor();
    return "camille.martin@mail.example";
  }

  async #answerGoogle(decision: "allow" | "deny"): Promise<void> {
    const opened = this.page.waitForEvent("popup");
    await this.#press(this.texts.mail.gmail.connect);
    const popup = await opened;
    await popup.locator(`button[value=${decision}]`).click();
  }

  /** Ticks the first rows with an address. @returns the names of their companies */
  async tick(count: number): Promise<string[]> {
    const rows = this.page.getByRole("row").filter({ hasText: "@" });
    const names: string[] = [];
    for (let i = 0; i < count; i++) {
      names.push((await rows.nth(i).locator("strong").textContent()) ?? "");
      await rows.nth(i).getByRole("checkbox").check();
    }
    return names;
  }

  /** Writes messages to the ticked companies and waits for the last one. */
  async writeMessages(count: number): Promise<void> {
    const {
      page,
      texts: { messages },
    } = this;
    await this.#press(messages.bulk.write);
    await page
      .getByRole("button", { name: toPattern(messages.cell.readFor) })
      .nth(count - 1)
      .waitFor({ timeout: 60_000 });
  }

  /** Sends to the ticked companies, until the mails have left. */
  async sendTicked(count: number): Promise<void> {
    await this.queueTicked(count);
    await this.waitUntilSent();
  }

  /** Queues the mails of the ticked, all of which can leave. */
  async queueTicked(count: number): Promise<void> {
    await this.confirmBatch(count);
    await waitUntilClosed(this.page.getByRole("dialog"));
  }

  /**
   * Confirms the batch of the ticked: reads one mail, ticks the three boxes, presses the button.
   * @param ready number of those that can leave
   */
  async confirmBatch(ticked: number, ready = ticked): Promise<void> {
    const {
      page,
      texts: { common, mail },
    } = this;
    const formatSend = (count: number) =>
      (count === 1 ? mail.bulk.send_one : mail.bulk.send_other).replace("{{count}}", String(count));
    await this.#press(formatSend(ticked));
    const dialog = page.getByRole("dialog");
    const recipient = (state: string) =>
      dialog.getByRole("listitem").filter({ hasText: "@" }).filter({ hasText: state });
    await recipient(mail.bulk.unread).first().getByRole("button").click();
    await page.locator(".letter:not(.skeleton)").waitFor();
    await recipient(mail.bulk.read).first().waitFor();
    await page.getByRole("button", { name: common.close, exact: true }).last().click();
    for (const box of listBatchBoxes(this.texts)) await dialog.getByRole("checkbox", { name: box }).check();
    await dialog.getByRole("button", { name: formatSend(ready) }).click();
  }

  /** Waits until nothing waits in the outbox. */
  async waitUntilSent(): Promise<void> {
    const { page } = this;
    const listWaiting = async () => {
      const answer = await page.request.get(new URL("/api/outbox", page.url()).href);
      const { outbox } = OutboxAnswer.parse(await answer.json());
      return {
        stopped: outbox.stopped,
        waiting: outbox.mails.filter(({ status }) => ["held", "waiting", "sending"].includes(status)),
      };
    };
    for (const start = Date.now(); ; await page.waitForTimeout(200)) {
      const state = await listWaiting();
      if (state.waiting.length === 0) return;
      if (Date.now() - start > SENT_TIMEOUT_MS) throw new Error(`mails still wait: ${JSON.stringify(state)}`);
    }
  }
}
