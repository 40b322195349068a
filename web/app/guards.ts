/** Where a user stands: signed out, signed out by a 401 (`expired`), signed in with the wizard to do, or ready. */
export type Standing = "out" | "expired" | "setup" | "ready";

const legal = new Set(["/privacy", "/terms", "/objection"]);
const entrances = new Set(["/login", "/signup"]);
const rooms = new Set(["/dashboard", "/search", "/archive", "/settings"]);

/** Where this user is sent from a path; null to stay. */
export function destination(standing: Standing, path: string): string | null {
  const here = path === "/" ? path : path.replace(/\/+$/u, "");
  if (legal.has(here)) return null;
  switch (standing) {
    case "out": return here === "/" || entrances.has(here) ? null : "/";
    case "expired": return entrances.has(here) ? null : "/login";
    case "setup": return here === "/wizard" ? null : "/wizard";
    case "ready": return rooms.has(here) ? null : "/dashboard";
  }
}
