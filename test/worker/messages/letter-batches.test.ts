import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getActivity } from "../../../worker/contract/activity";
import { bulkGenerate, type Generation, hurryGeneration } from "../../../worker/contract/messages";
import { spending } from "../../../worker/db/schema/account";
import { generationItems, generations } from "../../../worker/db/schema/messages";
import { startGeneration } from "../../../worker/messages/generate/start-generation";
import { shortenBatchWait } from "../../../worker/messages/generate/store-generations";
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

describe("writing now what waits", () => {
  const hurry = async (client: Client, id: string) =>
    (await client.post(`/api/dashboard/generations/${id}/write-now`)).as(hurryGeneration.answer).generation;
  const waitForStatus = (status: string) =>
    expect.poll(async () => (await readService()).batches.map((batch) => batch.status)).toEqual([status]);
  /** What the user has used of their hour, and of their share of the day. */
  const readCounts = async (userId: string) =>
    Object.fromEntries(
      (await database.select().from(spending).where(eq(spending.userId, userId))).map(({ kind, count }) => [
        kind,
        count,
      ]),
    );
  const expectNothingLeft = async (userId: string) => {
    for (let n = 0; n < 2; n += 1) await lookAgain(userId);
    expect((await readService()).files).toEqual([]);
    expect(await readStoredBatches(userId)).toEqual([]);
  };

  it("cancels the batch, uses what it has answered, and counts each letter once", async () => {
    const series = await startSeries(10);
    const { userId, client, id } = series;
    expect(await fetchGeneration(client)).toMatchObject({ can_hurry: true });
    const hurried = await hurry(client, id);
    expect(hurried).toMatchObject({ status: "running", can_hurry: false });
    const left = Date.parse(hurried.waits_until ?? "") - Date.now();
    expect(left).toBeGreaterThan(0.49 * HOUR_MS);
    expect(left).toBeLessThanOrEqual(0.5 * HOUR_MS);
    await waitForStatus("cancelling");
    await lookAgain(userId);
    await expectAllWritten(series);
    // Five were answered by then.
    expect(await readCounts(userId)).toMatchObject({ generation: 10, model_call: 10 });
    expect(await countLlmCalls(userId)).toBe(10);
    await expectNothingLeft(userId);
  });

  it("pressed again and again, in two tabs at once, it is one wish", async () => {
    const series = await startSeries(10);
    const { userId, client, id } = series;
    const [first, second] = await Promise.all([hurry(client, id), hurry(client, id)]);
    await waitForStatus("cancelling");
    const third = await hurry(client, id);
    expect(new Set([first, second, third].map(({ waits_until: until }) => until)).size).toBeLessThanOrEqual(2);
    expect(third.waits_until).toBe((await fetchGeneration(client))?.waits_until ?? third.waits_until);
    await expect
      .poll(async () => {
        await lookAgain(userId);
        return (await readService()).batches.map(({ status }) => status);
      })
      .toEqual(["cancelled"]);
    await expectAllWritten(series);
    const after = await hurry(client, id);
    expect(after).toMatchObject({ status: "completed", done: 10, waits_until: null, can_hurry: false });
    expect(await readCounts(userId)).toMatchObject({ generation: 10, model_call: 10 });
    await expectNothingLeft(userId);
  });

  it("pressed as the batch ends, it uses every answer", async () => {
    const series = await startSeries(10);
    const { userId, client, id } = series;
    await lookAgain(userId);
    await endOrdinaryCalls();
    await hurry(client, id);
    await expectAllWritten(series);
    expect((await readService()).batches).toMatchObject([{ status: "completed" }]);
    expect(await readCounts(userId)).toMatchObject({ generation: 10, model_call: 10 });
    await expectNothingLeft(userId);
  });

  it("a batch that the service does not cancel is asked again, and not waited for too long", async () => {
    expectConsoleError(ANYTHING_BATCHED);
    vi.useFakeTimers({ toFake: ["Date"] });
    const series = await startSeries(10);
    const { userId, client, id } = series;
    await orderFault("openai", "503", { call: "cancel_batch", times: 1 });
    await orderFault("openai", "batch_slow", { call: "read_batch" });
    await hurry(client, id);
    await lookAgain(userId);
    await lookAgain(userId);
    await waitForStatus("cancelling");
    await clearFaults();
    await orderFault("openai", "503", { call: "read_batch" });
    passHours(0.2);
    await lookAgain(userId);
    await expectAllWritten(series);
    await clearFaults();
    for (let n = 0; n < 3; n += 1) await lookAgain(userId);
    expect((await readService()).files).toEqual([]);
  });

  it("pressed while the letters are handed over, it ends the batch as soon as there is one", async () => {
    await orderFault("openai", "latency", { call: "upload_file", ms: 1_500 });
    const series = await seedSeries(10);
    const { userId, client, ids } = series;
    const { generation_id: id } = await start(client, ids);
    await expect.poll(() => readStoredBatches(userId)).toMatchObject([{ letters: 10, file: null }]);
    await hurry(client, id ?? "");
    // By the alarm of the press, which was set while another one ran.
    await waitForStatus("cancelling");
    await lookAgain(userId);
    await expectAllWritten(series);
    expect(await readCounts(userId)).toMatchObject({ generation: 10, model_call: 10 });
  });

  it("is kept when the object was not told, and when nothing was handed over yet", async () => {
    const series = await startSeries(10);
    const { userId, id } = series;
    const { db } = composeUserDeps();
    const press = (of: string, whose: string) =>
      shortenBatchWait(db, whose, of, new Date(Date.now() + HOUR_MS / 2).toISOString());
    await press(id, userId);
    await lookAgain(userId);
    expect((await readService()).batches).toMatchObject([{ status: "cancelling" }]);
    await lookAgain(userId);
    await expectAllWritten(series);

    const other = await seedSeries(10);
    const until = new Date(Date.now() + 20 * HOUR_MS).toISOString();
    const generation = { userId: other.userId, id: "g", createdAt: new Date().toISOString(), batchUntil: until };
    await database.insert(generations).values(generation);
    await database.insert(generationItems).values(
      other.ids.map((companyId, position) => ({
        userId: other.userId,
        generationId: "g",
        companyId,
        position,
        state: "queued" as const,
        updatedAt: until,
      })),
    );
    await press("g", other.userId);
    await getGenerationObject(other.userId).watch(other.userId, 0);
    await expectAllWritten(other);
    expect((await readService()).batches).toHaveLength(1);
    expect(await readCounts(other.userId)).toMatchObject({ generation: 10, model_call: 10 });
  });

  it("leaves nothing of an account that is deleted at that moment", async () => {
    const { userId, client, id } = await startSeries(10);
    await orderFault("openai", "batch_slow", { call: "read_batch", times: 1 });
    await hurry(client, id);
    await getGenerationObject(userId).erase();
    await database.delete(generationItems).where(eq(generationItems.userId, userId));
    await database.delete(generations).where(eq(generations.userId, userId));
    // A press that passed the session's check before, and comes late.
    await getGenerationObject(userId).watch(userId, 0);
    expect(await client.post(`/api/dashboard/generations/${id}/write-now`)).toMatchObject({ status: 404 });
    await expect
      .poll(async () => {
        await lookAgain(userId);
        return (await readService()).batches.map(({ status }) => status);
      })
      .toEqual(["cancelled"]);
    await expectNothingLeft(userId);
    expect((await listCompanyRows(userId)).every(({ message }) => message === "")).toBe(true);
  });

  it("of another user's series does nothing", async () => {
    const { client, id } = await startSeries(10);
    const stranger = await seedUser();
    expect(await stranger.client.post(`/api/dashboard/generations/${id}/write-now`)).toMatchObject({ status: 404 });
    expect(await fetchGeneration(client)).toMatchObject({ can_hurry: true });
  });
});

