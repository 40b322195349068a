import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApi } from "../../../worker/app";
import { QUOTAS, type Quota } from "../../../worker/contract/limits";
import { getCategorySuggestions } from "../../../worker/contract/search";
import { spending } from "../../../worker/db/schema/account";
import { readConfig } from "../../../worker/platform/config";
import { DAY_MS, toPeriod } from "../../../worker/quotas/rules-quotas";
import {
  seedCompanyWithoutMessage,
  hasEnded,
  listCompanyRows,
  startBulk,
  waitForGeneration,
} from "../support/bulk-generation";
import type { Client } from "../support/client";
import { ENDPOINTS, toTitle } from "../support/endpoints";
import { countLlmCalls, readLeasedLlmCalls, seedLlmCalls } from "../support/llm-calls";
import { orderFault } from "../support/sandbox-client";
import { database, seedUser } from "../support/seed";

const NOW = new Date("2026-11-21T10:40:00Z");
const CURRENT_HOUR = "2026-11-21T10:00:00.000Z";
/** A future period, so that no cron deletes it. */
const FAR_FUTURE = "9999-01-01T00:00:00.000Z";
const TODAY = "2026-11-21T00:00:00.000Z";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => vi.useRealTimers());

const makeSmallPdf = () => new File([`%PDF-1.4\n${"x".repeat(100)}`], "cv.pdf", { type: "application/pdf" });
const seedSpending = (userId: string, kind: Quota, count: number, period = CURRENT_HOUR) =>
  database.insert(spending).values({ userId, kind, period, count });
const readCounts = async (userId: string) =>
  Object.fromEntries(
    (await database.select().from(spending))
      .filter((row) => row.userId === userId)
      .map(({ kind, count }) => [kind, count]),
  );

/** One call of each kind with a quota. */
const QUOTA_CALLS: Record<Quota, (client: Client, companyId: string) => ReturnType<Client["get"]>> = {
  search: (client) =>
    client.post("/api/search/run", { business_types: ["custom_boulangerie"], cities: ["Paris (France)"] }),
  suggestion: (client) => client.post("/api/search/categories", { query: "boulangerie" }),
  generation: (client, companyId) => client.post(`/api/dashboard/companies/${companyId}/generate-message`),
  improvement: (client) =>
    client.post("/api/settings/improve-message", {
      mode: "improve",
      message: "Bonjour, je cherche un poste de développeuse près de chez vous.",
    }),
  upload: (client) => client.upload("/api/settings/cv", "cv", makeSmallPdf()),
  export: (client) => client.get("/api/settings/export"),
  report: (client) =>
    client.get("/api/applications/report.csv?from=2026-11-01&to=2026-11-21&zone=Europe/Paris&language=fr"),
};
const QUOTA_KINDS = Object.keys(QUOTAS) as Quota[];

