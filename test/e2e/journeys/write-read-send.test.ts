import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import { readMail } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const Mails = z.object({ outbox: z.object({ mails: z.array(z.unknown()) }) });
const LateMails = z.looseObject({ outbox: z.looseObject({ mails: z.array(z.looseObject({})) }) });
const { account, common, companies, mail, messages } = TEXTS.en;

/** Where the list starts, below the strip that only the sandbox shows. */
const findTop = (page: Page) =>
  page.evaluate(() => {
    const banner = document.querySelector(".sandbox-banner")?.getBoundingClientRect().height ?? 0;
    return (document.querySelector(".companies-table tbody tr")?.getBoundingClientRect().top ?? 0) - banner;
  });
/** Filters that lack room for their words, overlap the next one or leave the page. */
const findCutFilters = (page: Page) =>
  page.locator(".filter-row").evaluate((row) => {
    const context = document.createElement("canvas").getContext("2d");
    const shown = [...row.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input[type=search]")];
    const cut = shown.filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (context) context.font = font;
      const text = "selectedOptions" in field ? (field.selectedOptions[0]?.text ?? "") : field.placeholder;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return (context?.measureText(text).width ?? Infinity) > room;
    });
    const parts = [...row.children].filter((part) => part.getBoundingClientRect().width > 0);
    const overlapping = parts.filter((part) => {
      const a = part.getBoundingClientRect();
      const isOver = (b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return (
        a.right > window.innerWidth || parts.some((other) => other !== part && isOver(other.getBoundingClientRect()))
      );
    });
    return [...cut, ...overlapping].map((part) => part.textContent);
  });
const findRowHeight = (page: Page) =>
  page
    .locator(".companies-table tbody tr")
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);

