import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApi } from "../../worker/app";
import { ErrorBody } from "../../worker/contract/errors";
import { Client } from "./client";
import { addressOf, ENDPOINTS, titleOf } from "./endpoints";
import { seedUser } from "./seed";

// Rules that hold for every call, read off the contract: a call that joins it is tested here at once.

const signedIn = ENDPOINTS.filter(({ access }) => access !== "public");
const afterWizard = ENDPOINTS.filter(({ access }) => access === "ready");
const writing = ENDPOINTS.filter(({ method }) => method !== "GET");
const withJson = writing.filter(({ file }) => !file);
const named = (endpoints: typeof ENDPOINTS) => endpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const);

it("the contract holds every call of the specification", () => {
  expect(ENDPOINTS.map(titleOf)).toEqual(expect.arrayContaining([
    "POST /auth/register", "POST /auth/login", "POST /auth/google/state", "POST /auth/google", "POST /auth/logout", "GET /auth/me",
    "GET /dashboard/companies", "GET /dashboard/companies/:id", "PATCH /dashboard/companies/:id", "POST /dashboard/companies/:id/archive",
    "POST /dashboard/companies/bulk-archive", "POST /dashboard/companies/:id/send-email", "POST /dashboard/companies/bulk-send",
    "POST /dashboard/companies/:id/generate-message", "POST /dashboard/companies/bulk-generate-message",
    "POST /search/categories", "POST /search/categories/translate", "POST /search/run", "GET /search/status/:id", "GET /search/current",
    "POST /search/cancel/:id", "POST /search/stop/:id", "POST /search/discard/:id", "GET /search/history", "POST /search/add-to-dashboard/:id",
    "GET /settings", "PATCH /settings/language", "POST /settings/cv", "PATCH /settings/template-message", "POST /settings/improve-message",
    "POST /settings/wizard-complete", "DELETE /settings/account", "GET /settings/gmail/status", "POST /settings/gmail/authorization-url", "DELETE /settings/gmail",
    "GET /archive/companies", "POST /archive/companies/:id/unarchive", "POST /archive/companies/bulk-unarchive", "DELETE /archive/companies/:id", "POST /archive/companies/bulk-delete",
  ]));
});

describe("a call without a session", () => {
  it.each(named(signedIn))("%s answers 401", async (_, endpoint) => {
    expect(await new Client().send(endpoint.method, addressOf(endpoint))).toMatchObject({ status: 401, body: { code: "unauthenticated", error: "Please sign in" } });
  });

  it("a forged or foreign cookie is no session", async () => {
    const { client, userId } = await seedUser();
    const other = await seedUser();
    const [, token] = (client.cookies.get("__Host-session") ?? "").split(".");
    for (const cookie of [`${other.userId}.${token}`, `${userId}.x`, userId, `.${token}`, `${userId}.${token}.x`, "", "x".repeat(5_000)]) {
      const forger = new Client();
      forger.cookies.set("__Host-session", cookie);
      for (const path of ["/api/auth/me", "/api/settings", "/api/dashboard/companies"]) expect(await forger.get(path)).toMatchObject({ status: 401 });
    }
  });
});

describe("before the setup is finished", () => {
  it.each(named(afterWizard))("%s answers wizard_incomplete", async (_, endpoint) => {
    const { client } = await seedUser({ wizardCompleted: false });
    const body = endpoint.body ? (endpoint.bodyOptional ? undefined : {}) : undefined;
    expect(await client.send(endpoint.method, addressOf(endpoint), body)).toMatchObject({ status: 403, body: { code: "wizard_incomplete" } });
  });
});

