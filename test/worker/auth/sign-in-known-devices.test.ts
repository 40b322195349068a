import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { describeBrowser } from "../../../worker/auth/device-label";
import { devices, users } from "../../../worker/db/schema/account";
import { Client } from "../support/client";
import { hashPasswordFast } from "../support/fast-password-hash";
import { signInByGooglePopup } from "../support/google-sign-in";
import { database, seedUser } from "../support/seed";

const EMAIL = "ana@mail.example";
const PASSWORD = "secret1";
const DEVICE_COOKIE = "__Host-device";
const DAY_MS = 86_400_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") }));
afterEach(() => vi.useRealTimers());

const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);
let networkNumber = 0;
/** A new IP address. */
const nextNetworkIp = () => {
  networkNumber += 1;
  return `203.0.${networkNumber >> 8}.${networkNumber & 255}`;
};
const trySignIn = (client: Client, password: string, email = EMAIL) =>
  client.send("POST", "/api/auth/login", { email, password }, { "CF-Connecting-IP": nextNetworkIp() });

/** A user with a password, signed out in a browser where they have signed in before. */
async function seedOwner(email = EMAIL) {
  const { userId } = await seedUser({ email, passwordHash: hashPasswordFast(PASSWORD) });
  const home = new Client();
  expect(await trySignIn(home, PASSWORD, email)).toMatchObject({ status: 200 });
  await home.post("/api/auth/logout");
  return { userId, home };
}
const listDevices = (userId: string) => database.select().from(devices).where(eq(devices.userId, userId));
async function exhaustAttempts(email = EMAIL): Promise<void> {
  for (let n = 0; n < 100; n += 1) if ((await trySignIn(new Client(), "wrong", email)).status === 429) return;
  throw new Error("unknown devices never had to wait");
}

