import { expect, it } from "vitest";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { toPattern, TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { account, common, companies, mail, messages, search } = TEXTS.en;

it(
  "keeps what was being written when the session ends, and takes it up after signing in; " +
    "asks before it is left; says when there is no connection",
  async () => {
    const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
    allow(/status of 401|ERR_INTERNET_DISCONNECTED/u);
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");

    // The template in the settings.
    await page.goto(`${sharedServer.server.url}/settings/template`);
    const template = page.getByLabel(account.template.label, { exact: true });
    await template.fill("Half a sentence");
    await page.getByRole("link", { name: common.nav.archive }).click();
    const openSection = (section: "template") =>
      page.getByRole("link", { name: account.settings.sections[section], exact: true }).click();
    const question = page.getByRole("dialog");
    await question.getByText(common.unsaved.title).waitFor();
    await question.getByRole("button", { name: common.unsaved.stay }).click();
    await expect.poll(() => template.inputValue()).toBe("Half a sentence");

    await ana.loseSession();
    // The button's call finds the session gone, or one that the page makes by itself before it.
    const atLogin = page.waitForURL("**/login");
    await page
      .getByRole("button", { name: account.template.improve })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await atLogin;
    await page.getByText(account.login.ended).waitFor();
    await ana.signInAgain(account.email, account.password, account.login.submit);
    await page.waitForURL("**/settings/template");
    await expect.poll(() => template.inputValue()).toBe("Half a sentence");

    // A draft that is discarded on purpose is deleted.
    await page.getByRole("link", { name: common.nav.archive }).click();
    await question.getByRole("button", { name: common.unsaved.leave }).click();
    await page.waitForURL("**/archive");
    // The screen left stays in view until this one has loaded.
    const archive = page.getByRole("heading", { level: 1, name: TEXTS.en.archive.title });
    await archive.waitFor();
    await page.getByRole("link", { name: common.nav.settings }).click();
    await openSection("template");
    await template.waitFor();
    await expect.poll(() => template.inputValue()).toContain("I am a web developer");

    // The browser's Back asks too, and again after it was cancelled.
    await template.fill("Another half");
    await page.goBack();
    await question.getByRole("button", { name: common.unsaved.stay }).click();
    await page.waitForURL("**/settings/template");
    await expect.poll(() => template.inputValue()).toBe("Another half");
    await page.goBack();
    await question.getByRole("button", { name: common.unsaved.leave }).click();
    await page.waitForURL("**/settings");
    await page.getByRole("region", { name: mail.gmail.title, exact: true }).waitFor();
    await page.goForward();
    await template.waitFor();
    await expect.poll(() => template.inputValue()).toContain("I am a web developer");

    // A message, in its dialog.
    await ana.addCompanies("web developer", ["Lyon (France)"]);
    const [company] = await ana.listCompaniesWithEmail();
    await ana.call("PATCH", `/dashboard/companies/${company?.id}`, { message: "Dear firm,", subject: "Hello" });
    await ana.openDashboard();
    await page
      .getByRole("button", { name: toPattern(messages.cell.readFor) })
      .first()
      .click();
    const body = page.getByLabel(messages.dialog.body, { exact: true });
    await body.fill("Dear firm,\n\nA sentence that took an hour.");
    await ana.loseSession();
    // So does a check of the text that was just typed; no click may wait for the button of the next dialog.
    const atLoginAgain = page.waitForURL("**/login");
    const save = page.getByRole("button", { name: messages.dialog.save, exact: true });
    await save.click({ timeout: 2_000 }).catch(() => undefined);
    await atLoginAgain;
    await ana.signInAgain(account.email, account.password, account.login.submit);
    await page.waitForURL(`**/dashboard?message=${company?.id}`);
    await page.getByText(messages.dialog.restored).waitFor();
    await expect.poll(() => body.inputValue()).toBe("Dear firm,\n\nA sentence that took an hour.");
    await page.getByRole("button", { name: messages.dialog.undo }).click();
    await expect.poll(() => body.inputValue()).toBe("Dear firm,");
    await page.getByRole("button", { name: messages.dialog.redo }).click();
    await page.getByRole("button", { name: messages.dialog.save, exact: true }).click();
    await page.getByText(messages.dialog.saved).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("draftMessage"))).toBe(null);

    await context.setOffline(true);
    await page.getByText(common.offline).waitFor();
    await context.setOffline(false);
    await page.getByText(common.offline).waitFor({ state: "detached" });

    // Signing out clears the tab's storage, and the login page does not lead back.
    await page.getByRole("button", { name: common.nav.logout }).click();
    await page.waitForURL(`${sharedServer.server.url}/`);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await close();
  },
);