it("writes, connects Gmail, reads and sends from one place, and keeps what was written in view", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.openDashboard();
  const step = page.getByRole("region", { name: companies.next.label });
  const place = () => page.locator(".next-step").evaluate((element) => element.getBoundingClientRect().height);
  const primary = page.locator("main .button.primary");

  // The button writes, under the filter that its rows leave. One accent, and nothing moves.
  await page.getByRole("button", { name: new RegExp(`${companies.filter.to_write}$`, "u") }).click();
  const rows = page.locator(".companies-table tbody tr[data-index]");
  const count = await rows.count();
  await expect.poll(() => primary.count()).toBe(1);
  const height = await place();
  const before = await findTop(page);
  // So that the progress is there long enough to be looked at, on a busy machine too.
  const slow = { service: "openai", kind: "latency", call: "write", ms: 3_000, times: 3 };
  await page.request.post(`${sharedServer.server.url}/sandbox/faults`, { data: slow });
  await step.getByRole("button", { name: toPattern(companies.next.writeAll_other) }).click();
  await page.locator(".bulk-progress").waitFor();
  expect(Math.abs((await place()) - height)).toBeLessThanOrEqual(12);
  expect(Math.abs((await findTop(page)) - before)).toBeLessThanOrEqual(12);
  await expect.poll(() => page.getByRole("button", { name: messages.bulk.cancel }).count()).toBe(1);
  await step.getByRole("button", { name: mail.gmail.connect }).waitFor({ timeout: 60_000 });
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  const readFor = toPattern(messages.cell.readFor);
  await expect.poll(() => page.getByRole("button", { name: readFor }).count()).toBeGreaterThan(1);

  // Gmail is connected without leaving the list.
  await expect.poll(() => primary.count()).toBe(1);
  const opened = page.waitForEvent("popup");
  await step.getByRole("button", { name: mail.gmail.connect }).click();
  await (await opened).locator("button[value=allow]").click();
  // It was connected to send what is ready: that opens.
  const dialog = page.getByRole("dialog");
  const position = (at: number) =>
    dialog.getByText(new RegExp(`^${mail.review.position.split(" {{at}}")[0]} ${at} of \\d+`, "u"));
  await position(1).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await page.keyboard.press("Escape");
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);

  // The button reads, one letter after the other. In a low window they are longer than the dialog.
  await page.setViewportSize({ width: 1280, height: 600 });
  await step.getByRole("button", { name: toPattern(companies.next.review) }).click();
  await position(1).waitFor();
  // Its button leads on until the letter was read, and the wheel scrolls it also where the button stands.
  const scrolled = () => dialog.locator(".dialog-body").evaluate((body) => body.scrollTop);
  const readOn = dialog.getByRole("button", { name: mail.review.readOn, exact: true });
  const sendShown = dialog.getByRole("button", { name: mail.review.send, exact: true });
  const countQueued = async () => Mails.parse(await ana.call("GET", "/outbox")).outbox.mails.length;
  await readOn.hover();
  await page.mouse.wheel(0, 60);
  await expect.poll(scrolled).toBeGreaterThan(0);
  const wheeled = await scrolled();
  await readOn.click();
  await expect.poll(scrolled).toBeGreaterThan(wheeled);
  // However often and fast it is pressed on a letter that was not read, it only reads on.
  await page.keyboard.press("j");
  await position(2).waitFor();
  await readOn.waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const end = performance.now() + 4_000;
        const press = () => {
          const dialog = document.querySelector("dialog[open].tall");
          const button = dialog?.querySelector<HTMLElement>(".dialog-foot .button.primary");
          button?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
          button?.click();
          dialog?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
          if (performance.now() < end) setTimeout(press, 50);
          else resolve();
        };
        press();
      }),
  );
  await sendShown.waitFor();
  expect(await countQueued()).toBe(0);
  await position(2).waitFor();
  await page.keyboard.press("k");
  await position(1).waitFor();
  // A letter is corrected where it is read.
  await dialog.getByRole("button", { name: mail.review.edit, exact: true }).click();
  await dialog.getByLabel(messages.dialog.subject, { exact: true }).fill("Corrected while reading");
  await dialog.getByRole("button", { name: messages.dialog.save, exact: true }).click();
  await dialog.locator(".letter-subject").getByText("Corrected while reading").waitFor();
  await position(1).waitFor();
  // One that is left out is no longer counted.
  const skip = dialog.getByRole("button", { name: mail.review.skip, exact: true });
  const total = await dialog.getByRole("status").first().textContent();
  await skip.click();
  await position(2).waitFor();
  await expect.poll(() => dialog.getByRole("status").first().textContent()).not.toContain(`· ${total?.split("· ")[1]}`);
  await dialog.getByRole("status").first().getByText(mail.review.skipped.replace("{{name}}", "")).waitFor();
  await dialog.getByRole("button", { name: mail.review.previous, exact: true }).click();
  await dialog.getByRole("button", { name: mail.review.takeBack, exact: true }).click();
  await skip.waitFor();
  // On a phone, too, a usual letter is seen to its end at once.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await position(3).waitFor();
  await sendShown.waitFor();
  expect(await scrolled()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 900 });

  // So does the message dialog: next and previous by buttons and keys, but not while typing.
  // Two companies may have the same name.
  const readOpenId = () => new URL(page.url()).searchParams.get("message");
  await page.getByRole("button", { name: readFor }).first().click();
  await expect.poll(readOpenId).not.toBeNull();
  const first = readOpenId();
  await dialog.getByRole("button", { name: mail.review.next, exact: true }).click();
  await expect.poll(readOpenId).not.toBe(first);
  await page.keyboard.press("k");
  await expect.poll(readOpenId).toBe(first);
  await page.keyboard.press("j");
  await expect.poll(readOpenId).not.toBe(first);
  const body = dialog.getByLabel(messages.dialog.body, { exact: true });
  const written = await body.inputValue();
  await body.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("jk");
  await expect.poll(() => body.inputValue()).not.toBe(written);
  const second = readOpenId();

  // Leaving a changed text asks first, and sending it saves it.
  await dialog.getByRole("button", { name: mail.review.previous, exact: true }).click();
  await page.getByText(common.unsaved.title).waitFor();
  await page.getByRole("dialog").last().getByRole("button", { name: common.unsaved.stay, exact: true }).click();
  expect(readOpenId()).toBe(second);
  await body.fill(written);
  await dialog.getByRole("button", { name: mail.review.send, exact: true }).click();
  await dialog.getByText(mail.one.lead).waitFor();
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await readMail(page);
  await dialog.getByRole("button", { name: mail.one.send, exact: true }).click();
  // The next letter follows.
  await dialog.getByLabel(messages.dialog.body, { exact: true }).waitFor();
  await expect.poll(() => [first, second, null].includes(readOpenId())).toBe(false);
  await dialog.getByRole("button", { name: common.close, exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
  await close();
}, 180_000);