describe("a device its owner has signed in on", () => {
  it("is recognised by an HttpOnly cookie that is no credential and survives signing out", async () => {
    await seedUser({ email: EMAIL, passwordHash: hashPasswordFast(PASSWORD) });
    const home = new Client();
    const answer = await trySignIn(home, PASSWORD);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${DEVICE_COOKIE}=`)) ?? "";
    expect(cookie).toMatch(/^__Host-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u);
    await home.post("/api/auth/logout");
    expect([...home.cookies.keys()]).toEqual([DEVICE_COOKIE]);
    expect(await home.get("/api/auth/me")).toMatchObject({ status: 401 });
  });

  it("lets them in while unknown devices have to wait, before and after", async () => {
    const { home } = await seedOwner();
    for (let round = 0; round < 3; round += 1) {
      await exhaustAttempts();
      expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 200 });
      expect(await trySignIn(new Client(), PASSWORD)).toMatchObject({ status: 429 });
      moveClock(90_000);
    }
  });

  it("is let in from a blocked network, too", async () => {
    const { home } = await seedOwner();
    const tryHere = (client: Client, email: string, password: string) =>
      client.send("POST", "/api/auth/login", { email, password }, { "CF-Connecting-IP": "198.51.100.7" });
    for (let n = 0; n < 25; n += 1) {
      const email = `other-${n}@mail.example`;
      await database.insert(users).values({
        id: email,
        name: "Other",
        email,
        language: "en",
        createdAt: "",
        passwordHash: hashPasswordFast("theirs"),
      });
      expect(await tryHere(new Client(), email, "wrong")).toMatchObject({ status: 401 });
    }
    expect(await tryHere(new Client(), EMAIL, PASSWORD)).toMatchObject({ status: 429 });
    expect(await tryHere(home, EMAIL, PASSWORD)).toMatchObject({ status: 200 });
  });

  it("has delays of its own for guesses made there, which affect no other device", async () => {
    const { home } = await seedOwner();
    const waits: number[] = [];
    while (waits.at(-1) !== 900) {
      const { status, headers } = await trySignIn(home, "wrong");
      if (status === 401) continue;
      waits.push(Number(headers.get("retry-after")));
      expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 429 });
      if (waits.at(-1) !== 900) moveClock((waits.at(-1) ?? 0) * 1_000);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 900]);
    expect(await trySignIn(new Client(), PASSWORD)).toMatchObject({ status: 200 });
    moveClock(900_000);
    expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 200 });
  });

  it("is unknown for another account, and an invented cookie is not accepted", async () => {
    const { home } = await seedOwner();
    const { home: ownDevice } = await seedOwner("other@mail.example");
    const inventor = new Client();
    inventor.cookies.set(DEVICE_COOKIE, "A".repeat(43));
    await exhaustAttempts();
    for (const unknownDevice of [ownDevice, inventor])
      expect(await trySignIn(unknownDevice, PASSWORD)).toMatchObject({ status: 429 });
    expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 200 });
  });

  it("may be that of several people, each of whom it knows", async () => {
    const { home } = await seedOwner();
    await seedUser({ email: "other@mail.example", passwordHash: hashPasswordFast(PASSWORD) });
    expect(await trySignIn(home, PASSWORD, "other@mail.example")).toMatchObject({ status: 200 });
    for (const email of [EMAIL, "other@mail.example"]) {
      await exhaustAttempts(email);
      expect(await trySignIn(home, PASSWORD, email)).toMatchObject({ status: 200 });
    }
  });

  it("becomes known by signing up and by Google as well", async () => {
    const signedUp = new Client();
    await signedUp.post("/api/auth/register", { name: "Bea", email: "bea@mail.example", password: PASSWORD });
    await exhaustAttempts("bea@mail.example");
    expect(await trySignIn(signedUp, PASSWORD, "bea@mail.example")).toMatchObject({ status: 200 });

    const byGoogle = new Client();
    await signInByGooglePopup(byGoogle, "camille.martin@mail.example");
    await database
      .update(users)
      .set({ passwordHash: hashPasswordFast(PASSWORD) })
      .where(eq(users.email, "camille.martin@mail.example"));
    await exhaustAttempts("camille.martin@mail.example");
    expect(await trySignIn(byGoogle, PASSWORD, "camille.martin@mail.example")).toMatchObject({ status: 200 });
  });

  it("is forgotten a year after the last sign-in there, and the oldest beyond twenty are", async () => {
    const { userId, home } = await seedOwner();
    moveClock(365 * DAY_MS - 1_000);
    await exhaustAttempts();
    expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 200 });
    moveClock(365 * DAY_MS);
    await exhaustAttempts();
    expect(await trySignIn(home, PASSWORD)).toMatchObject({ status: 429 });
    moveClock(900_000);
    for (let n = 0; n < 22; n += 1) {
      expect(await trySignIn(new Client(), PASSWORD)).toMatchObject({ status: 200 });
      moveClock(1_000);
    }
    const kept = await listDevices(userId);
    expect(kept).toHaveLength(20);
    expect(kept.every(({ lastSignInAt }) => Date.parse(lastSignInAt) > Date.now() - 60_000)).toBe(true);
  });

  it("is unknown once Google has shown that the account was somebody else's", async () => {
    const squatter = new Client();
    await squatter.post("/api/auth/register", {
      name: "Squatter",
      email: "camille.martin@mail.example",
      password: PASSWORD,
    });
    const [{ userId } = { userId: "" }] = await database.select().from(devices);
    const owner = new Client();
    await signInByGooglePopup(owner, "camille.martin@mail.example");
    expect(await listDevices(userId)).toHaveLength(1);
    await exhaustAttempts("camille.martin@mail.example");
    expect(await trySignIn(squatter, PASSWORD, "camille.martin@mail.example")).toMatchObject({ status: 429 });
  });
});

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Windows"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 " +
      "Safari/537.36 Edg/142.0.0.0",
    "Edge · Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 " +
      "Safari/605.1.15",
    "Safari · macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
      "CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome · iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 " +
      "Chrome/136.0.0.0 Mobile Safari/537.36",
    "Samsung Internet · Android",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Chrome · Linux",
  ],
  ["curl/8.14.1", ""],
  ["", ""],
])("%s is called %s", (userAgent, label) => expect(describeBrowser(userAgent)).toBe(label));

it("gives a long hostile text no label", () =>
  expect(describeBrowser("<script>alert(1)</script>".repeat(1_000))).toBe(""));
