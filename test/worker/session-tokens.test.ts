import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { gmailAuthorizationUrl } from "../../worker/contract/mail";
import { sessions } from "../../worker/db/schema/account";
import { sha256 } from "../../worker/sha256";
import { Client } from "./client";
import { database, seedUser } from "./seed";

const DAY = 86_400_000;
const COOKIE = "__Host-session";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A user whose session began some days ago and was used a moment ago. */
async function seedOld(days = 2) {
  const { client, userId } = await seedUser();
  await database
    .update(sessions)
    .set({ createdAt: ago(days * DAY), lastSeenAt: ago(1_000), expiresAt: ago((days - 30) * DAY) })
    .where(eq(sessions.userId, userId));
  return { client, userId, token: client.cookies.get(COOKIE) ?? "" };
}
const rowsOf = (userId: string) =>
  database.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt));
const holding = (cookie: string) => {
  const client = new Client();
  client.cookies.set(COOKIE, cookie);
  return client;
};
const look = (cookie: string) => holding(cookie).get("/api/auth/me");
/** What a minute does. */
async function aMinutePasses(userId: string) {
  for (const row of await rowsOf(userId)) {
    const earlier = (time: string) => new Date(Date.parse(time) - 61_000).toISOString();
    await database
      .update(sessions)
      .set({
        createdAt: earlier(row.createdAt),
        expiresAt: earlier(row.expiresAt),
        lastSeenAt: earlier(row.lastSeenAt),
      })
      .where(eq(sessions.tokenHash, row.tokenHash));
  }
}
/** What was left for after the answer has been done. */
async function settled(userId: string, holds: (rows: Awaited<ReturnType<typeof rowsOf>>) => boolean) {
  for (let tries = 0; tries < 100; tries++) {
    const rows = await rowsOf(userId);
    if (holds(rows)) return rows;
    await scheduler.wait(20);
  }
  throw new Error("the sessions did not get there");
}

describe("a token older than a day", () => {
  it("is exchanged at the next call, whichever that is, and the session ends when it would have", async () => {
    for (const path of ["/api/auth/me", "/api/settings"]) {
      const { client, userId, token } = await seedOld(10);
      const answer = await client.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-session=.*; Max-Age=17279\d\d; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
      );
      const fresh = client.cookies.get(COOKIE) ?? "";
      expect(fresh).not.toBe(token);
      const [old, next] = await rowsOf(userId);
      expect(next).toMatchObject({
        expiresAt: old?.expiresAt,
        firstHash: old?.tokenHash,
        fresh: true,
        tokenHash: await sha256(fresh.split(".")[1] ?? ""),
      });
      expect((await client.get(path)).headers.getSetCookie()).toEqual([]);
    }
  });

  it("is left alone by a call whose answer a page brings along: it has no headers to bring it with", async () => {
    const { client, token } = await seedOld();
    const ahead = await client.send("GET", "/api/auth/me", undefined, { "Sec-Purpose": "prefetch" });
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([200, []]);
    await client.get("/api/settings");
    expect(client.cookies.get(COOKIE)).not.toBe(token);
  });

  it("is left alone before, and when the session is about to end anyway", async () => {
    const young = await seedOld(0.9);
    expect((await young.client.get("/api/auth/me")).headers.getSetCookie()).toEqual([]);
    const { client, userId } = await seedOld();
    await database
      .update(sessions)
      .set({ expiresAt: ago(-30_000) })
      .where(eq(sessions.userId, userId));
    expect((await client.get("/api/auth/me")).headers.getSetCookie()).toEqual([]);
  });

  it("still counts for a minute once the browser has shown the new one, and no longer", async () => {
    const { client, userId, token } = await seedOld();
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    await settled(userId, (rows) => rows.every(({ fresh }) => !fresh));
    const late = await look(token);
    expect(late).toMatchObject({ status: 200 });
    expect(late.headers.getSetCookie()).toEqual([]);
    await aMinutePasses(userId);
    expect(await look(token)).toMatchObject({ status: 401 });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("takes the user's dead sessions with it", async () => {
    const { client, userId } = await seedOld();
    await database.insert(sessions).values({
      tokenHash: "dead",
      firstHash: "dead",
      userId,
      createdAt: ago(9 * DAY),
      lastSeenAt: ago(8 * DAY),
      expiresAt: ago(1_000),
    });
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    expect(await settled(userId, (rows) => rows.every(({ tokenHash }) => tokenHash !== "dead"))).toHaveLength(2);
  });

  it("is exchanged once by calls at the same moment, and all of them are answered", async () => {
    const { userId, token } = await seedOld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
    expect(await rowsOf(userId)).toHaveLength(2);
  });

  it("is not the end of a session whose answer got lost: it is exchanged again after a minute", async () => {
    const { userId, token } = await seedOld();
    await look(token);
    await aMinutePasses(userId);
    const again = holding(token);
    expect(await again.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(again.cookies.get(COOKIE)).not.toBe(token);
    await again.get("/api/auth/me");
    await settled(userId, (rows) => rows.filter(({ expiresAt }) => expiresAt > ago(-2 * 60_000)).length === 1);
    await aMinutePasses(userId);
    expect(await look(token)).toMatchObject({ status: 401 });
    expect(await again.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("signing out ends all tokens of the session at once, whichever asks", async () => {
    for (const which of ["old", "new"]) {
      const { client, userId, token } = await seedOld();
      const other = await seedUser();
      await client.get("/api/auth/me");
      const fresh = client.cookies.get(COOKIE) ?? "";
      await holding(which === "old" ? token : fresh).post("/api/auth/logout");
      expect(await rowsOf(userId)).toEqual([]);
      for (const cookie of [token, fresh]) expect(await look(cookie)).toMatchObject({ status: 401 });
      expect(await other.client.get("/api/auth/me")).toMatchObject({ status: 200 });
    }
  });

  it("a mailbox may be linked across the exchange", async () => {
    const { client, userId } = await seedOld(0.5);
    const { auth_url } = (await client.post("/api/settings/gmail/authorization-url")).as(gmailAuthorizationUrl.answer);
    await database
      .update(sessions)
      .set({ createdAt: ago(2 * DAY) })
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
    ["7 days after its last call", 8, 7 * DAY + 1_000],
  ])("ends %s", async (_, days, silent) => {
    const { client, userId } = await seedOld(1.5);
    await client.get("/api/auth/me");
    await client.get("/api/auth/me");
    await settled(userId, (rows) => rows.every(({ fresh }) => !fresh));
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    const [, current] = await rowsOf(userId);
    await database
      .update(sessions)
      .set({
        lastSeenAt: ago(silent),
        expiresAt: new Date(Date.parse(current?.expiresAt ?? "") - (days - 1.5) * DAY - 1_000).toISOString(),
      })
      .where(eq(sessions.tokenHash, current?.tokenHash ?? ""));
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
  });
});
