import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { USER_SHARE_EXCEEDED, BUDGET_EXCEEDED } from "../../../worker/platform/ports";
import { expectConsoleError } from "../support/console-errors";
import { countLlmCalls, endLease, readLease, readLeasedLlmCalls, seedLlmCalls } from "../support/llm-calls";
import { getGenerationObject, getLlmBudget } from "../support/objects";

// The day's LLM calls of all users: leased by one object, handed out by those of the users.

const NOW = new Date("2026-11-21T10:40:00Z");
const TODAY = "2026-11-21T00:00:00.000Z";
const DAILY_CALLS = 10_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => vi.useRealTimers());

const take = (userId: string) => getGenerationObject(userId).takeLlmCall();
async function takeMany(userId: string, calls: number): Promise<void> {
  for (let n = 0; n < calls; n += 1) expect(await take(userId)).toBeNull();
}
const getHolder = (userId: string) => getGenerationObject(userId).id.toString();
const ask = (userId: string) => getLlmBudget().lease(getHolder(userId), null);
const passMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

describe("a lease", () => {
  it("is drawn on without another question until it is used up", async () => {
    await takeMany("ana", 1);
    expect(await readLease("ana")).toMatchObject({ id: 1, left: 4 });
    await takeMany("ana", 4);
    expect(await readLeasedLlmCalls()).toBe(5);
    await takeMany("ana", 1);
    expect(await readLease("ana")).toMatchObject({ id: 2, left: 4 });
    expect(await readLeasedLlmCalls()).toBe(10);
  });

  it("serves many callers at once, each with a call of its own", async () => {
    expectConsoleError(/"event":"model_calls_used"/u);
    await seedLlmCalls(DAILY_CALLS - 10, TODAY);
    const users = Array.from({ length: 20 }, (_, n) => `user ${n % 15}`);
    const refusals = (await Promise.all(users.map(take))).filter((refusal) => refusal !== null);
    expect(refusals).toHaveLength(10);
    expect(await readLeasedLlmCalls()).toBe(DAILY_CALLS);
  });

  it("that is over is no longer drawn on, and its unused calls are there for others", async () => {
    expectConsoleError(/"event":"model_calls_used"/u);
    await seedLlmCalls(DAILY_CALLS - 500, TODAY);
    await takeMany("ana", 2);
    await seedLlmCalls(DAILY_CALLS, TODAY);
    expect(await take("ben")).toBe(BUDGET_EXCEEDED);
    passMinutes(11);
    await takeMany("ben", 1);
    expect(await readLeasedLlmCalls()).toBe(DAILY_CALLS - 2);
    // She has lost it, and has had two calls, which is enough of so few.
    expect(await take("ana")).toBe(USER_SHARE_EXCEEDED);
  });

  it("is void on the next day, which has all calls", async () => {
    vi.setSystemTime(new Date("2026-11-21T23:58:00Z"));
    await takeMany("ana", 2);
    vi.setSystemTime(new Date("2026-11-22T00:00:00Z"));
    await takeMany("ana", 1);
    expect(await readLease("ana")).toMatchObject({ id: 2, left: 4 });
    expect(await readLeasedLlmCalls()).toBe(5);
  });

  it("takes back a call that was not made, of the same day only", async () => {
    await takeMany("ana", 3);
    await getGenerationObject("ana").giveLlmCallBack(Date.now());
    expect(await countLlmCalls("ana")).toBe(2);
    await getGenerationObject("ana").giveLlmCallBack(Date.now() - 86_400_000);
    expect(await countLlmCalls("ana")).toBe(2);
  });
});

describe("never more calls than the day has", () => {
  it("when the objects are gone from memory at any moment", async () => {
    for (let n = 1; n <= 12; n += 1) {
      await takeMany("ana", 1);
      if (n % 2 === 0) await evictDurableObject(getGenerationObject("ana"));
      // It was asked for a lease just now.
      if (n % 5 === 1) await evictDurableObject(getLlmBudget());
    }
    expect(await countLlmCalls("ana")).toBe(12);
  });

  it("when the answer to a question for a lease is lost: the same one is given again", async () => {
    const lost = await ask("ana");
    expect(lost).toMatchObject({ id: 1, calls: 5 });
    expect(await ask("ana")).toEqual(lost);
    await takeMany("ana", 5);
    expect(await readLeasedLlmCalls()).toBe(5);
  });

  it("when a lease that nobody heard of ends: all of its calls come back", async () => {
    await ask("ana");
    passMinutes(11);
    await takeMany("ben", 1);
    expect(await readLeasedLlmCalls()).toBe(5);
  });

  it("when the answer about an ended lease is lost: it is told again", async () => {
    await takeMany("ana", 2);
    expect([await endLease("ana"), await endLease("ana")]).toEqual([3, 3]);
    await takeMany("ana", 1);
    expect(await readLease("ana")).toMatchObject({ id: 2, left: 4 });
    expect(await countLlmCalls("ana")).toBe(3);
  });

  it("when a user's object is erased: what was used stays used, and nothing of the user stays", async () => {
    await takeMany("ana", 2);
    await getGenerationObject("ana").erase();
    expect(await readLeasedLlmCalls()).toBe(2);
    const rows = await runInDurableObject(getLlmBudget(), (_, { storage }) =>
      storage.sql.exec("SELECT holder FROM holders").toArray(),
    );
    expect(rows).toEqual([]);
    expect(await runInDurableObject(getGenerationObject("ana"), (_, { storage }) => storage.list())).toEqual(new Map());
  });

  it("when a user's object does not answer: its lease is asked for again later, and others are served", async () => {
    expectConsoleError(/"event":"llm_lease_not_ended"/u);
    await takeMany("ana", 2);
    await runInDurableObject(getLlmBudget(), (_, { storage }) =>
      storage.sql.exec("UPDATE holders SET holder = 'no object'"),
    );
    passMinutes(11);
    await takeMany("ben", 1);
    expect(await readLeasedLlmCalls()).toBe(10);
  });
});
