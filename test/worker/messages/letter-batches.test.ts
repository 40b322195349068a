import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getActivity } from "../../../worker/contract/activity";
import { bulkGenerate, type Generation } from "../../../worker/contract/messages";
import { spending } from "../../../worker/db/schema/account";
import { startGeneration } from "../../../worker/messages/generate/start-generation";
import { DAY_MS, toPeriod } from "../../../worker/quotas/rules-quotas";
import type { LlmBatch, LlmFile } from "../../sandbox/state/batch-table";
import {
  BULK_GENERATE_PATH,
  fetchGeneration,
  hasEnded,
  listCompanyRows,
  seedCompanyWithoutMessage,
  waitForGeneration,
} from "../support/bulk-generation";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { countLlmCalls } from "../support/llm-calls";
import { getGenerationObject } from "../support/objects";
import { callSandbox, clearFaults, orderFault } from "../support/sandbox-client";
import { composeUserDeps, database, seedUser } from "../support/seed";

// Letters of a series that the model's service answers later, at half the price.

const HOUR_MS = 3_600_000;
const ANYTHING_BATCHED = /"event":"(?:letter_batch_\w+|outside_failed)"/u;

beforeEach(async () => {
  await callSandbox("/sandbox/", "DELETE");
});
afterEach(() => vi.useRealTimers());

async function seedSeries(letters = 10, values: Parameters<typeof seedUser>[0] = {}) {
  const { userId, client } = await seedUser(values);
  const ids = [];
  for (let n = 0; n < letters; n += 1) ids.push(await seedCompanyWithoutMessage(userId));
  return { userId, client, ids };
}

const start = async (client: Client, ids: string[]) =>
  (await client.post(BULK_GENERATE_PATH, { company_ids: ids, may_wait: true })).as(bulkGenerate.answer);

const readService = async () => (await callSandbox("/sandbox/batches")) as { batches: LlmBatch[]; files: LlmFile[] };
const lookAgain = (userId: string) => runDurableObjectAlarm(getGenerationObject(userId));
const passHours = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR_MS);

/** Waits until the service has the batch. */
const waitForBatch = () =>
  expect.poll(async () => (await readService()).batches.map(({ status }) => status)).toEqual(["validating"]);

/** Starts a series, and waits until the service has it. */
async function startSeries(letters?: number) {
  const series = await seedSeries(letters);
  const { generation_id: id } = await start(series.client, series.ids);
  await waitForBatch();
  // The alarm that made it ends with the next one set.
  await expect.poll(() => readStoredBatches(series.userId)).toMatchObject([{ id: expect.any(String) as unknown }]);
  return { ...series, id: id ?? "" };
}

const readStoredBatches = (userId: string) =>
  runInDurableObject(getGenerationObject(userId), (_, { storage }) =>
    [...storage.kv.list({ prefix: "batch of " })].map(([, batch]) => batch),
  );

/** Looks as often as the sandbox needs to end a batch. */
async function endBatch(userId: string): Promise<void> {
  await lookAgain(userId);
  await lookAgain(userId);
}

const countStates = ({ total, done, failed, cancelled }: Generation) => ({ total, done, failed, cancelled });

async function expectAllWritten({ userId, client, ids }: { userId: string; client: Client; ids: string[] }) {
  const generation = await waitForGeneration(client, hasEnded);
  expect(countStates(generation)).toEqual({ total: ids.length, done: ids.length, failed: 0, cancelled: 0 });
  for (const row of await listCompanyRows(userId)) {
    expect(row).toMatchObject({ messageVersion: 1, generatingSince: null });
    expect(row.message).toContain(row.name);
  }
}

/** From now on no letter can be asked for by itself. */
const endOrdinaryCalls = () => orderFault("openai", "403", { call: "completions" });