describe("a request from another site", () => {
  it.each(named(ENDPOINTS))("%s answers 403", async (_, endpoint) => {
    const { client } = await seedUser();
    const foreign: Record<string, string | null>[] = [
      { Origin: "https://evil.example" }, { Origin: "null" },
      { Origin: null, "Sec-Fetch-Site": "cross-site" }, { Origin: null, "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of foreign) {
      expect(await client.send(endpoint.method, addressOf(endpoint), undefined, headers)).toMatchObject({ status: 403, body: { code: "cross_site" } });
    }
  });

  it("Google's way back from the consent page is let in, and bound by its state", async () => {
    const { client } = await seedUser();
    const answer = await client.send("GET", "/api/settings/gmail/callback?state=x&code=y", undefined, { Origin: null, "Sec-Fetch-Site": "cross-site" });
    expect(answer.status).not.toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  it("a client that says nothing of where it comes from is no browser and passes", async () => {
    const { client } = await seedUser();
    expect(await client.send("PATCH", "/api/settings/language", { language: "en" }, { Origin: null, "Sec-Fetch-Site": null })).toMatchObject({ status: 200 });
  });
});

describe("a body that is not what the call takes", () => {
  it.each(named(withJson))("%s is refused with an error and a code", async (_, endpoint) => {
    const { client } = await seedUser();
    const path = addressOf(endpoint);
    const refused = async (body: string, type: string | null, status: number, code: string) => {
      const answer = await client.send(endpoint.method, path, body, { "Content-Type": type });
      expect(answer, `${type} ${body.slice(0, 40)}`).toMatchObject({ status, body: { code } });
      answer.as(ErrorBody);
    };
    await refused("{", "application/json", 400, "invalid_json");
    await refused("\u00e9".repeat(200_000), "application/json", 413, "payload_too_large");
    await refused("{}", "text/plain", 415, "unsupported_media_type");
    await refused("a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type");
    for (const body of ["[]", "null", "1", '"x"', '{"unheard_of": 1}', '{"__proto__": {"x": 1}}']) {
      const answer = await client.send(endpoint.method, path, body, { "Content-Type": "application/json" });
      expect(answer.status, body).toBe(400);
      answer.as(ErrorBody);
    }
  });

  it("the upload wants a form with its field", async () => {
    const { client } = await seedUser();
    expect(await client.post("/api/settings/cv", {})).toMatchObject({ status: 415 });
    expect(await client.send("POST", "/api/settings/cv", "--x", { "Content-Type": "multipart/form-data; boundary=x" })).toMatchObject({ status: 400 });
    expect(await client.send("POST", "/api/settings/cv", new FormData())).toMatchObject({ status: 400, body: { fields: { cv: "required" } } });
  });
});

it("a refused body is read to its end, so that the connection stays good for the next request", async () => {
  for (const [path, size] of [["/api/nothing", 100_000], ["/api/auth/me", 10], ["/api/auth/login", 400_000], ["/api/settings/cv", 6_000_000]] as const) {
    const request = new Request(`http://localhost${path}`, { method: "POST", body: "x".repeat(size), headers: { "content-type": "application/json" } });
    expect((await createApi().fetch(request, env, createExecutionContext())).status, path).toBeGreaterThanOrEqual(400);
    expect(request.bodyUsed, path).toBe(true);
  }
});

it("a query that gives a name twice is refused", async () => {
  const { client } = await seedUser();
  expect(await client.get("/api/dashboard/companies?sort_by=website&sort_by=created_at")).toMatchObject({ status: 400, body: { fields: { sort_by: "invalid" } } });
});

describe("an address that is no call", () => {
  it.each([["GET", "/api/nothing"], ["GET", "/api"], ["PUT", "/api/settings"], ["POST", "/api/auth/me"], ["GET", "/api/auth/login"], ["DELETE", "/api/dashboard/companies/x"], ["OPTIONS", "/api/settings"]])("%s %s answers 404 in JSON", async (method, path) => {
    const { client } = await seedUser();
    expect(await client.send(method, path)).toMatchObject({ status: 404, body: { code: "not_found", error: "Not found" } });
  });
});

it("no answer of the API is cached or opens it to other sites", async () => {
  const { client } = await seedUser();
  for (const answer of [await client.get("/api/auth/me"), await client.get("/api/nothing"), await new Client().get("/api/auth/me")]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});
