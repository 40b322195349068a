import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createApi } from "../../worker/app";
import { Health } from "../../worker/contract/account";
import worker from "../../worker/index";
import { OutsideError } from "../../worker/ports";
import { createReporter, reported } from "../../worker/status/reporter";
import { afterFailure, afterSuccess, isOutOfService, NOTHING_KNOWN, type Standing } from "../../worker/status/rules";
import { expectConsoleError } from "./console-errors";
import { fault, linkGmail } from "./gmail-link";
import { seedCompany, seedUser } from "./seed";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, seconds));
const TIMEOUT = { failure: "timeout", reason: null };
const failures = (...seconds: number[]) =>
  seconds.reduce<{ standing: Standing; told: number[] }>(
    ({ standing, told }, second) => {
      const next = afterFailure(standing, TIMEOUT, at(second));
      return { standing: next.standing, told: next.tell ? [...told, second] : told };
    },
    { standing: afterSuccess(at(0)), told: [] },
  );

describe("a service that fails", () => {
  it("is told once it has failed for two minutes, and again after an hour; since when stays the first time", () => {
    const { standing, told } = failures(10, 60, 131, 200, 3_700, 3_800);
    expect(told).toEqual([131, 3_800]);
    expect(standing).toMatchObject({
      failingSince: at(10).toISOString(),
      succeededAt: at(0).toISOString(),
      failed: TIMEOUT,
    });
  });

  it("once, is not worth a line", () => expect(failures(10).told).toEqual([]));
  it("for good is told at once", () =>
    expect(afterFailure(NOTHING_KNOWN, { failure: "misconfigured", reason: null }, at(0)).tell).toBe(true));
  it("is forgotten with the first success", () =>
    expect(afterSuccess(at(5))).toEqual({ ...NOTHING_KNOWN, succeededAt: at(5).toISOString() }));

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
  ] as const)("%s %s %o: the service itself is out: %s", (service, failure, details, expected) => {
    expect(isOutOfService(new OutsideError(service, failure, "", details))).toBe(expected);
  });
});

describe("what is told", () => {
  const notes: string[] = [];
  const status = () =>
    ({
      note: async (service: string, failed: object | null) =>
        void notes.push(`${service} ${failed ? "fails" : "works"}`),
    }) as unknown as DurableObjectStub<never>;
  let now = at(0);
  const report = () => createReporter(status, () => now);
  const down = () => new OutsideError("gmail", "timeout", "no answer");
  beforeEach(() => {
    notes.length = 0;
    now = at(0);
    expectConsoleError(/"event":"outside_failed"/u);
  });

  it("is that a service works, at most every five minutes, however many letters are written", async () => {
    const tell = report();
    for (let second = 0; second <= 600; second += 1) {
      now = at(second);
      await tell("model", null);
    }
    expect(notes).toEqual(["model works", "model works", "model works"]);
  });

  it("is that it fails, at most once a minute, and at once that it works again", async () => {
    const tell = report();
    for (let second = 0; second < 120; second += 1) {
      now = at(second);
      await tell("gmail", down());
    }
    await tell("gmail", null);
    await tell("gmail", null);
    expect(notes).toEqual(["gmail fails", "gmail fails", "gmail works"]);
  });

  it("is nothing of what one user has asked for wrongly", async () => {
    await report()("gmail", new OutsideError("gmail", "refused", "no such recipient", { status: 400 }));
    expect(notes).toEqual([]);
  });

  it("leaves a port's answers and failures as they are, and one line of the log for each failure", async () => {
    const said = vi.spyOn(console, "error");
    const port = reported(
      {
        name: "gmail",
        send: async (ok: boolean) => {
          if (ok) return "sent";
          throw down();
        },
        plain: () => 7,
      },
      "gmail",
      report(),
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

  it("harms nobody when there is nobody to tell", async () => {
    expectConsoleError(/"event":"status_not_told"/u);
    const lost = () =>
      ({
        note: async () => {
          throw new Error("the object is gone");
        },
      }) as unknown as DurableObjectStub<never>;
    await createReporter(lost, () => now)("model", null);
    await createReporter(
      () => {
        throw new TypeError("no such binding");
      },
      () => now,
    )("model", null);
  });
});

describe("GET /api/health", () => {
  // An environment of its own remembers nothing of the tests before.
  const health = async (bindings: object = {}) =>
    Health.parse(
      await (
        await createApi().fetch(
          new Request("http://localhost/api/health"),
          { ...env, ...bindings },
          createExecutionContext(),
        )
      ).json(),
    );
  const of = async (name: string) => (await health()).services.find((service) => service.name === name);
  const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) as string;

  it("tells when mail and model last worked, and since when one fails; never how much", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    expect(await of("gmail")).toMatchObject({ succeeded_at: null, failing_since: null });
    expect(
      await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/send-email`, { confirm: [] }),
    ).toMatchObject({ status: 200 });
    expect(await of("gmail")).toEqual({
      name: "gmail",
      succeeded_at: STAMP,
      failing_since: null,
      failure: null,
      reason: null,
    });
    expect(await of("google")).toMatchObject({ succeeded_at: STAMP });
    await fault("gmail", "drop");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/send-email`, { confirm: [] });
    vi.useRealTimers();
    expect(await of("gmail")).toEqual({
      name: "gmail",
      succeeded_at: STAMP,
      failing_since: STAMP,
      failure: "unreachable",
      reason: null,
    });
    // Once is not yet an outage.
    const answer = await health();
    expect(answer.ok).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/"(?:count|total|users|mails)"/u);
  });

  it("tells when the directory last answered", async () => {
    expect(
      await env.OSM_GATE.get(env.OSM_GATE.idFromName("osm")).locate(
        { userId: "nobody", searchId: "none" },
        "Toulouse (France)",
      ),
    ).toMatchObject({ ok: true });
    expect(await of("directory")).toMatchObject({ succeeded_at: STAMP, failing_since: null });
  });

  it("answers without the object that knows", async () => {
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
    expect(await health({ STATUS: broken })).toMatchObject({ ok: true, off: [], services: [] });
  });
});

describe("a dead letter", () => {
  it.each(["candidature-dead", "candidature-dead-staging"])(
    "in %s is a fault that names the queues, and is over with that",
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
