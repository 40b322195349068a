import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { answerError } from "../screens/mocked-answers.ts";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { account } = TEXTS.en;

it(
  "a user sees where they are signed in, changes the password, " +
    "and says anew who they are before an export and a deletion",
  async () => {
    const { page, allow, close } = await openContext(sharedServer.browser, "en-GB");
    allow(/status of (400|403)/u);
    const { url } = sharedServer.server;
    const ana = new ApiUser(page, url);
    await ana.signUpWithSetup("en");
    const signInElsewhere = () =>
      fetch(`${url}/api/auth/login`, {
        method: "POST",
        body: JSON.stringify({ email: ana.email, password: ana.password }),
        headers: {
          "content-type": "application/json",
          "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0",
        },
      });
    for (let n = 0; n < 2; n += 1) await signInElsewhere();

    await page.goto(`${url}/settings/security`);
    const devices = page.getByRole("list", { name: account.security.devices }).getByRole("listitem");
    await devices.first().waitFor();
    await expect.poll(() => devices.count(), { timeout: 10_000 }).toBe(3);
    await expect.poll(() => devices.first().textContent()).toContain(account.security.here);
    await devices.nth(1).getByRole("button").click();
    await expect.poll(() => devices.count(), { timeout: 10_000 }).toBe(2);

    // A new password: a common one gets a warning, a wrong current one an error, and other devices are signed out.
    const dialog = page.getByRole("dialog");
    const save = dialog.getByRole("button", { name: account.security.save });
    await page.getByRole("button", { name: account.security.change }).click();
    await dialog.getByLabel(account.security.current, { exact: true }).fill("not this one");
    for (const label of [account.security.new, account.security.confirm])
      await dialog.getByLabel(label, { exact: true }).fill("letmein");
    await dialog.getByText(account.security.common).waitFor();
    await save.click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await dialog.getByLabel(account.security.current, { exact: true }).fill(ana.password);
    await save.click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => devices.count(), { timeout: 10_000 }).toBe(1);

    // The first answer is that of a session older than ten minutes.
    const long = { export: 1, account: 2 };
    await page.route("**/api/auth/recent-sign-in", (route) =>
      long.export-- > 0 ? answerError(403, "reauthentication_required")(route) : route.fallback(),
    );
    await page.route("**/api/settings/account", (route) =>
      long.account-- > 0 ? answerError(403, "reauthentication_required")(route) : route.fallback(),
    );
    const password = dialog.getByLabel(account.password, { exact: true });
    await page.getByRole("link", { name: account.settings.sections.data, exact: true }).click();
    await page.getByRole("button", { name: account.settings.export }).click();
    await password.fill("not this one");
    await page.keyboard.press("Enter");
    await dialog.locator("[aria-invalid=true]").waitFor();
    const downloading = page.waitForEvent("download");
    await password.fill("letmein");
    await page.keyboard.press("Enter");
    const file = JSON.parse(await readFile(await (await downloading).path(), "utf8")) as { account: { email: string } };
    expect(file.account.email).toBe(ana.email);

    await page.getByRole("button", { name: account.settings.delete }).click();
    await dialog.getByRole("textbox").fill(ana.email);
    const remove = dialog.getByRole("button", { name: account.settings.deleteConfirm });
    await remove.click();
    await password.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(1);
    await expect.poll(() => dialog.getByRole("textbox").inputValue()).toBe(ana.email);
    await remove.click();
    await password.fill("letmein");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/`);
    expect((await signInElsewhere()).status).toBe(401);
    await close();
  },
);

it("a logout ends every tab of the user, also those that are not seen; so does signing in again", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  // What a tab asks for in that moment is refused.
  allow(/status of 401/u);
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["Lyon (France)"]);
  await ana.openDashboard();
  const other = await context.newPage();
  await other.addInitScript(() =>
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }),
  );
  await other.goto(`${sharedServer.server.url}/dashboard`);
  await other.getByRole("row").nth(1).waitFor();
  await other.evaluate(() => sessionStorage.setItem("kept", "text"));
  await page.getByRole("button", { name: TEXTS.en.common.nav.logout }).click();
  await page.waitForURL(`${sharedServer.server.url}/`);
  await other.waitForURL(`${sharedServer.server.url}/login`);
  expect(await other.getByRole("row").count()).toBe(0);
  expect(await other.evaluate(() => sessionStorage.getItem("kept"))).toBeNull();

  await page.goto(`${sharedServer.server.url}/login`);
  await ana.signInAgain(account.email, account.password, account.login.submit);
  await page.getByRole("row").nth(1).waitFor();
  await other.getByRole("row").nth(1).waitFor();
  await close();
});
