import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { getCurrentUser } from "../../worker/contract/account";
import { LANGUAGES } from "../../worker/contract/limits";
import { getHealth } from "../../worker/contract/monitoring";
import { AccountPreferences } from "../features/account/components/account-preferences";
import { showTexts } from "../i18n/i18n";
import app from "../i18n/locales/fr/app";
import common from "../i18n/locales/fr/common.json";
import landing from "../i18n/locales/fr/landing.json";
import { PublicLayout } from "../layouts/public-layout";
import { Splash } from "../layouts/splash";
import { toQueryKey, queryClient, endpointQuery } from "../lib/query-client";
import { LoginPage } from "../pages/login-page";
import { SignupPage } from "../pages/signup-page";
import { SkipLink } from "../ui/page/skip-link";
import { LandingApp } from "./landing-app";

// Run when the app is built, by web/prerender/prerender-plugin.ts: pages as who is signed out sees them, in the first language.

showTexts(LANGUAGES[0], { common, landing, ...app });
queryClient.setQueryData(toQueryKey(getCurrentUser), { user: null, expired: false });
// Who can send mails can sign in with Google.
queryClient.setQueryData(endpointQuery(getHealth).queryKey, {
  ok: true,
  version: "",
  sandbox: false,
  off: [],
  services: [],
  model_ends_on: null,
  google: { client_id: "", script_url: "" },
  contact: null,
});

/** What is on a page before any script has run. */
interface PrerenderedPage {
  title: string;
  html: string;
}

const formatPageTitle = (title: string): string => i18next.t(($) => $.common.pageTitle, { title });

/** The landing page, which comes to life as it is. */
const renderLanding = (): PrerenderedPage => ({
  title: formatPageTitle(i18next.t(($) => $.landing.title)),
  html: renderToString(<LandingApp />),
});

/** A sheet to be filled in, which nothing can be typed into yet: the app draws its own in its place. Who has another language, or is signed in, sees the splash. */
const renderFormPage = (title: string, Sheet: typeof LoginPage): PrerenderedPage => ({
  title: formatPageTitle(title),
  html: renderToString(
    <StrictMode>
      <div className="printed" inert>
        <QueryClientProvider client={queryClient}>
          <SkipLink />
          <PublicLayout preferences={<AccountPreferences variant="floating" />}>
            <Sheet />
          </PublicLayout>
        </QueryClientProvider>
      </div>
      <Splash />
    </StrictMode>,
  ),
});

/** Any other page until its screen is there: in no language. */
export const splash: PrerenderedPage = { title: i18next.t(($) => $.common.product), html: renderToString(<Splash />) };

/** Pages that are printed as they look, by the name of their screen. */
export const printed: Readonly<Record<string, PrerenderedPage>> = {
  landing: renderLanding(),
  login: renderFormPage(
    i18next.t(($) => $.account.login.title),
    LoginPage,
  ),
  signup: renderFormPage(
    i18next.t(($) => $.account.signup.title),
    SignupPage,
  ),
};
