import { describe, expect, it } from "vitest";
import { findRedirect, type AuthState } from "../../../web/session-guard.ts";

const cases: [AuthState, path: string, to: string | null][] = [
  ["out", "/", null],
  ["out", "/login", null],
  ["out", "/signup", null],
  ["out", "/privacy", null],
  ["out", "/terms", null],
  ["out", "/objection", null],
  ["out", "/dashboard", "/"],
  ["out", "/wizard", "/"],
  ["out", "/settings", "/"],
  ["out", "/nowhere", null],
  ["expired", "/dashboard", "/login"],
  ["expired", "/", "/login"],
  ["expired", "/login", null],
  ["expired", "/signup", null],
  ["expired", "/terms", null],
  ["setup", "/wizard", null],
  ["setup", "/", "/wizard"],
  ["setup", "/login", "/wizard"],
  ["setup", "/signup", "/wizard"],
  ["setup", "/dashboard", "/wizard"],
  ["setup", "/settings", "/wizard"],
  ["setup", "/nowhere", null],
  ["setup", "/privacy", null],
  ["setup", "/terms", null],
  ["ready", "/dashboard", null],
  ["ready", "/search", null],
  ["ready", "/archive", null],
  ["ready", "/settings", null],
  ["ready", "/privacy", null],
  ["ready", "/objection", null],
  ["ready", "/", "/dashboard"],
  ["ready", "/login", "/dashboard"],
  ["ready", "/signup", "/dashboard"],
  ["ready", "/wizard", "/search"],
  ["ready", "/nowhere", null],
  ["expired", "/no/such/page", null],
  ["ready", "/settings/", null],
  ["ready", "/settings/cv", null],
  ["ready", "/sent", null],
  ["out", "/settings/cv", "/"],
];

describe("the guard", () => {
  it.each(cases)("sends a user who is %s from %s to %s", (standing, path, to) => {
    expect(findRedirect(standing, path)).toBe(to);
  });

  it("returns to the screen on which the session ended after a new sign-in, and only to one of the app", () => {
    const findDestination = (path: string, to: string) => findRedirect("ready", path, to);
    expect([
      findDestination("/login", "/settings"),
      findDestination("/signup", "/archive/"),
      findDestination("/login", "/dashboard?sort=website_asc"),
      findDestination("/login", "/nowhere"),
      findDestination("/", "/settings"),
      findDestination("/archive", "/settings"),
    ]).toEqual(["/settings", "/archive/", "/dashboard?sort=website_asc", "/dashboard", "/dashboard", null]);
    expect(findRedirect("setup", "/login", "/settings")).toBe("/wizard");
    expect(findRedirect("out", "/login", "/settings")).toBe(null);
  });
});
