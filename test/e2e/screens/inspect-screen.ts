import { SETTINGS_SECTIONS } from "../../../web/lib/settings-sections.ts";
import { LANGUAGES } from "../../../worker/contract/limits.ts";
import { findAxeViolations } from "../support/axe.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { findWrongTexts } from "../support/wrong-language.ts";
import type { Scene } from "./scene.ts";
import type { Look, ScreenshotPage } from "./screenshot-page.ts";

/** The narrowest supported window: 1280 px at a zoom of 400 %. */
const NARROWEST_WIDTH_PX = 320;

const listTitles = ({
  landing,
  legal,
  account,
  archive,
  board,
  companies,
  followUps,
  mail,
  numbers,
  outbox,
  search,
}: ScreenshotPage["texts"]): Record<string, string> => ({
  "/": landing.title,
  "/privacy": legal.privacy.title,
  "/terms": legal.terms.title,
  "/objection": legal.objection.title,
  "/login": account.login.title,
  "/signup": account.signup.title,
  "/wizard": account.wizard.title,
  "/dashboard": companies.title,
  "/board": board.title,
  "/search": search.title,
  "/own-companies": search.title,
  "/outbox": outbox.title,
  "/follow-ups": followUps.title,
  "/archive": archive.title,
  "/sent": mail.log.title,
  "/stats": numbers.title,
  "/report": numbers.report.title,
  "/settings": account.settings.title,
  ...Object.fromEntries(SETTINGS_SECTIONS.map((section) => [`/settings/${section}`, account.settings.title])),
});

/** The problems of each kind on a screen, one line each. */
export type ScreenFindings = Record<"axe" | "layout" | "words" | "browser", string[]>;

async function findSidewaysScroll({ page }: ScreenshotPage, width: number): Promise<string[]> {
  const { contentWidth, elements } = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    // What a scroller holds makes nothing wide but itself.
    const isScrolled = (element: Element): boolean => {
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== "visible") return true;
      return false;
    };
    const outside = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > limit + 0.5 && !isScrolled(element),
    );
    return {
      contentWidth: document.documentElement.scrollWidth,
      elements: outside
        .slice(0, 3)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`),
    };
  });
  return contentWidth > width ? [`${contentWidth} px wide in a window of ${width}: ${elements.join(", ")}`] : [];
}

/** How far from the top a list may begin, below the strip that only the sandbox shows. */
const MAX_LIST_TOP_PX = { 1280: 320, 390: 360 };

async function findLateList({ page }: ScreenshotPage, width: Look["width"]): Promise<string[]> {
  await page.locator("main tbody tr:not(.first-row)").first().waitFor();
  const top = await page.evaluate(() => {
    const banner = document.querySelector(".sandbox-banner")?.getBoundingClientRect().height ?? 0;
    const row = document.querySelector("main tbody tr");
    return row === null ? Infinity : row.getBoundingClientRect().top + window.scrollY - banner;
  });
  const limit = MAX_LIST_TOP_PX[width];
  return top > limit ? [`the list begins after ${Math.round(top)} px, not ${limit}`] : [];
}

/** Checks the texts on screen, the tab's title and the language of the document. */
async function listWrongTexts(
  { page }: ScreenshotPage,
  language: Look["language"],
  scene: Scene,
  changed: boolean,
): Promise<string[]> {
  const found = await findWrongTexts(page, changed);
  const { lang, title, path, heading } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    path: location.pathname,
    heading: document.querySelector("h1")?.textContent,
  }));
  // Only developers see the pages of the sandbox.
  if (path.startsWith("/sandbox/")) return [];
  if (lang !== language) found.push(`the document says it is in ${lang}`);
  // The page of a company is called by its name, and one that does not exist by what it says.
  const isNamedByHeading = path.startsWith("/companies/") || scene.name === "not-found";
  const screen = isNamedByHeading ? heading : listTitles(TEXTS[language])[path];
  const expectedTitle =
    screen === undefined || ["crash", "unloaded"].includes(scene.name)
      ? TEXTS[language].common.product
      : TEXTS[language].common.pageTitle.replace("{{title}}", screen);
  if (title.replaceAll("\u00a0", " ") !== expectedTitle)
    found.push(`the tab is called “${title}”, not “${expectedTitle}”`);
  return found;
}

const switchLanguage = (stage: ScreenshotPage, language: Look["language"]) =>
  stage.page.evaluate(
    (to) => document.querySelector<HTMLElement>(`.language-switch [lang="${to}"]`)?.click(),
    language,
  );

/** Shows the screen as it is in the other theme. */
const switchTheme = (stage: ScreenshotPage): Promise<void> =>
  stage.page.evaluate(async () => {
    // An inherited colour would pass through one transition after the other, however short.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    const page = document.documentElement;
    page.dataset["theme"] = page.dataset["theme"] === "dark" ? "light" : "dark";
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/**
 * Waits until a slow machine shows what a fast one does: rows that are one stop of the keyboard, colours at their end.
 */
async function waitForRest({ page }: ScreenshotPage): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[role=grid] tbody a:not([tabindex])") === null);
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // One that is cancelled has ended, too.
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/**
 * Plays a scene, then checks axe, layout, texts and the browser's errors.
 * @param also what is checked besides: the colours of the other theme; the texts after switching the language, with any
 * dialog still open
 */
export async function inspectScreen(
  stage: ScreenshotPage,
  scene: Scene,
  look: Look,
  also: "other theme" | "other language",
): Promise<ScreenFindings> {
  await scene.play(stage);
  await stage.page.mouse.move(0, 0);
  await waitForRest(stage);
  const axe = await findAxeViolations(stage.page);
  if (also === "other theme") {
    await switchTheme(stage);
    axe.push(...(await findAxeViolations(stage.page, "colors")).map((line) => `in the other theme: ${line}`));
  }
  const words = await listWrongTexts(stage, look.language, scene, false);
  const layout = await findSidewaysScroll(stage, look.width);
  if (scene.beginsEarly) layout.push(...(await findLateList(stage, look.width)));
  if (look.width === 390) {
    await stage.page.setViewportSize({ width: NARROWEST_WIDTH_PX, height: 700 });
    await stage.page.evaluate(() => new Promise(requestAnimationFrame));
    layout.push(...(await findSidewaysScroll(stage, NARROWEST_WIDTH_PX)));
  }
  // The crash page and the sandbox have no language switch.
  if (also === "other language" && !scene.name.startsWith("sandbox") && scene.name !== "crash") {
    const other = LANGUAGES[(LANGUAGES.indexOf(look.language) + 1) % LANGUAGES.length] ?? look.language;
    await switchLanguage(stage, other);
    await stage.page.waitForFunction((to) => document.documentElement.lang === to, other);
    let after = await listWrongTexts(stage, other, scene, true);
    // Names of categories change only when the server has answered.
    for (
      let tries = 0;
      after.length > 0 && tries < 20;
      tries += 1, after = await listWrongTexts(stage, other, scene, true)
    )
      await stage.page.waitForTimeout(100);
    words.push(...after.map((line) => `after the change to ${other}: ${line}`));
  }
  return {
    axe,
    layout,
    words,
    browser: stage.watched.take(scene.expects === undefined ? [] : [scene.expects]),
  };
}
