import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { health, me } from "../../worker/contract/account";
import { LANGUAGES } from "../../worker/contract/limits";
import { LoginPage } from "../features/account/login-page";
import { SignupPage } from "../features/account/signup-page";
import { showTexts } from "../i18n/i18n";
import app from "../i18n/locales/fr/app";
import common from "../i18n/locales/fr/common.json";
import landing from "../i18n/locales/fr/landing.json";
import { keyOf, queryClient, queryOf } from "../lib/query-client";
import { SkipLink } from "../ui/skip-link";
import { Frame } from "./frame";
import { Landing } from "./landing";
import { Preferences } from "./preferences";
import { Splash } from "./splash";

// Run when the app is built, by web/printed-pages.ts: pages as who is signed out sees them, in the first language.

showTexts(LANGUAGES[0], { common, landing, ...app });
queryClient.setQueryData(keyOf(me), { user: null, expired: false });
// Who can send mails can sign in with Google.
queryClient.setQueryData(queryOf(health).queryKey, {
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
interface Print {
  title: string;
  html: string;
}

const titled = (title: string): string => i18next.t(($) => $.common.pageTitle, { title });

/** The landing page, which comes to life as it is. */
const printLanding = (): Print => ({
  title: titled(i18next.t(($) => $.landing.title)),
  html: renderToString(<Landing />),
});

/** A sheet to be filled in, which nothing can be typed into yet: the app draws its own in its place. Who has another language, or is signed in, sees the splash. */
const printSheet = (title: string, Sheet: typeof LoginPage): Print => ({
  title: titled(title),
  html: renderToString(
    <StrictMode>
      <div className="printed" inert>
        <QueryClientProvider client={queryClient}>
          <SkipLink />
          <Frame preferences={<Preferences variant="floating" />}>
            <Sheet />
          </Frame>
        </QueryClientProvider>
      </div>
      <Splash />
    </StrictMode>,
  ),
});

/** Any other page until its screen is there: in no language. */
export const splash: Print = { title: i18next.t(($) => $.common.product), html: renderToString(<Splash />) };

/** Pages that are printed as they look, by the name of their screen. */
export const printed: Readonly<Record<string, Print>> = {
  landing: printLanding(),
  login: printSheet(
    i18next.t(($) => $.account.login.title),
    LoginPage,
  ),
  signup: printSheet(
    i18next.t(($) => $.account.signup.title),
    SignupPage,
  ),
};
