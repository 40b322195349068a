import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { getSecurity } from "../../../worker/contract/account";
import { devices, sessions } from "../../../worker/db/schema/account";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { Client } from "../support/client";
import { hashPasswordFast } from "../support/fast-password-hash";
import { linkGoogleAccount } from "../support/google-sign-in";
import { database, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";
import { wrapUserDatabases } from "../support/user-shards";

const EMAIL = "ana@mail.example";
const PASSWORD = "secret1";
const COOKIE = "__Host-session";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.6 Mobile/15E148 Safari/604.1";
const HOUR_MS = 3_600_000;

const signIn = (client: Client, password = PASSWORD, agent = FIREFOX) =>
  client.send("POST", "/api/auth/login", { email: EMAIL, password }, { "User-Agent": agent });

/** Ana, signed in on her computer and on her telephone. */
async function seedAna() {
  const { userId } = await seedUser({ email: EMAIL, passwordHash: hashPasswordFast(PASSWORD) });
  await database.delete(sessions);
  const [computer, phone] = [new Client(), new Client()];
  await signIn(computer);
  await signIn(phone, PASSWORD, IPHONE);
  return { userId, computer, phone };
}
const isSignedIn = async (client: Client) => (await client.get("/api/auth/me")).status === 200;
const fetchSecurity = async (client: Client) => (await client.get("/api/settings/security")).as(getSecurity.answer);
const clientWithCookie = (cookie: string | undefined) => {
  const client = new Client();
  client.cookies.set(COOKIE, cookie ?? "");
  return client;
};

describe("the list of sessions", () => {
  it("shows device, start and last use of each session, and which is this one", async () => {
    const { computer, phone } = await seedAna();
    await database
      .update(sessions)
      .set({ startedAt: toPastTime(50 * HOUR_MS), lastSeenAt: toPastTime(3 * HOUR_MS) })
      .where(eq(sessions.label, "Safari · iPhone"));
    const { has_password, has_google, sessions: list } = await fetchSecurity(computer);
    expect({ has_password, has_google }).toEqual({ has_password: true, has_google: false });
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
      ["Safari · iPhone", false],
    ]);
    expect(Math.round((Date.now() - Date.parse(list[1]?.started_at ?? "")) / HOUR_MS)).toBe(50);
    // The current session comes first, whenever it was last used.
    expect((await fetchSecurity(phone)).sessions.map(({ device, current }) => [device, current])).toEqual([
      ["Safari · iPhone", true],
      ["Firefox · Windows", false],
    ]);
  });

  it("shows older sessions too, with the time of their first token", async () => {
    const { userId, computer } = await seedAna();
    const [first, second] = [toPastTime(3 * HOUR_MS), toPastTime(2 * HOUR_MS)];
    const old = { firstHash: "old", userId, lastSeenAt: toPastTime(HOUR_MS), expiresAt: toPastTime(-HOUR_MS) };
    await database.insert(sessions).values([
      { ...old, tokenHash: "older", createdAt: first },
      { ...old, tokenHash: "old", createdAt: second },
    ]);
    const listed = await fetchSecurity(computer);
    expect(listed.sessions).toHaveLength(3);
    expect(listed.sessions.find(({ id }) => id === "old")).toMatchObject({
      device: "",
      started_at: first,
      current: false,
    });
  });

  it("counts the tokens of a session as one, and leaves out what has ended and other people's", async () => {
    const { userId, computer } = await seedAna();
    await seedUser();
    await database
      .update(sessions)
      .set({ createdAt: toPastTime(25 * HOUR_MS) })
      .where(eq(sessions.label, "Firefox · Windows"));
    await computer.get("/api/auth/me");
    const dead = {
      userId,
      firstHash: "dead",
      createdAt: toPastTime(0),
      startedAt: toPastTime(0),
      lastSeenAt: toPastTime(0),
    };
    await database.insert(sessions).values({ ...dead, tokenHash: "expired", expiresAt: toPastTime(1_000) });
    await database.insert(sessions).values({
      ...dead,
      tokenHash: "idle",
      firstHash: "idle",
      expiresAt: toPastTime(-HOUR_MS),
      lastSeenAt: toPastTime(8 * 24 * HOUR_MS),
    });
    expect(await database.$count(sessions, eq(sessions.userId, userId))).toBe(5);
    const { sessions: list } = await fetchSecurity(computer);
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
      ["Safari · iPhone", false],
    ]);
    // Calls do not write for the list, so the last use may be an hour old.
    const [row] = await database.select().from(sessions).where(eq(sessions.label, "Safari · iPhone"));
    expect(list[1]?.last_seen_at).toBe(row?.lastSeenAt);
  });

  it("holds no secret: a session's id is no credential", async () => {
    const { computer } = await seedAna();
    const [row] = await database.select().from(sessions);
    const text = JSON.stringify(await fetchSecurity(computer));
    for (const secret of [row?.tokenHash ?? "", computer.cookies.get(COOKIE)?.split(".")[1] ?? ""])
      expect(text).not.toContain(secret);
  });
});

