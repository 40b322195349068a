import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { companies } from "../../../worker/db/schema/companies";
import {
  restartAllStaleGenerations,
  restartStaleGeneration,
} from "../../../worker/messages/generate/generation-watchdog";
import {
  seedCompanyWithoutMessage,
  fetchGeneration,
  deliverGenerationBatch,
  hasEnded,
  seedStaleGeneration,
  listCompanyRows,
  listGenerationItems,
  waitForGeneration,
} from "../support/bulk-generation";
import { getGenerationObject } from "../support/objects";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { composeUserDeps, database, seedCompany, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";

beforeEach(async () => {
  await clearFaults();
});

describe("the consumer", () => {
  it("of five queue messages for one company writes once, and acknowledges invalid ones", async () => {
    const { userId, client } = await seedUser();
    const companyId = await seedCompanyWithoutMessage(userId);
    const turn = {
      userId,
      generationId: await seedStaleGeneration(userId, [{ companyId, state: "queued", updatedAt: toPastTime(0) }]),
      companyId,
    };
    const result = await deliverGenerationBatch([
      turn,
      turn,
      "nonsense",
      turn,
      { ...turn, generationId: "absent" },
      turn,
      turn,
    ]);
    expect(result.explicitAcks).toHaveLength(7);
    expect(await fetchGeneration(client)).toMatchObject({ status: "completed", done: 1 });
    expect((await listCompanyRows(userId))[0]?.messageVersion).toBe(1);
  });

  it("writes several letters of a batch at once, and no more than its connections allow", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 10; i++) ids.push(await seedCompanyWithoutMessage(userId));
    const generationId = await seedStaleGeneration(
      userId,
      ids.map((companyId) => ({ companyId, state: "queued" as const, updatedAt: toPastTime(0) })),
    );
    await orderFault("openai", "latency", { ms: 600 });
    const delivered = deliverGenerationBatch(ids.map((companyId) => ({ userId, generationId, companyId })));
    await scheduler.wait(400);
    expect((await fetchGeneration(client))?.items.filter(({ state }) => state === "running")).toHaveLength(5);
    expect((await delivered).explicitAcks).toHaveLength(10);
    expect(await fetchGeneration(client)).toMatchObject({ status: "completed", done: 10 });
  });

  it("retries temporary failures later, three times", async () => {
    const { userId, client } = await seedUser();
    const companyId = await seedCompanyWithoutMessage(userId);
    const turn = {
      userId,
      generationId: await seedStaleGeneration(userId, [{ companyId, state: "queued", updatedAt: toPastTime(0) }]),
      companyId,
    };
    await orderFault("openai", "500", { times: 6 });
    const first = await deliverGenerationBatch([turn]);
    expect(first.retryMessages).toHaveLength(1);
    expect(await fetchGeneration(client)).toMatchObject({ status: "running", items: [{ state: "queued" }] });
    expect((await deliverGenerationBatch([turn])).retryMessages).toHaveLength(1);
    expect((await deliverGenerationBatch([turn])).explicitAcks).toHaveLength(1);
    expect(await fetchGeneration(client)).toMatchObject({
      status: "completed",
      failed: 1,
      items: [{ state: "failed", error_code: "writer_failed" }],
    });
    expect((await listCompanyRows(userId))[0]?.generatingSince).toBeNull();
  });
});

