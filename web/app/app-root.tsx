import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { health } from "../../worker/contract/account";
import { returnTo } from "../features/account/return-to";
import { useSession, useSessionChanges } from "../features/account/session";
import { whenSignedOut } from "../lib/http";
import { queryOf } from "../lib/query-client";
import { Redirect, usePathname } from "../lib/router";
import { SkipLink } from "../ui/skip-link";
import { Toasts } from "../ui/toast";
import "./app-root.css";
import { destination, isRoom, type Standing } from "./guards";
import { useKeptFocus } from "./kept-focus";
import { OfflineBanner } from "./offline-banner";
import { SandboxBanner } from "./sandbox-banner";
import { Splash } from "./splash";

/** Around every screen: who may see it, the banners, the toasts. */
export function AppRoot({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: server, isPending } = useQuery({ ...queryOf(health), staleTime: Infinity });
  const pathname = usePathname();
  useEndOfSession(session, pathname);
  const arrived = useRef(pathname);
  const isNew = useCallback((path: string) => {
    const before = arrived.current;
    arrived.current = path;
    return before !== path;
  }, []);
  useKeptFocus();

  const splash = <Splash label={t(($) => $.common.loading)} />;
  // The banner comes with the screen, which it would push down if it came later.
  if (session === "unknown" || isPending) return splash;
  const to = destination(standingOf(session), pathname, returnTo.read());
  return (
    <>
      <SkipLink />
      {server?.sandbox && <SandboxBanner />}
      <OfflineBanner />
      {to === null ? (
        <Suspense fallback={splash}>
          {children}
          <Arrival pathname={pathname} isNew={isNew} />
        </Suspense>
      ) : (
        <Redirect to={to} />
      )}
      <Toasts />
    </>
  );
}

/** A session that ends while the app is in use leads to the login page, and from there back to where it ended. */
function useEndOfSession(session: ReturnType<typeof useSession>, pathname: string): void {
  const { expired: expire, arrived } = useSessionChanges();
  useEffect(() => whenSignedOut(expire));
  const { user, expired } = session === "unknown" ? { user: null, expired: false } : session;
  useEffect(() => {
    if (expired && isRoom(pathname)) returnTo.write(pathname);
    if (expired && pathname === "/login") arrived();
    if (user && isRoom(pathname)) returnTo.clear();
  });
}

/** A new screen begins at its top, and a screen reader and the keyboard begin there too: once it is there, which may be after it was fetched. */
function Arrival({ pathname, isNew }: { pathname: string; isNew: (path: string) => boolean }) {
  useEffect(() => {
    if (!isNew(pathname)) return;
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, isNew]);
  return null;
}

function standingOf({ user, expired }: { user: { wizard_completed: boolean } | null; expired: boolean }): Standing {
  if (!user) return expired ? "expired" : "out";
  return user.wizard_completed ? "ready" : "setup";
}