it("a letter that waits is not written by itself, which would cost two", async () => {
  const { userId, client, ids } = await startSeries(10);
  const write = (id: string) => client.post(`/api/dashboard/companies/${id}/generate-message`);
  expect(await write(ids[3] ?? "")).toMatchObject({ status: 409, body: { code: "message_waits" } });
  expect((await listCompanyRows(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
  expect(await countLlmCalls(userId)).toBe(10);
  // Nor once the wait is over, while the series is being written.
  const endWait = (batchEndedAt: string | null) => database.update(generations).set({ batchEndedAt });
  await endWait(new Date().toISOString());
  expect(await write(ids[3] ?? "")).toMatchObject({ status: 409, body: { code: "generating" } });
  await endWait(null);
  // One that the user has written meanwhile may be written again, and another company's.
  await client.patch(`/api/dashboard/companies/${ids[4] ?? ""}`, { message: "Mon texte" });
  expect(await write(ids[4] ?? "")).toMatchObject({ status: 200 });
  expect(await write(await seedCompanyWithoutMessage(userId))).toMatchObject({ status: 200 });
  expect(await countLlmCalls(userId)).toBe(12);
  await endBatch(userId);
  const ended = await waitForGeneration(client, hasEnded);
  expect(ended.items[4]).toMatchObject({ state: "failed", error_code: "message_changed" });
  expect(await write(ids[3] ?? "")).toMatchObject({ status: 200 });
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
