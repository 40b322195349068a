import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { Health } from "../../../worker/contract/monitoring";
import { spending } from "../../../worker/db/schema/account";
import worker from "../../../worker/index";
import { checkModel } from "../../../worker/monitoring/model-check";
import {
  seedCompanyWithoutMessage,
  hasEnded,
  listCompanyRows,
  startBulk,
  waitForGeneration,
} from "../support/bulk-generation";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { countLlmCalls } from "../support/llm-calls";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedUser } from "../support/seed";

// A retired model, a rejected key, an unpaid account: only the operator can help, so only the log says so.

const CASES = [
  ["404:model_not_found", "model_not_found", "OPENAI_MODEL"],
  ["401", "invalid_api_key", "OPENAI_API_KEY"],
  ["429:insufficient_quota", "insufficient_quota", "OPENAI_API_KEY"],
] as const;

const consoleErrors: string[] = [];
const generateMessage = (client: Client, id: string) => client.post(`/api/dashboard/companies/${id}/generate-message`);
const countModelCalls = async (...userIds: string[]) => [
  ...(await database.select().from(spending)).filter(({ kind }) => kind === "model_call").map(({ count }) => count),
  await countLlmCalls(...userIds),
];
const runModelCheck = () => checkModel(composeDeps(env));
const fetchHealth = async () => {
  // A known outage is probed once a minute.
  vi.setSystemTime(Date.now() + 61_000);
  return (await new Client().get("/api/health")).as(Health);
};

let fakeNow = Date.now();
beforeEach(() => {
  // Another day, so that the isolate's cache of the test before has expired.
  fakeNow += 86_400_000;
  vi.useFakeTimers({ toFake: ["Date"], now: fakeNow });
  consoleErrors.length = 0;
  const { error } = console;
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    consoleErrors.push(parts.map(String).join(" "));
    error(...parts);
  });
  expectConsoleError(/"event":"service_failing"/u);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe.each(CASES)("a service that answers %s", (kind, reason, setting) => {
  it("is reported as the operator's problem, logged once, and costs no quota", async () => {
    const { userId, client } = await seedUser();
    const ids = [
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
      await seedCompanyWithoutMessage(userId),
    ];
    await orderFault("openai", kind);
    for (const id of ids) {
      const refused = await generateMessage(client, id);
      expect(refused).toMatchObject({
        status: 503,
        body: { code: "writer_misconfigured", error: expect.stringContaining("not your fault") as string },
      });
      expect(refused.headers.get("retry-after")).toBe("600");
    }
    expect(consoleErrors).toHaveLength(1);
    expect(JSON.parse(consoleErrors[0] ?? "")).toMatchObject({
      event: "service_failing",
      service: "model",
      failure: "misconfigured",
      reason,
      error: "Error",
    });
    expect((await countModelCalls(userId)).every((count) => count === 0)).toBe(true);
    expect(
      (await listCompanyRows(userId)).every(
        ({ generatingSince, message }) => generatingSince === null && message === "",
      ),
    ).toBe(true);
    expect(await fetchHealth()).toMatchObject({
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

describe("a retired model", () => {
  it("ends a generation at once, without further requests and without cost in quota", async () => {
    const { userId, client } = await seedUser();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await seedCompanyWithoutMessage(userId));
    await orderFault("openai", "404:model_not_found");
    const began = performance.now();
    expect((await startBulk(client, ids)).queued).toHaveLength(30);
    const generation = await waitForGeneration(client, hasEnded);
    expect(generation).toMatchObject({ status: "completed", done: 0, failed: 30 });
    expect(new Set(generation.items.map(({ error_code }) => error_code))).toEqual(new Set(["writer_misconfigured"]));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(consoleErrors).toHaveLength(1);
    expect((await countModelCalls(userId)).every((count) => count === 0)).toBe(true);
    expect((await listCompanyRows(userId)).every(({ generatingSince }) => generatingSince === null)).toBe(true);
    // The next one is not even started.
    expect(
      await client.post("/api/dashboard/companies/bulk-generate-message", { company_ids: ids.slice(0, 1) }),
    ).toMatchObject({ status: 503, body: { code: "writer_misconfigured" } });
  });

  it("affects nothing else: categories come in the index's order, without a wait", async () => {
    const { client, userId } = await seedUser();
    await orderFault("openai", "404:model_not_found");
    const began = performance.now();
    expect(await client.post("/api/search/categories", { query: "ferronnier" })).toMatchObject({ status: 200 });
    expect(await client.post("/api/search/categories", { query: "tailleur de pierre" })).toMatchObject({ status: 200 });
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await countModelCalls(userId)).every((count) => count === 0)).toBe(true);
  });

  it("that is back writes again after a minute, and health shows it", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompanyWithoutMessage(userId);
    await orderFault("openai", "404:model_not_found");
    await generateMessage(client, id);
    await clearFaults();
    expect(await generateMessage(client, id)).toMatchObject({ status: 503 });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await generateMessage(client, id)).toMatchObject({ status: 200 });
    expect(await fetchHealth()).toMatchObject({
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

describe("the hourly check", () => {
  const readLastCheckTime = async () => (await composeDeps(env).status.read()).modelCheckedAt;

  it("finds out by the cron before a user fails, at most once an hour", async () => {
    await orderFault("openai", "404:model_not_found", { times: 2 });
    await worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, env);
    expect(await fetchHealth()).toMatchObject({
      ok: false,
      off: [{ feature: "writing", missing: ["OPENAI_MODEL"], reason: "model_not_found" }],
    });
    const first = await readLastCheckTime();
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await runModelCheck();
    expect(await readLastCheckTime()).toBe(first);
    vi.setSystemTime(Date.now() + 30 * 60_000);
    await runModelCheck();
    expect(await readLastCheckTime()).not.toBe(first);
    expect(await fetchHealth()).toMatchObject({ ok: true, off: [] });
    expect(await countModelCalls()).toEqual([0]);
    expect(consoleErrors).toHaveLength(1);
  });

  it("recognises an account without credit", async () => {
    const { userId, client } = await seedUser();
    await orderFault("openai", "429:insufficient_quota", { call: "completions" });
    await generateMessage(client, await seedCompanyWithoutMessage(userId));
    await runModelCheck();
    expect(await fetchHealth()).toMatchObject({ off: [{ feature: "writing", reason: "insufficient_quota" }] });
  });

  it("logs the model's end date, from a month before, once a day", async () => {
    expectConsoleError(/"event":"model_ends"/u);
    const endsOn = new Date(fakeNow + 20 * 86_400_000).toISOString().slice(0, 10);
    const deps = { ...composeDeps(env), llmClient: { checkModel: async () => ({ model: "gpt-5-mini", endsOn }) } };
    await checkModel(deps);
    vi.setSystemTime(fakeNow + 2 * 3_600_000);
    await checkModel(deps);
    expect(consoleErrors.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ event: "model_ends", model: "gpt-5-mini", ends_on: endsOn }),
    ]);
    expect(await fetchHealth()).toMatchObject({ ok: true, model_ends_on: endsOn });
  });
});