describe("ending sessions", () => {
  it("ends the selected one at once, with all its tokens, and its device is unknown from then on", async () => {
    const { userId, computer, phone } = await seedAna();
    const before = phone.cookies.get(COOKIE);
    await database
      .update(sessions)
      .set({ createdAt: toPastTime(25 * HOUR_MS) })
      .where(eq(sessions.label, "Safari · iPhone"));
    await phone.get("/api/auth/me");
    expect(phone.cookies.get(COOKIE)).not.toBe(before);
    const lost = (await fetchSecurity(computer)).sessions.find(({ current }) => !current)?.id ?? "";
    expect(await computer.delete(`/api/settings/sessions/${lost}`)).toMatchObject({ status: 200, body: { ok: true } });
    for (const client of [phone, clientWithCookie(before)]) expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(computer)).toBe(true);
    expect(await database.select().from(devices).where(eq(devices.userId, userId))).toHaveLength(1);
    expect(await computer.delete(`/api/settings/sessions/${lost}`)).toMatchObject({ status: 404 });
  });

  it("of this browser is a logout", async () => {
    const { computer, phone } = await seedAna();
    const own = (await fetchSecurity(computer)).sessions.find(({ current }) => current)?.id ?? "";
    expect(await computer.delete(`/api/settings/sessions/${own}`)).toMatchObject({ status: 200 });
    expect([...computer.cookies.keys()]).toEqual(["__Host-device"]);
    expect(await isSignedIn(phone)).toBe(true);
  });

  it("everywhere leaves none, and only the calling browser stays a known device", async () => {
    const { userId, computer, phone } = await seedAna();
    const { client: other } = await seedUser();
    const kept = computer.cookies.get(COOKIE);
    expect(await computer.delete("/api/settings/sessions")).toMatchObject({ status: 200, body: { ok: true } });
    expect(await database.$count(sessions, eq(sessions.userId, userId))).toBe(0);
    for (const client of [computer, phone, clientWithCookie(kept)]) expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
    expect(await database.$count(devices, eq(devices.userId, userId))).toBe(1);
    for (let n = 0; n < 5; n += 1) await signIn(new Client(), "wrong");
    expect(await signIn(phone)).toMatchObject({ status: 429 });
    expect(await signIn(computer)).toMatchObject({ status: 200 });
  });
});

