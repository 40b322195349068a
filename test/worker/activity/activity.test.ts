import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, lt } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { toActiveSearch } from "../../../worker/activity/current-activity";
import { createApi } from "../../../worker/app";
import { getActivity, type Activity } from "../../../worker/contract/activity";
import { type Search } from "../../../worker/contract/search";
import { sessions } from "../../../worker/db/schema/account";
import { generations } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { seedCompanyWithoutMessage, hasEnded, startBulk, waitForGeneration } from "../support/bulk-generation";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { hashPasswordFast } from "../support/fast-password-hash";
import { signInByGooglePopup } from "../support/google-sign-in";
import { getActivityObject, getGenerationObject } from "../support/objects";
import { bakeriesIn, startSearch } from "../support/run-search";
import { database, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";
import { wrapUserDatabases } from "../support/user-shards";

const NO_ACTIVITY: Activity = { search: null, generation_id: null, outbox: null };
const POLL_COOKIE = "__Host-poll";
const TOULOUSE = bakeriesIn("Toulouse (France)");
const fetchActivity = async (client: Client) => (await client.get("/api/activity")).as(getActivity.answer).activity;

/** A browser with stolen cookies. */
function copyClient({ cookies }: Client): Client {
  const copy = new Client();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

const api = createApi();
const countedEnv = { ...env, ...wrapUserDatabases((database) => countDatabase(database)) };
/** Polls with a counting database in the worker and in the user's object. */
async function fetchActivityCounted(
  userId: string,
  client: Client,
  bindings = countedEnv,
): Promise<{ status: number; trips: number; body: unknown }> {
  await runInDurableObject(getActivityObject(userId), (object) => void Reflect.set(object, "env", bindings));
  const context = createExecutionContext();
  const cookie = client.cookieHeader;
  takeCounts();
  const response = await api.fetch(
    new Request("http://localhost/api/activity", { headers: { cookie } }),
    bindings,
    context,
  );
  const body: unknown = await response.json();
  await waitOnExecutionContext(context);
  return { status: response.status, trips: takeCounts().trips, body };
}

const SEARCH_REPORT: Search = {
  id: "s",
  status: "running",
  business_types: [],
  cities: [],
  places: [],
  ...EMPTY_TOTALS,
  added_to_dashboard: false,
  discarded: false,
  created_at: "",
  completed_at: null,
  error: null,
  error_code: null,
};
it.each([
  [null, null],
  [SEARCH_REPORT, "running"],
  [{ ...SEARCH_REPORT, status: "stopping" as const }, "running"],
  [{ ...SEARCH_REPORT, status: "completed" as const }, "found"],
  [{ ...SEARCH_REPORT, status: "completed" as const, added_to_dashboard: true }, null],
  [{ ...SEARCH_REPORT, status: "completed" as const, discarded: true }, null],
  [{ ...SEARCH_REPORT, status: "failed" as const }, null],
])("a search is shown for as long as it waits for something: %o", (given, state) => {
  expect((given && toActiveSearch(given))?.state ?? null).toBe(state);
});

describe("an idle tab", () => {
  it("queries D1 once, whoever else polls, and then not for an hour", async () => {
    const { userId, client } = await seedUser();
    await fetchActivity(client);
    expect(await fetchActivityCounted(userId, client)).toEqual({
      status: 200,
      trips: 1,
      body: { activity: NO_ACTIVITY },
    });
    let trips = 0;
    for (let minute = 0; minute < 60; minute += 1) trips += (await fetchActivityCounted(userId, client)).trips;
    expect(trips).toBe(0);
  });

  it("is answered after an eviction as before, without D1", async () => {
    const { userId, client } = await seedUser();
    const id = await startSearch(client, TOULOUSE);
    await fetchActivity(client);
    await fetchActivity(client);
    await evictDurableObject(getActivityObject(userId));
    expect(await fetchActivityCounted(userId, client)).toMatchObject({ status: 200, trips: 0 });
    await expect
      .poll(async () => fetchActivity(client), { timeout: 15_000 })
      .toEqual({ search: { id, state: "found" }, generation_id: null, outbox: null });
  });

  it("checks the session each time without a signing secret", async () => {
    const { userId, client } = await seedUser();
    const unsigned = { ...countedEnv, SESSION_SECRET: undefined };
    for (let times = 0; times < 2; times += 1)
      expect(await fetchActivityCounted(userId, client, unsigned)).toEqual({
        status: 200,
        trips: 1,
        body: { activity: NO_ACTIVITY },
      });
  });
});

describe("running work", () => {
  it("is shown from the start of a search until its results are added or discarded", async () => {
    const { client } = await seedUser();
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    const id = await startSearch(client, TOULOUSE);
    expect(await fetchActivity(client)).toEqual({
      search: { id, state: "running" },
      generation_id: null,
      outbox: null,
    });
    await expect
      .poll(async () => fetchActivity(client), { timeout: 15_000 })
      .toEqual({ search: { id, state: "found" }, generation_id: null, outbox: null });
    await client.post(`/api/search/add-to-dashboard/${id}`);
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    const other = await startSearch(client, TOULOUSE);
    await client.post(`/api/search/cancel/${other}`);
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    const third = await startSearch(client, TOULOUSE);
    await client.post(`/api/search/stop/${third}`);
    await expect.poll(async () => (await fetchActivity(client)).search).toEqual({ id: third, state: "found" });
    await client.post(`/api/search/discard/${third}`);
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
  }, 60_000);

  it("is shown for a generation until its end, or until it is cancelled", async () => {
    const { userId, client } = await seedUser();
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    const { generation_id: id } = await startBulk(client, [await seedCompanyWithoutMessage(userId)]);
    expect(await fetchActivity(client)).toEqual({ search: null, generation_id: id, outbox: null });
    await waitForGeneration(client, hasEnded);
    await runDurableObjectAlarm(getGenerationObject(userId));
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    const { generation_id: second } = await startBulk(
      client,
      await Promise.all(Array.from({ length: 20 }, () => seedCompanyWithoutMessage(userId))),
    );
    await client.post(`/api/dashboard/generations/${second}/cancel`);
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
  }, 60_000);

  it("ends within a minute even when its end was not reported", async () => {
    const { userId, client } = await seedUser();
    const id = crypto.randomUUID();
    await database.insert(generations).values({ userId, id, createdAt: toPastTime(1_000) });
    await fetchActivity(client);
    expect(await fetchActivity(client)).toEqual({ search: null, generation_id: id, outbox: null });
    await database
      .update(generations)
      .set({ finishedAt: toPastTime(0) })
      .where(eq(generations.userId, userId));
    expect(await fetchActivity(client)).toEqual({ search: null, generation_id: id, outbox: null });
    await runInDurableObject(getActivityObject(userId), (_, { storage }) => {
      const known = storage.kv.get<{ activity: Activity; readAt: number }>("known");
      storage.kv.put("known", { ...known, readAt: (known?.readAt ?? 0) - 60_000 });
    });
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
  });

  it("is right when the object cannot be notified: the change stands and the failure is logged", async () => {
    expectConsoleError(/"event":"activity_not_told"/u);
    const { client } = await seedUser();
    const deaf = {
      jurisdiction() {
        return this;
      },
      idFromName: (name: string) => name,
      get: () => ({
        invalidate: async () => {
          throw new Error("lost");
        },
      }),
    };
    const context = createExecutionContext();
    const cookie = client.cookieHeader;
    const request = new Request("http://localhost/api/search/run", {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(TOULOUSE),
    });
    expect(
      (await api.fetch(request, { ...env, ACTIVITY: deaf as unknown as typeof env.ACTIVITY }, context)).status,
    ).toBe(200);
    await waitOnExecutionContext(context);
  });

  it("is not cached when it changed while it was read", async () => {
    const { userId, client } = await seedUser();
    await fetchActivity(client);
    let reportChange: () => Promise<void> = async () => undefined;
    const slow = wrapUserDatabases((d1) =>
      overrideMembers(d1, {
        batch: async (statements: D1PreparedStatement[]) => {
          const rows = await d1.batch(statements);
          await reportChange();
          return rows;
        },
      }),
    );
    const id = crypto.randomUUID();
    reportChange = async () => {
      reportChange = async () => undefined;
      await database.insert(generations).values({ userId, id, createdAt: toPastTime(0) });
      await getActivityObject(userId).invalidate();
    };
    await runInDurableObject(
      getActivityObject(userId),
      (object) => void Reflect.set(object, "env", { ...env, ...slow }),
    );
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
    expect(await fetchActivity(client)).toEqual({ search: null, generation_id: id, outbox: null });
  });

  it("of an interrupted search start is resumed by the next poll", async () => {
    const { userId, client } = await seedUser();
    const id = crypto.randomUUID();
    await database.insert(searches).values({
      userId,
      id,
      businessTypes: TOULOUSE.business_types,
      cities: TOULOUSE.cities,
      createdAt: toPastTime(1_000),
      status: "running",
      totals: EMPTY_TOTALS,
    });
    await fetchActivity(client);
    await expect
      .poll(async () => fetchActivity(client), { timeout: 15_000 })
      .toEqual({ search: { id, state: "found" }, generation_id: null, outbox: null });
  }, 30_000);
});

describe("who may see it", () => {
  it("a logout takes effect at once, also for the poll cookie, but not for the user's other browsers", async () => {
    const { userId, client } = await seedUser();
    await fetchActivity(client);
    const kept = new Map(client.cookies);
    await database.insert(sessions).values({
      tokenHash: "other",
      firstHash: "other",
      userId,
      createdAt: toPastTime(0),
      lastSeenAt: toPastTime(0),
      expiresAt: toPastTime(-60_000),
    });
    await client.post("/api/auth/logout");
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect(await client.get("/api/activity")).toMatchObject({ status: 401 });
    expect(await database.$count(sessions, eq(sessions.userId, userId))).toBe(1);
  });

  it("another browser of the user is verified once more and continues", async () => {
    const { userId, client } = await seedUser();
    await fetchActivity(client);
    await getActivityObject(userId).rejectPollsBefore(Date.now());
    expect((await fetchActivityCounted(userId, client)).trips).toBe(1);
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
  });

  it("a new sign-in invalidates the poll cookie of the session before", async () => {
    const { userId, client } = await seedUser({ passwordHash: hashPasswordFast("secret1") });
    await fetchActivity(client);
    const copy = copyClient(client);
    expect(
      await client.post("/api/auth/login", { email: `${userId}@mail.example`, password: "secret1" }),
    ).toMatchObject({ status: 200 });
    expect(await copy.get("/api/activity")).toMatchObject({ status: 401 });
  });

  it("so does opening another account in the same browser", async () => {
    const { client } = await seedUser();
    await fetchActivity(client);
    const copy = copyClient(client);
    expect(
      await client.post("/api/auth/register", { name: "Ben", email: "ben@mail.example", password: "secret1" }),
    ).toMatchObject({ status: 200 });
    expect(await copy.get("/api/activity")).toMatchObject({ status: 401 });
  });

  it("so does a Google sign-in that takes over an unverified account", async () => {
    const { client: squatter } = await seedUser({ email: "camille.martin@mail.example" });
    await fetchActivity(squatter);
    expect(await signInByGooglePopup(new Client(), "camille.martin@mail.example")).toMatchObject({ status: 200 });
    expect(await squatter.get("/api/activity")).toMatchObject({ status: 401 });
  });

  it("a new password invalidates copied poll cookies: they are verified while the old token lives", async () => {
    const { userId, client } = await seedUser({ passwordHash: hashPasswordFast("secret1") });
    await fetchActivity(client);
    const copy = copyClient(client);
    expect(
      await client.post("/api/settings/password", { current_password: "secret1", new_password: "another1" }),
    ).toMatchObject({ status: 200 });
    expect((await fetchActivityCounted(userId, copy)).trips).toBe(1);
    await fetchActivity(copy);
    expect((await fetchActivityCounted(userId, copy)).trips).toBe(1);
    await database.delete(sessions).where(lt(sessions.expiresAt, toPastTime(-60_000)));
    expect(await copy.get("/api/activity")).toMatchObject({ status: 401 });
    expect(await fetchActivity(client)).toEqual(NO_ACTIVITY);
  });

  it("a logout without a session notifies nothing", async () => {
    const { userId, client } = await seedUser();
    await fetchActivity(client);
    const { client: otherUser } = await seedUser();
    otherUser.cookies.set("__Host-session", `${userId}.guessed`);
    await otherUser.post("/api/auth/logout");
    await fetchActivityCounted(userId, client);
    expect((await fetchActivityCounted(userId, client)).trips).toBe(0);
  });

  it("a poll cookie counts for half a day here, and for five minutes in a search, which gets no logout", async () => {
    const { userId, client } = await seedUser();
    const id = await startSearch(client, TOULOUSE);
    await fetchActivity(client);
    await fetchActivity(client);
    const fetchAs = async (path: string) =>
      (
        await api.fetch(
          new Request(`http://localhost${path}`, {
            headers: { cookie: client.cookieHeader },
          }),
          env,
          createExecutionContext(),
        )
      ).status;
    await database.delete(sessions).where(eq(sessions.userId, userId));
    const began = Date.now();
    const answers: number[][] = [];
    for (const later of [4 * 60_000, 6 * 60_000, 11.9 * 3_600_000, 12 * 3_600_000]) {
      vi.useFakeTimers({ now: began + later, toFake: ["Date"] });
      answers.push([await fetchAs("/api/activity"), await fetchAs(`/api/search/status/${id}`)]);
    }
    vi.useRealTimers();
    expect(answers).toEqual([
      [200, 200],
      [200, 401],
      [200, 401],
      [401, 401],
    ]);
  });

  it("a forged or foreign cookie is ignored", async () => {
    const [ana, ben] = [await seedUser(), await seedUser()];
    await fetchActivity(ana.client);
    await fetchActivity(ben.client);
    const cookie = decodeURIComponent(ana.client.cookies.get(POLL_COOKIE) ?? "");
    const [value, signature] = [cookie.slice(0, cookie.lastIndexOf(".")), cookie.slice(cookie.lastIndexOf(".") + 1)];
    await database.delete(sessions).where(eq(sessions.userId, ana.userId));
    expect(await ana.client.get("/api/activity")).toMatchObject({ status: 200 });
    for (const forged of [
      "",
      "x",
      `${value}.`,
      `${value.replace(/\d+$/u, "9999999999")}.${signature}`,
      ben.client.cookies.get(POLL_COOKIE) ?? "",
    ]) {
      ana.client.cookies.set(POLL_COOKIE, encodeURIComponent(forged));
      expect(await ana.client.get("/api/activity"), forged).toMatchObject({ status: 401 });
    }
  });

  it("a deleted account has none, and its object stores nothing", async () => {
    const { userId, client } = await seedUser();
    await startSearch(client, TOULOUSE);
    await fetchActivity(client);
    const kept = new Map(client.cookies);
    await client.delete("/api/settings/account");
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect(await client.get("/api/activity")).toMatchObject({ status: 401 });
    expect(await runInDurableObject(getActivityObject(userId), (_, { storage }) => [...storage.kv.list()])).toEqual([]);
  });

  it("returns exactly the fields of its schema", async () => {
    const { client } = await seedUser();
    expect(
      z
        .strictObject({ activity: z.strictObject({ search: z.null(), generation_id: z.null(), outbox: z.null() }) })
        .safeParse((await client.get("/api/activity")).body).success,
    ).toBe(true);
  });
});