it("shows names whole and the list early, in rows whose height the browser keeps", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await page.setViewportSize({ width: 1280, height: 860 });
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.openDashboard();
  await page.locator(".next-step").waitFor();
  expect(await findTop(page)).toBeLessThanOrEqual(320);
  expect(await findRowHeight(page)).toBe(44);
  const cut = await page
    .locator(".companies-table .company-name strong")
    .evaluateAll((names) => names.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : [])));
  expect(cut).toEqual([]);
  // The header stays in view.
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => page.locator("th.company-name").evaluate((head) => head.getBoundingClientRect().top)).toBe(0);

  await page.getByRole("switch", { name: companies.filter.compact }).click();
  await expect.poll(() => findRowHeight(page)).toBe(36);
  await page.reload();
  await page.getByRole("row").nth(1).waitFor();
  await expect.poll(() => findRowHeight(page)).toBe(36);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole("row").first().waitFor();
  await expect.poll(() => findTop(page)).toBeGreaterThan(0);
  expect(await findTop(page)).toBeLessThanOrEqual(360);
  await close();
});

it("shows all filters of the list with their words, early, in each language", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.linkGmail();
  const [sent, tagged] = await ana.listCompaniesWithEmail();
  if (!sent || !tagged) throw new Error("fewer than two companies");
  await ana.call("POST", `/dashboard/companies/${tagged.id}/tags`, { tag: "Lyon" });
  await ana.call("PATCH", `/dashboard/companies/${sent.id}`, { message: "Dear firm,", subject: "Hello" });
  await ana.call("POST", `/dashboard/companies/${sent.id}/send-email`, {
    confirm: ["needs_review", "cv_language", "already_contacted"],
  });
  await ana.openDashboard();
  for (const language of ["fr", "en", "de"]) {
    await page.evaluate((stored) => localStorage.setItem("language", stored), language);
    for (const [width, latestTop] of [
      [1280, 320],
      [390, 360],
    ] as const) {
      await page.setViewportSize({ width, height: 860 });
      await ana.openDashboard();
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.locator(".filter-row select").nth(2).waitFor();
      await expect.poll(() => findTop(page)).toBeGreaterThan(0);
      expect(await findTop(page), `${language}, ${width} px`).toBeLessThanOrEqual(latestTop);
      expect(await findCutFilters(page), `${language}, ${width} px`).toEqual([]);
    }
  }
  // A transition of what names none would be one of all properties: each change would come a frame late.
  const duration = await page.locator(".filter-row").evaluate((row) => getComputedStyle(row).transitionDuration);
  expect(duration).toBe("0s");
  await close();
});

