import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import {
  restartAllStaleGenerations,
  restartStaleGeneration,
} from "../../../worker/messages/generate/generation-watchdog";
import {
  toSecondsAgo,
  seedCompanyWithoutMessage,
  fetchGeneration,
  deliverGenerationBatch,
  hasEnded,
  orderLlmFault,
  seedStaleGeneration,
  listCompanyRows,
  getGenerationObject,
  waitForGeneration,
} from "../support/bulk-generation";
import { callSandbox } from "../support/sandbox-client";
import { seedCompany, seedUser } from "../support/seed";

beforeEach(async () => {
  await callSandbox("/sandbox/faults", "DELETE");
});

describe("the consumer", () => {
  it("of five messages for one company writes once, and acknowledges what means nothing", async () => {
    const { userId, client } = await seedUser();
    const companyId = await seedCompanyWithoutMessage(userId);
    const turn = {
      userId,
      generationId: await seedStaleGeneration(userId, [{ companyId, state: "queued", updatedAt: toSecondsAgo(0) }]),
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
      ids.map((companyId) => ({ companyId, state: "queued" as const, updatedAt: toSecondsAgo(0) })),
    );
    await orderLlmFault("latency", { ms: 600 });
    const delivered = deliverGenerationBatch(ids.map((companyId) => ({ userId, generationId, companyId })));
    await scheduler.wait(400);
    expect((await fetchGeneration(client))?.items.filter(({ state }) => state === "running")).toHaveLength(5);
    expect((await delivered).explicitAcks).toHaveLength(10);
    expect(await fetchGeneration(client)).toMatchObject({ status: "completed", done: 10 });
  });

  it("tries again later what may pass, three times", async () => {
    const { userId, client } = await seedUser();
    const companyId = await seedCompanyWithoutMessage(userId);
    const turn = {
      userId,
      generationId: await seedStaleGeneration(userId, [{ companyId, state: "queued", updatedAt: toSecondsAgo(0) }]),
      companyId,
    };
    await orderLlmFault("500", { times: 6 });
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

describe("what was left behind", () => {
  it("is taken up again by the alarm, after an eviction too: dead runs, lost messages, hopeless cases", async () => {
    const { userId, client } = await seedUser();
    const [dead, lost, hopeless] = [
      await seedCompany(userId, { message: "", messageVersion: 0, generatingSince: toSecondsAgo(40) }),
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
    ];
    await seedStaleGeneration(userId, [
      { companyId: dead, state: "running", attempts: 1, updatedAt: toSecondsAgo(30) },
      { companyId: lost, state: "queued", updatedAt: toSecondsAgo(60) },
      { companyId: hopeless, state: "running", attempts: 3, updatedAt: toSecondsAgo(30) },
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
    // Nothing left: the alarm runs out.
    await runDurableObjectAlarm(getGenerationObject(userId));
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(false);
  });

  it("is left alone while it moves", async () => {
    const { userId, client } = await seedUser();
    const [living, waiting] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(userId, [
      { companyId: living, state: "running", attempts: 1, updatedAt: toSecondsAgo(1) },
      { companyId: waiting, state: "queued", updatedAt: toSecondsAgo(90) },
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

  it("a letter of the queue that died is sent anew: its row ends", async () => {
    const { userId, client } = await seedUser();
    // As after the last delivery of a message that failed each time: a row put back that no message names any more.
    const [once, spent] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(userId, [
      { companyId: once, state: "queued", attempts: 1, updatedAt: toSecondsAgo(40) },
      { companyId: spent, state: "queued", attempts: 2, updatedAt: toSecondsAgo(40) },
    ]);
    await orderLlmFault("400");
    await getGenerationObject(userId).watch(userId);
    await runDurableObjectAlarm(getGenerationObject(userId));
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_failed" }, { error_code: "writer_failed" }],
    });
  });

  it("has failed when two hours have brought nothing", async () => {
    const { userId, client } = await seedUser();
    const [waiting, running] = [await seedCompanyWithoutMessage(userId), await seedCompanyWithoutMessage(userId)];
    await seedStaleGeneration(
      userId,
      [
        { companyId: waiting, state: "queued", updatedAt: toSecondsAgo(0) },
        { companyId: running, state: "running", attempts: 1, updatedAt: toSecondsAgo(0) },
      ],
      toSecondsAgo(7_201),
    );
    expect(await restartStaleGeneration(composeDeps(env), userId)).toBe(false);
    expect(await fetchGeneration(client)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_unavailable" }, { state: "failed" }],
    });
    expect((await listCompanyRows(userId)).every(({ message }) => message === "")).toBe(true);
  });

  it("is found by the sweep when its alarm is gone", async () => {
    const { userId, client } = await seedUser();
    await seedStaleGeneration(userId, [
      { companyId: await seedCompanyWithoutMessage(userId), state: "queued", updatedAt: toSecondsAgo(60) },
    ]);
    await restartAllStaleGenerations(composeDeps(env));
    expect(await waitForGeneration(client, hasEnded)).toMatchObject({ done: 1 });
  });

  it("an erased object has no alarm", async () => {
    const { userId } = await seedUser();
    await getGenerationObject(userId).watch(userId);
    await getGenerationObject(userId).erase();
    expect(await runDurableObjectAlarm(getGenerationObject(userId))).toBe(false);
  });
});
