import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApi } from "../../worker/app";
import { security } from "../../worker/contract/account";
import { devices, sessions } from "../../worker/db/schema/account";
import { Client } from "./client";
import { linkPerson } from "./google-person";
import { quickHash } from "./quick-hash";
import { database, seedUser } from "./seed";

const EMAIL = "ana@mail.example";
const PASSWORD = "secret1";
const COOKIE = "__Host-session";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const HOUR = 3_600_000;

const signIn = (client: Client, password = PASSWORD, agent = FIREFOX) =>
  client.send("POST", "/api/auth/login", { email: EMAIL, password }, { "User-Agent": agent });

/** Ana, signed in on her computer and on her telephone. */
async function seedAna() {
  const { userId } = await seedUser({ email: EMAIL, passwordHash: quickHash(PASSWORD) });
  await database.delete(sessions);
  const [computer, phone] = [new Client(), new Client()];
  await signIn(computer);
  await signIn(phone, PASSWORD, IPHONE);
  return { userId, computer, phone };
}
const isIn = async (client: Client) => (await client.get("/api/auth/me")).status === 200;
const listOf = async (client: Client) => (await client.get("/api/settings/security")).as(security.answer);
const holding = (cookie: string | undefined) => {
  const client = new Client();
  client.cookies.set(COOKIE, cookie ?? "");
  return client;
};

describe("the list of sessions", () => {
  it("says where the user is signed in, roughly, since when and until when it was used, and which is this one", async () => {
    const { computer, phone } = await seedAna();
    await database
      .update(sessions)
      .set({ startedAt: ago(50 * HOUR), lastSeenAt: ago(3 * HOUR) })
      .where(eq(sessions.label, "Safari · iPhone"));
    const { has_password, has_google, sessions: list } = await listOf(computer);
    expect({ has_password, has_google }).toEqual({ has_password: true, has_google: false });
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
      ["Safari · iPhone", false],
    ]);
    expect(Math.round((Date.now() - Date.parse(list[1]?.started_at ?? "")) / HOUR)).toBe(50);
    // This one comes first, whenever it was last used.
    expect((await listOf(phone)).sessions.map(({ device, current }) => [device, current])).toEqual([
      ["Safari · iPhone", true],
      ["Firefox · Windows", false],
    ]);
  });

  it("shows sessions that are older than it too, with the time of their first token", async () => {
    const { userId, computer } = await seedAna();
    const [first, second] = [ago(3 * HOUR), ago(2 * HOUR)];
    const old = { firstHash: "old", userId, lastSeenAt: ago(HOUR), expiresAt: ago(-HOUR) };
    await database.insert(sessions).values([
      { ...old, tokenHash: "older", createdAt: first },
      { ...old, tokenHash: "old", createdAt: second },
    ]);
    const listed = await listOf(computer);
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
      .set({ createdAt: ago(25 * HOUR) })
      .where(eq(sessions.label, "Firefox · Windows"));
    await computer.get("/api/auth/me");
    const dead = { userId, firstHash: "dead", createdAt: ago(0), startedAt: ago(0), lastSeenAt: ago(0) };
    await database.insert(sessions).values({ ...dead, tokenHash: "expired", expiresAt: ago(1_000) });
    await database
      .insert(sessions)
      .values({ ...dead, tokenHash: "idle", firstHash: "idle", expiresAt: ago(-HOUR), lastSeenAt: ago(8 * 24 * HOUR) });
    expect(await database.$count(sessions, eq(sessions.userId, userId))).toBe(5);
    const { sessions: list } = await listOf(computer);
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
      ["Safari · iPhone", false],
    ]);
    // A call writes nothing for the list: when a session was last used is as old as an hour.
    const [row] = await database.select().from(sessions).where(eq(sessions.label, "Safari · iPhone"));
    expect(list[1]?.last_seen_at).toBe(row?.lastSeenAt);
  });

  it("names no secret: what a session is called opens nothing", async () => {
    const { computer } = await seedAna();
    const [row] = await database.select().from(sessions);
    const text = JSON.stringify(await listOf(computer));
    for (const secret of [row?.tokenHash ?? "", computer.cookies.get(COOKIE)?.split(".")[1] ?? ""])
      expect(text).not.toContain(secret);
  });
});

describe("ending sessions", () => {
  it("ends the one that was picked at once, with all its tokens, and its device is a stranger's from then on", async () => {
    const { userId, computer, phone } = await seedAna();
    const before = phone.cookies.get(COOKIE);
    await database
      .update(sessions)
      .set({ createdAt: ago(25 * HOUR) })
      .where(eq(sessions.label, "Safari · iPhone"));
    await phone.get("/api/auth/me");
    expect(phone.cookies.get(COOKIE)).not.toBe(before);
    const lost = (await listOf(computer)).sessions.find(({ current }) => !current)?.id ?? "";
    expect(await computer.delete(`/api/settings/sessions/${lost}`)).toMatchObject({ status: 200, body: { ok: true } });
    for (const client of [phone, holding(before)]) expect(await isIn(client)).toBe(false);
    expect(await isIn(computer)).toBe(true);
    expect(await database.select().from(devices).where(eq(devices.userId, userId))).toHaveLength(1);
    expect(await computer.delete(`/api/settings/sessions/${lost}`)).toMatchObject({ status: 404 });
  });

  it("of this very browser is a logout", async () => {
    const { computer, phone } = await seedAna();
    const own = (await listOf(computer)).sessions.find(({ current }) => current)?.id ?? "";
    expect(await computer.delete(`/api/settings/sessions/${own}`)).toMatchObject({ status: 200 });
    expect([...computer.cookies.keys()]).toEqual(["__Host-device"]);
    expect(await isIn(phone)).toBe(true);
  });

  it("everywhere leaves none, and only the browser that asked stays a known device", async () => {
    const { userId, computer, phone } = await seedAna();
    const { client: other } = await seedUser();
    const kept = computer.cookies.get(COOKIE);
    expect(await computer.delete("/api/settings/sessions")).toMatchObject({ status: 200, body: { ok: true } });
    expect(await database.$count(sessions, eq(sessions.userId, userId))).toBe(0);
    for (const client of [computer, phone, holding(kept)]) expect(await isIn(client)).toBe(false);
    expect(await isIn(other)).toBe(true);
    expect(await database.$count(devices, eq(devices.userId, userId))).toBe(1);
    for (let n = 0; n < 5; n += 1) await signIn(new Client(), "wrong");
    expect(await signIn(phone)).toMatchObject({ status: 429 });
    expect(await signIn(computer)).toMatchObject({ status: 200 });
  });
});

