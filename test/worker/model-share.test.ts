import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markReached } from "../../worker/account/rules-spending";
import { readConfig } from "../../worker/config";
import { categories } from "../../worker/contract/search";
import { spending } from "../../worker/db/schema/account";
import { depsOf } from "../../worker/deps";
import { OutsideError } from "../../worker/ports";
import type { Client } from "./client";
import { expectConsoleError } from "./console-errors";
import { blank, ended, start, until } from "./generation";
import { database, seedMailbox, seedUser } from "./seed";

// One user cannot use up the day of everybody: what each may ask of the model, and what the operator is told on the way.

const NOW = new Date("2026-11-21T10:40:00Z");
const TODAY = "2026-11-21T00:00:00.000Z";
const { modelCallsPerDay: CEILING, modelShare: SHARE } = readConfig(env);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => vi.useRealTimers());

const spent = (userId: string, count: number, period = TODAY) =>
  database.insert(spending).values({ userId, kind: "model_call", period, count });
const countOf = async (userId: string) =>
  (await database.select().from(spending).where(eq(spending.userId, userId))).find(({ kind }) => kind === "model_call")
    ?.count ?? 0;
const write = async ({ client, userId }: { client: Client; userId: string }) =>
  client.post(`/api/dashboard/companies/${await blank(userId)}/generate-message`);
const improve = ({ client }: { client: Client }) =>
  client.post("/api/settings/improve-message", {
    mode: "improve",
    message: "Bonjour, je cherche un poste de développeuse près de chez vous.",
  });
/** Of two days ago, with a Gmail that works. */
async function seedRegular() {
  const user = await seedUser({ createdAt: "2026-11-19T10:00:00.000Z" });
  await seedMailbox(user.userId, { tokens: "sealed" });
  return user;
}

describe("a user's share of the day", () => {
  it("is five percent of the ceiling, and one percent for who is new or has linked no Gmail, unless a variable says otherwise", async () => {
    expect([CEILING, SHARE]).toEqual([10_000, { usual: 500, newcomer: 100 }]);
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
      [await seedRegular(), 500],
      [unlinked, 100],
      [broken, 100],
      [newcomer, 100],
    ] as const) {
      await spent(user.userId, share - 1);
      expect(await write(user)).toMatchObject({ status: 200 });
      expect(await write(user)).toMatchObject({ status: 429 });
      expect(await countOf(user.userId)).toBe(share);
    }
  });

  it("that is used up is told with the time at which there is a new one, takes nothing from the others, and leaves the company free", async () => {
    const [user, other] = [await seedUser(), await seedUser()];
    await spent(user.userId, SHARE.newcomer);
    for (const ask of [write, improve]) {
      const refused = await ask(user);
      expect(refused).toMatchObject({ status: 429, body: { code: "writing_limit" } });
      expect(refused.headers.get("retry-after")).toBe(String(13 * 3_600 + 20 * 60));
    }
    expect(await countOf("")).toBe(0);
    expect(await write(other)).toMatchObject({ status: 200 });
    expect(await countOf("")).toBe(1);
    vi.setSystemTime(new Date("2026-11-22T00:00:00Z"));
    expect(await write(user)).toMatchObject({ status: 200 });
    expect(await countOf(user.userId)).toBe(1);
  });

  it("is counted for the order of categories too, which goes on without the model", async () => {
    const { client, userId } = await seedUser();
    const ask = async (query: string) =>
      (await client.post("/api/search/categories", { query })).as(categories.answer).categories;
    await ask("maroquinier");
    expect(await countOf(userId)).toBe(1);
    await database.update(spending).set({ count: SHARE.newcomer }).where(eq(spending.userId, userId));
    expect((await ask("sellier")).length).toBeGreaterThan(0);
    expect(await countOf(userId)).toBe(SHARE.newcomer);
  });

  it("ends a generation where it ends: what is left is told why, and nothing more is tried", async () => {
    vi.useRealTimers();
    const { client, userId } = await seedUser();
    await spent(userId, SHARE.newcomer - 1, "9999-01-01T00:00:00.000Z");
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await blank(userId));
    await start(client, ids);
    const generation = await until(client, ended);
    expect(generation).toMatchObject({ status: "completed", total: 12, done: 1, failed: 11 });
    expect(new Set(generation.items.flatMap(({ error_code }) => error_code ?? []))).toEqual(new Set(["writing_limit"]));
  });

  it("holds for twenty at once", async () => {
    const user = await seedUser();
    await spent(user.userId, SHARE.newcomer - 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => improve(user)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await countOf("")).toBe(5);
  });
});

describe("the brake", () => {
  it("is told when half, four fifths and all of it is used, each once", async () => {
    const lines: string[] = [];
    const keep = (...parts: unknown[]) => void lines.push(parts.map(String).join(" "));
    vi.spyOn(console, "log").mockImplementation(keep);
    vi.spyOn(console, "error").mockImplementation(keep);
    const user = await seedRegular();
    await spent("", CEILING / 2 - 2);
    for (let n = 0; n < 3; n += 1) await write(user);
    for (const [count, ask] of [
      [CEILING * 0.8 - 1, write],
      [CEILING - 1, improve],
    ] as const) {
      await database.update(spending).set({ count }).where(eq(spending.userId, ""));
      await ask(user);
      await ask(user);
    }
    vi.restoreAllMocks();
    const told = lines
      .filter((line) => line.includes("model_calls_used"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.map(({ percent, count, error }) => [percent, count, error === undefined])).toEqual([
      [50, 5_000, true],
      [80, 8_000, false],
      [100, 10_000, false],
    ]);
  });

  it("has its marks in small ceilings too", () => {
    expect([1, 2, 3, 4, 5].map((count) => markReached(count, 5))).toEqual([undefined, undefined, 50, 80, 100]);
    expect(markReached(1, 1)).toBe(50);
  });

  it("gets back what nobody could answer", async () => {
    expectConsoleError(/"event":"service_failing"/u);
    const { userId } = await seedUser();
    const writer = depsOf({ ...env, OPENAI_MODEL: "gpt-5-retired" }).writerFor(userId);
    const prompt = { name: "x", instructions: "", input: "", answer: (await import("zod")).z.object({}) };
    await expect(writer.answer(prompt)).rejects.toBeInstanceOf(OutsideError);
    expect([await countOf(""), await countOf(userId)]).toEqual([0, 0]);
  });
});
