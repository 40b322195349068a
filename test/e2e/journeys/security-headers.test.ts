import { beforeAll, describe, expect, it } from "vitest";
import type { Server } from "../../harness/server-process.ts";
import { useServer } from "../support/use-server.ts";

// Needs the built product: the asset server applies _headers, not the worker.
const sharedServer = useServer();
let server: Server;
let landingAnswer: { headers: Headers; text: string };

beforeAll(async () => {
  ({ server } = sharedServer);
  const response = await fetch(`${server.url}/login`);
  landingAnswer = { headers: response.headers, text: await response.text() };
});

/** The directives of a policy, by name. */
const parsePolicy = (headers: Headers) =>
  new Map(
    (headers.get("content-security-policy") ?? "")
      .split(";")
      .map((part) => part.trim().split(/\s+/u))
      .map(([name = "", ...values]) => [name, values]),
  );
const EXPECTED_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=63072000",
  "cross-origin-resource-policy": "same-origin",
};
const pickHeaders = (headers: Headers, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, headers.get(name)]));

describe("a page of the web app", () => {
  it("says what browsers may do with it", () => {
    expect(pickHeaders(landingAnswer.headers, EXPECTED_HEADERS)).toEqual(EXPECTED_HEADERS);
    expect(landingAnswer.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(landingAnswer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(landingAnswer.headers.get("permissions-policy")).toContain("camera=()");
  });

  it("says the same when it brings somebody's answers along", async () => {
    const { headers } = await fetch(`${server.url}/dashboard`, {
      headers: { "sec-fetch-dest": "document", cookie: "__Host-session=nobody.nothing" },
    });
    expect(pickHeaders(headers, EXPECTED_HEADERS)).toEqual(EXPECTED_HEADERS);
    expect([headers.get("content-security-policy"), headers.get("cache-control")]).toEqual([
      landingAnswer.headers.get("content-security-policy"),
      "no-store",
    ]);
  });

  it("runs only scripts and styles of ours and of Google's sign-in, none of them inline", () => {
    const policy = parsePolicy(landingAnswer.headers);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "https://accounts.google.com/gsi/client"]);
    expect(policy.get("style-src")).toEqual(["'self'", "https://accounts.google.com/gsi/style"]);
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(name), name).toEqual(["'none'"]);
    expect([...policy.values()].flat().filter((value) => /unsafe|\*|^https?:$/u.test(value))).toEqual([]);
  });

  it("needs no exception: every script and style is a file of its own host", () => {
    expect(landingAnswer.text).not.toMatch(/<script(?![^>]*\ssrc="\/)|<style|\sstyle=|\son\w+=|javascript:/u);
    expect(
      [...landingAnswer.text.matchAll(/(?:src|href)="([^"]+)"/gu)].filter(([, target = ""]) => !/^[/#]/u.test(target)),
    ).toEqual([]);
  });

  it("has assets that never change under their name, with the same protection", async () => {
    const script = /<script[^>]*\ssrc="(\/assets\/[^"]+)"/u.exec(landingAnswer.text)?.[1] ?? "";
    const { headers, status } = await fetch(server.url + script);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(pickHeaders(headers, EXPECTED_HEADERS)).toEqual(EXPECTED_HEADERS);
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
    expect(pickHeaders(headers, EXPECTED_HEADERS)).toEqual(EXPECTED_HEADERS);
    expect(parsePolicy(headers)).toEqual(
      new Map([
        ["default-src", ["'none'"]],
        ["frame-ancestors", ["'none'"]],
        ["base-uri", ["'none'"]],
        ["form-action", ["'none'"]],
      ]),
    );
    expect(
      pickHeaders(headers, { "cache-control": 0, "referrer-policy": 0, "access-control-allow-origin": 0 }),
    ).toEqual({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "access-control-allow-origin": null,
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u);
  });

  const callbackTitle =
    "of Google's way back is a page with a policy of its own, which runs its one script and keeps its opener";
  it(callbackTitle, async () => {
    const { headers } = await fetch(`${server.url}/api/settings/gmail/callback?state=x&code=y`);
    const policy = parsePolicy(headers);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")?.[0]).toMatch(/^'nonce-.{20,}'$/u);
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(pickHeaders(headers, EXPECTED_HEADERS)).toEqual(EXPECTED_HEADERS);
  });
});