describe("a series that may wait", () => {
  it("is answered in one batch, of which nothing is left at the service", async () => {
    const series = await startSeries(12);
    const { userId, client } = series;
    const waiting = await fetchGeneration(client);
    expect(waiting).toMatchObject({ status: "running", done: 0 });
    expect(Date.parse(waiting?.waits_until ?? "") - Date.parse(waiting?.created_at ?? "")).toBe(24 * HOUR_MS);
    expect((await client.get("/api/activity")).as(getActivity.answer).activity.generation_id).toBeNull();
    const { files } = await readService();
    expect(files.map(({ content }) => content.split("\n").length)).toEqual([12]);
    expect(files[0]?.content).not.toContain(userId);
    expect(await countLlmCalls(userId)).toBe(12);

    await endOrdinaryCalls();
    await endBatch(userId);
    await expectAllWritten(series);
    expect((await fetchGeneration(client))?.waits_until).toBeNull();
    expect((await readService()).files).toEqual([]);
    expect(await readStoredBatches(userId)).toEqual([]);
    expect(await countLlmCalls(userId)).toBe(12);
    // Nothing is kept of what was answered.
    await lookAgain(userId);
    const kept = await runInDurableObject(getGenerationObject(userId), (_, { storage }) => [
      ...storage.kv.list({ prefix: "batch" }),
    ]);
    expect(kept).toEqual([]);
  });

  it("of fewer letters is written at once", async () => {
    const series = await seedSeries(9);
    await start(series.client, series.ids);
    await expectAllWritten(series);
    expect((await readService()).batches).toEqual([]);
  });

  it("is written at once where the operator allows no wait, or the user has none", async () => {
    const series = await seedSeries();
    const deps = composeUserDeps();
    const openai = { ...deps.config.openai, batchHours: 0 };
    await startGeneration({ ...deps, config: { ...deps.config, openai } }, series.userId, {
      companyIds: series.ids,
      overwrite: false,
      profileId: null,
      mayWait: true,
    });
    await expectAllWritten(series);
    const hurried = await seedSeries();
    await hurried.client.post(BULK_GENERATE_PATH, { company_ids: hurried.ids });
    await expectAllWritten(hurried);
    expect((await readService()).batches).toEqual([]);
  });

  it("writes anew what has other sources by then", async () => {
    const series = await startSeries();
    const { userId, client } = series;
    const message = "Je cherche un poste de fleuriste. J'ai composé des bouquets pour des mariages.";
    expect(await client.patch("/api/settings/template-message", { message })).toMatchObject({ status: 200 });
    await endBatch(userId);
    await expectAllWritten(series);
    for (const row of await listCompanyRows(userId)) expect(row.message).toMatch(/fleuriste|bouquets/u);
    expect(await countLlmCalls(userId)).toBeGreaterThanOrEqual(20);
  });

  it("leaves alone what the user has written or archived meanwhile", async () => {
    const { userId, client, ids } = await startSeries();
    const [own = "", archived = ""] = ids;
    await client.patch(`/api/dashboard/companies/${own}`, { message: "Mon texte" });
    expect(await client.post(`/api/dashboard/companies/${archived}/archive`)).toMatchObject({ status: 200 });
    await endBatch(userId);
    const generation = await waitForGeneration(client, hasEnded);
    expect(countStates(generation)).toMatchObject({ done: 8, failed: 2 });
    expect(generation.items.slice(0, 2).map(({ error_code }) => error_code)).toEqual(["message_changed", "not_found"]);
    expect((await listCompanyRows(userId)).find(({ id }) => id === own)?.message).toBe("Mon texte");
  });
});

describe("a batch that ends badly", () => {
  it.each(["batch_partial", "batch_expired", "batch_failed", "batch_garbage", "batch_unanswered"])(
    "%s: every letter is written all the same",
    async (kind) => {
      expectConsoleError(ANYTHING_BATCHED);
      const series = await startSeries();
      await orderFault("openai", kind, { call: "read_batch" });
      await endBatch(series.userId);
      await expectAllWritten(series);
      expect((await readService()).files).toEqual([]);
      // What was not answered was given back, then asked for by itself.
      expect(await countLlmCalls(series.userId)).toBe(10);
    },
  );

  it("is cancelled when it takes too long, and what it has answered is used", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const series = await startSeries();
    const { userId } = series;
    await orderFault("openai", "batch_slow", { call: "read_batch", times: 2 });
    passHours(23);
    await lookAgain(userId);
    expect((await readService()).batches[0]?.status).toBe("validating");
    passHours(0.55);
    await lookAgain(userId);
    expect((await readService()).batches[0]?.status).toBe("cancelling");
    await lookAgain(userId);
    await expectAllWritten(series);
    expect((await readService()).files).toEqual([]);
  });

  it("is waited for no longer than was promised, though its service does not answer", async () => {
    expectConsoleError(ANYTHING_BATCHED);
    vi.useFakeTimers({ toFake: ["Date"] });
    const series = await startSeries();
    const { userId } = series;
    await orderFault("openai", "503", { call: "read_batch" });
    await lookAgain(userId);
    expect((await fetchGeneration(series.client))?.waits_until).not.toBeNull();
    passHours(23.8);
    await lookAgain(userId);
    await expectAllWritten(series);
    // Its files are deleted once it does.
    await clearFaults();
    for (let n = 0; n < 3; n += 1) await lookAgain(userId);
    expect((await readService()).files).toEqual([]);
    expect(await readStoredBatches(userId)).toEqual([]);
  });
});

