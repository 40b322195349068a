import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import lies from "../../data/sandbox/lies.json" with { type: "json" };
import { withoutPreload } from "../screens/mocked-answers.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

// What the screens make of an answer: which sentence has which status is the letter check's own matter.

const sharedServer = useServer();

const { common, companies, mail, messages, outbox } = TEXTS.en;
const CHECK_PATH = /\/check-message$/u;
const Body = z.object({ message: z.string().optional() });
const Facts = z.object({ facts: z.array(z.object({ text: z.string(), source: z.string() })) });
const Listed = z.looseObject({
  companies: z.array(z.looseObject({ id: z.string(), message_warnings: z.array(z.string()) })),
});
const INVENTED = lies.relation.en;
const OTHER = "I sailed round the world.";

/** Answers each check: the two sentences have no source until a fact of the user says one. */
async function mockChecks(page: Page, before: (message: string) => Promise<void> = async () => undefined) {
  const facts = new Set<string>();
  await page.route(/\/settings\/facts$/u, async (route) => {
    const response = await route.fetch();
    for (const { text, source } of Facts.parse(await response.json()).facts)
      if (source === "confirmed") facts.add(text);
    await route.fulfill({ response });
  });
  await page.route(CHECK_PATH, async (route: Route) => {
    const message =
      Body.parse(route.request().postDataJSON()).message ??
      z
        .object({ company: z.object({ message: z.string() }) })
        .parse(await (await page.request.get(route.request().url().replace("/check-message", ""))).json()).company
        .message;
    await before(message);
    const sentences = [INVENTED, OTHER]
      .filter((text) => message.includes(text))
      .toSorted((a, b) => message.indexOf(a) - message.indexOf(b))
      .map((text) =>
        facts.has(text)
          ? { text, status: "supported", sources: [{ kind: "confirmed", quote: text, url: null, cv_page: null }] }
          : { text, status: "unsupported", sources: [] },
      );
    // The page may have given up on this check.
    await route.fulfill({ json: { sentences, reasons: [], warnings: [] } }).catch(() => undefined);
  });
}

