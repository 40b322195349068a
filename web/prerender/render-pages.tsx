import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { getCurrentUser } from "../../worker/contract/account";
import { LANGUAGES } from "../../worker/contract/limits";
import { getHealth } from "../../worker/contract/monitoring";
import { AccountPreferences } from "../features/account/components/account-preferences";
import { showTexts } from "../i18n/i18n";
import account from "../i18n/locales/fr/account.json";
import app from "../i18n/locales/fr/app";
import common from "../i18n/locales/fr/common.json";
import landing from "../i18n/locales/fr/landing.json";
import { PublicLayout } from "../layouts/public-layout";
import { Splash } from "../layouts/splash";
import { toQueryKey, queryClient, endpointQuery } from "../lib/query-client";
import { LoginPage } from "../pages/login-page";
import { SignupPage } from "../pages/signup-page";
import { SkipLink } from "../ui/page/skip-link";
import { FirstRowsFrame } from "./first-rows-frame";
import { LandingApp } from "./landing-app";

// Run by prerender-plugin.ts at build time: pages as a signed-out visitor sees them, in French.

showTexts(LANGUAGES[0], { common, landing, account, ...app });
queryClient.setQueryData(toQueryKey(getCurrentUser), { user: null, expired: false });
// Google sign-in is shown: every server that can send mails offers it.
queryClient.setQueryData(endpointQuery(getHealth).queryKey, {
  ok: true,
  version: "",
  sandbox: false,
  off: [],
  services: [],
  model_ends_on: null,
  google: { client_id: "", script_url: "" },
  contact: null,
  operator: null,
});

/** What a page shows before scripts run. */
interface PrerenderedPage {
  title: string;
  html: string;
}

const formatPageTitle = (title: string): string => i18next.t(($) => $.common.pageTitle, { title });

/** The landing page, which is hydrated. */
const renderLanding = (): PrerenderedPage => ({
  title: formatPageTitle(i18next.t(($) => $.landing.title)),
  html: renderToString(<LandingApp />),
});

/**
 * A form as it looks, `inert`, since the app draws its own in its place and would lose what was typed. Visitors with
 * another language and users who are signed in see the splash instead (layouts/splash.css).
 */
const renderForm = (path: string, title: string, Form: typeof LoginPage): PrerenderedPage => ({
  title: formatPageTitle(title),
  html: renderToString(
    <StrictMode>
      <div className="prerendered" inert>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath={path}>
            <SkipLink />
            <PublicLayout preferences={<AccountPreferences variant="floating" />}>
              <Form />
            </PublicLayout>
          </Router>
        </QueryClientProvider>
      </div>
      <Splash />
    </StrictMode>,
  ),
});

/** Every other page until its screen has loaded, in no language. */
export const splash: PrerenderedPage = { title: i18next.t(($) => $.common.product), html: renderToString(<Splash />) };

/** What the dashboard's page draws its first companies into, in no language. */
export const firstRows: string = renderToString(<FirstRowsFrame product={i18next.t(($) => $.common.product)} />);

/** Pages that are prerendered as they look, by the name of their screen. */
export const prerendered: Readonly<Record<string, PrerenderedPage>> = {
  landing: renderLanding(),
  login: renderForm(
    "/login",
    i18next.t(($) => $.account.login.title),
    LoginPage,
  ),
  signup: renderForm(
    "/signup",
    i18next.t(($) => $.account.signup.title),
    SignupPage,
  ),
};
