import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { companies } from "../../../worker/db/schema/companies";
import type { Client } from "../support/client";
import { expectConsoleError, listConsoleErrors } from "../support/console-errors";
import { database, seedCompany, seedUser } from "../support/seed";

// Limits the cost of a user who writes as fast as the network allows.

const api = createApi();
const envWithSmallBudget = { ...env, WRITE_BUDGET: env.SMALL_WRITE_BUDGET };

async function callApi(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
  given: object = envWithSmallBudget,
) {
  const context = createExecutionContext();
  const cookie = client.cookieHeader;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await api.fetch(request, given, context);
  const answer = { status: response.status, wait: response.headers.get("retry-after"), body: await response.json() };
  await waitOnExecutionContext(context);
  return answer;
}

it("a user's changes per minute are limited; further ones fail with a retry time and change nothing", async () => {
  const { userId, client } = await seedUser();
  const id = await seedCompany(userId);
  const changes = [
    ["PATCH", `/api/dashboard/companies/${id}`, { favorited: true }],
    ["POST", "/api/settings/do-not-contact", { entry: "firm.example" }],
    ["POST", "/api/settings/gmail/authorization-url"],
    ["PATCH", "/api/settings/language", { language: "en" }],
    ["POST", `/api/dashboard/companies/${id}/archive`],
  ] as const;
  for (const [method, path, body] of changes)
    expect(await callApi(client, method, path, body), path).toMatchObject({ status: 200 });
  for (const [method, path, body] of [...changes, ["DELETE", "/api/settings/account"] as const]) {
    expect(await callApi(client, method, path, body), path).toMatchObject({
      status: 429,
      wait: "60",
      body: { code: "write_limit" },
    });
  }
  expect(await callApi(client, "POST", "/api/archive/companies/bulk-unarchive", { company_ids: [id] })).toMatchObject({
    status: 429,
  });
  const [company] = await database.select().from(companies).where(eq(companies.id, id));
  expect(company?.archivedAt).not.toBeNull();
});

it("reading and signing out are not limited", async () => {
  const { client } = await seedUser();
  for (let n = 0; n < 12; n += 1) expect(await callApi(client, "GET", "/api/settings")).toMatchObject({ status: 200 });
  for (let n = 0; n < 6; n += 1) await callApi(client, "PATCH", "/api/settings/language", { language: "en" });
  expect(await callApi(client, "PATCH", "/api/settings/language", { language: "en" })).toMatchObject({ status: 429 });
  expect(await callApi(client, "GET", "/api/settings")).toMatchObject({ status: 200 });
  expect(await callApi(client, "POST", "/api/auth/logout")).toMatchObject({ status: 200 });
});

it("the limit counts for the owner of the session, not for the user id in a cookie", async () => {
  const { userId, client } = await seedUser();
  const { client: forger } = await seedUser();
  forger.cookies.set("__Host-session", `${userId}.invented`);
  for (let n = 0; n < 12; n += 1)
    expect(await callApi(forger, "PATCH", "/api/settings/language", { language: "en" })).toMatchObject({ status: 401 });
  expect(await callApi(client, "PATCH", "/api/settings/language", { language: "en" })).toMatchObject({ status: 200 });
});

it("a limiter that fails blocks nobody, and is logged", async () => {
  expectConsoleError(/"event":"write_budget_failed"/u);
  const { client } = await seedUser();
  const broken = { limit: () => Promise.reject(new Error("no counter")) };
  expect(
    await callApi(client, "PATCH", "/api/settings/language", { language: "en" }, { ...env, WRITE_BUDGET: broken }),
  ).toMatchObject({ status: 200 });
  expect(listConsoleErrors()).toHaveLength(1);
  expect(
    await callApi(client, "PATCH", "/api/settings/language", { language: "en" }, { ...env, WRITE_BUDGET: undefined }),
  ).toMatchObject({ status: 200 });
});
