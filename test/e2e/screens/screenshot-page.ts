import type { BrowserContext, Page } from "playwright-core";
import { reportPolicyViolations, BrowserWatch } from "../support/browser.ts";
import { TEXTS, type Texts } from "../support/screen-texts.ts";
import { withoutPreload, markClosing } from "./mocked-answers.ts";

export interface Look {
  language: keyof typeof TEXTS;
  theme: "light" | "dark";
  width: 1280 | 390;
}

/** A page that is about to be taken a picture of. */
export interface ScreenshotPage {
  page: Page;
  watched: BrowserWatch;
  texts: Texts;
  /** Opens an address of the app and waits until it has loaded. */
  visit: (path: string) => Promise<void>;
  /** Opens it and waits for nothing: for what never loads. */
  open: (path: string) => Promise<void>;
  press: (name: string | RegExp) => Promise<void>;
  close: () => Promise<void>;
  /** Writes a PNG: of the whole page, at most this high, or of what the window shows. */
  takeScreenshot: (path: string, extent: "whole" | "window") => Promise<void>;
}

const WINDOW_HEIGHT_PX = { 1280: 860, 390: 844 };
const MAX_SCREENSHOT_HEIGHT_PX = 4200;

/** Every language, theme and width: eight looks. */
export function listLooks(): Look[] {
  const languages = ["fr", "en"] as const;
  const themes = ["light", "dark"] as const;
  const widths = [1280, 390] as const;
  return languages.flatMap((language) =>
    themes.flatMap((theme) => widths.map((width) => ({ language, theme, width }))),
  );
}

/** A page in a browser profile of its own, signed in as in the context and in the look given. Sideways scroll is told on the console. */
export async function openScreenshotPage(
  context: BrowserContext,
  url: string,
  { language, theme, width }: Look,
): Promise<ScreenshotPage> {
  // Names of categories come in the account's language; a visitor has none, and is refused.
  await context.request.patch(`${url}/api/settings/language`, { data: { language } });
  // What one scene leaves in the browser is not there in the next, which may be open at the same time.
  const profile = await context.browser()?.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Paris",
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