describe("a stale generation", () => {
  it("is resumed by the alarm, after an eviction too: dead runs, lost messages, hopeless cases", async () => {
    const { userId, client } = await seedUser();
    const [dead, lost, hopeless] = [
      await seedCompany(userId, { message: "", messageVersion: 0, generatingSince: toPastTime(40_000) }),
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
    ];
    await seedStaleGeneration(userId, [
      { companyId: dead, state: "running", attempts: 1, updatedAt: toPastTime(30_000) },
      { companyId: lost, state: "queued", updatedAt: toPastTime(60_000) },
      { companyId: hopeless, state: "running", attempts: 3, updatedAt: toPastTime(30_000) },
    ]);
    await getGenerationObject(userId).watch(userId);
    await evictDurableObject(getGenerationObject(userId));
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(true);
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({ status: "completed", done: 2, failed: 1 });
    expect(
      (await listCompanyRows(userId))
        .filter(({ message }) => message !== "")
        .map(({ id }) => id)
        .sort(),
    ).toEqual([dead, lost].sort());
    // Nothing left: no further alarm.
    await runDurableObjectAlarm(getGenerationObject(userId));
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(false);
  });

  it("is left alone while it progresses", async () => {
    const { userId, client } = await seedUser();
    const [living, waiting] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(userId, [
      { companyId: living, state: "running", attempts: 1, updatedAt: toPastTime(1_000) },
      { companyId: waiting, state: "queued", updatedAt: toPastTime(90_000) },
    ]);
    await getGenerationObject(userId).watch(userId);
    await runDurableObjectAlarm(getGenerationObject(userId));
    await scheduler.wait(300);
    expect(await fetchGeneration(client)).toMatchObject({
      status: "running",
      items: [{ state: "running" }, { state: "queued" }],
    });
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(true);
  });

  it("is left alone while its runs renew themselves, however long they take, and the queued ones with it", async () => {
    const { userId, client } = await seedUser();
    const [living, waiting] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    const startedAt = toPastTime(60_000);
    const generationId = await seedStaleGeneration(userId, [
      { companyId: living, state: "running", attempts: 1, updatedAt: startedAt },
      { companyId: waiting, state: "queued", updatedAt: toPastTime(90_000) },
    ]);
    const run = { companyId: living, generationId, startedAt };
    const object = getGenerationObject(userId);
    expect(await object.renew(userId, run, true)).toBe(true);
    await object.watch(userId);
    await runDurableObjectAlarm(object);
    await scheduler.wait(300);
    expect(await fetchGeneration(client)).toMatchObject({ items: [{ state: "running" }, { state: "queued" }] });
    expect((await listGenerationItems(userId)).map(({ updatedAt }) => updatedAt)).toContain(startedAt);
  });

  it("a run that its object has forgotten goes on while it holds its claim, and no longer", async () => {
    const { userId } = await seedUser();
    const startedAt = toPastTime(60_000);
    const companyId = await seedCompany(userId, { generatingSince: startedAt });
    const object = getGenerationObject(userId);
    const run = { companyId, generationId: null, startedAt };
    await object.renew(userId, run, true);
    await evictDurableObject(object);
    expect(await object.renew(userId, run, false)).toBe(true);
    await database.update(companies).set({ generatingSince: toPastTime(1_000) });
    await evictDurableObject(object);
    expect(await object.renew(userId, run, false)).toBe(false);
  });

  it("a lost queue message is sent again: its row ends", async () => {
    const { userId, client } = await seedUser();
    // As after the last failed delivery: a requeued row without a queue message.
    const [once, spent] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(userId, [
      { companyId: once, state: "queued", attempts: 1, updatedAt: toPastTime(40_000) },
      { companyId: spent, state: "queued", attempts: 2, updatedAt: toPastTime(40_000) },
    ]);
    await orderFault("openai", "400");
    await getGenerationObject(userId).watch(userId);
    await runDurableObjectAlarm(getGenerationObject(userId));
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_failed" }, { error_code: "writer_failed" }],
    });
  });

  it("fails after two hours without progress", async () => {
    const { userId, client } = await seedUser();
    const [waiting, running] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(
      userId,
      [
        { companyId: waiting, state: "queued", updatedAt: toPastTime(0) },
        { companyId: running, state: "running", attempts: 1, updatedAt: toPastTime(0) },
      ],
      toPastTime(7_201_000),
    );
    expect(await restartStaleGeneration(composeUserDeps(), userId)).toBeNull();
    expect(await fetchGeneration(client)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_unavailable" }, { state: "failed" }],
    });
    expect((await listCompanyRows(userId)).every(({ message }) => message === "")).toBe(true);
  });

  it("is found by the cron when its alarm is lost", async () => {
    const { userId, client } = await seedUser();
    await seedStaleGeneration(userId, [
      { companyId: await seedCompanyWithoutMessage(userId), state: "queued", updatedAt: toPastTime(60_000) },
    ]);
    await restartAllStaleGenerations(composeUserDeps());
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({ done: 1 });
  });

  it("an erased object has no alarm", async () => {
    const { userId } = await seedUser();
    await getGenerationObject(userId).watch(userId);
    await getGenerationObject(userId).erase();
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(false);
  });
});
