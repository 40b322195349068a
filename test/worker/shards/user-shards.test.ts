import {
  createExecutionContext,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settleSignUps } from "../../../worker/account/scheduled";
import { clearDepsCache, composeDeps } from "../../../worker/compose";
import { createUserDatabase } from "../../../worker/db/client";
import { users } from "../../../worker/db/schema/account";
import { userDirectory, userShards } from "../../../worker/db/schema/shared";
import worker from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";
import { FIRST_OBJECT_SHARD } from "../../../worker/platform/shard-names";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { envWithCrash } from "../support/fault-injection";
import { getPopupCode, oauthState, signInByGooglePopup } from "../support/google-sign-in";
import { getAccountObject, getMailboxObject } from "../support/objects";
import { seedUser, sharedDatabase } from "../support/seed";
import { toPastTime } from "../support/times";
import { bindShards, listUserDatabases, unbindShards } from "../support/user-shards";

const EMAIL = "ana@mail.example";
const CREDENTIALS = { email: EMAIL, password: "secret1" };
const NEW_USER = { ...CREDENTIALS, name: "Ana", language: "fr" };

const listEntries = () => sharedDatabase.select().from(userDirectory);
async function deleteAll(): Promise<void> {
  await sharedDatabase.delete(userDirectory);
  for (const d1 of listUserDatabases(env).values()) await createUserDatabase(d1).delete(users);
}
/** Users with an e-mail, in all shards, by shard. */
async function listUsers(email = EMAIL) {
  const found = [...listUserDatabases(env)].map(async ([shard, d1]) =>
    (await createUserDatabase(d1).select().from(users).where(eq(users.email, email))).map((user) => ({
      shard,
      ...user,
    })),
  );
  return (await Promise.all(found)).flat();
}
const countEntries = async () =>
  Object.fromEntries((await sharedDatabase.select().from(userShards)).map(({ shard, entries }) => [shard, entries]));
const register = (email: string, client = new Client()) => client.post("/api/auth/register", { ...NEW_USER, email });

/** Makes a call whose process dies once a step is done. @returns whether it was reached */
async function callAndDie(path: string, body: object, cookie: string, step: number): Promise<boolean> {
  const { env: dying, isDead } = envWithCrash(env, { step, when: "after" });
  const context = createExecutionContext();
  const headers = { "content-type": "application/json", cookie };
  const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await (await worker.fetch(request as Parameters<typeof worker.fetch>[0], dying, context)).text();
  await waitOnExecutionContext(context);
  return isDead();
}
const MOST_STEPS = 12;
/** The alarm of an object, called in it: one that the platform rings comes through its own environment. */
const runAlarm = (object: object) => (Reflect.get(object, "alarm") as () => Promise<void>).call(object);

/** What the directory and the shards must agree on, whatever has happened to one person's sign-ups. */
async function expectOneAccount(googleSub?: string): Promise<void> {
  const found = await listUsers();
  expect(found).toHaveLength(1);
  const entries = (await listEntries()).filter(({ email }) => email === EMAIL);
  expect(entries).toMatchObject([{ userId: found[0]?.id, shard: found[0]?.shard }]);
  if (googleSub === undefined) return;
  expect(found[0]?.googleSub).toBe(entries[0]?.googleSub);
}

beforeEach(() => expectConsoleError(/the process was killed/u));