async function openWriter(locale = "en-GB") {
  const context = await openContext(sharedServer.browser, locale);
  const ana = new ApiUser(context.page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [first, second, third] = await ana.listCompaniesWithEmail();
  if (!first || !second || !third) throw new Error("three companies with an address are needed");
  return { ...context, ana, listed: [first, second, third] as const };
}

it(
  "marks a sentence without source while one types, shows it to the keyboard, " +
    "and takes the mark away once confirmed; another is rewritten away or edited",
  async () => {
    const { page, close, ana, listed } = await openWriter();
    const [{ id, name }] = listed;
    await ana.call("PATCH", `/dashboard/companies/${id}`, { subject: "Hello", message: `Dear team,\n\n${INVENTED}` });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // The check of one text takes longer than that of a later one.
    await mockChecks(page, (message) => (message.includes("slow") ? held : Promise.resolve()));
    await ana.openDashboard();
    await page.getByRole("button", { name: messages.cell.readFor.replace("{{name}}", name) }).click();
    const one = page.getByText(messages.check.unsupported_one.replace("{{count}}", "1"));
    const body = page.getByLabel(messages.dialog.body, { exact: true });
    await one.waitFor();
    await expect.poll(() => page.locator(".field-marks .unsupported").textContent()).toBe(INVENTED);

    const slow = page.waitForRequest(
      (request) => CHECK_PATH.test(request.url()) && /slow/u.test(request.postData() ?? ""),
    );
    await body.fill("Dear team, slow");
    await slow;
    const text = `Dear team,\n\n${INVENTED} ${OTHER}\n\nAna Lopez`;
    await body.fill(text);
    const two = page.getByText(messages.check.unsupported_other.replace("{{count}}", "2"));
    await two.waitFor();
    release();
    await page.waitForTimeout(300);
    await expect.poll(() => two.count()).toBe(1);
    await expect.poll(() => page.locator(".field-marks .unsupported").allTextContents()).toEqual([INVENTED, OTHER]);

    // A press on the sentence in the text shows what is known of it, a press beside it no longer.
    const pressed = page.locator(".sentence-panel.pressed");
    const pressAt = (position: number) =>
      body.evaluate((field, at) => {
        if (!(field instanceof HTMLTextAreaElement)) throw new TypeError("the text is no field");
        field.setSelectionRange(at, at);
        field.click();
      }, position);
    await pressAt(text.indexOf(INVENTED) + 3);
    await pressed.getByText(messages.sentence.unsupported).waitFor();
    await pressAt(2);
    await pressed.waitFor({ state: "detached" });

    // By keyboard: Enter opens the source, Escape closes it and leaves the dialog open.
    await page.getByRole("button", { name: messages.check.toSources }).click();
    const sentence = (words: string) => page.getByRole("button", { name: `${words} (${common.sentence.unsupported})` });
    const panel = page.getByRole("group", { name: common.sentence.unsupported });
    await sentence(INVENTED).focus();
    await page.keyboard.press("Enter");
    await panel.getByText(messages.sentence.unsupported).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);

    // Confirmed: a fact of the user, and the mark goes.
    await page.keyboard.press("Enter");
    await panel.getByRole("button", { name: messages.sentence.confirm }).click();
    await one.waitFor();
    await expect.poll(() => page.locator(".sentence.supported").textContent()).toContain(INVENTED);
    expect(Facts.parse(await ana.call("GET", "/settings/facts")).facts).toContainEqual(
      expect.objectContaining({ text: INVENTED, source: "confirmed" }),
    );

    // The other: first to the cursor, then away. What was typed becomes a version before.
    await page.getByRole("button", { name: messages.check.show, exact: true }).click();
    await panel.getByRole("button", { name: messages.sentence.edit }).click();
    const cursor = await body.evaluate((field) => [
      document.activeElement === field,
      field instanceof HTMLTextAreaElement ? field.selectionStart : -1,
    ]);
    expect(cursor).toEqual([true, text.indexOf(OTHER) + OTHER.length]);
    await page.getByRole("button", { name: messages.check.toSources }).click();
    await page.getByRole("button", { name: messages.check.show, exact: true }).click();
    const rewritten = page.waitForRequest(/\/generate-message$/u);
    await panel.getByRole("button", { name: messages.sentence.rewrite }).click();
    expect((await rewritten).postDataJSON()).toEqual({ without: [OTHER] });
    await page.getByText(messages.written.replace("{{name}}", name)).waitFor();
    const { versions } = z
      .object({ versions: z.array(z.object({ message: z.string() })) })
      .parse(await ana.call("GET", `/dashboard/companies/${id}/message-versions`));
    expect(versions[1]?.message).toBe(text);

    // With a wish and a tone.
    await page.getByLabel(messages.rewrite.instruction).fill("Shorter");
    await page.getByLabel(messages.rewrite.tone).selectOption("formal");
    const wished = page.waitForRequest(/\/generate-message$/u);
    await page.getByLabel(messages.rewrite.instruction).press("Enter");
    expect((await wished).postDataJSON()).toEqual({ instruction: "Shorter", tone: "formal" });
    await page.getByText(messages.written.replace("{{name}}", name)).last().waitFor();
    await close();
  },
);

