import { it } from "vitest";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

it.each([
  { width: 390, height: 700 },
  { width: 1280, height: 500 },
])(
  "shows whatever the keyboard reaches on the dashboard, bars notwithstanding, at $width px",
  async ({ width, height }) => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    await page.setViewportSize({ width, height });
    const ana = new ApiUser(page, sharedServer.server.url);
    await ana.signUpWithSetup("en");
    // More than a page of them: what comes must not push what has the focus out of sight.
    await ana.addCompanies("web developer", ["London (United Kingdom)"]);
    await ana.openDashboard();
    await page.getByRole("row").getByRole("checkbox").nth(1).check();
    await page.locator(".selection-bar").waitFor();

    const keyboard = new KeyboardUser(page);
    await page.evaluate(() => document.getElementById("main")?.focus());
    for (const direction of ["Tab", "Shift+Tab"]) {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press(direction);
        const element = page.locator(":focus");
        if ((await element.count()) === 1) await keyboard.waitUntilVisible(element);
      }
    }
    await close();
  },
);