describe.each([
  ["one shard", async () => undefined, async () => undefined],
  ["three shards", bindShards, unbindShards],
])("with %s", (_, bind, unbind) => {
  beforeEach(bind);
  afterEach(unbind);

  it("a sign-up that dies at any call can be done again, and opens one account", async () => {
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      await deleteAll();
      const reached = await callAndDie("/api/auth/register", NEW_USER, "", step);
      const again = await register(EMAIL);
      // Its account may have been opened just before it died.
      if (again.status === 409)
        expect(await new Client().post("/api/auth/login", CREDENTIALS)).toMatchObject({ status: 200 });
      else expect(again).toMatchObject({ status: 200 });
      await expectOneAccount();
      if (!reached) break;
    }
  });

  it("linking a Google account that dies at any call can be done again, and links that account", async () => {
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      await deleteAll();
      await register(EMAIL);
      const client = new Client();
      await client.post("/api/auth/google/state", { state: oauthState });
      const body = { code: await getPopupCode(EMAIL), state: oauthState, language: "fr" };
      const reached = await callAndDie("/api/auth/google", body, client.cookieHeader, step);
      expect(await signInByGooglePopup(new Client(), EMAIL)).toMatchObject({ status: 200 });
      await expectOneAccount("of Google");
      if (!reached) break;
    }
  });

  it("of many sign-ups at once with one e-mail one opens the account", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(EMAIL)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    await expectOneAccount();
  });

  it("the cron frees the e-mail of a sign-up that came to nothing, and keeps that of an account", async () => {
    for (let step = 1; (await listEntries()).length === 0; step += 1)
      await callAndDie("/api/auth/register", NEW_USER, "", step);
    expect(await listUsers()).toEqual([]);
    const ben = new Client();
    await register("ben@mail.example", ben);
    const states = async () => (await listEntries()).map(({ email, state }) => `${email} ${state}`).toSorted();
    await settleSignUps(composeDeps(env));
    expect(await states()).toEqual(["ana@mail.example opening", "ben@mail.example opening"]);
    await sharedDatabase.update(userDirectory).set({ changedAt: toPastTime(601_000) });
    await settleSignUps(composeDeps(env));
    expect(await states()).toEqual(["ben@mail.example open"]);
    const counts = Object.values(await countEntries());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await ben.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("a closed account frees its e-mail at once, and leaves the directory last", async () => {
    const client = new Client();
    await register(EMAIL, client);
    const [entry] = await listEntries();
    await client.delete("/api/settings/account");
    expect(await listEntries()).toMatchObject([{ userId: entry?.userId, shard: entry?.shard, email: null }]);
    expect(await register(EMAIL)).toMatchObject({ status: 200 });
    const db = createUserDatabase(listUserDatabases(env).get(entry?.shard ?? 0) ?? env.DB);
    await db
      .update(users)
      .set({ deletedAt: toPastTime(60_000) })
      .where(eq(users.id, entry?.userId ?? ""));
    await runDurableObjectAlarm(getAccountObject(entry?.userId ?? ""));
    expect(await db.$count(users, eq(users.id, entry?.userId ?? ""))).toBe(0);
    await expectOneAccount();
    expect(await listEntries()).toHaveLength(1);
  });
});

it("an account from before the directory signs in, is linked to Google and deleted as any other", async () => {
  const { userId } = await seedUser({ email: EMAIL });
  expect(await listEntries()).toEqual([]);
  await bindShards();
  try {
    expect(await register(EMAIL)).toMatchObject({ status: 409 });
    const client = new Client();
    expect(await signInByGooglePopup(client, EMAIL)).toMatchObject({ status: 200, body: { user: { id: userId } } });
    await expectOneAccount("of Google");
    expect(await client.delete("/api/settings/account")).toMatchObject({ status: 200 });
  } finally {
    await unbindShards();
  }
});

