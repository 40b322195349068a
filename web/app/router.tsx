import type { ComponentType } from "react";
import { createBrowserRouter, Outlet } from "react-router";
import { needTexts } from "../i18n/i18n";
import { AppRoot } from "./app-root";
import { Crash } from "./crash";
import { Frame } from "./frame";
import { Preferences } from "./preferences";
import { Shell } from "./shell";

const Framed = () => <Frame preferences={<Preferences variant="floating" />}><Outlet /></Frame>;

/** A screen and the texts only it uses, fetched when it is first gone to. */
const fetched = (screen: () => Promise<ComponentType>, ...texts: Parameters<typeof needTexts>) => async () => ({ Component: (await Promise.all([screen(), needTexts(...texts)]))[0] });

/** Every address of the app. Who may see it is decided in guards.ts; an unknown path is always sent elsewhere. */
export const router = createBrowserRouter([
  {
    Component: AppRoot,
    ErrorBoundary: Crash,
    HydrateFallback: () => null,
    children: [
      {
        Component: Framed,
        children: [
          { path: "/", lazy: fetched(async () => (await import("../features/landing/landing-page")).LandingPage, "landing") },
          { path: "/privacy", lazy: fetched(async () => (await import("../features/landing/privacy-page")).PrivacyPage, "landing", "legal") },
          { path: "/terms", lazy: fetched(async () => (await import("../features/landing/terms-page")).TermsPage, "landing", "legal") },
          { path: "/objection", lazy: fetched(async () => (await import("../features/landing/objection-page")).ObjectionPage, "landing", "legal") },
          { path: "/login", lazy: fetched(async () => (await import("../features/account/login-page")).LoginPage) },
          { path: "/signup", lazy: fetched(async () => (await import("../features/account/signup-page")).SignupPage) },
          { path: "/wizard", lazy: fetched(async () => (await import("../features/account/wizard-page")).WizardPage) },
        ],
      },
      {
        Component: Shell,
        children: [
          { path: "/dashboard", lazy: fetched(async () => (await import("./pages/dashboard-page")).DashboardPage) },
          { path: "/search", lazy: fetched(async () => (await import("./pages/search-page")).SearchPage) },
          { path: "/archive", lazy: fetched(async () => (await import("./pages/archive-page")).ArchivePage) },
          { path: "/settings", lazy: fetched(async () => (await import("./pages/settings-page")).SettingsPage) },
        ],
      },
      { path: "*", Component: () => null },
    ],
  },
]);
