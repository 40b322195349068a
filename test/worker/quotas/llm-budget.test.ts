import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { getCategorySuggestions } from "../../../worker/contract/search";
import { spending } from "../../../worker/db/schema/account";
import { readConfig } from "../../../worker/platform/config";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { seedCompanyWithoutMessage, hasEnded, startBulk, waitForGeneration } from "../support/bulk-generation";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { countLlmCalls, readLeasedLlmCalls, seedLlmCalls } from "../support/llm-calls";
import { database, seedMailbox, seedUser } from "../support/seed";

// Each user's share of the daily LLM budget, and the log lines for the operator as it is used up.

const NOW = new Date("2026-11-21T10:40:00Z");
const TODAY = "2026-11-21T00:00:00.000Z";
const { modelCallsPerDay: DAILY_CALLS, modelShare: USER_SHARE } = readConfig(env);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => vi.useRealTimers());

const seedSpending = (userId: string, count: number, period = TODAY) =>
  database.insert(spending).values({ userId, kind: "model_call", period, count });
const readModelCalls = async (userId: string) =>
  (await database.select().from(spending).where(eq(spending.userId, userId))).find(({ kind }) => kind === "model_call")
    ?.count ?? 0;
const generateMessage = async ({ client, userId }: { client: Client; userId: string }) =>
  client.post(`/api/dashboard/companies/${await seedCompanyWithoutMessage(userId)}/generate-message`);
const improveTemplate = ({ client }: { client: Client }) =>
  client.post("/api/settings/improve-message", {
    mode: "improve",
    message: "Bonjour, je cherche un poste de développeuse près de chez vous.",
  });
/** Registered two days ago, with a working Gmail. */
async function seedOldUser() {
  const user = await seedUser({ createdAt: "2026-11-19T10:00:00.000Z" });
  await seedMailbox(user.userId, { tokens: "sealed" });
  return user;
}

