import { type ComponentType, createElement, use } from "react";
import { needTexts } from "../i18n/i18n";

/**
 * Says on a promise that it is fulfilled, as React does once it has waited for one: what is here is drawn at once. Else a screen would be
 * waited for all the same, under the splash, which React then leaves up for 0.3 seconds.
 */
function told<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}

type Texts = Parameters<typeof needTexts>;
/** A screen and the texts that only it uses, fetched when it is gone to. */
function screen(fetch: () => Promise<ComponentType>, ...texts: Texts) {
  let coming: Promise<ComponentType> | undefined;
  const load = () => (coming ??= told(Promise.all([fetch(), needTexts(...texts)]).then(([page]) => page)));
  return { load, Screen: () => createElement(use(load())) };
}

/** Screens with nothing around them but the preferences. */
export const FRAMED = new Map(
  Object.entries({
    "/": screen(async () => (await import("../features/landing/landing-page")).LandingPage, "landing"),
    "/privacy": screen(async () => (await import("../features/landing/privacy-page")).PrivacyPage, "landing", "legal"),
    "/terms": screen(async () => (await import("../features/landing/terms-page")).TermsPage, "landing", "legal"),
    "/objection": screen(
      async () => (await import("../features/landing/objection-page")).ObjectionPage,
      "landing",
      "legal",
    ),
    "/login": screen(async () => (await import("../features/account/login-page")).LoginPage),
    "/signup": screen(async () => (await import("../features/account/signup-page")).SignupPage),
    "/wizard": screen(async () => (await import("../features/account/wizard-page")).WizardPage),
  }),
);

/** The rooms of the signed-in app. */
export const ROOMS = new Map(
  Object.entries({
    "/dashboard": screen(async () => (await import("./pages/dashboard-page")).DashboardPage),
    "/search": screen(async () => (await import("./pages/search-page")).SearchPage),
    "/archive": screen(async () => (await import("./pages/archive-page")).ArchivePage),
    "/settings": screen(async () => (await import("./pages/settings-page")).SettingsPage),
  }),
);

/** Fetches the screen of a path while the rest of the app still starts. A failure is met again, and told, when it is drawn. */
export async function fetchScreen(path: string): Promise<void> {
  await (FRAMED.get(path) ?? ROOMS.get(path))?.load().catch(() => undefined);
}
