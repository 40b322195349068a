import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { common, companies, mail, messages } = TEXTS.en;
const Versions = z.object({
  versions: z.array(z.object({ version: z.number(), author: z.string(), message: z.string() })),
});
const OWN_TEXT = "Madame, Monsieur,\n\nJe serais heureuse de vous rencontrer à Lyon.\n\nAna Lopez";

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Rewrites the ticked companies. @param isOwnTicked replaces the hand-written message, too */
async function rewriteTicked(user: ApiUser, page: Page, ownName: string, isOwnTicked: boolean): Promise<void> {
  await press(page, messages.bulk.write);
  const question = page.getByRole("dialog");
  await question.getByText(messages.bulk.keptText).waitFor();
  await question.getByText(messages.bulk.own_one).waitFor();
  const own = question.getByRole("checkbox", { name: ownName });
  await expect.poll(() => own.isChecked()).toBe(false);
  if (isOwnTicked) await own.check();
  const started = page.waitForResponse("**/bulk-generate-message");
  await question
    .getByRole("button", {
      name: isOwnTicked
        ? messages.bulk.overwrite_other.replace("{{count}}", "2")
        : messages.bulk.overwrite_one.replace("{{count}}", "1"),
    })
    .click();
  await started;
  await expect
    .poll(() => user.call("GET", "/dashboard/generations/current"))
    .toMatchObject({ generation: { status: "completed" } });
}

it(
  "a hand-written text survives a bulk rewrite and comes back, also after a reload; " +
    "reading a message to its end marks it read",
  async () => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await ana.addCompanies("web developer", ["Lyon (France)"]);
    const [own, other] = await ana.listUniqueCompaniesWithEmail();
    if (!own || !other) throw new Error("two companies with an address are needed");
    for (const { id } of [own, other]) await ana.call("POST", `/dashboard/companies/${id}/generate-message`);
    await ana.openDashboard();

    // Its name says more for a message with a point to check.
    const cell = (name: string) =>
      page.getByRole("button", { name: new RegExp(`^${messages.cell.readFor.replace("{{name}}", name)}`, "u") });
    const readMark = (name: string) => cell(name).and(page.getByTitle(messages.cell.seen, { exact: true }));
    const body = page.getByLabel(messages.dialog.body, { exact: true });
    const save = page.getByRole("button", { name: messages.dialog.save, exact: true });

    // By hand: the end of the text has been in view, so the saved one counts as read.
    await cell(own.name).click();
    const written = await body.inputValue();
    await body.fill(OWN_TEXT);
    await page.locator(".dialog-body").evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await save.click();
    await page.getByText(messages.dialog.saved).waitFor();
    await readMark(own.name).waitFor();
    await expect.poll(() => readMark(other.name).count()).toBe(0);

    for (const name of [own.name, other.name])
      await page.getByRole("checkbox", { name: companies.row.select.replace("{{name}}", name) }).check();
    await rewriteTicked(ana, page, own.name, false);
    await readMark(own.name).click();
    await page.getByRole("dialog").getByText(mail.bulk.read, { exact: true }).waitFor();
    await expect.poll(() => body.inputValue()).toBe(OWN_TEXT);
    await page.keyboard.press("Escape");

    await rewriteTicked(ana, page, own.name, true);
    await readMark(own.name).waitFor({ state: "detached" });
    await cell(own.name).click();
    await expect.poll(() => body.inputValue()).not.toBe(OWN_TEXT);

    // The list of versions, by keyboard.
    await page.getByRole("button", { name: messages.versions.open, exact: true }).focus();
    await page.keyboard.press("Enter");
    const list = page.getByRole("dialog", { name: messages.versions.title.replace("{{name}}", own.name) });
    const heads = list.getByRole("listitem").getByRole("button");
    await heads.nth(2).waitFor();
    await expect
      .poll(() => heads.allInnerTexts())
      .toEqual([
        expect.stringContaining(messages.versions.author.assistant),
        expect.stringContaining(messages.versions.author.user),
        expect.stringContaining(messages.versions.author.assistant),
      ]);
    await list.getByText(messages.versions.present).waitFor();
    await heads.nth(1).focus();
    await page.keyboard.press("Enter");
    await list.getByText("Je serais heureuse de vous rencontrer à Lyon.").waitFor();
    await list.getByRole("button", { name: messages.versions.restore }).click();
    await page.getByText(messages.versions.restored).waitFor();
    await expect.poll(() => body.inputValue()).toBe(OWN_TEXT);
    await page.getByRole("button", { name: common.close }).last().click();

    // After a reload, undo reaches the versions on the server, and saving one of them keeps its author.
    await page.reload();
    await cell(own.name).click();
    await expect.poll(() => body.inputValue()).toBe(OWN_TEXT);
    const undo = page.getByRole("button", { name: messages.dialog.undo });
    for (let step = 0; step < 3; step += 1) await undo.click();
    await expect.poll(() => body.inputValue()).toBe(written);
    await save.click();
    await page.getByText(messages.dialog.saved).waitFor();
    expect(await ana.call("GET", `/dashboard/companies/${own.id}`)).toMatchObject({
      company: { message: written, message_author: "assistant", message_version: 5 },
    });

    // What was typed and not saved becomes a version before another text takes its place.
    await cell(own.name).click();
    await body.fill("Dear firm,\n\nNot saved yet.");
    await page.getByRole("button", { name: messages.dialog.rewrite, exact: true }).click();
    await page.getByText(messages.written.replace("{{name}}", own.name)).waitFor();
    // The new text is shown from its beginning, and the title stays in view.
    const dialog = page.getByRole("dialog");
    await expect.poll(() => body.inputValue()).not.toContain("Not saved yet.");
    expect(
      await dialog.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight]),
    ).toEqual([0, 0]);
    expect(await dialog.getByRole("button", { name: common.close, exact: true }).isVisible()).toBe(true);
    const { versions } = Versions.parse(await ana.call("GET", `/dashboard/companies/${own.id}/message-versions`));
    expect(versions.map(({ version, author }) => [version, author]).slice(0, 3)).toEqual([
      [7, "assistant"],
      [6, "user"],
      [5, "assistant"],
    ]);
    expect(versions[1]?.message).toBe("Dear firm,\n\nNot saved yet.");
    await close();
  },
);