describe("a batch whose making was not confirmed", () => {
  it("is found again, and no second one is made", async () => {
    expectConsoleError(ANYTHING_BATCHED);
    await orderFault("openai", "drop_after_accept", { call: "create_batch" });
    const series = await seedSeries();
    await start(series.client, series.ids);
    await waitForBatch();
    await expect
      .poll(() => readStoredBatches(series.userId))
      .toMatchObject([{ askedAt: expect.any(Number) as unknown }]);
    await endOrdinaryCalls();
    await endBatch(series.userId);
    await lookAgain(series.userId);
    await expectAllWritten(series);
    expect((await readService()).batches).toHaveLength(1);
    expect((await readService()).files).toEqual([]);
  });

  it("is given up after a while when there is none, and its file deleted", async () => {
    expectConsoleError(ANYTHING_BATCHED);
    vi.useFakeTimers({ toFake: ["Date"] });
    await orderFault("openai", "503", { call: "create_batch" });
    const series = await seedSeries();
    await start(series.client, series.ids);
    await expect
      .poll(() => readStoredBatches(series.userId))
      .toMatchObject([{ askedAt: expect.any(Number) as unknown }]);
    await lookAgain(series.userId);
    expect(await fetchGeneration(series.client)).toMatchObject({ done: 0, waits_until: expect.any(String) as unknown });
    passHours(0.2);
    await lookAgain(series.userId);
    await expectAllWritten(series);
    expect(await readService()).toMatchObject({ batches: [], files: [] });
    expect(await countLlmCalls(series.userId)).toBe(10);
  });

  it("of which the upload's answer was lost leaves no file", async () => {
    expectConsoleError(ANYTHING_BATCHED);
    await orderFault("openai", "drop_after_accept", { call: "upload_file" });
    const series = await seedSeries();
    await start(series.client, series.ids);
    await expectAllWritten(series);
    await expect.poll(async () => (await readService()).files).toEqual([]);
  });
});

it("a key that may make no batches writes the letters at once", async () => {
  expectConsoleError(ANYTHING_BATCHED);
  await orderFault("openai", "403", { call: "upload_file" });
  const series = await seedSeries();
  await start(series.client, series.ids);
  await expectAllWritten(series);
  expect(await countLlmCalls(series.userId)).toBe(10);
});

describe("ending it early", () => {
  it("a cancelled series is cancelled at the service, and the next may start", async () => {
    const { userId, client, ids, id } = await startSeries();
    expect(await client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({
      body: { generation: { status: "cancelled", cancelled: 10, waits_until: null } },
    });
    await expect.poll(async () => (await readService()).batches[0]?.status).toBe("cancelling");
    await client.post(BULK_GENERATE_PATH, { company_ids: ids.slice(0, 2) });
    expect(await waitForGeneration(client, (each) => each.id !== id && hasEnded(each))).toMatchObject({ done: 2 });
    for (let n = 0; n < 2; n += 1) await lookAgain(userId);
    expect(await readService()).toMatchObject({ batches: [{ status: "cancelled" }], files: [] });
    expect(await readStoredBatches(userId)).toEqual([]);
    expect((await listCompanyRows(userId)).filter(({ message }) => message !== "")).toHaveLength(2);
  });

  it("of a deleted account nothing stays, here or there", async () => {
    const { userId } = await startSeries();
    await getGenerationObject(userId).erase();
    await expect.poll(async () => (await readService()).batches[0]?.status).toBe("cancelling");
    for (let n = 0; n < 2; n += 1) await lookAgain(userId);
    expect(await readService()).toMatchObject({ batches: [{ status: "cancelled" }], files: [] });
    const left = await runInDurableObject(getGenerationObject(userId), async (_, { storage }) => ({
      entries: (await storage.list()).size,
      alarm: await storage.getAlarm(),
    }));
    expect(left).toEqual({ entries: 0, alarm: null });
  });
});

it("no more letters are handed over than the day has calls", async () => {
  const series = await seedSeries();
  const period = toPeriod(new Date(), DAY_MS).began;
  // Of a newcomer's hundred.
  await database.insert(spending).values({ userId: series.userId, kind: "model_call", period, count: 96 });
  await start(series.client, series.ids);
  await waitForBatch();
  expect((await readService()).files[0]?.content.split("\n")).toHaveLength(4);
  const { items } = await waitForGeneration(series.client, ({ failed }) => failed === 6);
  expect(items.slice(4).map(({ error_code }) => error_code)).toEqual(Array.from({ length: 6 }, () => "writing_limit"));
  await endBatch(series.userId);
  expect(countStates(await waitForGeneration(series.client, hasEnded))).toMatchObject({ done: 4, failed: 6 });
});
