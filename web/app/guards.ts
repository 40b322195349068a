/** Where a user stands: signed out, signed out by a 401 (`expired`), signed in with the wizard to do, or ready. */
export type Standing = "out" | "expired" | "setup" | "ready";

const legal = new Set(["/privacy", "/terms", "/objection"]);
const entrances = new Set(["/login", "/signup"]);
const rooms = new Set(["/dashboard", "/search", "/archive", "/settings"]);

/** A path without the slashes at its end. */
export const plain = (path: string): string => (path === "/" ? path : path.replace(/\/+$/u, ""));

/** Whether a path is a screen of the signed-in app. */
export const isRoom = (path: string): boolean => rooms.has(plain(path));

/**
 * Where this user is sent from a path; null to stay.
 * @param back the screen on which a session ended: signing in again leads there
 */
export function destination(standing: Standing, path: string, back: string | null = null): string | null {
  const here = plain(path);
  if (legal.has(here)) return null;
  switch (standing) {
    case "out":
      return here === "/" || entrances.has(here) ? null : "/";
    case "expired":
      return entrances.has(here) ? null : "/login";
    case "setup":
      return here === "/wizard" ? null : "/wizard";
    case "ready":
      if (rooms.has(here)) return null;
      return back !== null && entrances.has(here) && isRoom(back) ? back : "/dashboard";
  }
}
