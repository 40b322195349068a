/** Where a user stands: signed out, signed out by a 401 (`expired`), signed in with the wizard to do, or ready. */
export type AuthState = "out" | "expired" | "setup" | "ready";

const publicPaths = new Set(["/privacy", "/terms", "/objection"]);
const signInPaths = new Set(["/login", "/signup"]);
const appPaths = new Set(["/dashboard", "/search", "/archive", "/settings"]);

/** A path without the slashes at its end. */
export const trimTrailingSlashes = (path: string): string => (path === "/" ? path : path.replace(/\/+$/u, ""));

/** Whether a path is a screen of the signed-in app. */
export const isAppPath = (path: string): boolean => appPaths.has(trimTrailingSlashes(path));

/**
 * Where this user is sent from a path; null to stay.
 * @param back the screen on which a session ended: signing in again leads there
 */
export function findRedirect(standing: AuthState, path: string, back: string | null = null): string | null {
  const here = trimTrailingSlashes(path);
  if (publicPaths.has(here)) return null;
  switch (standing) {
    case "out":
      return here === "/" || signInPaths.has(here) ? null : "/";
    case "expired":
      return signInPaths.has(here) ? null : "/login";
    case "setup":
      return here === "/wizard" ? null : "/wizard";
    case "ready":
      if (appPaths.has(here)) return null;
      return back !== null && signInPaths.has(here) && isAppPath(back) ? back : "/dashboard";
  }
}
