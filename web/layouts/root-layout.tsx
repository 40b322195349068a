import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { getHealth } from "../../worker/contract/monitoring";
import { useSession, useSessionChanges } from "../features/account/hooks/use-session";
import { storedReturnPath } from "../features/account/model/stored-return-path";
import { setSignedOutHandler } from "../lib/api-client";
import { endpointQuery } from "../lib/query-client";
import { Redirect, usePathname } from "../lib/router";
import { SkipLink } from "../ui/page/skip-link";
import { Toasts } from "../ui/toast/toast";
import "./root-layout.css";
import { OfflineBanner } from "./offline-banner";
import { findRedirect, isAppPath, type AuthState } from "./route-guards";
import { SandboxBanner } from "./sandbox-banner";
import { Splash } from "./splash";
import { useFocusRecovery } from "./use-focus-recovery";

/** Around every screen: who may see it, the banners, the toasts. */
export function RootLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: server, isPending } = useQuery({ ...endpointQuery(getHealth), staleTime: Infinity });
  const pathname = usePathname();
  useSessionExpiry(session, pathname);
  const arrived = useRef(pathname);
  const isNew = useCallback((path: string) => {
    const before = arrived.current;
    arrived.current = path;
    return before !== path;
  }, []);
  useFocusRecovery();

  const splash = <Splash label={t(($) => $.common.loading)} />;
  // The banner comes with the screen, which it would push down if it came later.
  if (session === "unknown" || isPending) return splash;
  const to = findRedirect(toAuthState(session), pathname, storedReturnPath.read());
  return (
    <>
      <SkipLink />
      {server?.sandbox && <SandboxBanner />}
      <OfflineBanner />
      {to === null ? (
        <Suspense fallback={splash}>
          {children}
          <PageArrival pathname={pathname} isNew={isNew} />
        </Suspense>
      ) : (
        <Redirect to={to} />
      )}
      <Toasts />
    </>
  );
}

/** A session that ends while the app is in use leads to the login page, and from there back to where it ended. */
function useSessionExpiry(session: ReturnType<typeof useSession>, pathname: string): void {
  const { expireSession, acknowledgeExpiry } = useSessionChanges();
  useEffect(() => setSignedOutHandler(expireSession));
  const { user, expired } = session === "unknown" ? { user: null, expired: false } : session;
  useEffect(() => {
    if (expired && isAppPath(pathname)) storedReturnPath.write(pathname);
    if (expired && pathname === "/login") acknowledgeExpiry();
    if (user && isAppPath(pathname)) storedReturnPath.clear();
  });
}

/** A new screen begins at its top, and a screen reader and the keyboard begin there too: once it is there, which may be after it was fetched. */
function PageArrival({ pathname, isNew }: { pathname: string; isNew: (path: string) => boolean }) {
  useEffect(() => {
    if (!isNew(pathname)) return;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, isNew]);
  return null;
}

function toAuthState({ user, expired }: { user: { wizard_completed: boolean } | null; expired: boolean }): AuthState {
  if (!user) return expired ? "expired" : "out";
  return user.wizard_completed ? "ready" : "setup";
}