describe("on three shards", () => {
  beforeEach(bindShards);
  afterEach(unbindShards);

  /** A user on a shard, with the browser that signed up. */
  async function registerOn(shard: number, email = EMAIL) {
    await sharedDatabase.delete(userShards);
    await sharedDatabase.insert(userShards).values(
      [0, 1, FIRST_OBJECT_SHARD].map((each) => ({
        shard: each,
        state: each === shard ? ("open" as const) : ("full" as const),
      })),
    );
    const client = new Client();
    await register(email, client);
    const [user] = await listUsers(email);
    expect(user?.shard).toBe(shard);
    return { userId: user?.id ?? "", client };
  }
  const SESSION = "__Host-session";

  it("new users go to the one with the fewest, and to none that is full", async () => {
    for (let n = 0; n < 6; n += 1) await register(`user-${n}@mail.example`);
    expect(await countEntries()).toEqual({ 0: 2, 1: 2, [FIRST_OBJECT_SHARD]: 2 });
    await sharedDatabase.update(userShards).set({ state: "full" }).where(eq(userShards.shard, 0));
    for (let n = 6; n < 10; n += 1) await register(`user-${n}@mail.example`);
    expect(await countEntries()).toEqual({ 0: 2, 1: 4, [FIRST_OBJECT_SHARD]: 4 });
  });

  it("an e-mail has one account, whichever shard it is on, and signs in from any browser", async () => {
    const { userId } = await registerOn(FIRST_OBJECT_SHARD);
    await sharedDatabase.update(userShards).set({ state: "open" });
    expect(await register(EMAIL)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    for (const client of [new Client(), new Client()]) {
      expect(await client.post("/api/auth/login", CREDENTIALS)).toMatchObject({ body: { user: { id: userId } } });
      expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
      expect(client.cookies.get(SESSION)).toMatch(/^1000\./u);
    }
    expect(await signInByGooglePopup(new Client(), EMAIL)).toMatchObject({ body: { user: { id: userId } } });
    await expectOneAccount("of Google");
  });

  it.each([
    ["none, as in a cookie of before", ""],
    ["another one", "1."],
    ["one that is not bound", "77."],
  ])("a cookie with the shard %s is corrected", async (_, hint) => {
    const { client } = await registerOn(FIRST_OBJECT_SHARD);
    const right = client.cookies.get(SESSION) ?? "";
    client.cookies.set(SESSION, right.replace("1000.", hint));
    expect(await client.get("/api/dashboard/first-answers")).toMatchObject({ status: 200 });
    expect(client.cookies.get(SESSION)).toBe(right);
    client.cookies.set(SESSION, right.replace("1000.", hint));
    expect(await client.patch("/api/settings/name", { name: "Anna" })).toMatchObject({ status: 200 });
    expect(await listUsers()).toMatchObject([{ name: "Anna" }]);
  });

  it("a cookie whose shard is wrong ends its session all the same", async () => {
    const { client } = await registerOn(FIRST_OBJECT_SHARD);
    const cookie = (client.cookies.get(SESSION) ?? "").replace("1000.", "1.");
    client.cookies.set(SESSION, cookie);
    expect(await client.post("/api/auth/logout")).toMatchObject({ status: 200 });
    client.cookies.set(SESSION, cookie);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
  });

  it("another user who signs in in the same browser ends the session that was there", async () => {
    const { client } = await registerOn(1);
    const before = client.cookies.get(SESSION) ?? "";
    await registerOn(FIRST_OBJECT_SHARD, "ben@mail.example");
    await client.post("/api/auth/login", { ...CREDENTIALS, email: "ben@mail.example" });
    expect(client.cookies.get(SESSION)).toMatch(/^1000\./u);
    client.cookies.set(SESSION, before);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
  });

  it("a mail that leaves asks the directory once", async () => {
    const { userId } = await seedUser();
    const asked: string[] = [];
    await runInDurableObject(getMailboxObject(userId), async (mailbox) => {
      const bindings = Reflect.get(mailbox, "env") as Env;
      const shared = bindings.SHARED_DB;
      bindings.SHARED_DB = overrideMembers(shared, {
        prepare(sql: string) {
          if (sql.includes("user_directory")) asked.push(sql);
          return shared.prepare(sql);
        },
      });
      clearDepsCache();
      try {
        await runAlarm(mailbox);
      } finally {
        bindings.SHARED_DB = shared;
        clearDepsCache();
      }
    });
    expect(asked).toHaveLength(1);
  });

  it("who is being moved is asked to come back in a minute, with the right password only", async () => {
    const { userId, client } = await registerOn(1);
    await sharedDatabase.update(userDirectory).set({ state: "moving" }).where(eq(userDirectory.userId, userId));
    client.cookies.set(SESSION, (client.cookies.get(SESSION) ?? "").replace("1.", "1000."));
    const moving = { status: 503, body: { code: "account_moving" } };
    for (const answer of [
      await client.get("/api/dashboard/companies"),
      await client.post("/api/auth/login", CREDENTIALS),
      await signInByGooglePopup(new Client(), EMAIL),
    ]) {
      expect(answer).toMatchObject(moving);
      expect(answer.headers.get("retry-after")).toBe("60");
    }
    expect(await new Client().post("/api/auth/login", { ...CREDENTIALS, password: "wrong" })).toMatchObject({
      status: 401,
    });
  });

  it("a shard that this version does not know is an outage, and no logout", async () => {
    expectConsoleError(/"event":"shard_not_bound"/u);
    const { client } = await registerOn(FIRST_OBJECT_SHARD);
    await sharedDatabase.update(userDirectory).set({ shard: 5 });
    client.cookies.set(SESSION, (client.cookies.get(SESSION) ?? "").replace("1000.", "5."));
    const answer = await client.get("/api/auth/me");
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(answer.headers.get("retry-after")).toBe("30");
  });
});