describe("the hourly quota", () => {
  it.each(QUOTA_KINDS)(
    "of %s: allows the last call, gives the next a retry time, and affects neither other users nor the next hour",
    async (kind) => {
      const { client, userId } = await seedUser();
      const other = await seedUser();
      const [company, foreign] = [
        await seedCompanyWithoutMessage(userId),
        await seedCompanyWithoutMessage(other.userId),
      ];
      await seedSpending(userId, kind, QUOTAS[kind] - 1);
      expect(await QUOTA_CALLS[kind](client, company)).toMatchObject({ status: 200 });
      const refused = await QUOTA_CALLS[kind](client, company);
      expect(refused).toMatchObject({ status: 429, body: { code: `${kind}_limit` } });
      expect(refused.headers.get("retry-after")).toBe("1200");
      expect(await readCounts(userId)).toMatchObject({ [kind]: QUOTAS[kind] });
      expect(await QUOTA_CALLS[kind](other.client, foreign)).toMatchObject({ status: 200 });
      vi.setSystemTime(new Date("2026-11-21T11:00:00Z"));
      expect((await QUOTA_CALLS[kind](client, company)).status).not.toBe(429);
      expect(await readCounts(userId)).toMatchObject({ [kind]: 1 });
    },
  );

  it("is as the specification says, unless a variable says otherwise", () => {
    expect(QUOTAS).toEqual({
      search: 30,
      suggestion: 300,
      generation: 300,
      improvement: 60,
      upload: 20,
      export: 10,
      report: 30,
    });
    expect(readConfig({}).quotas).toEqual(QUOTAS);
    const set = {
      SEARCHES_PER_HOUR: "1",
      SUGGESTIONS_PER_HOUR: "2",
      GENERATIONS_PER_HOUR: "3",
      IMPROVEMENTS_PER_HOUR: "4",
      UPLOADS_PER_HOUR: "0",
      EXPORTS_PER_HOUR: "5",
      REPORTS_PER_HOUR: "7",
      MODEL_CALLS_PER_DAY: "6",
    };
    expect(readConfig(set)).toMatchObject({
      quotas: { search: 1, suggestion: 2, generation: 3, improvement: 4, upload: 0, export: 5, report: 7 },
      modelCallsPerDay: 6,
    });
  });

  it("of zero is an error at once", async () => {
    const { client } = await seedUser();
    const cookie = client.cookieHeader;
    const request = new Request("http://localhost/api/search/categories", {
      method: "POST",
      body: '{"query":"pain"}',
      headers: { cookie, "content-type": "application/json" },
    });
    expect(
      (await createApi().fetch(request, { ...env, SUGGESTIONS_PER_HOUR: "0" }, createExecutionContext())).status,
    ).toBe(429);
  });

  it("holds for twenty at once", async () => {
    const { client, userId } = await seedUser();
    await seedSpending(userId, "suggestion", QUOTAS.suggestion - 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => QUOTA_CALLS.suggestion(client, "")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await readCounts(userId)).toMatchObject({ suggestion: QUOTAS.suggestion });
  });

  it("cannot be used up with the user's id alone", async () => {
    const { client, userId } = await seedUser();
    client.cookies.set("__Host-session", `${userId}.forged`);
    const company = await seedCompanyWithoutMessage(userId);
    for (const kind of QUOTA_KINDS) expect(await QUOTA_CALLS[kind](client, company)).toMatchObject({ status: 401 });
    expect(await readCounts(userId)).toEqual({});
    expect(await readLeasedLlmCalls()).toBe(0);
    expect(await listCompanyRows(userId)).toMatchObject([{ generatingSince: null, message: "" }]);
  });

  it("unlocks a company whose letter it denies, and one whose call was invalid", async () => {
    const { client, userId } = await seedUser();
    const company = await seedCompanyWithoutMessage(userId);
    expect(await client.post(`/api/dashboard/companies/${company}/generate-message`, { unknown: true })).toMatchObject({
      status: 400,
    });
    await expect.poll(() => listCompanyRows(userId)).toMatchObject([{ generatingSince: null }]);
    await database.update(spending).set({ count: QUOTAS.generation }).where(eq(spending.userId, userId));
    expect(await QUOTA_CALLS.generation(client, company)).toMatchObject({ status: 429 });
    await expect.poll(() => listCompanyRows(userId)).toMatchObject([{ generatingSince: null, message: "" }]);
  });

  it("is defined only for signed-in calls of their own route", () => {
    const costly = ENDPOINTS.filter(({ quota }) => quota !== undefined);
    expect(costly.map(toTitle).toSorted()).toEqual([
      "GET /applications/report.csv",
      "GET /applications/report.pdf",
      "GET /settings/export",
      "POST /dashboard/companies/:id/follow-up/write",
      "POST /dashboard/companies/:id/generate-message",
      "POST /saved-searches/:id/run",
      "POST /search/categories",
      "POST /search/lists",
      "POST /search/lists/:id/start",
      "POST /search/lists/company",
      "POST /search/lists/file",
      "POST /search/resume/:id",
      "POST /search/run",
      "POST /settings/cv",
      "POST /settings/facts/extract",
      "POST /settings/improve-message",
    ]);
    for (const { access } of costly) expect(access).not.toBe("public");
  });
});

