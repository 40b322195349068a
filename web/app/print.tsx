import { renderToString } from "react-dom/server";
import { LANGUAGES } from "../../worker/contract/limits";
import common from "../i18n/fr/common";
import landing from "../i18n/fr/landing";
import { say, spokenNow } from "../i18n/i18n";
import { arrange, type Texts } from "../i18n/texts";
import { Landing } from "./landing";
import { Splash } from "./splash";

// Run when the app is built, by web/printed-pages.ts.

const [language] = LANGUAGES;
say(language, arrange({ ...common, ...landing }, language) as unknown as Texts);

/** What is on a page before any script has run. */
interface Print {
  title: string;
  html: string;
}

/** The landing page as who is signed out sees it, in the first language. */
export function printLanding(): Print {
  const { t } = spokenNow();
  return { title: t(($) => $.common.pageTitle, { title: t(($) => $.landing.title) }), html: renderToString(<Landing />) };
}

/** Any other page until its screen is there: in no language. */
export const printSplash = (): Print => ({ title: spokenNow().t(($) => $.common.product), html: renderToString(<Splash />) });
