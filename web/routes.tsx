import { type ComponentType, createElement, type ReactNode, use } from "react";
import { parse } from "regexparam";
import { AccountPreferences } from "./features/account/components/account-preferences";
import { needTexts } from "./i18n/i18n";
import { AppLayout } from "./layouts/app-layout";
import { PublicLayout } from "./layouts/public-layout";
import { fetchCode } from "./lib/fetch-code";
import { loadStyles } from "./lib/load-styles";
import factStyles from "./features/account/components/facts.css?url";
import boardStyles from "./features/applications/components/board.css?url";
import numbersStyles from "./features/applications/components/numbers.css?url";
import followUpStyles from "./features/mail/components/follow-ups.css?url";
import sentLogStyles from "./features/mail/components/sent-log.css?url";
import foundCompaniesStyles from "./features/search/components/found-companies.css?url";
import ownListStyles from "./features/search/components/own/own-companies.css?url";
import resultStyles from "./features/search/components/search-results.css?url";
import searchStyles from "./features/search/components/search.css?url";
import legalStyles from "./layouts/legal-layout.css?url";
import companyStyles from "./pages/company-page.css?url";
import settingsStyles from "./pages/settings-page.css?url";
import wizardStyles from "./pages/wizard-page.css?url";

// URL, who may see it, layout, page. A page and the texts that only it shows are fetched when it is opened.

const LandingPage = lazyPage(async () => (await import("./pages/landing-page")).LandingPage, "landing");
const PrivacyPage = lazyPage(
  async () => (await Promise.all([import("./pages/privacy-page"), loadStyles(legalStyles)]))[0].PrivacyPage,
  "landing",
  "legal",
);
const TermsPage = lazyPage(
  async () => (await Promise.all([import("./pages/terms-page"), loadStyles(legalStyles)]))[0].TermsPage,
  "landing",
  "legal",
);
const ObjectionPage = lazyPage(
  async () => (await Promise.all([import("./pages/objection-page"), loadStyles(legalStyles)]))[0].ObjectionPage,
  "landing",
  "legal",
);
const NotFoundPage = lazyPage(async () => (await import("./pages/not-found-page")).NotFoundPage, "landing");
const LoginPage = lazyPage(async () => (await import("./pages/login-page")).LoginPage, "account");
const SignupPage = lazyPage(async () => (await import("./pages/signup-page")).SignupPage, "account");
const WizardPage = lazyPage(
  async () =>
    (await Promise.all([import("./pages/wizard-page"), loadStyles(wizardStyles), loadStyles(factStyles)]))[0]
      .WizardPage,
  "workspace",
  "account",
);
const DashboardPage = lazyPage(async () => (await import("./pages/dashboard-page")).DashboardPage, "workspace");
const CompanyPage = lazyPage(
  async () => (await Promise.all([import("./pages/company-page"), loadStyles(companyStyles)]))[0].CompanyPage,
  "workspace",
  "company",
  "followUps",
);
const loadSearchStyles = () =>
  Promise.all([searchStyles, foundCompaniesStyles, resultStyles, ownListStyles].map(loadStyles));
const SearchPage = lazyPage(
  async () => (await Promise.all([import("./pages/search-page"), loadSearchStyles()]))[0].SearchPage,
  "workspace",
  "search",
);
const OwnCompaniesPage = lazyPage(
  async () => (await Promise.all([import("./pages/own-companies-page"), loadSearchStyles()]))[0].OwnCompaniesPage,
  "workspace",
  "search",
);
const BoardPage = lazyPage(
  async () => (await Promise.all([import("./pages/board-page"), loadStyles(boardStyles)]))[0].BoardPage,
  "workspace",
  "board",
);
const ArchivePage = lazyPage(async () => (await import("./pages/archive-page")).ArchivePage, "workspace", "archive");
const SentPage = lazyPage(
  async () => (await Promise.all([import("./pages/sent-page"), loadStyles(sentLogStyles)]))[0].SentPage,
  "workspace",
  "account",
);
const OutboxPage = lazyPage(async () => (await import("./pages/outbox-page")).OutboxPage, "workspace", "followUps");
const FollowUpsPage = lazyPage(
  async () => (await Promise.all([import("./pages/follow-ups-page"), loadStyles(followUpStyles)]))[0].FollowUpsPage,
  "workspace",
  "followUps",
);
const StatsPage = lazyPage(
  async () => (await Promise.all([import("./pages/stats-page"), loadStyles(numbersStyles)]))[0].StatsPage,
  "workspace",
  "numbers",
);
const ReportPage = lazyPage(
  async () => (await Promise.all([import("./pages/report-page"), loadStyles(numbersStyles)]))[0].ReportPage,
  "workspace",
  "numbers",
);
const SettingsPage = lazyPage(
  async () =>
    (await Promise.all([import("./pages/settings-page"), loadStyles(settingsStyles), loadStyles(factStyles)]))[0]
      .SettingsPage,
  "workspace",
  "account",
  "inbox",
);