it(
  "counts, sorts, selects and takes back on the dashboard; reads a CV back and keeps what is known of the user; " +
    "goes on after a search that failed; tells what is lost or blocked",
  async () => {
    const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
    allow(/status of 4(01|29)|ERR_FAILED/u);
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en", { cv: ["Ana Lopez", "Web developer since 2019", "Lumen agency"] });
    await page.goto(`${sharedServer.server.url}/dashboard`);

    // A search that fails: trying again starts at the first step, with the same input.
    await page.getByRole("link", { name: common.nav.search }).click();
    await page.getByLabel(search.query.label).fill("web developer");
    await page.getByRole("button", { name: search.query.submit }).click();
    await page.locator("fieldset").getByRole("checkbox").first().check();
    await page.getByRole("button", { name: common.next }).click();
    await page.getByLabel(search.cities.custom).fill("Nowhere at all");
    await page.getByRole("button", { name: search.cities.add, exact: true }).click();
    await page.getByRole("button", { name: search.cities.submit }).click();
    await page.getByRole("button", { name: search.outcome.again }).click();
    await page.getByRole("heading", { name: search.query.title }).waitFor();
    await expect.poll(() => page.getByLabel(search.query.label).inputValue()).toBe("web developer");

    // Deleted ids leave the selection; an old generation is no longer followed.
    await ana.addCompanies("web developer", ["Lyon (France)", "Paris (France)"]);
    const companiesWithEmail = await ana.listCompaniesWithEmail();
    const [first, second] = companiesWithEmail;
    for (const { id } of [first, second].flatMap((company) => company ?? []))
      await ana.call("PATCH", `/dashboard/companies/${id}`, { message: "Dear firm,", subject: "Hello" });
    await page.evaluate(
      ([id]) => {
        sessionStorage.setItem("selectedCompanyIds", JSON.stringify([id, "gone"]));
        sessionStorage.setItem("generationStartedAt", JSON.stringify({ [id ?? ""]: Date.now() - 121_000 }));
      },
      [first?.id],
    );
    await ana.openDashboard();
    await page.getByText(companies.selection.count_one.replace("{{count}}", "1"), { exact: true }).waitFor();
    const readSessionStorage = () => page.evaluate(() => ({ ...sessionStorage }));
    await expect
      .poll(readSessionStorage)
      .toMatchObject({ selectedCompanyIds: JSON.stringify([first?.id]), generationStartedAt: "{}" });
    await page.getByRole("button", { name: companies.selection.clear }).click();

    // The first click sorts by name, ascending, and is remembered.
    await page.getByRole("button", { name: companies.column.website, exact: true }).click();
    await page.locator("th[aria-sort=ascending]").waitFor();
    await page.waitForFunction(
      () => sessionStorage.getItem("sortField") === "name" && sessionStorage.getItem("sortOrder") === "asc",
    );
    const [lowest] = await ana.listCompaniesWithEmail("?sort_by=name&sort_order=asc");
    await page
      .locator("tbody")
      .getByRole("row")
      .filter({ hasText: "@" })
      .first()
      .getByText(lowest?.name ?? "", { exact: true })
      .waitFor();

    // Shift selects a range.
    const boxes = page.locator("tbody").getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(3).click({ modifiers: ["Shift"] });
    await page.getByText(companies.selection.count_other.replace("{{count}}", "4"), { exact: true }).waitFor();
    await page.getByRole("button", { name: companies.selection.clear }).click();

    // A company on the do-not-contact list is not ready, and its row says why.
    const readNumber = (name: string) =>
      page
        .getByRole("group", { name: companies.filter.status })
        .getByRole("button", { name: new RegExp(`${name}$`, "u") });
    await readNumber(companies.filter.ready).filter({ hasText: "2" }).waitFor();
    await ana.call("POST", "/settings/do-not-contact", { entry: first?.recipient });
    await ana.call("POST", "/settings/do-not-contact", { entry: "b\u00fccher.example" });
    await page.reload();
    await readNumber(companies.filter.ready).filter({ hasText: "1" }).waitFor();
    await readNumber(companies.filter.blocked).click();
    const row = page.locator("tbody").getByRole("row");
    await expect.poll(() => row.count()).toBe(1);
    await row.getByRole("button", { name: toPattern(`${mail.one.title} (${mail.reasons.do_not_contact})`) }).waitFor();
    await readNumber(companies.filter.all).click();

    // Undoing an archive puts the row back in its place.
    const name = (await row.first().locator("strong").textContent()) ?? "";
    const all = Number((await readNumber(companies.filter.all).textContent())?.replace(/\D/gu, ""));
    await row
      .first()
      .getByRole("button", { name: companies.row.archive.replace("{{name}}", name), exact: true })
      .click();
    await page.getByText(companies.done.archived_one.replace("{{count}}", "1")).waitFor();
    await readNumber(companies.filter.all)
      .filter({ hasText: String(all - 1) })
      .waitFor();
    await page.getByRole("button", { name: common.undo, exact: true }).click();
    await readNumber(companies.filter.all)
      .filter({ hasText: String(all) })
      .waitFor();
    await row.first().getByText(name, { exact: true }).waitFor();

    // The settings: the text of the CV, a domain as people type it, a blocked popup.
    const openSection = (section: "cv" | "template" | "do-not-contact" | "gmail") =>
      page.getByRole("link", { name: account.settings.sections[section], exact: true }).click();
    await page.getByRole("link", { name: common.nav.settings }).click();
    await openSection("cv");
    await page.getByRole("button", { name: account.cv.look }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Web developer since 2019").waitFor();
    await dialog.getByText(account.cv.little).waitFor();
    await page.keyboard.press("Escape");

    // What is known of the user: read in the CV, each with its page, then added to, corrected, removed, restored.
    const known = page.getByRole("region", { name: account.facts.title });
    const fact = (text: string) => known.getByRole("listitem").filter({ hasText: text });
    const pressOf = (label: string, text: string) =>
      known.getByRole("button", { name: label.replace("{{fact}}", text), exact: true }).click();
    const source = fact("Web developer since 2019").getByRole("link");
    await expect.poll(() => source.textContent()).toBe(account.facts.cvPage.replace("{{page}}", "1"));
    const pdfUrl = new URL((await source.getAttribute("href")) ?? "", page.url());
    expect(pdfUrl.hash).toBe("#page=1");
    expect((await page.request.get(pdfUrl.href)).headers()["content-type"]).toBe("application/pdf");
    await known.getByLabel(account.facts.add).fill("I have a car");
    await page.keyboard.press("Enter");
    await fact("I have a car").getByText(account.facts.you).waitFor();
    await pressOf(account.facts.edit, "I have a car");
    await page.keyboard.press("End");
    await page.keyboard.type(" and a licence");
    await page.keyboard.press("Enter");
    await fact("I have a car and a licence").getByText(account.facts.you).waitFor();
    await expect.poll(() => known.getByRole("textbox").count()).toBe(1);
    await pressOf(account.facts.remove, "Web developer since 2019");
    await fact("Web developer since 2019").waitFor({ state: "detached" });
    await page.reload();
    await fact("I have a car and a licence").waitFor();
    await expect.poll(() => fact("Web developer since 2019").count()).toBe(0);
    await pressOf(account.facts.remove, "I have a car and a licence");
    await page.getByText(account.facts.removed).waitFor();
    await page.getByRole("button", { name: common.undo, exact: true }).click();
    await fact("I have a car and a licence").waitFor();

    // One line is not folded, and what is added is not either.
    const others = known.getByRole("region", { name: account.facts.kinds.other, exact: true }).getByRole("listitem");
    for (let n = (await others.count()) + 1; n <= 9; n += 1)
      await ana.call("POST", "/settings/facts", { text: `Available on day ${n}` });
    await page.reload();
    await fact("Available on day 9").waitFor();
    await expect.poll(() => others.count()).toBe(9);
    await ana.call("POST", "/settings/facts", { text: "Available on Sundays" });
    await page.reload();
    await known.getByRole("button", { name: account.facts.all_other.replace("{{count}}", "10") }).waitFor();
    await known.getByLabel(account.facts.add).fill("I can start in March");
    await page.keyboard.press("Enter");
    await fact("I can start in March").waitFor();

    // Another CV is read by itself.
    const buffer = Buffer.from(makeCvPdf(["Ana Lopez", "Shop assistant since 2016, Corner Books"]));
    await page.locator("input[type=file]").setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer });
    await fact("Corner Books").waitFor();

    // The signature: a link without its scheme is completed, a wrong number is named.
    await openSection("template");
    const signature = page.getByRole("region", { name: account.signature.title });
    await signature.getByLabel(account.signature.phone).fill("call me");
    await signature.getByLabel(account.signature.links).fill("ana.example/portfolio");
    await signature.getByRole("button", { name: account.signature.save }).click();
    await signature.getByRole("alert").waitFor();
    await signature.getByLabel(account.signature.phone).fill("+44 20 7946 0018");
    await signature.getByRole("button", { name: account.signature.save }).click();
    await page.getByText(account.signature.saved).waitFor();
    await expect
      .poll(() => signature.getByLabel(account.signature.links).inputValue())
      .toBe("https://ana.example/portfolio");

    await openSection("do-not-contact");
    await page.getByText("b\u00fccher.example", { exact: true }).waitFor();
    await openSection("gmail");
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole("button", { name: mail.gmail.connect }).click();
    await page.getByRole("alert").filter({ hasText: mail.gmail.gmailPopupBlocked }).waitFor();

    // Too many failed sign-ins are delayed, and the screen says for how long.
    await page.getByRole("button", { name: common.nav.logout, exact: true }).click();
    await page.waitForURL(`${sharedServer.server.url}/`);
    await page.goto(`${sharedServer.server.url}/login`);
    const retryMessage = page
      .locator(".auth-sheet")
      .getByRole("alert")
      .filter({ hasText: /You can try again in \d+ (second|minute)s?/u });
    for (let tries = 0; tries < 12 && (await retryMessage.count()) === 0; tries++) {
      const answered = page.waitForResponse("**/api/auth/login");
      await page.getByLabel(account.email, { exact: true }).fill(ana.email);
      await page.getByLabel(account.password, { exact: true }).fill("not it");
      await page.getByRole("button", { name: account.login.submit, exact: true }).click();
      await answered;
      await page.getByRole("alert").first().waitFor();
    }
    await retryMessage.waitFor();
    await page.getByRole("button", { name: common.password.show }).click();
    await expect.poll(() => page.getByLabel(account.password, { exact: true }).getAttribute("type")).toBe("text");
    await close();
  },
);

it("keeps a button as wide while it is busy, and its name", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/login", async (route) => {
    await held;
    await route.abort("aborted");
  });
  await page.goto(`${sharedServer.server.url}/login`);
  await page.getByLabel(account.email, { exact: true }).fill("camille@mail.example");
  await page.getByLabel(account.password, { exact: true }).fill("un mot de passe");
  const submit = page.getByRole("button", { name: account.login.submit, exact: true });
  const before = await submit.boundingBox();
  await submit.click();
  await expect.poll(() => submit.getAttribute("aria-busy")).toBe("true");
  expect(await submit.boundingBox()).toEqual(before);
  answer();
  await close();
});