describe("a user's share of the daily budget", () => {
  it("is five percent of the ceiling, one percent for new users or without Gmail, unless configured", async () => {
    expect([DAILY_CALLS, USER_SHARE]).toEqual([10_000, { usual: 500, newcomer: 100 }]);
    expect(readConfig({ MODEL_CALLS_PER_DAY: "50", MODEL_SHARE_PERCENT: "20" }).modelShare).toEqual({
      usual: 10,
      newcomer: 1,
    });
    expect(readConfig({ MODEL_CALLS_PER_DAY: "0" }).modelShare).toEqual({ usual: 0, newcomer: 0 });
    const unlinked = await seedUser({ createdAt: "2026-11-19T10:00:00.000Z" });
    const broken = await seedUser({ createdAt: "2026-11-19T10:00:00.000Z" });
    await seedMailbox(broken.userId, { tokens: null });
    const newcomer = await seedUser({ createdAt: "2026-11-21T09:00:00.000Z" });
    await seedMailbox(newcomer.userId, { tokens: "sealed" });
    for (const [user, share] of [
      [await seedOldUser(), 500],
      [unlinked, 100],
      [broken, 100],
      [newcomer, 100],
    ] as const) {
      await seedSpending(user.userId, share - 1);
      expect(await generateMessage(user)).toMatchObject({ status: 200 });
      expect(await generateMessage(user)).toMatchObject({ status: 429 });
      expect(await readModelCalls(user.userId)).toBe(share);
    }
  });

  it("that is used up gives the reset time, affects no other user, and unlocks the company", async () => {
    const [user, other] = [await seedUser(), await seedUser()];
    await seedSpending(user.userId, USER_SHARE.newcomer);
    for (const ask of [generateMessage, improveTemplate]) {
      const refused = await ask(user);
      expect(refused).toMatchObject({ status: 429, body: { code: "writing_limit" } });
      expect(refused.headers.get("retry-after")).toBe(String(13 * 3_600 + 20 * 60));
    }
    expect(await readLeasedLlmCalls()).toBe(0);
    expect(await generateMessage(other)).toMatchObject({ status: 200 });
    expect(await countLlmCalls(other.userId)).toBe(1);
    vi.setSystemTime(new Date("2026-11-22T00:00:00Z"));
    expect(await generateMessage(user)).toMatchObject({ status: 200 });
    expect(await readModelCalls(user.userId)).toBe(1);
  });

  it("is not spent on a letter that ends before the model is asked", async () => {
    const user = await seedUser({ templateMessage: " " });
    expect(await generateMessage(user)).toMatchObject({ status: 422, body: { code: "no_template" } });
    const id = await seedCompanyWithoutMessage(user.userId);
    const gone = { profile_id: "gone" };
    expect(await user.client.post(`/api/dashboard/companies/${id}/generate-message`, gone)).toMatchObject({
      status: 404,
    });
    expect(await readModelCalls(user.userId)).toBe(0);
  });

  it("is spent on ranking categories where no job is named, which works without the model", async () => {
    const { client, userId } = await seedUser();
    const ask = async (query: string) =>
      (await client.post("/api/search/categories", { query })).as(getCategorySuggestions.answer).categories;
    await ask("articles en cuir");
    expect(await readModelCalls(userId)).toBe(1);
    await database.update(spending).set({ count: USER_SHARE.newcomer }).where(eq(spending.userId, userId));
    expect((await ask("boulangerie")).length).toBeGreaterThan(0);
    expect(await readModelCalls(userId)).toBe(USER_SHARE.newcomer);
  });

  it("ends a generation: the remaining items get the reason and are not tried", async () => {
    vi.useRealTimers();
    const { client, userId } = await seedUser();
    await seedSpending(userId, USER_SHARE.newcomer - 1, "9999-01-01T00:00:00.000Z");
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await seedCompanyWithoutMessage(userId));
    await startBulk(client, ids);
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({ status: "completed", total: 12, done: 1, failed: 11 });
    expect(new Set(generation.items.flatMap(({ error_code }) => error_code ?? []))).toEqual(new Set(["writing_limit"]));
  });

  it("holds for twenty concurrent calls", async () => {
    const user = await seedUser();
    await seedSpending(user.userId, USER_SHARE.newcomer - 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => improveTemplate(user)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await countLlmCalls(user.userId)).toBe(5);
  });
});

describe("the budget warning", () => {
  it("is logged at half, four fifths and all of the budget, each once", async () => {
    const lines: string[] = [];
    const keepLine = (...parts: unknown[]) => void lines.push(parts.map(String).join(" "));
    vi.spyOn(console, "log").mockImplementation(keepLine);
    vi.spyOn(console, "error").mockImplementation(keepLine);
    const user = await seedOldUser();
    for (const count of [DAILY_CALLS / 2 - 7, DAILY_CALLS * 0.8 - 1, DAILY_CALLS - 1]) {
      await seedLlmCalls(count, TODAY);
      for (let n = 0; n < 11; n += 1) await improveTemplate(user);
      // Whoever has had some already gets no more of the last calls.
      await improveTemplate(await seedOldUser());
    }
    vi.restoreAllMocks();
    const warnings = lines
      .filter((line) => line.includes("model_calls_used"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(warnings.map(({ percent, count, error }) => [percent, count, error === undefined])).toEqual([
      [50, 5_003, true],
      [80, 8_004, false],
      [100, 10_000, false],
    ]);
  });

  it("gets back calls that no model could answer", async () => {
    expectConsoleError(/"event":"service_failing"/u);
    const { userId } = await seedUser();
    const writer = (await composeDeps({ ...env, OPENAI_MODEL: "gpt-5-retired" }).openUserShard(userId)).getLlm(userId);
    const prompt = { name: "x", instructions: "", input: "", answer: (await import("zod")).z.object({}) };
    await expect(writer.generate(prompt)).rejects.toBeInstanceOf(ExternalServiceError);
    expect([await countLlmCalls(userId), await readModelCalls(userId)]).toEqual([0, 0]);
  });
});