/** Whom a screen is for: `newUsers` have the setup still to do. `session-guard.ts` sends everybody else on. */
export type Access = "everyone" | "visitors" | "signingIn" | "newUsers" | "users";

/** A path may hold parameters (`/companies/:id`); pages read them with wouter's `useParams`. */
const ROUTES = (
  [
    { path: "/", access: "visitors", Layout: PublicScreen, Page: LandingPage },
    { path: "/privacy", access: "everyone", Layout: PublicScreen, Page: PrivacyPage },
    { path: "/terms", access: "everyone", Layout: PublicScreen, Page: TermsPage },
    { path: "/objection", access: "everyone", Layout: PublicScreen, Page: ObjectionPage },
    { path: "/login", access: "signingIn", Layout: PublicScreen, Page: LoginPage },
    { path: "/signup", access: "signingIn", Layout: PublicScreen, Page: SignupPage },
    { path: "/wizard", access: "newUsers", Layout: PublicScreen, Page: WizardPage },
    { path: "/dashboard", access: "users", Layout: AppLayout, Page: DashboardPage },
    { path: "/board", access: "users", Layout: AppLayout, Page: BoardPage },
    { path: "/companies/:id", access: "users", Layout: AppLayout, Page: CompanyPage },
    { path: "/search", access: "users", Layout: AppLayout, Page: SearchPage },
    { path: "/own-companies", access: "users", Layout: AppLayout, Page: OwnCompaniesPage },
    { path: "/outbox", access: "users", Layout: AppLayout, Page: OutboxPage },
    { path: "/follow-ups", access: "users", Layout: AppLayout, Page: FollowUpsPage },
    { path: "/archive", access: "users", Layout: AppLayout, Page: ArchivePage },
    { path: "/sent", access: "users", Layout: AppLayout, Page: SentPage },
    { path: "/stats", access: "users", Layout: AppLayout, Page: StatsPage },
    { path: "/report", access: "users", Layout: AppLayout, Page: ReportPage },
    { path: "/settings/:section?", access: "users", Layout: AppLayout, Page: SettingsPage },
    // Every other address.
    { path: "*", access: "everyone", Layout: PublicScreen, Page: NotFoundPage },
  ] satisfies { path: string; access: Access; Layout: typeof AppLayout; Page: LazyPage }[]
).map((route) => ({ ...route, ...parse(route.path) }));

export const findRoute = (path: string) => ROUTES.find(({ pattern }) => pattern.test(path));

/** Whether a path, with or without a query, is a screen of the signed-in app. */
export const isAppPath = (path: string): boolean => findRoute(path.replace(/\?.*/u, ""))?.access === "users";

/** Fetches the page of a path while the rest of the app starts. If it fails, drawing the page reports it. */
export async function preloadPage(path: string): Promise<void> {
  await findRoute(path)
    ?.Page.load()
    .catch(() => undefined);
}

/** The layout of screens without a sidebar. */
function PublicScreen({ children }: { children: ReactNode }) {
  return <PublicLayout preferences={<AccountPreferences variant="floating" />}>{children}</PublicLayout>;
}

type LazyPage = ComponentType & {
  load: () => Promise<ComponentType>;
  /** Fetches it once more, after a failure. */
  retry: () => Promise<void>;
};

function lazyPage(fetch: () => Promise<ComponentType>, ...texts: Parameters<typeof needTexts>): LazyPage {
  let loading: Promise<ComponentType> | undefined;
  const start = async () => (await fetchCode(() => Promise.all([fetch(), needTexts(...texts)])))[0];
  const load = () => (loading ??= markResolved(start()));
  const retry = async () => {
    const again = markResolved(start());
    await again;
    // Only now: a page that is pending once more would be replaced by the splash screen.
    loading = again;
  };
  return Object.assign(() => createElement(use(load())), { load, retry });
}

/**
 * Sets `status` on a promise as React does after waiting for it, so that `use` does not suspend for a page that has
 * loaded: React shows the fallback of a suspended page for at least 0.3 seconds.
 */
function markResolved<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}