it("a text that another tab saved is not overwritten: the later one asks, and both are kept", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  // The browser logs that the first try to save was refused.
  allow(/status of 409/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  const [company] = await ana.listUniqueCompaniesWithEmail();
  const id = company?.id ?? "";
  const path = `/dashboard/companies/${id}`;
  await ana.call("PATCH", path, { message: "The first text", subject: "Hello" });
  const readMessages = async () =>
    Versions.parse(await ana.call("GET", `${path}/message-versions`)).versions.map(({ message }) => message);
  const open = async (tab: Page) => {
    await tab.goto(`${sharedServer.server.url}/dashboard?message=${id}`);
    await tab.getByLabel(messages.dialog.body, { exact: true }).waitFor();
  };
  const type = (tab: Page, text: string) => tab.getByLabel(messages.dialog.body, { exact: true }).fill(text);
  const other = await context.newPage();
  await open(page);
  await open(other);
  await type(page, "Of this tab");
  // As from another device: no tab tells another.
  await ana.call("PATCH", path, { message: "Of the other" });
  await press(page, messages.dialog.save);
  await page.getByText(messages.overtaken.text).waitFor();
  expect(await page.getByLabel(messages.dialog.body, { exact: true }).inputValue()).toBe("Of this tab");
  await press(page, messages.overtaken.theirs);
  await page.getByText(messages.overtaken.kept).waitFor();
  await expect.poll(() => page.getByLabel(messages.dialog.body, { exact: true }).inputValue()).toBe("Of the other");
  expect((await readMessages()).slice(0, 3)).toEqual(["Of the other", "Of this tab", "Of the other"]);
  expect(await page.getByRole("dialog").getByRole("alert").count()).toBe(0);

  // A tab hears of it before it saves; what is typed in it stays.
  await expect.poll(() => other.getByLabel(messages.dialog.body, { exact: true }).inputValue()).toBe("Of the other");
  await type(other, "Of the second tab");
  await type(page, "Of this tab again");
  await press(page, messages.dialog.save);
  await other.getByText(messages.overtaken.text).waitFor();
  expect(await other.getByLabel(messages.dialog.body, { exact: true }).inputValue()).toBe("Of the second tab");
  // Saving leads to the question, which may be out of view.
  await other.getByLabel(messages.dialog.subject).scrollIntoViewIfNeeded();
  await press(other, messages.dialog.save);
  await new KeyboardUser(other).waitUntilVisible(other.getByRole("button", { name: messages.overtaken.mine }));
  await press(other, messages.overtaken.mine);
  await other.getByText(messages.overtaken.text).waitFor({ state: "detached" });
  expect((await readMessages()).slice(0, 2)).toEqual(["Of the second tab", "Of this tab again"]);
  await close();
});