describe("changing the password", () => {
  const change = (client: Client, current_password: string | undefined, new_password = "another1") =>
    client.post("/api/settings/password", {
      ...(current_password !== undefined && { current_password }),
      new_password,
    });

  it("wants the one there is, ends every other session and keeps this one", async () => {
    const { userId, computer, phone } = await seedAna();
    expect(await change(computer, "wrong")).toMatchObject({
      status: 400,
      body: { code: "password_wrong", fields: { current_password: "password_wrong" } },
    });
    expect(await change(computer, undefined)).toMatchObject({
      status: 400,
      body: { fields: { current_password: "required" } },
    });
    expect([await isIn(computer), await isIn(phone)]).toEqual([true, true]);
    expect(await change(computer, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } });
    expect([await isIn(computer), await isIn(phone)]).toEqual([true, false]);
    expect((await listOf(computer)).sessions.map(({ device, current }) => [device, current])).toEqual([
      ["Firefox · Windows", true],
    ]);
    expect(await database.$count(devices, eq(devices.userId, userId))).toBe(1);
    expect(await signIn(new Client())).toMatchObject({ status: 401 });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });

  it("says so when the session was ended elsewhere meanwhile, and changes nothing", async () => {
    const { userId, computer } = await seedAna();
    let batches = 0;
    const DB = new Proxy(env.DB, {
      get: (db, name): unknown =>
        name === "batch"
          ? async (statements: D1PreparedStatement[]) => {
              batches += 1;
              if (batches === 2) await database.delete(sessions).where(eq(sessions.userId, userId));
              return db.batch(statements);
            }
          : db.prepare.bind(db),
    });
    const request = new Request("http://localhost/api/settings/password", {
      method: "POST",
      body: JSON.stringify({ current_password: PASSWORD, new_password: "another1" }),
      headers: {
        "content-type": "application/json",
        cookie: [...computer.cookies].map((pair) => pair.join("=")).join("; "),
      },
    });
    expect((await createApi().fetch(request, { ...env, DB }, createExecutionContext())).status).toBe(401);
    expect(await signIn(new Client())).toMatchObject({ status: 200 });
  });

  it("takes the session out of the hands of whoever has copied its cookie: the old token ends within a minute", async () => {
    const { computer } = await seedAna();
    const copied = computer.cookies.get(COOKIE);
    await change(computer, PASSWORD);
    expect(computer.cookies.get(COOKIE)).not.toBe(copied);
    const [row] = await database.select().from(sessions).where(eq(sessions.fresh, false));
    expect(Date.parse(row?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(60_000);
    await database
      .update(sessions)
      .set({ expiresAt: ago(1_000) })
      .where(eq(sessions.tokenHash, row?.tokenHash ?? ""));
    expect(await isIn(holding(copied))).toBe(false);
    expect(await isIn(computer)).toBe(true);
  });

  it("lets nobody guess on with a session that is not theirs, and the owner sign in elsewhere meanwhile", async () => {
    const { computer, phone } = await seedAna();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await change(computer, `wrong ${n}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const held = await change(computer, PASSWORD);
    expect(held).toMatchObject({ status: 429, body: { code: "sign_in_blocked" } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await change(phone, PASSWORD)).toMatchObject({ status: 200 });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });

  it("refuses what is too short, and takes a common one: that is for the user to weigh", async () => {
    const { computer } = await seedAna();
    expect(await change(computer, PASSWORD, "12345")).toMatchObject({
      status: 400,
      body: { code: "password_too_short", fields: { new_password: "password_too_short" } },
    });
    expect(await change(computer, PASSWORD, "123456")).toMatchObject({ status: 200 });
  });

  it("gives an account of Google's its first password, within ten minutes of signing in", async () => {
    const { userId, client } = await seedUser({ email: EMAIL, emailVerified: true });
    await linkPerson(userId, "camille.martin@mail.example");
    expect(await listOf(client)).toMatchObject({ has_password: false, has_google: true });
    await database
      .update(sessions)
      .set({ authenticatedAt: ago(11 * 60_000) })
      .where(eq(sessions.userId, userId));
    expect(await change(client, undefined)).toMatchObject({ status: 403, body: { code: "reauthentication_required" } });
    expect(await change(client, "guessed")).toMatchObject({ status: 403, body: { code: "reauthentication_required" } });
    await database
      .update(sessions)
      .set({ authenticatedAt: ago(1_000) })
      .where(eq(sessions.userId, userId));
    expect(await change(client, undefined)).toMatchObject({ status: 200 });
    expect(await listOf(client)).toMatchObject({ has_password: true, has_google: true });
    expect(await signIn(new Client(), "another1")).toMatchObject({ status: 200 });
  });
});