it.each(["fr", "en", "de"] as const)(
  "keeps the foot of the review in one row beside the undo, in %s",
  async (language) => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await ana.addCompanies("web developer", ["London (United Kingdom)"]);
    await ana.linkGmail();
    await ana.call("PATCH", "/settings/language", { language });
    const ids = (await ana.listUniqueCompaniesWithEmail()).slice(0, 2).map(({ id }) => id);
    for (const id of ids)
      await ana.call("PATCH", `/dashboard/companies/${id}`, { message: "Dear firm,", subject: "Hello" });
    // As outside of office hours.
    await page.route(/\/api\/outbox$/u, async (route) => {
      const response = await route.fetch();
      const answer = LateMails.parse(await response.json());
      const late = {
        undo_until: new Date(Date.now() + 60_000).toISOString(),
        leaves_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      };
      const mails = answer.outbox.mails.map((each) => ({ ...each, ...late }));
      await route.fulfill({ response, json: { ...answer, outbox: { ...answer.outbox, mails } } });
    });
    await page.goto(`${ana.url}/dashboard?review=${ids.join(",")}`);
    const { review } = TEXTS[language].mail;
    const dialog = page.getByRole("dialog");
    await dialog.locator(".letter:not(.skeleton)").waitFor();
    for (const question of await dialog.getByRole("checkbox").all()) await question.check();
    await readMail(page);
    await dialog.getByRole("button", { name: review.send, exact: true }).click();
    await dialog.getByRole("button", { name: TEXTS[language].outbox.undo.button }).waitFor();
    const foot = dialog.locator(".dialog-foot");
    // The buttons are 44 px high; two lines of text are no higher.
    await expect.poll(() => foot.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThanOrEqual(72);
    await close();
  },
);

it("shows the address of a message whole on a phone", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  const [one] = (await ana.listCompaniesWithEmail()).filter(({ email }) => !email.includes(";"));
  if (!one) throw new Error("no company with one address");
  await ana.call("PATCH", `/dashboard/companies/${one.id}`, { message: "Dear firm,", subject: "Hello" });
  const long = "applications.and.careers@digital-agency-of-greater-london.example";
  await page.setViewportSize({ width: 390, height: 844 });
  // The only one, and one of two.
  for (const replaces of [one.email, undefined]) {
    const email = replaces === undefined ? "jobs@agency.example" : long;
    await ana.call("POST", `/dashboard/companies/${one.id}/email`, { email, ...(replaces && { replaces }) });
    if (replaces === undefined) await ana.call("PATCH", `/dashboard/companies/${one.id}`, { recipient: long });
    await page.goto(`${ana.url}/dashboard?message=${one.id}`);
    const parts = page.locator(".composer-head .address-part");
    await parts.nth(1).waitFor();
    expect((await parts.allTextContents()).join("")).toBe(long);
    for (const part of await parts.all()) {
      const { x, width, height } = (await part.boundingBox()) ?? { x: 0, width: 0, height: 0 };
      expect(x + width).toBeLessThanOrEqual(390);
      // One line.
      expect(height).toBeLessThanOrEqual(28);
    }
  }
  await close();
});

it("gives each section of the settings an address, the log a page; a phone sees the list first", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  const { sections } = account.settings;
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await page.goto(`${ana.url}/settings`);
  await region(mail.gmail.title).waitFor();
  await page.getByRole("link", { name: sections.cv, exact: true }).click();
  await page.waitForURL("**/settings/cv");
  await region(account.cv.title).waitFor();
  await expect.poll(() => region(mail.gmail.title).count()).toBe(0);
  await page.reload();
  await region(account.cv.title).waitFor();
  await expect
    .poll(() => page.getByRole("link", { name: common.nav.settings }).getAttribute("aria-current"))
    .toBe("page");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: sections.all, exact: true }).click();
  await page.getByRole("link", { name: sections.data, exact: true }).waitFor();
  await expect.poll(() => region(mail.gmail.title).isVisible()).toBe(false);
  await page.getByRole("link", { name: sections.data, exact: true }).click();
  await region(account.settings.dataTitle).waitFor();
  await expect.poll(() => page.getByRole("link", { name: sections.cv, exact: true }).isVisible()).toBe(false);
  await page.goBack();
  await page.getByRole("link", { name: mail.log.title, exact: true }).click();
  await page.waitForURL("**/sent");
  await page.getByText(mail.log.empty).waitFor();
  await close();
});