it("keeps a message read when its reader changes it, and counts no other text as read", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  const [one, other] = await ana.listUniqueCompaniesWithEmail();
  if (!one || !other) throw new Error("fewer than two companies");
  // Longer than the dialog: its end is not in view.
  await page.setViewportSize({ width: 1280, height: 700 });
  const long = Array.from({ length: 60 }, (_, n) => `Line ${n} of the letter.`).join("\n\n");
  for (const { id } of [one, other])
    for (const message of [`${long} Older.`, long])
      await ana.call("PATCH", `/dashboard/companies/${id}`, { message, subject: "Hello" });
  await ana.call("POST", `/dashboard/companies/${one.id}/message-read`, { version: 2 });
  const Read = z.object({ company: z.object({ message_version: z.number(), message_read: z.boolean() }) });
  const fetchRead = async (id: string) => {
    const { company } = Read.parse(await ana.call("GET", `/dashboard/companies/${id}`));
    return [company.message_version, company.message_read];
  };
  const body = page.getByLabel(messages.dialog.body, { exact: true });
  const open = async (id: string) => {
    await page.goto(`${sharedServer.server.url}/dashboard?message=${id}`);
    await body.waitFor();
    // Opened to be read: only the key leads into the text.
    expect(await body.evaluate((field) => field === document.activeElement)).toBe(false);
    await page.keyboard.press("e");
    await expect.poll(() => body.evaluate((field) => field === document.activeElement)).toBe(true);
  };
  const save = async () => {
    await press(page, messages.dialog.save);
    await body.waitFor({ state: "detached" });
  };
  await open(one.id);
  await page.keyboard.type("Changed. ");
  await save();
  await expect.poll(() => fetchRead(one.id)).toEqual([3, true]);

  // Undone is another text: read only once its end was in view.
  await open(one.id);
  await press(page, messages.dialog.undo);
  await press(page, messages.dialog.undo);
  await expect.poll(() => body.inputValue()).toContain("Older.");
  await save();
  await page.waitForLoadState("networkidle");
  expect(await fetchRead(one.id)).toEqual([4, false]);

  // Who never saw its end has not read it by changing its beginning.
  await open(other.id);
  await page.keyboard.type("Changed. ");
  await save();
  await page.waitForLoadState("networkidle");
  expect(await fetchRead(other.id)).toEqual([3, false]);
  await open(other.id);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Bye.");
  await page.locator(".composer-tools").scrollIntoViewIfNeeded();
  await expect.poll(() => fetchRead(other.id)).toEqual([3, false]);
  await save();
  await expect.poll(() => fetchRead(other.id)).toEqual([4, true]);
  await close();
});
