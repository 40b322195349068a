import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Redirect, Route, useLocation } from "wouter";
import { getHealth } from "../worker/contract/monitoring";
import { useSession, useSessionChanges } from "./features/account/hooks/use-session";
import { AppLayout } from "./layouts/app-layout";
import { ScreenBoundary } from "./layouts/error-boundary";
import { RootLayout } from "./layouts/root-layout";
import { Splash } from "./layouts/splash";
import { focusMain } from "./lib/focus-main";
import { shareChanges } from "./lib/other-tabs";
import { endpointQuery } from "./lib/query-client";
import { Router, useVisit } from "./lib/router";
import { useEventCallback } from "./lib/use-event-callback";
import { findRoute } from "./routes.tsx";
import { findSessionRedirect, useSessionExpiry } from "./session-guard.ts";

/** The screen of the current path, or a redirect to one that this user may see. */
export function App() {
  return (
    <Router>
      <GuardedScreen />
    </Router>
  );
}

function GuardedScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: server, isPending } = useQuery({ ...endpointQuery(getHealth), staleTime: Infinity });
  const [pathname] = useLocation();
  const client = useQueryClient();
  const followOtherTab = useEventCallback(useSessionChanges().followOtherTab);
  useEffect(() => shareChanges(client, followOtherTab), [client, followOtherTab]);
  useSessionExpiry(session, pathname);
  const lastPathname = useRef(pathname);
  const startAtTop = useCallback((arrivedAt: string) => {
    if (lastPathname.current === arrivedAt) return;
    lastPathname.current = arrivedAt;
    window.scrollTo(0, 0);
    focusMain();
  }, []);

  const splash = <Splash label={t(($) => $.common.loading)} />;
  // Waits for the sandbox banner too: one that came later would push the screen down.
  if (session === "unknown" || isPending) return splash;
  const redirect = findSessionRedirect(session, pathname);
  return (
    <RootLayout sandbox={server?.sandbox === true}>
      {redirect === null ? (
        <Suspense fallback={splash}>
          <Screen />
          <Arrival pathname={pathname} onArrival={startAtTop} />
        </Suspense>
      ) : (
        <Redirect key={redirect} to={redirect} replace />
      )}
    </RootLayout>
  );
}

function Screen() {
  const [pathname] = useLocation();
  const visit = useVisit();
  const route = findRoute(pathname);
  if (!route) return null;
  const { path, Layout, Page } = route;
  return (
    <Route path={path}>
      <Layout>
        <ScreenBoundary key={visit} isMain={Layout !== AppLayout} onRetry={Page.retry}>
          <Page />
        </ScreenBoundary>
      </Layout>
    </Route>
  );
}

/**
 * A new screen starts at its top, and so do the keyboard and a screen reader. Beside the screen inside its `Suspense`,
 * so that this happens once it has loaded.
 */
function Arrival({ pathname, onArrival }: { pathname: string; onArrival: (pathname: string) => void }) {
  // Before the effects of the screen, which may put the focus into its first field.
  useLayoutEffect(() => onArrival(pathname), [pathname, onArrival]);
  return null;
}
