import { beforeAll, describe, expect, it } from "vitest";
import { runForTests } from "./running.ts";
import type { Server } from "./server.ts";

// The built product, as it is deployed: _headers is applied by the asset server, not by the worker.
const running = runForTests();
let server: Server;
let page: { headers: Headers; text: string };

beforeAll(async () => {
  ({ server } = running);
  const response = await fetch(`${server.url}/login`);
  page = { headers: response.headers, text: await response.text() };
});

/** The directives of a policy, by name. */
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "")
      .split(";")
      .map((part) => part.trim().split(/\s+/u))
      .map(([name = "", ...values]) => [name, values]),
  );
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=63072000",
  "cross-origin-resource-policy": "same-origin",
};
const of = (headers: Headers, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, headers.get(name)]));

describe("a page of the web app", () => {
  it("says what browsers may do with it", () => {
    expect(of(page.headers, EVERYWHERE)).toEqual(EVERYWHERE);
    expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(page.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(page.headers.get("permissions-policy")).toContain("camera=()");
  });

  it("says the same when it brings somebody's answers along", async () => {
    const { headers } = await fetch(`${server.url}/dashboard`, {
      headers: { "sec-fetch-dest": "document", cookie: "__Host-session=nobody.nothing" },
    });
    expect(of(headers, EVERYWHERE)).toEqual(EVERYWHERE);
    expect([headers.get("content-security-policy"), headers.get("cache-control")]).toEqual([
      page.headers.get("content-security-policy"),
      "no-store",
    ]);
  });

  it("runs only scripts and styles of ours and of Google's sign-in, none of them inline", () => {
    const policy = policyOf(page.headers);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "https://accounts.google.com/gsi/client"]);
    expect(policy.get("style-src")).toEqual(["'self'", "https://accounts.google.com/gsi/style"]);
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(name), name).toEqual(["'none'"]);
    expect([...policy.values()].flat().filter((value) => /unsafe|\*|^https?:$/u.test(value))).toEqual([]);
  });

  it("needs no exception: every script and style is a file of its own host", () => {
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc="\/)|<style|\sstyle=|\son\w+=|javascript:/u);
    expect(
      [...page.text.matchAll(/(?:src|href)="([^"]+)"/gu)].filter(([, target = ""]) => !/^[/#]/u.test(target)),
    ).toEqual([]);
  });

  it("has assets that never change under their name, with the same protection", async () => {
    const script = /<script[^>]*\ssrc="(\/assets\/[^"]+)"/u.exec(page.text)?.[1] ?? "";
    const { headers, status } = await fetch(server.url + script);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(of(headers, EVERYWHERE)).toEqual(EVERYWHERE);
  });

  it("leads to the licences of what it is made of", async () => {
    const response = await fetch(`${server.url}/licences.txt`);
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(await response.text()).toContain("react-dom");
  });
});

describe("an answer of the API", () => {
  it.each([
    ["/api/health", 200],
    ["/api/auth/me", 401],
    ["/api/nothing", 404],
  ])("%s (%i) may be shown, run, framed and kept by nobody", async (path, status) => {
    const { headers, status: answered } = await fetch(server.url + path);
    expect(answered).toBe(status);
    expect(of(headers, EVERYWHERE)).toEqual(EVERYWHERE);
    expect(policyOf(headers)).toEqual(
      new Map([
        ["default-src", ["'none'"]],
        ["frame-ancestors", ["'none'"]],
        ["base-uri", ["'none'"]],
        ["form-action", ["'none'"]],
      ]),
    );
    expect(of(headers, { "cache-control": 0, "referrer-policy": 0, "access-control-allow-origin": 0 })).toEqual({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "access-control-allow-origin": null,
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it("of Google's way back is a page with a policy of its own, which runs its one script and keeps its opener", async () => {
    const { headers } = await fetch(`${server.url}/api/settings/gmail/callback?state=x&code=y`);
    const policy = policyOf(headers);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")?.[0]).toMatch(/^'nonce-.{20,}'$/u);
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(of(headers, EVERYWHERE)).toEqual(EVERYWHERE);
  });
});
