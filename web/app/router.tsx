import { createBrowserRouter } from "react-router";
import { AppRoot } from "./app-root";
import { Crash } from "./crash";
import { Frame } from "./frame";
import { Shell } from "./shell";

/** Every address of the app. Who may see it is decided in guards.ts; an unknown path is always sent elsewhere. */
export const router = createBrowserRouter([
  {
    Component: AppRoot,
    ErrorBoundary: Crash,
    HydrateFallback: () => null,
    children: [
      {
        Component: Frame,
        children: [
          { path: "/", lazy: async () => ({ Component: (await import("../features/landing/landing-page")).LandingPage }) },
          { path: "/privacy", lazy: async () => ({ Component: (await import("../features/landing/privacy-page")).PrivacyPage }) },
          { path: "/terms", lazy: async () => ({ Component: (await import("../features/landing/terms-page")).TermsPage }) },
          { path: "/objection", lazy: async () => ({ Component: (await import("../features/landing/objection-page")).ObjectionPage }) },
          { path: "/login", lazy: async () => ({ Component: (await import("../features/account/login-page")).LoginPage }) },
          { path: "/signup", lazy: async () => ({ Component: (await import("../features/account/signup-page")).SignupPage }) },
          { path: "/wizard", lazy: async () => ({ Component: (await import("../features/account/wizard-page")).WizardPage }) },
        ],
      },
      {
        Component: Shell,
        children: [
          { path: "/dashboard", lazy: async () => ({ Component: (await import("./pages/dashboard-page")).DashboardPage }) },
          { path: "/search", lazy: async () => ({ Component: (await import("./pages/search-page")).SearchPage }) },
          { path: "/archive", lazy: async () => ({ Component: (await import("./pages/archive-page")).ArchivePage }) },
          { path: "/settings", lazy: async () => ({ Component: (await import("./pages/settings-page")).SettingsPage }) },
        ],
      },
      { path: "*", Component: () => null },
    ],
  },
]);
