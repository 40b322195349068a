import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { Client } from "../support/client";
import { ENDPOINTS, toTitle } from "../support/endpoints";
import { seedUser } from "../support/seed";

// What holds at the doors of the API; access-matrix.test.ts asks it of every call.

it("the contract holds every call of the specification", () => {
  expect(ENDPOINTS.map(toTitle)).toEqual(
    expect.arrayContaining([
      "POST /auth/register",
      "POST /auth/login",
      "POST /auth/google/state",
      "POST /auth/google",
      "POST /auth/logout",
      "GET /auth/me",
      "GET /dashboard/companies",
      "GET /dashboard/companies/:id",
      "PATCH /dashboard/companies/:id",
      "POST /dashboard/companies/:id/archive",
      "POST /dashboard/companies/bulk-archive",
      "POST /dashboard/companies/:id/send-email",
      "POST /dashboard/companies/bulk-send",
      "POST /dashboard/companies/:id/generate-message",
      "POST /dashboard/companies/bulk-generate-message",
      "POST /search/categories",
      "POST /search/categories/translate",
      "POST /search/run",
      "GET /search/status/:id",
      "GET /search/current",
      "POST /search/cancel/:id",
      "POST /search/stop/:id",
      "POST /search/discard/:id",
      "GET /search/history",
      "POST /search/add-to-dashboard/:id",
      "GET /settings",
      "PATCH /settings/language",
      "POST /settings/cv",
      "PATCH /settings/template-message",
      "POST /settings/improve-message",
      "POST /settings/wizard-complete",
      "DELETE /settings/account",
      "GET /settings/gmail/status",
      "POST /settings/gmail/authorization-url",
      "DELETE /settings/gmail",
      "GET /archive/companies",
      "POST /archive/companies/:id/unarchive",
      "POST /archive/companies/bulk-unarchive",
      "DELETE /archive/companies/:id",
      "POST /archive/companies/bulk-delete",
    ]),
  );
});

describe("a call without a session", () => {
  it("a forged or foreign cookie is no session", async () => {
    const { client, userId } = await seedUser();
    const other = await seedUser();
    const [, token] = (client.cookies.get("__Host-session") ?? "").split(".");
    for (const cookie of [
      `${other.userId}.${token}`,
      `${userId}.x`,
      userId,
      `.${token}`,
      `${userId}.${token}.x`,
      "",
      "x".repeat(5_000),
    ]) {
      const forger = new Client();
      forger.cookies.set("__Host-session", cookie);
      for (const path of ["/api/auth/me", "/api/settings", "/api/dashboard/companies"])
        expect(await forger.get(path)).toMatchObject({ status: 401 });
    }
  });
});

describe("a request from another site", () => {
  it("Google's way back from the consent page is let in, and bound by its state", async () => {
    const { client } = await seedUser();
    const answer = await client.send("GET", "/api/settings/gmail/callback?state=x&code=y", undefined, {
      Origin: null,
      "Sec-Fetch-Site": "cross-site",
    });
    expect(answer.status).not.toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  it("a client that says nothing of where it comes from is no browser and passes", async () => {
    const { client } = await seedUser();
    expect(
      await client.send(
        "PATCH",
        "/api/settings/language",
        { language: "en" },
        { Origin: null, "Sec-Fetch-Site": null },
      ),
    ).toMatchObject({ status: 200 });
  });
});

it("the upload wants a form with its field", async () => {
  const { client } = await seedUser();
  expect(await client.post("/api/settings/cv", {})).toMatchObject({ status: 415 });
  expect(
    await client.send("POST", "/api/settings/cv", "--x", { "Content-Type": "multipart/form-data; boundary=x" }),
  ).toMatchObject({ status: 400 });
  expect(await client.send("POST", "/api/settings/cv", new FormData())).toMatchObject({
    status: 400,
    body: { fields: { cv: "required" } },
  });
});

it("a refused body is read to its end, so that the connection stays good for the next request", async () => {
  for (const [path, size] of [
    ["/api/nothing", 100_000],
    ["/api/auth/me", 10],
    ["/api/auth/login", 400_000],
    ["/api/settings/cv", 6_000_000],
  ] as const) {
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      body: "x".repeat(size),
      headers: { "content-type": "application/json" },
    });
    expect((await createApi().fetch(request, env, createExecutionContext())).status, path).toBeGreaterThanOrEqual(400);
    expect(request.bodyUsed, path).toBe(true);
  }
});

it("a query that gives a name twice is refused", async () => {
  const { client } = await seedUser();
  expect(await client.get("/api/dashboard/companies?sort_by=website&sort_by=created_at")).toMatchObject({
    status: 400,
    body: { fields: { sort_by: "invalid" } },
  });
});

it.each(["/api/nothing", "/api", "/api/settings/nothing"])(
  "%s, which is no call, answers 404 in JSON",
  async (path) => {
    const { client } = await seedUser();
    expect(await client.get(path)).toMatchObject({
      status: 404,
      body: { code: "not_found", error: "Not found: it may have been deleted." },
    });
  },
);

it("no answer of the API is cached or opens it to other sites", async () => {
  const { client } = await seedUser();
  for (const answer of [
    await client.get("/api/auth/me"),
    await client.get("/api/nothing"),
    await new Client().get("/api/auth/me"),
  ]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});
