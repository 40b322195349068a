import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { cancelGeneration } from "../../../worker/contract/messages";
import { generationItems, generations } from "../../../worker/db/schema/messages";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";
import {
  deliverGenerationBatch,
  seedCompanyWithoutMessage,
  BULK_GENERATE_PATH,
  fetchGeneration,
  hasEnded,
  listCompanyRows,
  seedStaleGeneration,
  startBulk,
  waitForGeneration,
} from "../support/bulk-generation";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";
import { wrapUserDatabases } from "../support/user-shards";

beforeEach(async () => {
  await clearFaults();
});

describe("bulk generation", () => {
  it("writes one message per company and counts", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 12; i++) ids.push(await seedCompanyWithoutMessage(userId));
    const answer = await startBulk(client, ids);
    expect(answer).toMatchObject({ queued: ids, skipped: [] });
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({
      id: answer.generation_id,
      status: "completed",
      total: 12,
      done: 12,
      failed: 0,
      cancelled: 0,
    });
    expect(generation.items.map((item) => item.company_id)).toEqual(ids);
    for (const row of await listCompanyRows(userId)) {
      expect(row).toMatchObject({ messageVersion: 1, generatingSince: null });
      expect(row.message).toContain(row.name);
    }
  });

  it("skips what it may not or need not write, with the reason", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    const written = await seedCompany(userId);
    const sent = await seedCompany(userId, { sendStatus: "sent" });
    const busy = await seedCompany(userId, { generatingSince: toPastTime(5_000), message: "" });
    const stale = await seedCompany(userId, { generatingSince: toPastTime(130_000), message: "" });
    const archived = await seedCompany(userId, { archivedAt: toPastTime(5_000), message: "" });
    const foreign = await seedCompanyWithoutMessage(other.userId);
    const answer = await startBulk(client, [written, sent, busy, stale, archived, foreign, "absent", stale]);
    expect(answer.queued).toEqual([stale]);
    expect(answer.skipped).toEqual([
      { id: written, reason: "has_message" },
      { id: sent, reason: "already_sent" },
      { id: busy, reason: "generating" },
      { id: archived, reason: "not_found" },
      { id: foreign, reason: "not_found" },
      { id: "absent", reason: "not_found" },
    ]);
    await waitForGeneration(client, hasEnded);
    const again = await startBulk(client, [written, sent], true);
    expect(again).toMatchObject({ queued: [written], skipped: [{ id: sent, reason: "already_sent" }] });
    expect(
      await waitForGeneration(client, (generation) => generation.id === again.generation_id && hasEnded(generation)),
    ).toMatchObject({ done: 1 });
    expect((await listCompanyRows(other.userId))[0]?.message).toBe("");
  });

  it("starts nothing when there is nothing to do or no template", async () => {
    const { userId, client } = await seedUser();
    const written = await seedCompany(userId);
    const absent = Array.from({ length: 200 }, (_, n) => `absent-${n}`);
    expect((await startBulk(client, absent)).skipped).toEqual(absent.map((id) => ({ id, reason: "not_found" })));
    expect(await startBulk(client, [written])).toEqual({
      generation_id: null,
      queued: [],
      skipped: [{ id: written, reason: "has_message" }],
    });
    const bare = await seedUser({ templateMessage: "" });
    expect(await startBulk(bare.client, ["a", "b"])).toEqual({
      generation_id: null,
      queued: [],
      skipped: [
        { id: "a", reason: "no_template" },
        { id: "b", reason: "no_template" },
      ],
    });
    expect(await fetchGeneration(client)).toBeNull();
  });

  it("is rejected with an empty, too long or malformed list", async () => {
    const { client } = await seedUser();
    const tooMany = Array.from({ length: 201 }, (_, n) => `c${n}`);
    for (const body of [
      {},
      { company_ids: [] },
      { company_ids: tooMany },
      { company_ids: [1] },
      { company_ids: ["a"], overwrite: "yes" },
      { company_ids: ["a"], force: true },
    ]) {
      expect(await client.post(BULK_GENERATE_PATH, body)).toMatchObject({ status: 400 });
    }
  });

  it("one at a time: a second one is rejected until the first ends", async () => {
    const { userId, client } = await seedUser();
    const [a, b] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await orderFault("openai", "latency", { ms: 400 });
    const answers = await Promise.all([
      client.post(BULK_GENERATE_PATH, { company_ids: [a] }),
      client.post(BULK_GENERATE_PATH, { company_ids: [b] }),
    ]);
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "generation_in_progress" });
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({ total: 1, done: 1 });
  });

  it("an edit made while a company waits its turn stands", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 9; i++) ids.push(await seedCompanyWithoutMessage(userId));
    await orderFault("openai", "latency", { ms: 300 });
    await startBulk(client, ids);
    const last = ids.at(-1) ?? "";
    expect(await client.patch(`/api/dashboard/companies/${last}`, { message: "Mon texte" })).toMatchObject({
      status: 200,
    });
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({ status: "completed", done: 8, failed: 1 });
    expect(generation.items.at(-1)).toEqual({
      company_id: last,
      message_version: 0,
      state: "failed",
      error_code: "message_changed",
      fields: null,
    });
    expect((await listCompanyRows(userId)).find(({ id }) => id === last)?.message).toBe("Mon texte");
  });

  it("no claim is newer than the last heartbeat of its run, so that both expire together", async () => {
    const { userId, client } = await seedUser();
    const ids = [
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
    ];
    await orderFault("openai", "latency", { ms: 1_500 });
    await startBulk(client, ids);
    await waitForGeneration(client, ({ items }) => items.every(({ state }) => state === "running"));
    await scheduler.wait(200);
    const lives = new Map(
      (await database.select().from(generationItems)).map(({ companyId, updatedAt }) => [companyId, updatedAt]),
    );
    const claims = (await listCompanyRows(userId)).map(({ id, generatingSince }) => ({
      claimed: generatingSince ?? "none",
      alive: lives.get(id) ?? "",
    }));
    expect(claims).toHaveLength(3);
    for (const { claimed, alive } of claims) expect(claimed <= alive, `${claimed} after ${alive}`).toBe(true);
    await waitForGeneration(client, hasEnded);
  });

  it("a failure of one does not affect the others", async () => {
    const { userId, client } = await seedUser();
    const ids = [
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
    ];
    await orderFault("openai", "400", { times: 1 });
    await startBulk(client, ids);
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({ status: "completed", done: 2, failed: 1 });
    expect(generation.items.find(({ state }) => state === "failed")?.error_code).toBe("writer_failed");
    expect((await listCompanyRows(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
  });
});

it("a letter that takes its time writes no more rows than one that is written at once", async () => {
  const { userId } = await seedUser();
  const counted = { ...env, ...wrapUserDatabases((database) => countDatabase(database)) };
  const countRows = async () => {
    const companyId = await seedCompanyWithoutMessage(userId);
    const item = { companyId, state: "queued" as const, updatedAt: toPastTime(0) };
    const generationId = await seedStaleGeneration(userId, [item]);
    takeCounts();
    await deliverGenerationBatch([{ userId, generationId, companyId }], counted);
    return takeCounts().rowsWritten;
  };
  // The first one counts the day's and the hour's calls for the first time.
  await countRows();
  const atOnce = await countRows();
  await orderFault("openai", "latency", { ms: 3_300, times: 1 });
  expect(await countRows()).toBe(atOnce);
});

describe("cancelling", () => {
  it("drops queued items, aborts running ones and saves nothing of them", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 8; i++) ids.push(await seedCompanyWithoutMessage(userId));
    await orderFault("openai", "latency", { ms: 1_500 });
    const { generation_id: id } = await startBulk(client, ids);
    await waitForGeneration(client, ({ items }) => items.some(({ state }) => state === "running"));
    const { generation } = (await client.post(`/api/dashboard/generations/${id}/cancel`)).as(cancelGeneration.answer);
    expect(generation).toMatchObject({ id, status: "cancelled", total: 8, done: 0, cancelled: 8 });
    // The next may start at once.
    await clearFaults();
    const next = await startBulk(client, ids.slice(0, 1));
    expect(await waitForGeneration(client, (each) => each.id === next.generation_id && hasEnded(each))).toMatchObject({
      done: 1,
    });
    await scheduler.wait(1_700);
    const rows = await listCompanyRows(userId);
    expect(rows.filter(({ message }) => message !== "").map((row) => row.id)).toEqual(ids.slice(0, 1));
    expect(rows.every(({ generatingSince }) => generatingSince === null)).toBe(true);
    expect(await client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { generation: { status: "cancelled", done: 0 } },
    });
  });

  it("does not change an ended one, nor another user's", async () => {
    const { userId, client } = await seedUser();
    const { generation_id: id } = await startBulk(client, [await seedCompanyWithoutMessage(userId)]);
    await waitForGeneration(client, hasEnded);
    expect(await client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { generation: { status: "completed", done: 1, cancelled: 0 } },
    });
    const other = await seedUser();
    expect(await other.client.post(`/api/dashboard/generations/${id}/cancel`)).toMatchObject({ status: 404 });
    expect(await fetchGeneration(other.client)).toBeNull();
    // An old one is no longer returned.
    await database.update(generations).set({ finishedAt: toPastTime(601_000) });
    expect(await fetchGeneration(client)).toBeNull();
  });
});