describe("bulk generation", () => {
  it("counts each message, and those beyond the hour's quota fail with that reason", async () => {
    vi.useRealTimers();
    const { client, userId } = await seedUser();
    await seedSpending(userId, "generation", QUOTAS.generation - 2, FAR_FUTURE);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await seedCompanyWithoutMessage(userId));
    expect((await startBulk(client, ids)).queued).toEqual(ids);
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({ status: "completed", total: 5, done: 2, failed: 3 });
    expect(generation.items.flatMap(({ error_code }) => error_code ?? [])).toEqual([
      "generation_limit",
      "generation_limit",
      "generation_limit",
    ]);
    expect((await listCompanyRows(userId)).filter(({ message }) => message !== "")).toHaveLength(2);
    expect((await listCompanyRows(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
  });

  it("counts a message once, however often it is tried, and each try as an LLM call", async () => {
    vi.useRealTimers();
    const { client, userId } = await seedUser();
    await orderFault("openai", "429", { times: 1 });
    const id = await seedCompanyWithoutMessage(userId);
    await startBulk(client, [id]);
    await waitForGeneration(client, hasEnded);
    expect(await readCounts(userId)).toEqual({ generation: 1, model_call: 2 });
  });
});

describe("the daily ceiling of LLM calls", () => {
  const CEILING = readConfig(env).modelCallsPerDay;

  it("counts every call of every user", async () => {
    const [one, two] = [await seedUser(), await seedUser()];
    expect(await QUOTA_CALLS.improvement(one.client, "")).toMatchObject({ status: 200 });
    expect(await QUOTA_CALLS.generation(two.client, await seedCompanyWithoutMessage(two.userId))).toMatchObject({
      status: 200,
    });
    expect(await countLlmCalls(one.userId, two.userId)).toBeGreaterThanOrEqual(2);
  });

  it("stops writing until tomorrow with an error; features that work without the model continue", async () => {
    const { client, userId } = await seedUser();
    await seedLlmCalls(CEILING, TODAY);
    const company = await seedCompanyWithoutMessage(userId);
    for (const kind of ["generation", "improvement"] as const) {
      const refused = await QUOTA_CALLS[kind](client, company);
      expect(refused).toMatchObject({ status: 503, body: { code: "spending_paused" } });
      expect(refused.headers.get("retry-after")).toBe(String(13 * 3_600 + 20 * 60));
    }
    expect(
      (await client.post("/api/search/categories", { query: "plombier chauffagiste" })).as(
        getCategorySuggestions.answer,
      ).categories.length,
    ).toBeGreaterThan(0);
    // A session from then has expired by now.
    vi.useRealTimers();
    const later = await seedUser();
    await seedLlmCalls(CEILING, toPeriod(new Date(), DAY_MS).began);
    await startBulk(later.client, [await seedCompanyWithoutMessage(later.userId)]);
    expect((await waitForGeneration(later.client, hasEnded)).items).toMatchObject([
      { state: "failed", error_code: "spending_paused" },
    ]);
    expect(await readLeasedLlmCalls()).toBe(CEILING);
    // A call that all of them together have no room for is none of the user's either.
    expect(await readCounts(userId)).toMatchObject({ model_call: 0 });
  });

  it("starts again the next day", async () => {
    const { client, userId } = await seedUser();
    await seedLlmCalls(CEILING, TODAY);
    vi.setSystemTime(new Date("2026-11-22T00:00:00Z"));
    expect(await QUOTA_CALLS.improvement(client, "")).toMatchObject({ status: 200 });
    expect(await countLlmCalls(userId)).toBe(1);
  });
});
