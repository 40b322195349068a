import { type ComponentType, createElement, use } from "react";
import { needTexts } from "./i18n/i18n";

/**
 * Says on a promise that it is fulfilled, as React does once it has waited for one: what is here is drawn at once. Else a screen would be
 * waited for all the same, under the splash, which React then leaves up for 0.3 seconds.
 */
function markResolved<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}

type TextParts = Parameters<typeof needTexts>;
/** A screen and the texts that only it uses, fetched when it is gone to. */
function createLazyPage(fetch: () => Promise<ComponentType>, ...texts: TextParts) {
  let coming: Promise<ComponentType> | undefined;
  const load = () => (coming ??= markResolved(Promise.all([fetch(), needTexts(...texts)]).then(([page]) => page)));
  return { load, Screen: () => createElement(use(load())) };
}

/** Screens with nothing around them but the preferences. */
export const publicRoutes = new Map(
  Object.entries({
    "/": createLazyPage(async () => (await import("./pages/landing-page")).LandingPage, "landing"),
    "/privacy": createLazyPage(async () => (await import("./pages/privacy-page")).PrivacyPage, "landing", "legal"),
    "/terms": createLazyPage(async () => (await import("./pages/terms-page")).TermsPage, "landing", "legal"),
    "/objection": createLazyPage(
      async () => (await import("./pages/objection-page")).ObjectionPage,
      "landing",
      "legal",
    ),
    "/login": createLazyPage(async () => (await import("./pages/login-page")).LoginPage),
    "/signup": createLazyPage(async () => (await import("./pages/signup-page")).SignupPage),
    "/wizard": createLazyPage(async () => (await import("./pages/wizard-page")).WizardPage),
  }),
);

/** The rooms of the signed-in app. */
export const appRoutes = new Map(
  Object.entries({
    "/dashboard": createLazyPage(async () => (await import("./pages/dashboard-page")).DashboardPage),
    "/search": createLazyPage(async () => (await import("./pages/search-page")).SearchPage),
    "/archive": createLazyPage(async () => (await import("./pages/archive-page")).ArchivePage),
    "/settings": createLazyPage(async () => (await import("./pages/settings-page")).SettingsPage),
  }),
);

/** Fetches the screen of a path while the rest of the app still starts. A failure is met again, and told, when it is drawn. */
export async function preloadPage(path: string): Promise<void> {
  await (publicRoutes.get(path) ?? appRoutes.get(path))?.load().catch(() => undefined);
}
