import { createExecutionContext, createMessageBatch, evictDurableObject, getQueueResult, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bulkGenerate, cancelGeneration, currentGeneration, type Generation } from "../../worker/contract/messages";
import { companies, generationItems, generations } from "../../worker/db/schema";
import { depsOf } from "../../worker/deps";
import { generateQueued } from "../../worker/messages/queue";
import { sweepGenerations } from "../../worker/messages/sweep";
import type { Client } from "./client";
import { sandbox } from "./outside";
import { database, seedCompany, seedUser } from "./seed";

const fault = (kind: string, more: object = {}) => sandbox("/sandbox/faults", "POST", { service: "openai", kind, ...more });
const BULK = "/api/dashboard/companies/bulk-generate-message";
const CURRENT = "/api/dashboard/generations/current";
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

const start = async (client: Client, ids: string[], overwrite = false) => (await client.post(BULK, { company_ids: ids, overwrite })).as(bulkGenerate.answer);
const current = async (client: Client) => (await client.get(CURRENT)).as(currentGeneration.answer).generation;
const blank = (userId: string) => seedCompany(userId, { message: "", subject: "", messageVersion: 0 });
const rowsOf = (userId: string) => database.select().from(companies).where(eq(companies.userId, userId));

async function until(client: Client, holds: (generation: Generation) => boolean): Promise<Generation> {
  for (let tries = 0; tries < 100; tries++) {
    const generation = await current(client);
    if (generation && holds(generation)) return generation;
    await scheduler.wait(100);
  }
  throw new Error("the generation did not get there");
}
const ended = (generation: Generation) => generation.status !== "running";

/** A generation as a crash would leave it: rows, and nothing that knows of them. */
async function leftBehind(userId: string, items: { companyId: string; state: "queued" | "running"; attempts?: number; updatedAt: string; messageVersion?: number }[]): Promise<string> {
  const id = crypto.randomUUID();
  await database.insert(generations).values({ userId, id, createdAt: ago(300) });
  await database.insert(generationItems).values(items.map((item, position) => ({ userId, generationId: id, position, ...item })));
  return id;
}
const stubOf = (userId: string) => env.GENERATION.get(env.GENERATION.idFromName(userId));

async function deliver(bodies: unknown[]) {
  const batch = createMessageBatch("candidature-generation", bodies.map((body, n) => ({ id: `m${n}`, timestamp: new Date(), attempts: 1, body })));
  await generateQueued(batch, depsOf(env));
  return getQueueResult(batch, createExecutionContext());
}

beforeEach(async () => { await sandbox("/sandbox/faults", "DELETE"); });

