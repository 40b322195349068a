import { useEffect } from "react";
import { useSearch } from "wouter";
import { type useSession, useSessionChanges } from "./features/account/hooks/use-session";
import { storedReturnPath } from "./features/account/model/stored-return-path";
import { setSignedOutHandler } from "./lib/api-client";
import { type Access, findRoute, isAppPath } from "./routes.tsx";

type KnownSession = Exclude<ReturnType<typeof useSession>, "unknown">;
/** `expired`: signed out by a 401. `setup`: signed in, with the wizard still to do. `ready`: signed in. */
export type AuthState = "out" | "expired" | "setup" | "ready";

const ADMITTED: Record<Access, readonly AuthState[]> = {
  everyone: ["out", "expired", "setup", "ready"],
  visitors: ["out"],
  signingIn: ["out", "expired"],
  newUsers: ["setup"],
  users: ["ready"],
};
/** Where a user is sent from a screen that is not for them. */
const HOME: Record<AuthState, string> = { out: "/", expired: "/login", setup: "/wizard", ready: "/dashboard" };

/**
 * Where this user is sent from a path; null to stay.
 * @param returnPath the screen on which a session ended: signing in again leads there
 */
export function findRedirect(state: AuthState, path: string, returnPath: string | null = null): string | null {
  const access = findRoute(path)?.access;
  if (access !== undefined && ADMITTED[access].includes(state)) return null;
  // From the setup, which has just been done, to what comes next.
  if (state === "ready" && access === "newUsers") return "/search";
  const hasSignedInAgain = state === "ready" && access === "signingIn" && returnPath !== null && isAppPath(returnPath);
  return hasSignedInAgain ? returnPath : HOME[state];
}

/** Where a visitor or user is sent from a path; null to stay. */
export function findSessionRedirect(session: KnownSession, path: string): string | null {
  const { user, expired } = session;
  const state = user ? (user.wizard_completed ? "ready" : "setup") : expired ? "expired" : "out";
  return findRedirect(state, path, storedReturnPath.read());
}

/** A session that ends while the app is in use leads to the login page, and from there back to where it ended. */
export function useSessionExpiry(session: ReturnType<typeof useSession>, pathname: string): void {
  const { expireSession, acknowledgeExpiry } = useSessionChanges();
  useEffect(() => setSignedOutHandler(expireSession));
  const search = useSearch();
  const { user, expired } = session === "unknown" ? { user: null, expired: false } : session;
  useEffect(() => {
    if (expired && isAppPath(pathname)) storedReturnPath.write(search === "" ? pathname : `${pathname}?${search}`);
    if (expired && pathname === "/login") acknowledgeExpiry();
    if (user && isAppPath(pathname)) storedReturnPath.clear();
  });
}
