import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { depsOf } from "../../worker/deps";
import { sweepGenerations } from "../../worker/messages/sweep";
import { tendGeneration } from "../../worker/messages/tend";
import { ago, blank, current, deliver, ended, fault, leftBehind, rowsOf, stubOf, until } from "./generation";
import { sandbox } from "./outside";
import { seedCompany, seedUser } from "./seed";

beforeEach(async () => {
  await sandbox("/sandbox/faults", "DELETE");
});

describe("the consumer", () => {
  it("of five messages for one company writes once, and acknowledges what means nothing", async () => {
    const { userId, client } = await seedUser();
    const companyId = await blank(userId);
    const turn = {
      userId,
      generationId: await leftBehind(userId, [{ companyId, state: "queued", updatedAt: ago(0) }]),
      companyId,
    };
    const result = await deliver([turn, turn, "nonsense", turn, { ...turn, generationId: "absent" }, turn, turn]);
    expect(result.explicitAcks).toHaveLength(7);
    expect(await current(client)).toMatchObject({ status: "completed", done: 1 });
    expect((await rowsOf(userId))[0]?.messageVersion).toBe(1);
  });

  it("writes several letters of a batch at once, and no more than its connections allow", async () => {
    const { userId, client } = await seedUser();
    const ids = [];
    for (let i = 0; i < 10; i++) ids.push(await blank(userId));
    const generationId = await leftBehind(
      userId,
      ids.map((companyId) => ({ companyId, state: "queued" as const, updatedAt: ago(0) })),
    );
    await fault("latency", { ms: 600 });
    const delivered = deliver(ids.map((companyId) => ({ userId, generationId, companyId })));
    await scheduler.wait(400);
    expect((await current(client))?.items.filter(({ state }) => state === "running")).toHaveLength(5);
    expect((await delivered).explicitAcks).toHaveLength(10);
    expect(await current(client)).toMatchObject({ status: "completed", done: 10 });
  });

  it("tries again later what may pass, three times", async () => {
    const { userId, client } = await seedUser();
    const companyId = await blank(userId);
    const turn = {
      userId,
      generationId: await leftBehind(userId, [{ companyId, state: "queued", updatedAt: ago(0) }]),
      companyId,
    };
    await fault("500", { times: 6 });
    const first = await deliver([turn]);
    expect(first.retryMessages).toHaveLength(1);
    expect(await current(client)).toMatchObject({ status: "running", items: [{ state: "queued" }] });
    expect((await deliver([turn])).retryMessages).toHaveLength(1);
    expect((await deliver([turn])).explicitAcks).toHaveLength(1);
    expect(await current(client)).toMatchObject({
      status: "completed",
      failed: 1,
      items: [{ state: "failed", error_code: "writer_failed" }],
    });
    expect((await rowsOf(userId))[0]?.generatingSince).toBeNull();
  });
});

describe("what was left behind", () => {
  it("is taken up again by the alarm, after an eviction too: dead runs, lost messages, hopeless cases", async () => {
    const { userId, client } = await seedUser();
    const [dead, lost, hopeless] = [
      await seedCompany(userId, { message: "", messageVersion: 0, generatingSince: ago(40) }),
      await blank(userId),
      await blank(userId),
    ];
    await leftBehind(userId, [
      { companyId: dead, state: "running", attempts: 1, updatedAt: ago(30) },
      { companyId: lost, state: "queued", updatedAt: ago(60) },
      { companyId: hopeless, state: "running", attempts: 3, updatedAt: ago(30) },
    ]);
    await stubOf(userId).watch(userId);
    await evictDurableObject(stubOf(userId));
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(true);
    expect(await until(client, ended)).toMatchObject({ status: "completed", done: 2, failed: 1 });
    expect(
      (await rowsOf(userId))
        .filter(({ message }) => message !== "")
        .map(({ id }) => id)
        .sort(),
    ).toEqual([dead, lost].sort());
    // Nothing left: the alarm runs out.
    await runDurableObjectAlarm(stubOf(userId));
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(false);
  });

  it("is left alone while it moves", async () => {
    const { userId, client } = await seedUser();
    const [living, waiting] = [await blank(userId), await blank(userId)];
    await leftBehind(userId, [
      { companyId: living, state: "running", attempts: 1, updatedAt: ago(1) },
      { companyId: waiting, state: "queued", updatedAt: ago(90) },
    ]);
    await stubOf(userId).watch(userId);
    await runDurableObjectAlarm(stubOf(userId));
    await scheduler.wait(300);
    expect(await current(client)).toMatchObject({
      status: "running",
      items: [{ state: "running" }, { state: "queued" }],
    });
    expect(await runDurableObjectAlarm(stubOf(userId))).toBe(true);
  });

  it("a letter of the queue that died is sent anew: its row ends", async () => {
    const { userId, client } = await seedUser();
    // As after the last delivery of a message that failed each time: a row put back that no message names any more.
    const [once, spent] = [await blank(userId), await blank(userId)];
    await leftBehind(userId, [
      { companyId: once, state: "queued", attempts: 1, updatedAt: ago(40) },
      { companyId: spent, state: "queued", attempts: 2, updatedAt: ago(40) },
    ]);
    await fault("400");
    await stubOf(userId).watch(userId);
    await runDurableObjectAlarm(stubOf(userId));
    expect(await until(client, ended)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_failed" }, { error_code: "writer_failed" }],
    });
  });

  it("has failed when two hours have brought nothing", async () => {
    const { userId, client } = await seedUser();
    const [waiting, running] = [await blank(userId), await blank(userId)];
    await leftBehind(
      userId,
      [
        { companyId: waiting, state: "queued", updatedAt: ago(0) },
        { companyId: running, state: "running", attempts: 1, updatedAt: ago(0) },
      ],
      ago(7_201),
    );
    expect(await tendGeneration(depsOf(env), userId)).toBe(false);
    expect(await current(client)).toMatchObject({
      status: "completed",
      failed: 2,
      items: [{ error_code: "writer_unavailable" }, { state: "failed" }],
    });
    expect((await rowsOf(userId)).every(({ message }) => message === "")).toBe(true);
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