describe("writing for many", () => {
  it("writes one message a company and counts", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 12; i++) ids.push(await blank(userId));
    const answer = await start(client, ids);
    expect(answer).toMatchObject({ queued: ids, skipped: [] });
    const generation = await until(client, ended);
    expect(generation).toMatchObject({ id: answer.generation_id, status: "completed", total: 12, done: 12, failed: 0, cancelled: 0 });
    expect(generation.items.map((item) => item.company_id)).toEqual(ids);
    for (const row of await rowsOf(userId)) {
      expect(row).toMatchObject({ messageVersion: 1, generatingSince: null });
      expect(row.message).toContain(row.name);
    }
  });

  it("passes over what it may not or need not write, and says why", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    const written = await seedCompany(userId);
    const sent = await seedCompany(userId, { sendStatus: "sent" });
    const busy = await seedCompany(userId, { generatingSince: ago(5), message: "" });
    const stale = await seedCompany(userId, { generatingSince: ago(130), message: "" });
    const archived = await seedCompany(userId, { archivedAt: ago(5), message: "" });
    const foreign = await blank(other.userId);
    const answer = await start(client, [written, sent, busy, stale, archived, foreign, "absent", stale]);
    expect(answer.queued).toEqual([stale]);
    expect(answer.skipped).toEqual([
      { id: written, reason: "has_message" }, { id: sent, reason: "already_sent" }, { id: busy, reason: "generating" },
      { id: archived, reason: "not_found" }, { id: foreign, reason: "not_found" }, { id: "absent", reason: "not_found" },
    ]);
    await until(client, ended);
    const again = await start(client, [written, sent], true);
    expect(again).toMatchObject({ queued: [written], skipped: [{ id: sent, reason: "already_sent" }] });
    expect(await until(client, (generation) => generation.id === again.generation_id && ended(generation))).toMatchObject({ done: 1 });
    expect((await rowsOf(other.userId))[0]?.message).toBe("");
  });

  it("starts nothing when there is nothing to do or no template", async () => {
    const { userId, client } = await seedUser();
    const written = await seedCompany(userId);
    const absent = Array.from({ length: 200 }, (_, n) => `absent-${n}`);
    expect((await start(client, absent)).skipped).toEqual(absent.map((id) => ({ id, reason: "not_found" })));
    expect(await start(client, [written])).toEqual({ generation_id: null, queued: [], skipped: [{ id: written, reason: "has_message" }] });
    const bare = await seedUser({ templateMessage: "" });
    expect(await start(bare.client, ["a", "b"])).toEqual({ generation_id: null, queued: [], skipped: [{ id: "a", reason: "no_template" }, { id: "b", reason: "no_template" }] });
    expect(await current(client)).toBeNull();
  });

  it("is refused with a list that is none, too long or oddly adorned", async () => {
    const { client } = await seedUser();
    const tooMany = Array.from({ length: 201 }, (_, n) => `c${n}`);
    for (const body of [{}, { company_ids: [] }, { company_ids: tooMany }, { company_ids: [1] }, { company_ids: ["a"], overwrite: "yes" }, { company_ids: ["a"], force: true }]) {
      expect(await client.post(BULK, body)).toMatchObject({ status: 400 });
    }
  });

  it("one at a time: a second one waits for the first to end", async () => {
    const { userId, client } = await seedUser();
    const [a, b] = [await blank(userId), await blank(userId)];
    await fault("latency", { ms: 400 });
    const answers = await Promise.all([client.post(BULK, { company_ids: [a] }), client.post(BULK, { company_ids: [b] })]);
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "generation_in_progress" });
    expect(await until(client, ended)).toMatchObject({ total: 1, done: 1 });
  });

  it("an edit made while a company waits its turn stands", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 9; i++) ids.push(await blank(userId));
    await fault("latency", { ms: 300 });
    await start(client, ids);
    const last = ids.at(-1) ?? "";
    expect(await client.patch(`/api/dashboard/companies/${last}`, { message: "Mon texte" })).toMatchObject({ status: 200 });
    const generation = await until(client, ended);
    expect(generation).toMatchObject({ status: "completed", done: 8, failed: 1 });
    expect(generation.items.at(-1)).toEqual({ company_id: last, state: "failed", error_code: "message_changed" });
    expect((await rowsOf(userId)).find(({ id }) => id === last)?.message).toBe("Mon texte");
  });

  it("a failure of one is that one's alone", async () => {
    const { userId, client } = await seedUser();
    const ids = [await blank(userId), await blank(userId), await blank(userId)];
    await fault("401", { times: 1 });
    await start(client, ids);
    const generation = await until(client, ended);
    expect(generation).toMatchObject({ status: "completed", done: 2, failed: 1 });
    expect(generation.items.find(({ state }) => state === "failed")?.error_code).toBe("writer_failed");
    expect((await rowsOf(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
  });
});

describe("cancelling", () => {
  it("drops what waits, aborts what is under way and saves nothing of it", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 8; i++) ids.push(await blank(userId));
    await fault("latency", { ms: 1_500 });
    const { generation_id: id } = await start(client, ids);
    await until(client, ({ items }) => items.some(({ state }) => state === "running"));
    const { generation } = (await client.post(`/api/dashboard/generations/${id}/cancel`)).as(cancelGeneration.answer);
    expect(generation).toMatchObject({ id, status: "cancelled", total: 8, done: 0, cancelled: 8 });
    // The next may start at once.
    await sandbox("/sandbox/faults", "DELETE");
    const next = await start(client, ids.slice(0, 1));
    expect(await until(client, (each) => each.id === next.generation_id && ended(each))).toMatchObject({ done: 1 });
    await scheduler.wait(1_700);
    const rows = await rowsOf(userId);
    expect(rows.filter(({ message }) => message !== "").map((row) => row.id)).toEqual(ids.slice(0, 1));
    expect(rows.every(({ generatingSince }) => generatingSince === null)).toBe(true);
    expect(await client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({ status: 200, body: { generation: { status: "cancelled", done: 0 } } });
  });

  it("changes nothing of one that has ended, and knows no other user's", async () => {
    const { userId, client } = await seedUser();
    const { generation_id: id } = await start(client, [await blank(userId)]);
    await until(client, ended);
    expect(await client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({ status: 200, body: { generation: { status: "completed", done: 1, cancelled: 0 } } });
    const other = await seedUser();
    expect(await other.client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({ status: 404 });
    expect(await current(other.client)).toBeNull();
    // An old one is no longer told.
    await database.update(generations).set({ finishedAt: ago(601) });
    expect(await current(client)).toBeNull();
  });
});

describe("the consumer", () => {
  it("of five messages for one company writes once, and acknowledges what means nothing", async () => {
    const { userId, client } = await seedUser();
    const companyId = await blank(userId);
    const turn = { userId, generationId: await leftBehind(userId, [{ companyId, state: "queued", updatedAt: ago(0) }]), companyId };
    const result = await deliver([turn, turn, "nonsense", turn, { ...turn, generationId: "absent" }, turn, turn]);
    expect(result.explicitAcks).toHaveLength(7);
    expect(await current(client)).toMatchObject({ status: "completed", done: 1 });
    expect((await rowsOf(userId))[0]?.messageVersion).toBe(1);
  });

  it("tries again later what may pass, three times", async () => {
    const { userId, client } = await seedUser();
    const companyId = await blank(userId);
    const turn = { userId, generationId: await leftBehind(userId, [{ companyId, state: "queued", updatedAt: ago(0) }]), companyId };
    await fault("500", { times: 6 });
    const first = await deliver([turn]);
    expect(first.retryMessages).toHaveLength(1);
    expect(await current(client)).toMatchObject({ status: "running", items: [{ state: "queued" }] });
    expect((await deliver([turn])).retryMessages).toHaveLength(1);
    expect((await deliver([turn])).explicitAcks).toHaveLength(1);
    expect(await current(client)).toMatchObject({ status: "completed", failed: 1, items: [{ state: "failed", error_code: "writer_failed" }] });
    expect((await rowsOf(userId))[0]?.generatingSince).toBeNull();
  });
});

describe("what was left behind", () => {
  it("is taken up again by the alarm, after an eviction too: dead runs, lost messages, hopeless cases", async () => {
    const { userId, client } = await seedUser();
    const [dead, lost, hopeless] = [await seedCompany(userId, { message: "", messageVersion: 0, generatingSince: ago(40) }), await blank(userId), await blank(userId)];
    await leftBehind(userId, [
      { companyId: dead, state: "running", attempts: 1, updatedAt: ago(30) },
      { companyId: lost, state: "queued", updatedAt: ago(60) },
      { companyId: hopeless, state: "running", attempts: 3, updatedAt: ago(30) },
    ]);
    await stubOf(userId).watch(userId);
    await evictDurableObject(stubOf(userId));
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(true);
    expect(await until(client, ended)).toMatchObject({ status: "completed", done: 2, failed: 1 });
    expect((await rowsOf(userId)).filter(({ message }) => message !== "").map(({ id }) => id).sort()).toEqual([dead, lost].sort());
    // Nothing left: the alarm runs out.
    await runDurableObjectAlarm(stubOf(userId));
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(false);
  });

  it("is left alone while it moves", async () => {
    const { userId, client } = await seedUser();
    const [living, waiting] = [await blank(userId), await blank(userId)];
    await leftBehind(userId, [{ companyId: living, state: "running", attempts: 1, updatedAt: ago(1) }, { companyId: waiting, state: "queued", updatedAt: ago(90) }]);
    await stubOf(userId).watch(userId);
    await runDurableObjectAlarm(stubOf(userId));
    await scheduler.wait(300);
    expect(await current(client)).toMatchObject({ status: "running", items: [{ state: "running" }, { state: "queued" }] });
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(true);
  });

  it("is found by the sweep when its alarm is gone", async () => {
    const { userId, client } = await seedUser();
    await leftBehind(userId, [{ companyId: await blank(userId), state: "queued", updatedAt: ago(60) }]);
    await sweepGenerations(depsOf(env));
    expect(await until(client, ended)).toMatchObject({ done: 1 });
  });

  it("an erased object has no alarm", async () => {
    const { userId } = await seedUser();
    await stubOf(userId).watch(userId);
    await stubOf(userId).erase();
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(false);
  });
});
