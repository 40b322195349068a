import { axeViolations } from "./axe.ts";
import type { Look, Stage } from "./picture-stage.ts";
import type { Scene } from "./scene.ts";
import { TEXTS } from "./texts.ts";
import { wrongTexts } from "./words.ts";

/** The narrowest window that must do: 1280 px at a zoom of 400 %. */
const NARROWEST = 320;

const titles = ({ landing, legal, account, companies, search }: Stage["texts"]): Record<string, string> => ({
  "/": landing.title,
  "/privacy": legal.privacy.title,
  "/terms": legal.terms.title,
  "/objection": legal.objection.title,
  "/login": account.login.title,
  "/signup": account.signup.title,
  "/wizard": account.wizard.title,
  "/dashboard": companies.title,
  "/search": search.title,
  "/archive": companies.archive.title,
  "/settings": account.settings.title,
});

/** What of a kind was found on a screen, a line each. */
export type Findings = Record<"axe" | "sideways" | "words" | "browser", string[]>;

async function sideways({ page }: Stage, width: number): Promise<string[]> {
  const { wide, who } = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    const outside = [...document.querySelectorAll("body *")].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().right > limit + 0.5,
    );
    return {
      wide: document.documentElement.scrollWidth,
      who: outside
        .slice(0, 3)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`),
    };
  });
  return wide > width ? [`${wide} px wide in a window of ${width}: ${who.join(", ")}`] : [];
}

/** The words on screen, the tab's title, and the language the document says it is in. */
async function wordsOf({ page }: Stage, language: Look["language"], scene: Scene, changed: boolean): Promise<string[]> {
  const found = await wrongTexts(page, changed);
  const { lang, title, path } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    path: location.pathname,
  }));
  // What the sandbox shows is for developers.
  if (path.startsWith("/sandbox/")) return [];
  if (lang !== language) found.push(`the document says it is in ${lang}`);
  const screen = titles(TEXTS[language])[path];
  const wanted =
    screen === undefined || scene.name === "crash"
      ? TEXTS[language].common.product
      : TEXTS[language].common.pageTitle.replace("{{title}}", screen);
  if (title.replaceAll("\u00a0", " ") !== wanted) found.push(`the tab is called “${title}”, not “${wanted}”`);
  return found;
}

const switchTo = (stage: Stage, language: Look["language"]) =>
  stage.page.evaluate(
    (to) => document.querySelector<HTMLElement>(`.language-switch [lang="${to}"]`)?.click(),
    language,
  );

/**
 * Plays a scene and looks at it: axe, sideways scroll, words, and what the browser complained of.
 * @param both also reads the words after a change of language on the spot, whatever dialog is open
 */
export async function inspect(stage: Stage, scene: Scene, look: Look, both: boolean): Promise<Findings> {
  await scene.play(stage);
  await stage.page.mouse.move(0, 0);
  const axe = await axeViolations(stage.page);
  const words = await wordsOf(stage, look.language, scene, false);
  const wide = await sideways(stage, look.width);
  if (look.width === 390) {
    await stage.page.setViewportSize({ width: NARROWEST, height: 700 });
    wide.push(...(await sideways(stage, NARROWEST)));
  }
  // The crash page and the sandbox have no switch.
  if (both && !scene.name.startsWith("sandbox") && scene.name !== "crash") {
    const other = look.language === "fr" ? "en" : "fr";
    await switchTo(stage, other);
    await stage.page.waitForFunction((to) => document.documentElement.lang === to, other);
    let after = await wordsOf(stage, other, scene, true);
    // Names of categories come with an answer: those of before stand until it is there.
    for (let tries = 0; after.length > 0 && tries < 20; tries += 1, after = await wordsOf(stage, other, scene, true))
      await stage.page.waitForTimeout(100);
    words.push(...after.map((line) => `after the change to ${other}: ${line}`));
  }
  return {
    axe,
    sideways: wide,
    words,
    browser: stage.watched.take(scene.expects === undefined ? [] : [scene.expects]),
  };
}
