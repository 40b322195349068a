import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createApi } from "../../../worker/app";
import { Health } from "../../../worker/contract/monitoring";
import worker from "../../../worker/index";
import {
  applyFailure,
  applySuccess,
  isServiceDown,
  UNKNOWN_STATUS,
} from "../../../worker/monitoring/rules-service-status";
import { createReporter, withReporting } from "../../../worker/monitoring/service-reporter";
import type { ServiceStatus } from "../../../worker/platform/durable-objects";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { expectConsoleError } from "../support/console-errors";
import { linkGmail } from "../support/gmail-sandbox";
import { getOsmRateLimiter } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { seedCompany, seedUser } from "../support/seed";

const atSecond = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, seconds));
const TIMEOUT_FAILURE = { failure: "timeout", reason: null };
const reportFailures = (...seconds: number[]) =>
  seconds.reduce<{ standing: ServiceStatus; reports: number[] }>(
    ({ standing, reports }, second) => {
      const next = applyFailure(standing, TIMEOUT_FAILURE, atSecond(second));
      return { standing: next.status, reports: next.shouldAlert ? [...reports, second] : reports };
    },
    { standing: applySuccess(atSecond(0)), reports: [] },
  );

describe("a service that fails", () => {
  it("is logged once it has failed for two minutes, and again after an hour, with the first time", () => {
    const { standing, reports } = reportFailures(10, 60, 131, 200, 3_700, 3_800);
    expect(reports).toEqual([131, 3_800]);
    expect(standing).toMatchObject({
      failingSince: atSecond(10).toISOString(),
      succeededAt: atSecond(0).toISOString(),
      failed: TIMEOUT_FAILURE,
    });
  });

  it("once, is not logged", () => expect(reportFailures(10).reports).toEqual([]));
  it("permanently is logged at once", () =>
    expect(applyFailure(UNKNOWN_STATUS, { failure: "misconfigured", reason: null }, atSecond(0)).shouldAlert).toBe(
      true,
    ));
  it("is cleared by the first success", () =>
    expect(applySuccess(atSecond(5))).toEqual({ ...UNKNOWN_STATUS, succeededAt: atSecond(5).toISOString() }));

  it.each([
    ["writer", "server_error", {}, true],
    ["writer", "rate_limited", {}, true],
    ["writer", "bad_answer", {}, false],
    ["writer", "refused", {}, false],
    ["writer", "misconfigured", {}, true],
    ["writer", "aborted", {}, false],
    ["gmail", "timeout", {}, true],
    ["gmail", "rate_limited", {}, false],
    ["gmail", "refused", { status: 403 }, false],
    ["google", "refused", { reason: "invalid_client" }, true],
    ["google", "refused", { reason: "invalid_grant" }, false],
    ["overpass", "refused", { status: 403 }, true],
    ["nominatim", "rate_limited", {}, true],
    ["overpass", "bad_answer", {}, true],
  ] as const)("%s %s %o: counts as an outage of the service: %s", (service, failure, details, expected) => {
    expect(isServiceDown(new ExternalServiceError(service, failure, "", details))).toBe(expected);
  });
});

describe("the reports to the status object", () => {
  const notes: string[] = [];
  const getStatusObject = () =>
    ({
      recordOutcome: async (service: string, failed: object | null) =>
        void notes.push(`${service} ${failed ? "fails" : "works"}`),
    }) as unknown as DurableObjectStub<never>;
  let now = atSecond(0);
  const createTestReporter = () => createReporter(getStatusObject, () => now);
  const timeoutError = () => new ExternalServiceError("gmail", "timeout", "no answer");
  beforeEach(() => {
    notes.length = 0;
    now = atSecond(0);
    expectConsoleError(/"event":"outside_failed"/u);
  });

  it("say that a service works, at most every five minutes", async () => {
    const tell = createTestReporter();
    for (let second = 0; second <= 600; second += 1) {
      now = atSecond(second);
      await tell("model", null);
    }
    expect(notes).toEqual(["model works", "model works", "model works"]);
  });

  it("say that it fails, at most once a minute, and at once that it works again", async () => {
    const tell = createTestReporter();
    for (let second = 0; second < 120; second += 1) {
      now = atSecond(second);
      await tell("gmail", timeoutError());
    }
    await tell("gmail", null);
    await tell("gmail", null);
    expect(notes).toEqual(["gmail fails", "gmail fails", "gmail works"]);
  });

  it("do not include a user's invalid requests", async () => {
    await createTestReporter()(
      "gmail",
      new ExternalServiceError("gmail", "refused", "no such recipient", { status: 400 }),
    );
    expect(notes).toEqual([]);
  });

  it("leave a port's answers and errors unchanged, with one log line per failure", async () => {
    const said = vi.spyOn(console, "error");
    const port = withReporting(
      {
        name: "gmail",
        send: async (ok: boolean) => {
          if (ok) return "sent";
          throw timeoutError();
        },
        plain: () => 7,
      },
      "gmail",
      createTestReporter(),
    );
    expect([port.name, port.plain(), await port.send(true)]).toEqual(["gmail", 7, "sent"]);
    await expect(port.send(false)).rejects.toMatchObject({ failure: "timeout" });
    expect(said.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
      expect.objectContaining({
        event: "outside_failed",
        service: "gmail",
        failure: "timeout",
        error: "OutsideError",
        message: "no answer",
      }),
    ]);
  });

  it("harm no call when the status object is missing", async () => {
    expectConsoleError(/"event":"status_not_told"/u);
    const unreachableStatus = () =>
      ({
        recordOutcome: async () => {
          throw new Error("the object is gone");
        },
      }) as unknown as DurableObjectStub<never>;
    await createReporter(unreachableStatus, () => now)("model", null);
    await createReporter(
      () => {
        throw new TypeError("no such binding");
      },
      () => now,
    )("model", null);
  });
});

