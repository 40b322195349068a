import type { BrowserContext, Page } from "playwright-core";
import { LANGUAGES } from "../../../worker/contract/limits.ts";
import { BrowserWatch, PERMISSIONS, reportPolicyViolations } from "../support/browser.ts";
import { TEXTS, type Texts } from "../support/screen-texts.ts";
import { withoutPreload, markClosing } from "./mocked-answers.ts";

export interface Look {
  language: keyof typeof TEXTS;
  theme: "light" | "dark";
  width: 1280 | 390;
}

/** A page for one scene. */
export interface ScreenshotPage {
  page: Page;
  watched: BrowserWatch;
  texts: Texts;
  /** Opens a path of the app and waits until the network is idle. */
  visit: (path: string) => Promise<void>;
  /** Opens a path without waiting, for screens that never finish loading. */
  open: (path: string) => Promise<void>;
  press: (name: string | RegExp) => Promise<void>;
  close: () => Promise<void>;
  /** Writes a PNG of the window, or of the whole page up to MAX_SCREENSHOT_HEIGHT_PX. */
  takeScreenshot: (path: string, extent: "whole" | "window") => Promise<void>;
}

const WINDOW_HEIGHT_PX = { 1280: 860, 390: 844 };
const MAX_SCREENSHOT_HEIGHT_PX = 4200;

/** The twelve combinations of language, theme and width. */
export function listLooks(): Look[] {
  const themes = ["light", "dark"] as const;
  const widths = [1280, 390] as const;
  return LANGUAGES.flatMap((language) =>
    themes.flatMap((theme) => widths.map((width) => ({ language, theme, width }))),
  );
}

/** Opens a page in a new browser profile with the cookies of the context. */
export async function openScreenshotPage(
  context: BrowserContext,
  url: string,
  { language, theme, width }: Look,
): Promise<ScreenshotPage> {
  // Names of categories follow the language of the account. A visitor has none and gets an error.
  await context.request.patch(`${url}/api/settings/language`, { data: { language } });
  // A profile for each scene: several are open at once, and storage must not pass from one to another.
  const profile = await context.browser()?.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Paris",
    permissions: PERMISSIONS,
    storageState: { ...(await context.storageState()), origins: [] },
  });
  if (!profile) throw new Error("the browser is gone");
  const page = await profile.newPage();
  await page.setViewportSize({ width, height: WINDOW_HEIGHT_PX[width] });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(
    ([name, dark]) => {
      localStorage.setItem("language", name ?? "fr");
      localStorage.setItem("darkMode", dark ?? "false");
    },
    [language, String(theme === "dark")],
  );
  const watched = new BrowserWatch();
  watched.follow(page);
  await reportPolicyViolations(page);
  await page.route("**/dashboard", withoutPreload);
  page.setDefaultTimeout(45_000);
  return {
    page,
    watched,
    texts: TEXTS[language],
    visit: async (path) => {
      await page.goto(url + path);
      await page.waitForLoadState("networkidle");
    },
    open: async (path) => void (await page.goto(url + path)),
    close: async () => {
      markClosing(page);
      await profile.close();
    },
    press: (name) =>
      page
        .getByRole("button", { name, exact: typeof name === "string" })
        .first()
        .click(),
    takeScreenshot: async (path, extent) => {
      await page.mouse.move(0, 0);
      const { high, wide } = await page.evaluate(() => ({
        high: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth,
      }));
      if (wide > width) console.warn(`${path}: ${wide} px wide`);
      const modal = (await page.getByRole("dialog").count()) > 0;
      const whole = { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(high, MAX_SCREENSHOT_HEIGHT_PX) } };
      await page.screenshot({ path, ...(extent === "whole" && !modal ? whole : {}) });
    },
  };
}