it(
  "reads one letter after the other by keyboard, sends from there, counts what is left and says so at the end; " +
    "a batch names the letters it leaves out and takes them back once confirmed",
  async () => {
    const { page, close, ana, listed } = await openWriter();
    for (const { id } of listed) await ana.call("POST", `/dashboard/companies/${id}/generate-message`);
    const editMessage = (id: string, sentence: string) =>
      ana.call("PATCH", `/dashboard/companies/${id}`, {
        language: "en",
        subject: "Application from Ana Lopez",
        message: `Dear team,\n\n${sentence}`,
      });
    // One that needs a confirmation.
    await editMessage(listed[1].id, INVENTED);
    const user = new UiUser(page, TEXTS.en);
    await mockChecks(page);
    await ana.linkGmail();
    await ana.openDashboard();
    const [first, second, third] = await user.tick(3);
    await page.getByRole("button", { name: companies.selection.review, exact: true }).last().click();

    const dialog = page.getByRole("dialog");
    const status = dialog.getByRole("status").first();
    const waitForLetter = (name = "") => dialog.getByRole("heading", { level: 2 }).filter({ hasText: name }).waitFor();
    const letter = dialog.locator(".letter:not(.skeleton)");
    await letter.waitFor();
    const position = (at: number) => mail.review.position.replace("{{at}}", String(at)).replace("{{total}}", "3");
    await expect.poll(() => status.textContent()).toContain(position(1));
    await expect.poll(() => status.textContent()).toContain(mail.review.left_other.replace("{{count}}", "3"));
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    await waitForLetter(third);
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowLeft");
    await waitForLetter(first);
    await letter.waitFor();

    // Sent with Ctrl and Enter; the next one comes by itself.
    const send = dialog.getByRole("button", { name: mail.review.send, exact: true });
    const ready = send.and(page.locator(":not([aria-disabled])"));
    // Some of the sandbox's letters need a confirmation first.
    const confirmations = dialog.getByRole("checkbox");
    await letter.waitFor();
    for (const box of await confirmations.all()) await box.check();
    // Its end is to be seen first.
    await dialog.locator(".end-of-letter").scrollIntoViewIfNeeded();
    await ready.waitFor();
    await page.keyboard.press("Control+Enter");
    await dialog.getByText(outbox.undo.announced_one.replace("{{name}}", first ?? "")).waitFor();
    await waitForLetter(second);
    await expect.poll(() => status.textContent()).toContain(mail.review.left_other.replace("{{count}}", "2"));
    // A letter that has only just come was not read: keys pressed in a row do not send it.
    await page.keyboard.press("j");
    await waitForLetter(third);
    await letter.waitFor();
    for (let n = 0; n < 4; n++) await page.keyboard.press("Control+Enter");
    await waitForLetter(third);
    await expect.poll(() => status.textContent()).toContain(mail.review.left_other.replace("{{count}}", "2"));
    await page.keyboard.press("k");
    await waitForLetter(second);

    // Undone, its letter is there again, and says which one it was.
    await dialog.getByRole("button", { name: outbox.undo.button }).click();
    await dialog
      .locator(".undo-notice")
      .getByText(outbox.undo.undone_one.replace("{{name}}", first ?? ""))
      .waitFor();
    await waitForLetter(first);
    await letter.waitFor();
    for (const box of await confirmations.all()) await box.check();
    // The notice takes room: the end may be out of sight.
    await dialog.locator(".end-of-letter").scrollIntoViewIfNeeded();
    await ready.waitFor();
    await page.keyboard.press("Control+Enter");
    await waitForLetter(second);
    // A letter for the key is none for the box that has the focus.
    await confirmations.first().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await dialog.getByRole("heading", { name: mail.review.done }).waitFor();
    await expect.poll(() => status.textContent()).toBe(mail.review.sentCount_one.replace("{{count}}", "1"));
    await expect.poll(() => dialog.getByRole("listitem").count()).toBe(2);
    await dialog.getByRole("button", { name: common.close }).last().click();
    // The mail leaves before the next file begins.
    await expect
      .poll(() => ana.call("GET", "/outbox"), { timeout: 30_000 })
      .toMatchObject({ outbox: { mails: [{ status: "sent" }] } });

    // A letter with a sentence without source that its row does not tell: sources have changed since it was saved.
    const [, doubtful, honest] = listed;
    await editMessage(doubtful.id, INVENTED);
    await editMessage(honest.id, "I would like to join you.");
    await page.route(/\/api\/dashboard\/companies(?:\?|$)/u, async (route) => {
      const response = await route.fetch();
      const list = Listed.parse(await response.json());
      for (const company of list.companies) company.message_warnings = [];
      await route.fulfill({ response, json: list });
    });
    await page.route("**/dashboard", withoutPreload);
    await page.reload();
    // By place: two companies may have the same name.
    for (const place of [1, 2])
      await page.getByRole("row").filter({ hasText: "@" }).nth(place).getByRole("checkbox").check();
    await page.getByRole("button", { name: mail.bulk.send_other.replace("{{count}}", "2") }).click();
    const sendOne = dialog.getByRole("button", { name: mail.bulk.send_one.replace("{{count}}", "1") });
    await sendOne.waitFor();
    const left = mail.bulk.doubtful_one.replace("{{count}}", "1");
    const opener = dialog.getByRole("list", { name: left }).getByRole("button");
    await expect.poll(() => opener.textContent()).toContain(second);
    await opener.click();
    await page.locator(".sentence.unsupported").click();
    await page.getByRole("button", { name: messages.sentence.confirm }).click();
    await page.locator(".sentence.supported").waitFor();
    await page.getByRole("button", { name: common.close, exact: true }).last().click();
    await dialog.getByRole("button", { name: mail.bulk.send_other.replace("{{count}}", "2") }).waitFor();
    await expect.poll(() => dialog.getByText(left).count()).toBe(0);
    await close();
  },
);
