import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createGmailAuthorizationUrl } from "../../../worker/contract/mail";
import { sessions } from "../../../worker/db/schema/account";
import { sha256 } from "../../../worker/lib/hash";
import { Client } from "../support/client";
import { database, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";

const DAY_MS = 86_400_000;
const SESSION_COOKIE = "__Host-session";

/** A user whose session began some days ago and was used a moment ago. */
async function seedOldSession(days = 2) {
  const { client, userId } = await seedUser();
  await database
    .update(sessions)
    .set({
      createdAt: toPastTime(days * DAY_MS),
      lastSeenAt: toPastTime(1_000),
      expiresAt: toPastTime((days - 30) * DAY_MS),
    })
    .where(eq(sessions.userId, userId));
  return { client, userId, token: client.cookies.get(SESSION_COOKIE) ?? "" };
}
const listSessionRows = (userId: string) =>
  database.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt));
const clientWithCookie = (cookie: string) => {
  const client = new Client();
  client.cookies.set(SESSION_COOKIE, cookie);
  return client;
};
const fetchMe = (cookie: string) => clientWithCookie(cookie).get("/api/auth/me");
/** Lets a minute pass. */
async function backdateByMinute(userId: string) {
  for (const row of await listSessionRows(userId)) {
    const toEarlier = (time: string) => new Date(Date.parse(time) - 61_000).toISOString();
    await database
      .update(sessions)
      .set({
        createdAt: toEarlier(row.createdAt),
        expiresAt: toEarlier(row.expiresAt),
        lastSeenAt: toEarlier(row.lastSeenAt),
      })
      .where(eq(sessions.tokenHash, row.tokenHash));
  }
}
/** Waits for the deferred work. */
async function waitForRows(userId: string, holds: (rows: Awaited<ReturnType<typeof listSessionRows>>) => boolean) {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await listSessionRows(userId);
    if (holds(rows)) return rows;
    await scheduler.wait(20);
  }
  throw new Error("the sessions did not reach the expected state");
}

describe("a token older than a day", () => {
  it("is replaced at the next call, whichever it is, and the session's end stays", async () => {
    for (const path of ["/api/auth/me", "/api/settings"]) {
      const { client, userId, token } = await seedOldSession(10);
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-session=.*; Max-Age=17279\d\d; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
      );
      const fresh = client.cookies.get(SESSION_COOKIE) ?? "";
      expect(fresh).not.toBe(token);
      const [old, next] = await listSessionRows(userId);
      expect(next).toMatchObject({
        expiresAt: old?.expiresAt,
        firstHash: old?.tokenHash,
        fresh: true,
        tokenHash: await sha256(fresh.split(".").at(-1) ?? ""),
      });
      expect((await client.get(path)).headers.getSetCookie()).toEqual([]);
    }
  });

  it("is unchanged by a preloaded call, which has no response headers of its own", async () => {
    const { client, token } = await seedOldSession();
    const ahead = await client.send("GET", "/api/auth/me", undefined, { "Sec-Purpose": "prefetch" });
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([200, []]);
    await client.get("/api/settings");
    expect(client.cookies.get(SESSION_COOKIE)).not.toBe(token);
  });

  it("is unchanged before that, and when the session is about to end", async () => {
    const young = await seedOldSession(0.9);
    expect((await young.client.get("/api/auth/me")).headers.getSetCookie()).toEqual([]);
    const { client, userId } = await seedOldSession();
    await database
      .update(sessions)
      .set({ expiresAt: toPastTime(-30_000) })
      .where(eq(sessions.userId, userId));
    expect((await client.get("/api/auth/me")).headers.getSetCookie()).toEqual([]);
  });

  it("counts for one more minute once the browser has used the new one", async () => {
    const { client, userId, token } = await seedOldSession();
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    await waitForRows(userId, (rows) => rows.every(({ fresh }) => !fresh));
    const late = await fetchMe(token);
    expect(late).toMatchObject({ status: 200 });
    expect(late.headers.getSetCookie()).toEqual([]);
    await backdateByMinute(userId);
    expect(await fetchMe(token)).toMatchObject({ status: 401 });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("removes the user's expired sessions", async () => {
    const { client, userId } = await seedOldSession();
    await database.insert(sessions).values({
      tokenHash: "dead",
      firstHash: "dead",
      userId,
      createdAt: toPastTime(9 * DAY_MS),
      lastSeenAt: toPastTime(8 * DAY_MS),
      expiresAt: toPastTime(1_000),
    });
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    expect(await waitForRows(userId, (rows) => rows.every(({ tokenHash }) => tokenHash !== "dead"))).toHaveLength(2);
  });

  it("is replaced once by concurrent calls, and all of them succeed", async () => {
    const { userId, token } = await seedOldSession();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchMe(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
    expect(await listSessionRows(userId)).toHaveLength(2);
  });

  it("survives a lost answer: it is replaced again after a minute", async () => {
    const { userId, token } = await seedOldSession();
    await fetchMe(token);
    await backdateByMinute(userId);
    const again = clientWithCookie(token);
    expect(await again.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(again.cookies.get(SESSION_COOKIE)).not.toBe(token);
    await again.get("/api/auth/me");
    await waitForRows(
      userId,
      (rows) => rows.filter(({ expiresAt }) => expiresAt > toPastTime(-2 * 60_000)).length === 1,
    );
    await backdateByMinute(userId);
    expect(await fetchMe(token)).toMatchObject({ status: 401 });
    expect(await again.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("signing out ends all tokens of the session at once, with any of them", async () => {
    for (const which of ["old", "new"]) {
      const { client, userId, token } = await seedOldSession();
      const other = await seedUser();
      await client.get("/api/auth/me");
      const fresh = client.cookies.get(SESSION_COOKIE) ?? "";
      await clientWithCookie(which === "old" ? token : fresh).post("/api/auth/logout");
      expect(await listSessionRows(userId)).toEqual([]);
      for (const cookie of [token, fresh]) expect(await fetchMe(cookie)).toMatchObject({ status: 401 });
      expect(await other.client.get("/api/auth/me")).toMatchObject({ status: 200 });
    }
  });

  it("a mailbox may be linked while the token is replaced", async () => {
    const { client, userId } = await seedOldSession(0.5);
    const { auth_url } = (await client.post("/api/settings/gmail/authorization-url")).as(
      createGmailAuthorizationUrl.answer,
    );
    await database
      .update(sessions)
      .set({ createdAt: toPastTime(2 * DAY_MS) })
      .where(eq(sessions.userId, userId));
    await client.get("/api/auth/me");
    const state = new URL(auth_url).searchParams.get("state") ?? "";
    const back = await client.send(
      "GET",
      `/api/settings/gmail/callback?state=${state}&error=access_denied`,
      undefined,
      { Origin: null, "Sec-Fetch-Site": "cross-site" },
    );
    expect(back.body).toContain("oauth_denied");
  });
});

describe("a session of several tokens", () => {
  it.each([
    ["30 days after its first token", 30, 1_000],
    ["7 days after its last call", 8, 7 * DAY_MS + 1_000],
  ])("ends %s", async (_, days, silent) => {
    const { client, userId } = await seedOldSession(1.5);
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    await waitForRows(userId, (rows) => rows.every(({ fresh }) => !fresh));
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    const [, current] = await listSessionRows(userId);
    await database
      .update(sessions)
      .set({
        lastSeenAt: toPastTime(silent),
        expiresAt: new Date(Date.parse(current?.expiresAt ?? "") - (days - 1.5) * DAY_MS - 1_000).toISOString(),
      })
      .where(eq(sessions.tokenHash, current?.tokenHash ?? ""));
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
  });
});