describe("GET /api/health", () => {
  // A new environment has no cache from the tests before.
  const fetchHealth = async (bindings: object = {}) =>
    Health.parse(
      await (
        await createApi().fetch(
          new Request("http://localhost/api/health"),
          { ...env, ...bindings },
          createExecutionContext(),
        )
      ).json(),
    );
  const findService = async (name: string) => (await fetchHealth()).services.find((service) => service.name === name);
  const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) as string;

  it("shows when mail and model last worked, and since when one fails; never how much", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    expect(await findService("gmail")).toMatchObject({ succeeded_at: null, failing_since: null });
    expect(
      await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/send-email`, { confirm: [] }),
    ).toMatchObject({ status: 200 });
    expect(await findService("gmail")).toEqual({
      name: "gmail",
      succeeded_at: STAMP,
      failing_since: null,
      failure: null,
      reason: null,
    });
    expect(await findService("google")).toMatchObject({ succeeded_at: STAMP });
    await orderFault("gmail", "drop");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/send-email`, { confirm: [] });
    vi.useRealTimers();
    expect(await findService("gmail")).toEqual({
      name: "gmail",
      succeeded_at: STAMP,
      failing_since: STAMP,
      failure: "unreachable",
      reason: null,
    });
    // A single failure is no outage.
    const answer = await fetchHealth();
    expect(answer.ok).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/"(?:count|total|users|mails)"/u);
  });

  it("shows when the directory last answered", async () => {
    expect(await getOsmRateLimiter().locate({ userId: "nobody", searchId: "none" }, "Toulouse (France)")).toMatchObject(
      { ok: true },
    );
    expect(await findService("directory")).toMatchObject({ succeeded_at: STAMP, failing_since: null });
  });

  it("answers without the status object", async () => {
    expectConsoleError(/"event":"status_not_read"/u);
    const broken = {
      ...env.STATUS,
      jurisdiction() {
        return this;
      },
      idFromName: (name: string) => env.STATUS.idFromName(name),
      get: () => ({
        read: async () => {
          throw new Error("gone");
        },
      }),
    };
    expect(await fetchHealth({ STATUS: broken })).toMatchObject({ ok: true, off: [], services: [] });
  });
});

describe("a dead letter", () => {
  it.each(["candidature-dead", "candidature-dead-staging"])(
    "in %s is logged with its queue, and acknowledged",
    async (queue) => {
      expectConsoleError(/"event":"dead_letter"/u);
      const said = vi.spyOn(console, "error");
      const bodies = [
        { userId: "u1", generationId: "g1", companyId: "c1" },
        { searchId: "s1" },
        { userId: "u1", cvPath: "cv/u1/x" },
        "nonsense",
      ];
      const batch = createMessageBatch(
        queue,
        bodies.map((body, n) => ({ id: `m${n}`, timestamp: new Date(), attempts: 1, body })),
      );
      await worker.queue(batch, env);
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(["m0", "m1", "m2", "m3"]);
      const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
      expect(lines.map(({ event, queue: named, from }) => [event, named, from])).toEqual(
        ["generation", "crawl", "document", "unknown"].map((from) => ["dead_letter", queue, from]),
      );
      expect(lines[0]).toMatchObject({ generationId: "g1", companyId: "c1" });
      expect(JSON.stringify(lines)).not.toContain("u1");
      said.mockRestore();
    },
  );
});
