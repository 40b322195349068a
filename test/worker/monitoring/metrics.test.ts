import { createExecutionContext, createMessageBatch, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { composeDeps } from "../../../worker/compose";
import worker from "../../../worker/index";
import { listColumns, METRICS, type MetricKind } from "../../../worker/monitoring/metric-columns";
import { createMetrics, measureBatch } from "../../../worker/monitoring/metrics";
import { toShardName } from "../../../worker/platform/shard-names";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import type { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { getLlmBudget, getMailboxObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { seedCompany, seedUser } from "../support/seed";
import { seedSender, sendOne } from "../support/send-mail";
import { wrapUserDatabases } from "../support/user-shards";

/** A data point as it can be read again: by the names of its values. */
type ReadPoint = Record<string, unknown>;
let points: ReadPoint[] = [];

const METRICS_DATASET: AnalyticsEngineDataset = {
  writeDataPoint({ indexes = [], blobs = [], doubles = [] } = {}) {
    const [kind] = indexes as MetricKind[];
    if (kind === undefined) throw new Error("a data point without an index");
    const columns = Object.fromEntries<unknown>([
      ...indexes.map((value, at) => [`index${at + 1}`, value] as const),
      ...blobs.map((value, at) => [`blob${at + 1}`, value] as const),
      ...doubles.map((value, at) => [`double${at + 1}`, value] as const),
    ]);
    const named = Object.entries(listColumns(kind)).map(([name, column]) => [name, columns[column]] as const);
    expect(Object.keys(columns)).toHaveLength(named.length);
    points.push(Object.fromEntries(named));
  },
};
const measuredEnv = { ...env, METRICS: METRICS_DATASET };
const listPoints = (kind: string) => points.filter((point) => point["kind"] === kind);
const anyNumber = expect.any(Number) as number;

beforeEach(() => {
  points = [];
});

/** A call of the API, as a signed-in user, with metrics on. */
async function call(client: Client, path: string, method = "GET", body?: object) {
  const cookie = client.cookieHeader;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return createApi().fetch(request, measuredEnv, createExecutionContext());
}

describe("metrics", () => {
  it("tell of each answer its route as the code writes it, its status and shard", async () => {
    const { client, userId } = await seedUser();
    const id = await seedCompany(userId);
    await call(client, `/api/dashboard/companies/${id}`);
    await call(client, "/api/dashboard/companies/none");
    const { shard } = await composeDeps(env).openUserShard(userId);
    expect(listPoints("request")).toMatchObject([
      { route: "GET /api/dashboard/companies/:id", status: "200", shard: toShardName(shard), ms: anyNumber },
      { route: "GET /api/dashboard/companies/:id", status: "404" },
    ]);
    expect(points[0]?.["version"]).toEqual(expect.stringMatching(/./u));
  });

  it("tell of a try at the model its time, tokens and end, and what of the day's calls is used", async () => {
    const { client, userId } = await seedUser({ templateMessage: "Bonjour, je cherche un poste de vendeuse." });
    const id = await seedCompany(userId);
    await runInDurableObject(getLlmBudget(), (object) => void Reflect.set(object, "env", measuredEnv));
    const generate = async () => call(client, `/api/dashboard/companies/${id}/generate-message`, "POST");
    expect((await generate()).status).toBe(200);
    await orderFault("openai", "refusal", { times: 1 });
    expect((await generate()).status).not.toBe(200);
    expect(listPoints("model")).toMatchObject([
      {
        prompt: "letter",
        model: "gpt-6.1-terra",
        outcome: "answered",
        tokens_in: anyNumber,
        tokens_out: anyNumber,
        tokens_cached: 0,
      },
      { outcome: "refusal" },
    ]);
    expect(listPoints("model")[0]?.["tokens_in"]).toBeGreaterThan(500);
    // With what is on lease.
    expect(listPoints("budget")).toEqual([expect.objectContaining({ used: 5, per_day: 10_000 })]);
  });

  it("tell how each mail ended, and why", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    const rejected = await seedCompany(userId);
    await client.get(`/api/dashboard/companies/${id}/preview`);
    await runInDurableObject(getMailboxObject(userId), (object) => void Reflect.set(object, "env", measuredEnv));
    expect((await sendOne(client, id)).status).toBe(200);
    await orderFault("gmail", "400", { times: 1 });
    await sendOne(client, rejected);
    await client.post(`/api/dashboard/companies/${id}/send-test`);
    expect(listPoints("send")).toMatchObject([
      { purpose: "application", outcome: "sent", reason: "", ms: anyNumber },
      { purpose: "application", outcome: "failed", reason: "provider_error" },
      { purpose: "test", outcome: "sent" },
    ]);
  });

  it("tell how long a queue's messages have waited", async () => {
    const sent = new Date(Date.now() - 90_000);
    const messages = [
      { id: "1", timestamp: sent, attempts: 1, body: {} },
      { id: "2", timestamp: new Date(), attempts: 3, body: {} },
    ];
    await worker.queue(createMessageBatch("candidature-generation-staging", messages), measuredEnv);
    expect(listPoints("queue")).toEqual([
      expect.objectContaining({
        queue: "candidature-generation-staging",
        outcome: "done",
        messages: 2,
        repeated: 1,
        age_ms: expect.toSatisfy((age: number) => age >= 90_000 && age < 120_000) as number,
      }),
    ]);
  });

  it("tell of a batch that fails, which fails all the same", async () => {
    const metrics = createMetrics(METRICS_DATASET, "1");
    const batch = createMessageBatch("candidature-crawl", []);
    const work = () => Promise.reject(new Error("broken"));
    await expect(measureBatch(batch, { metrics, now: () => new Date() }, work)).rejects.toThrow("broken");
    expect(listPoints("queue")).toMatchObject([{ outcome: "failed", age_ms: 0, messages: 0 }]);
  });

  it("tell of a binding that fails, by its call", async () => {
    expectConsoleError(/"event":"request_failed"/u);
    const { client } = await seedUser();
    const failing = wrapUserDatabases((database) =>
      overrideMembers(database, { batch: () => Promise.reject(new Error("D1 is down")) }),
    );
    const cookie = client.cookieHeader;
    const response = await createApi().fetch(
      new Request("http://localhost/api/settings", { headers: { cookie } }),
      { ...measuredEnv, ...failing },
      createExecutionContext(),
    );
    expect(response.status).toBe(503);
    expect(listPoints("binding_failure")).toMatchObject([{ dependency: "database", call: "batch" }]);
  });

  it("hold nothing personal", async () => {
    const user = await seedSender({ email: "jobs@firm.example", name: "Boulangerie Lune" });
    await runInDurableObject(getMailboxObject(user.userId), (object) => void Reflect.set(object, "env", measuredEnv));
    await sendOne(user.client, user.id);
    await call(user.client, `/api/dashboard/companies/${user.id}?q=Lune`);
    const text = JSON.stringify(points);
    expect(points.length).toBeGreaterThan(1);
    for (const word of [user.userId, user.id, "jobs@", "firm.example", "Lune", "camille"])
      expect(text).not.toContain(word);
  });

  it("are off without their binding, and never make a call fail", async () => {
    createMetrics(undefined, "1").write({ kind: "budget", used: 1, per_day: 2 });
    expectConsoleError(/"event":"metric_not_written".*"kind":"budget"/u);
    const full: AnalyticsEngineDataset = {
      writeDataPoint() {
        throw new Error("too many data points");
      },
    };
    createMetrics(full, "1").write({ kind: "budget", used: 1, per_day: 2 });
    expect(points).toEqual([]);
  });

  it("fit what Analytics Engine takes", () => {
    for (const { texts, numbers } of Object.values(METRICS)) {
      expect(texts.length).toBeLessThan(20);
      expect(numbers.length).toBeLessThanOrEqual(20);
    }
  });
});

describe("the log of a request", () => {
  it("is left out of the sample with an ordinary answer, never with a refusal", async () => {
    const lines: string[] = [];
    const { log } = console;
    console.log = (line: string) => void lines.push(line);
    try {
      const quiet = { ...env, LOG_SAMPLE_PERCENT: "0" };
      for (const path of ["/api/health", "/api/settings"])
        await createApi().fetch(new Request(`http://localhost${path}`), quiet, createExecutionContext());
    } finally {
      console.log = log;
    }
    expect(lines.filter((line) => line.includes('"event":"request"'))).toEqual([
      expect.stringMatching(/"route":"\/api\/settings\/?","status":401/u),
    ]);
  });
});
