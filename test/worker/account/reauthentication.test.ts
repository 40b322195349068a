import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions, users } from "../../../worker/db/schema/account";
import { signInFailures } from "../../../worker/db/schema/shared";
import { sha256 } from "../../../worker/lib/hash";
import { Client } from "../support/client";
import { hashPasswordFast } from "../support/fast-password-hash";
import { linkGoogleAccount, oauthState, getPopupCode } from "../support/google-sign-in";
import { database, sharedDatabase, seedUser } from "../support/seed";
import { toPastTime } from "../support/times";

const PASSWORD = "secret1";
const COOKIE = "__Host-session";
const CAMILLE = "camille.martin@mail.example";

/** A user who signed in an hour ago. */
async function seedOldSession() {
  const seeded = await seedUser({ passwordHash: hashPasswordFast(PASSWORD) });
  await database
    .update(sessions)
    .set({ startedAt: toPastTime(3_600_000), authenticatedAt: toPastTime(3_600_000), label: "Firefox · Windows" })
    .where(eq(sessions.userId, seeded.userId));
  return seeded;
}
const reauthenticate = (client: Client, password: string) => client.post("/api/auth/reauthenticate", { password });
const isRecent = async (client: Client) => (await client.get("/api/auth/recent-sign-in")).status === 200;

async function reauthenticateWithGoogle(client: Client, email: string) {
  await client.post("/api/auth/google/state", { state: oauthState });
  return client.post("/api/auth/reauthenticate/google", { code: await getPopupCode(email), state: oauthState });
}

describe("reauthentication", () => {
  it("by the password opens deletion and export for ten minutes, in this session and in no other", async () => {
    const { userId, client } = await seedOldSession();
    const long = toPastTime(3_600_000);
    const other = {
      tokenHash: await sha256("other"),
      firstHash: "other",
      userId,
      createdAt: toPastTime(0),
      lastSeenAt: toPastTime(0),
      expiresAt: toPastTime(-60_000),
    };
    await database.insert(sessions).values({ ...other, authenticatedAt: long });
    const elsewhere = new Client();
    elsewhere.cookies.set(COOKIE, `${userId}.other`);
    expect(await client.delete("/api/settings/account")).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    expect(await client.get("/api/settings/export")).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    expect(await reauthenticate(client, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await client.get("/api/settings/export")).toMatchObject({ status: 200 });
    expect(await elsewhere.get("/api/settings/export")).toMatchObject({
      status: 403,
      body: { code: "reauthentication_required" },
    });
    expect(await client.delete("/api/settings/account")).toMatchObject({ status: 200 });
  });

  it("keeps the session; the old token counts until the new one is used, never as recent", async () => {
    const { userId, client } = await seedOldSession();
    const before = client.cookies.get(COOKIE) ?? "";
    await reauthenticate(client, PASSWORD);
    expect(client.cookies.get(COOKIE)).not.toBe(before);
    const copy = new Client();
    copy.cookies.set(COOKIE, before);
    expect(await copy.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(await isRecent(copy)).toBe(false);
    const rows = await database.select().from(sessions).where(eq(sessions.userId, userId));
    expect(
      new Set(
        rows.map(({ firstHash, label, startedAt, expiresAt }) => [firstHash, label, startedAt, expiresAt].join()),
      ),
    ).toHaveProperty("size", 1);
    expect(await isRecent(client)).toBe(true);
    await expect
      .poll(async () => (await database.select().from(sessions).where(eq(sessions.fresh, true))).length)
      .toBe(0);
    const [old] = (await database.select().from(sessions)).filter(
      ({ authenticatedAt }) => authenticatedAt < toPastTime(60_000),
    );
    expect(Date.parse(old?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it("by a wrong password ends no session, is a field error, and is limited", async () => {
    const { client } = await seedOldSession();
    for (let n = 0; n < 5; n += 1)
      expect(await reauthenticate(client, `wrong ${n}`)).toMatchObject({
        status: 400,
        body: { code: "password_wrong", fields: { password: "password_wrong" } },
      });
    expect(await reauthenticate(client, PASSWORD)).toMatchObject({ status: 429, body: { code: "sign_in_blocked" } });
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(await isRecent(client)).toBe(false);
  });

  it("by a right password clears the failed attempts", async () => {
    const { client } = await seedOldSession();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await reauthenticate(client, "wrong")).status).toBe(400);
      expect((await reauthenticate(client, PASSWORD)).status).toBe(200);
    }
    expect(await sharedDatabase.$count(signInFailures)).toBe(0);
  });

  it("by Google needs the linked Google account", async () => {
    const { userId, client } = await seedOldSession();
    expect(await reauthenticateWithGoogle(client, CAMILLE)).toMatchObject({
      status: 403,
      body: { code: "google_other_account" },
    });
    await linkGoogleAccount(userId, CAMILLE);
    expect(await reauthenticateWithGoogle(client, "jonas.weber@mail.example")).toMatchObject({
      status: 403,
      body: { code: "google_other_account" },
    });
    expect(await isRecent(client)).toBe(false);
    expect(await reauthenticateWithGoogle(client, CAMILLE)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await isRecent(client)).toBe(true);
    expect(await database.$count(users)).toBe(1);
  });

  it("by Google accepts the state of this browser, once", async () => {
    const { userId, client } = await seedOldSession();
    await linkGoogleAccount(userId, CAMILLE);
    const body = { code: await getPopupCode(CAMILLE), state: oauthState };
    expect(await client.post("/api/auth/reauthenticate/google", body)).toMatchObject({
      status: 400,
      body: { code: "oauth_state_missing" },
    });
    expect(await isRecent(client)).toBe(false);
  });

  it("is not needed right after signing up or signing in", async () => {
    const client = new Client();
    await client.post("/api/auth/register", { name: "Bea", email: "bea@mail.example", password: PASSWORD });
    expect(await isRecent(client)).toBe(true);
    await client.post("/api/auth/logout");
    await client.post("/api/auth/login", { email: "bea@mail.example", password: PASSWORD });
    expect(await isRecent(client)).toBe(true);
  });

  it("a session from before sign-in times were stored is not recent", async () => {
    const { client } = await seedUser();
    await database.update(sessions).set({ authenticatedAt: "" });
    expect(await isRecent(client)).toBe(false);
  });
});
