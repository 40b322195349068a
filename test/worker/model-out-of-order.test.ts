import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Health } from "../../worker/contract/account";
import { spending } from "../../worker/db/schema/account";
import { depsOf } from "../../worker/deps";
import worker from "../../worker/index";
import { lookAtModel } from "../../worker/status/look";
import { Client } from "./client";
import { expectConsoleError } from "./console-errors";
import { blank, ended, fault, rowsOf, start, until } from "./generation";
import { sandbox } from "./outside";
import { database, seedUser } from "./seed";

// A model that is gone, a key that is refused, an account without money: only the operator can help, and only the operator is told so.

const CASES = [
  ["404:model_not_found", "model_not_found", "OPENAI_MODEL"],
  ["401", "invalid_api_key", "OPENAI_API_KEY"],
  ["429:insufficient_quota", "insufficient_quota", "OPENAI_API_KEY"],
] as const;

const errors: string[] = [];
const write = (client: Client, id: string) => client.post(`/api/dashboard/companies/${id}/generate-message`);
const modelCalls = async () =>
  (await database.select().from(spending)).filter(({ kind }) => kind === "model_call").map(({ count }) => count);
const look = () => lookAtModel(depsOf(env));
const health = async () => {
  // What is known is asked for once a minute.
  vi.setSystemTime(Date.now() + 61_000);
  return (await new Client().get("/api/health")).as(Health);
};

let day = Date.now();
beforeEach(() => {
  // Another day: what the isolate remembers of the test before is over.
  day += 86_400_000;
  vi.useFakeTimers({ toFake: ["Date"], now: day });
  errors.length = 0;
  const { error } = console;
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    errors.push(parts.map(String).join(" "));
    error(...parts);
  });
  expectConsoleError(/"event":"service_failing"/u);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe.each(CASES)("a service that answers %s", (kind, reason, setting) => {
  it("is told as no fault of the user's, in one line of the log, and costs no letter of the day", async () => {
    const { userId, client } = await seedUser();
    const ids = [await blank(userId), await blank(userId), await blank(userId)];
    await fault(kind);
    for (const id of ids) {
      const refused = await write(client, id);
      expect(refused).toMatchObject({
        status: 503,
        body: { code: "writer_misconfigured", error: expect.stringContaining("not your fault") as string },
      });
      expect(refused.headers.get("retry-after")).toBe("600");
    }
    expect(errors).toHaveLength(1);
    expect(JSON.parse(errors[0] ?? "")).toMatchObject({
      event: "service_failing",
      service: "model",
      failure: "misconfigured",
      reason,
      error: "Error",
    });
    expect((await modelCalls()).every((count) => count === 0)).toBe(true);
    expect(
      (await rowsOf(userId)).every(({ generatingSince, message }) => generatingSince === null && message === ""),
    ).toBe(true);
    expect(await health()).toMatchObject({
      ok: false,
      off: [{ feature: "writing", missing: [setting], reason, since: expect.any(String) as string }],
      services: [
        { name: "model", failure: "misconfigured", reason, failing_since: expect.any(String) as string },
        {},
        {},
        {},
      ],
    });
  });
});

describe("a model that is gone", () => {
  it("ends a generation at once: no letter is asked for that cannot be written, and none of the day is spent", async () => {
    const { userId, client } = await seedUser();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await blank(userId));
    await fault("404:model_not_found");
    const began = performance.now();
    expect((await start(client, ids)).queued).toHaveLength(30);
    const generation = await until(client, ended);
    expect(generation).toMatchObject({ status: "completed", done: 0, failed: 30 });
    expect(new Set(generation.items.map(({ error_code }) => error_code))).toEqual(new Set(["writer_misconfigured"]));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(errors).toHaveLength(1);
    expect((await modelCalls()).every((count) => count === 0)).toBe(true);
    expect((await rowsOf(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
    // The next one is not even begun.
    expect(
      await client.post("/api/dashboard/companies/bulk-generate-message", { company_ids: ids.slice(0, 1) }),
    ).toMatchObject({ status: 503, body: { code: "writer_misconfigured" } });
  });

  it("leaves everything else as it is: categories come in the index's order, without a wait", async () => {
    const { client } = await seedUser();
    await fault("404:model_not_found");
    const began = performance.now();
    expect(await client.post("/api/search/categories", { query: "ferronnier" })).toMatchObject({ status: 200 });
    expect(await client.post("/api/search/categories", { query: "tailleur de pierre" })).toMatchObject({ status: 200 });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await modelCalls()).every((count) => count === 0)).toBe(true);
  });

  it("that is back writes again after a minute, and health says so", async () => {
    const { userId, client } = await seedUser();
    const id = await blank(userId);
    await fault("404:model_not_found");
    await write(client, id);
    await sandbox("/sandbox/faults", "DELETE");
    expect(await write(client, id)).toMatchObject({ status: 503 });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await write(client, id)).toMatchObject({ status: 200 });
    expect(await health()).toMatchObject({
      ok: true,
      off: [],
      services: [
        { name: "model", failing_since: null, failure: null, succeeded_at: expect.any(String) as string },
        {},
        {},
        {},
      ],
    });
  });
});

describe("the hourly look", () => {
  const lookedAt = async () => (await depsOf(env).status.read()).lookedAt;

  it("finds out before anybody has to fail, by the clock, and no oftener than once an hour", async () => {
    await fault("404:model_not_found", { times: 2 });
    await worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, env);
    expect(await health()).toMatchObject({
      ok: false,
      off: [{ feature: "writing", missing: ["OPENAI_MODEL"], reason: "model_not_found" }],
    });
    const first = await lookedAt();
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await look();
    expect(await lookedAt()).toBe(first);
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await look();
    expect(await lookedAt()).not.toBe(first);
    expect(await health()).toMatchObject({ ok: true, off: [] });
    expect(await modelCalls()).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it("does not take an account without money for one that can pay", async () => {
    const { userId, client } = await seedUser();
    await fault("429:insufficient_quota", { call: "completions" });
    await write(client, await blank(userId));
    await look();
    expect(await health()).toMatchObject({ off: [{ feature: "writing", reason: "insufficient_quota" }] });
  });

  it("tells the day the model ends, a month before it, once a day", async () => {
    expectConsoleError(/"event":"model_ends"/u);
    const endsOn = new Date(day + 20 * 86_400_000).toISOString().slice(0, 10);
    const deps = { ...depsOf(env), model: { look: async () => ({ model: "gpt-5-mini", endsOn }) } };
    await lookAtModel(deps);
    vi.setSystemTime(day + 2 * 3_600_000);
    await lookAtModel(deps);
    expect(errors.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ event: "model_ends", model: "gpt-5-mini", ends_on: endsOn }),
    ]);
    expect(await health()).toMatchObject({ ok: true, model_ends_on: endsOn });
  });
});