describe("changing the password", () => {
  const changePassword = (client: Client, current_password: string | undefined, new_password = "another1") =>
    client.post("/api/settings/password", {
      ...(current_password !== undefined && { current_password }),
      new_password,
    });

  it("needs the current one, ends every other session and keeps this one", async () => {
    const { userId, computer, phone } = await seedAna();
    expect(await changePassword(computer, "wrong")).toMatchObject({
      status: 400,
      body: { code: "password_wrong", fields: { current_password: "password_wrong" } },
    });
    expect(await changePassword(computer, undefined)).toMatchObject({
      status: 400,
      body: { fields: { current_password: "required" } },
    });
    expect([await isSignedIn(computer), await isSignedIn(phone)]).toEqual([true, true]);
    expect(await changePassword(computer, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } });
    expect([await isSignedIn(computer), await isSignedIn(phone)]).toEqual([true, false]);
    expect((await fetchSecurity(computer)).sessions.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
    ]);
    expect(await database.$count(devices, eq(devices.userId, userId))).toBe(1);
    expect(await signIn(new Client())).toMatchObject({ status: 401 });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });

  it("fails without a change when the session was ended elsewhere meanwhile", async () => {
    const { userId, computer } = await seedAna();
    let batches = 0;
    const ending = wrapUserDatabases((d1) =>
      overrideMembers(d1, {
        batch: async (statements: D1PreparedStatement[]) => {
          batches += 1;
          if (batches === 2) await database.delete(sessions).where(eq(sessions.userId, userId));
          return d1.batch(statements);
        },
      }),
    );
    const request = new Request("http://localhost/api/settings/password", {
      method: "POST",
      body: JSON.stringify({ current_password: PASSWORD, new_password: "another1" }),
      headers: {
        "content-type": "application/json",
        cookie: computer.cookieHeader,
      },
    });
    expect((await createApi().fetch(request, { ...env, ...ending }, createExecutionContext())).status).toBe(401);
    expect(await signIn(new Client())).toMatchObject({ status: 200 });
  });

  it("invalidates copied cookies: the old token ends within a minute", async () => {
    const { computer } = await seedAna();
    const copied = computer.cookies.get(COOKIE);
    await changePassword(computer, PASSWORD);
    expect(computer.cookies.get(COOKIE)).not.toBe(copied);
    const [row] = await database.select().from(sessions).where(eq(sessions.fresh, false));
    expect(Date.parse(row?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(60_000);
    await database
      .update(sessions)
      .set({ expiresAt: toPastTime(1_000) })
      .where(eq(sessions.tokenHash, row?.tokenHash ?? ""));
    expect(await isSignedIn(clientWithCookie(copied))).toBe(false);
    expect(await isSignedIn(computer)).toBe(true);
  });

  it("limits guesses with a stolen session, while the owner can sign in elsewhere", async () => {
    const { computer, phone } = await seedAna();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await changePassword(computer, `wrong ${n}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const held = await changePassword(computer, PASSWORD);
    expect(held).toMatchObject({ status: 429, body: { code: "sign_in_blocked" } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await changePassword(phone, PASSWORD)).toMatchObject({ status: 200 });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });

  it("rejects one that is too short, and accepts a common one: the user decides", async () => {
    const { computer } = await seedAna();
    expect(await changePassword(computer, PASSWORD, "12345")).toMatchObject({
      status: 400,
      body: { code: "password_too_short", fields: { new_password: "password_too_short" } },
    });
    expect(await changePassword(computer, PASSWORD, "123456")).toMatchObject({ status: 200 });
  });

  it("gives a Google account its first password, within ten minutes of signing in", async () => {
    const { userId, client } = await seedUser({ email: EMAIL, emailVerified: true });
    await linkGoogleAccount(userId, "camille.martin@mail.example");
    expect(await fetchSecurity(client)).toMatchObject({ has_password: false, has_google: true });
    await database
      .update(sessions)
      .set({ authenticatedAt: toPastTime(11 * 60_000) })
      .where(eq(sessions.userId, userId));
    expect(await changePassword(client, undefined)).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    expect(await changePassword(client, "guessed")).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    await database
      .update(sessions)
      .set({ authenticatedAt: toPastTime(1_000) })
      .where(eq(sessions.userId, userId));
    expect(await changePassword(client, undefined)).toMatchObject({ status: 200 });
    expect(await fetchSecurity(client)).toMatchObject({ has_password: true, has_google: true });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });
});
