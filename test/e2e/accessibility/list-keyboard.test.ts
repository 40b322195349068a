import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();
const { common, companies, messages } = TEXTS.en;

/** The focused row of the list, and which of its controls has the focus: the first is 0, the row itself -1. */
const readPlace = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest<HTMLElement>("tbody tr[data-index]");
    if (!row) return null;
    const controls = [...row.querySelectorAll<HTMLElement>("a[href], button, input")];
    return { row: Number(row.dataset.index), control: controls.indexOf(document.activeElement as HTMLElement) };
  });
const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const expectPlace = (page: Page, row: number, control = -1) =>
  expect.poll(() => readPlace(page)).toEqual({ row, control });

it(
  "has the first row six keys from the top of the page, moves in the list with arrows and letters, and can leave " +
    "letters alone",
  async () => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    await ana.addCompanies("web developer", ["Lyon (France)", "Paris (France)"]);
    await ana.openDashboard();
    const rows = page.locator("tbody").getByRole("row");
    const dialog = page.getByRole("dialog");
    const selected = (count: number) =>
      page.getByText(companies.selection[count === 1 ? "count_one" : "count_other"].replace("{{count}}", `${count}`), {
        exact: true,
      });
    await rows.nth(5).waitFor();
    const grid = page.getByRole("grid", { name: companies.caption });
    await expect.poll(() => grid.getByRole("columnheader").count()).toBeGreaterThan(5);

    // From the top of the page: the second link skips to the list.
    await page.getByText(common.skipToList, { exact: true }).waitFor({ state: "attached" });
    await press(page, "Tab", "Tab");
    expect(await readFocusedText(page)).toBe(common.skipToList);
    await press(page, "Enter");
    await expectPlace(page, 0);
    const name = (await rows.first().locator("strong").textContent()) ?? "";
    await expect
      .poll(() => page.getByRole("row", { name, exact: true }).first().getAttribute("aria-selected"))
      .toBe("false");

    // Rows are one stop: up and down between them, right and left to the controls of one.
    await press(page, "ArrowDown", "ArrowDown", "ArrowUp");
    await expectPlace(page, 1);
    await press(page, "ArrowRight", "ArrowRight");
    await expectPlace(page, 1, 1);
    await press(page, "ArrowDown");
    await expectPlace(page, 2, 1);
    await press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft");
    await expectPlace(page, 2);
    // Further down than what is rendered.
    const rendered = await rows.count();
    let showRest: () => void = () => undefined;
    const restAsked = new Promise<void>((resolve) => (showRest = resolve));
    await page.route(
      "**/api/dashboard/companies?*",
      async (route) => {
        await restAsked;
        await route.continue();
      },
      { times: 1 },
    );
    await press(page, "End");
    await expect.poll(async () => (await readPlace(page))?.row).toBeGreaterThan(rendered);
    await press(page, "ArrowDown", "Home", "ArrowUp");
    await expectPlace(page, 0);
    await press(page, "j", "j", "k");
    await expectPlace(page, 1);
    await press(page, "Tab");
    expect(await readFocusedText(page)).toBe(common.more);
    // The button goes once everything is there: the keyboard stays at the end of the list.
    showRest();
    await expect.poll(() => readFocusedText(page)).toMatch(/^\d+ companies$/u);
    await new KeyboardUser(page).waitUntilVisible(page.locator(":focus"));
    await press(page, "Tab");
    expect(await readPlace(page)).toBeNull();
    await press(page, "Shift+Tab");
    await expectPlace(page, 1);

    // Selecting, alone and up to a row.
    await press(page, "x");
    await selected(1).waitFor();
    await press(page, "j", "j");
    await expectPlace(page, 3);
    await press(page, "Shift+X");
    await selected(3).waitFor();
    await press(page, "Space");
    await selected(2).waitFor();
    await expect.poll(() => rows.nth(1).getAttribute("aria-selected")).toBe("true");

    // Enter opens the message, and Escape leads back to the row.
    await press(page, "k", "Enter");
    await dialog.getByLabel(messages.dialog.body, { exact: true }).waitFor();
    await press(page, "Escape");
    await dialog.waitFor({ state: "detached" });
    await expectPlace(page, 2);

    // Letters are text in the filter, and lead back to the list outside of it.
    await press(page, "/");
    const filter = page.getByRole("searchbox");
    expect(await filter.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("xjk?/");
    await expect.poll(() => filter.inputValue()).toBe("xjk?/");
    // A filter leaves the selection alone, and says what it hides of it.
    const hidden = page.getByText(companies.selection.hidden_other.replace("{{count}}", "2"));
    await hidden.waitFor();
    await press(page, "Control+A", "Delete");
    await rows.nth(2).waitFor();
    await hidden.waitFor({ state: "detached" });

    // The list of keys, and the switch for those of one letter.
    await page.getByRole("heading", { level: 1 }).click();
    await press(page, "?");
    await dialog.getByText(companies.keyboard.openMessage).waitFor();
    await dialog.getByRole("switch", { name: companies.keyboard.singleKeys }).uncheck();
    await press(page, "Escape");
    await dialog.waitFor({ state: "detached" });
    await press(page, "j", "/", "?", "x");
    expect([await readPlace(page), await dialog.count()]).toEqual([null, 0]);
    await selected(2).waitFor();
    await page.getByRole("button", { name: companies.keyboard.open }).click();
    await dialog.getByRole("switch", { name: companies.keyboard.singleKeys }).check();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });

    // A narrow window has no button, but the key.
    await page.setViewportSize({ width: 390, height: 844 });
    await press(page, "?");
    await dialog.getByText(companies.keyboard.openMessage).waitFor();
    await close();
  },
);
