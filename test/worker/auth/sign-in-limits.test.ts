import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteExpiredCounts } from "../../../worker/account/scheduled";
import { toNetwork } from "../../../worker/auth/client-network";
import { composeDeps } from "../../../worker/compose";
import { users } from "../../../worker/db/schema/account";
import { signInFailures } from "../../../worker/db/schema/shared";
import { Client } from "../support/client";
import { hashPasswordFast } from "../support/fast-password-hash";
import { database, sharedDatabase, seedUser } from "../support/seed";

const EMAIL = "ana@mail.example";
const PASSWORD = "secret1";
const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") }));
afterEach(() => vi.useRealTimers());

const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);
let networkNumber = 0;
/** A new IP address. */
const nextNetworkIp = () => {
  networkNumber += 1;
  return `203.0.${networkNumber >> 8}.${networkNumber & 255}`;
};
const trySignIn = (email: string, password: string, address = nextNetworkIp()) =>
  new Client().send("POST", "/api/auth/login", { email, password }, { "CF-Connecting-IP": address });
/** Fails until it has to wait. @returns the seconds of the wait */
async function failUntilBlocked(email: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const { status, headers, body } = await trySignIn(email, "wrong");
    if (status === 429) {
      expect(body).toEqual({
        error: "Too many attempts to sign in have failed.",
        code: "sign_in_blocked",
      });
      return Number(headers.get("retry-after"));
    }
    expect(status).toBe(401);
  }
  throw new Error("it never had to wait");
}

const seedAna = () => seedUser({ email: EMAIL, passwordHash: hashPasswordFast(PASSWORD) });
/** Users with unknown passwords. @returns their e-mails */
async function seedOthers(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `other-${n}@mail.example`);
  for (const email of emails)
    await database.insert(users).values({
      id: email,
      name: "Other",
      email,
      language: "en",
      createdAt: new Date().toISOString(),
      passwordHash: hashPasswordFast("their own"),
    });
  return emails;
}

describe("failing to sign in", () => {
  it("causes growing delays, the longest after ten failures, without effect on open sessions", async () => {
    const { client } = await seedAna();
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      const wait = await failUntilBlocked(EMAIL);
      waits.push(wait);
      expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
      moveClock(wait * 1_000);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 900]);
  });

  it("is answered alike for an unknown e-mail, a Google account and one being deleted", async () => {
    await seedUser({ email: "google@mail.example", googleSub: "1", emailVerified: true });
    await seedUser({
      email: "gone@mail.example",
      passwordHash: hashPasswordFast(PASSWORD),
      deletedAt: new Date().toISOString(),
    });
    for (const email of ["nobody@mail.example", "google@mail.example", "gone@mail.example"])
      expect(await failUntilBlocked(email)).toBe(5);
  });

  it("rejects the right password too during the delay, however the e-mail is written", async () => {
    await seedAna();
    const wait = await failUntilBlocked(EMAIL);
    expect(await trySignIn(" ANA@Mail.example", PASSWORD)).toMatchObject({ status: 429 });
    moveClock(wait * 1_000 - 1);
    expect((await trySignIn(EMAIL, PASSWORD)).headers.get("retry-after")).toBe("1");
    moveClock(1);
    expect(await trySignIn(EMAIL, PASSWORD)).toMatchObject({ status: 200 });
  });

  it("is cleared by a success, and by fifteen minutes without a failure", async () => {
    await seedAna();
    for (const forget of [() => trySignIn(EMAIL, PASSWORD), async () => moveClock(15 * MINUTE_MS)]) {
      for (let n = 0; n < 4; n++) expect(await trySignIn(EMAIL, "wrong")).toMatchObject({ status: 401 });
      await forget();
      for (let n = 0; n < 5; n++) expect(await trySignIn(EMAIL, "wrong")).toMatchObject({ status: 401 });
      expect(await trySignIn(EMAIL, PASSWORD)).toMatchObject({ status: 429 });
      moveClock(15 * MINUTE_MS);
    }
  });

  it("hashes no password during the delay", async () => {
    const { userId } = await seedAna();
    await failUntilBlocked(EMAIL);
    // Verifying this one would throw.
    await database.update(users).set({ passwordHash: "no hash at all" }).where(eq(users.id, userId));
    for (let n = 0; n < 20; n++) expect(await trySignIn(EMAIL, "wrong")).toMatchObject({ status: 429 });
  });

  it("a hundred concurrent tries are counted before any password is hashed", async () => {
    await seedAna();
    const answers = await Promise.all(Array.from({ length: 100 }, () => trySignIn(EMAIL, "wrong")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  });

  it("continuous tries get ten passwords hashed in fifteen minutes", async () => {
    await seedAna();
    let looks = 0;
    for (let n = 0; n < 150; n++) {
      if ((await trySignIn(EMAIL, `wrong ${n}`)).status === 401) looks += 1;
      moveClock(5_999);
    }
    expect(looks).toBe(10);
  });

  it("from one address, for any accounts, is blocked after thirty; other addresses are not", async () => {
    await seedAna();
    const answers: number[] = [];
    for (const email of await seedOthers(40)) {
      const { status, headers } = await trySignIn(email, "wrong", "198.51.100.7");
      answers.push(status);
      if (status === 429 && Number(headers.get("retry-after")) < 900)
        moveClock(Number(headers.get("retry-after")) * 1_000);
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(30);
    expect(await trySignIn(EMAIL, PASSWORD, "198.51.100.7")).toMatchObject({ status: 429 });
    expect(await trySignIn(EMAIL, PASSWORD, "198.51.100.8")).toMatchObject({ status: 200 });
  });

  it("tries on a blocked account do not count against the address", async () => {
    await seedAna();
    await failUntilBlocked(EMAIL);
    for (let n = 0; n < 40; n++) expect(await trySignIn(EMAIL, "wrong", "198.51.100.7")).toMatchObject({ status: 429 });
    expect(await trySignIn("nobody@mail.example", "wrong", "198.51.100.7")).toMatchObject({ status: 401 });
  });

  it("successes neither count against the address nor clear the failures there", async () => {
    await seedAna();
    for (let n = 0; n < 40; n++)
      expect(await trySignIn(EMAIL, PASSWORD, "198.51.100.7")).toMatchObject({ status: 200 });
    for (const email of await seedOthers(24)) {
      expect(await trySignIn(email, "wrong", "198.51.100.7")).toMatchObject({ status: 401 });
      expect(await trySignIn(EMAIL, PASSWORD, "198.51.100.7")).toMatchObject({ status: 200 });
    }
    expect(await trySignIn("nobody@mail.example", "wrong", "198.51.100.7")).toMatchObject({ status: 401 });
    expect(await trySignIn(EMAIL, PASSWORD, "198.51.100.7")).toMatchObject({ status: 429 });
  });

  it("without Cloudflare in front counts against the account only, as the network is unknown", async () => {
    await seedAna();
    const elsewhere = (email: string, password: string) => new Client().post("/api/auth/login", { email, password });
    for (const email of await seedOthers(40)) expect(await elsewhere(email, "wrong")).toMatchObject({ status: 401 });
    expect(await elsewhere(EMAIL, PASSWORD)).toMatchObject({ status: 200 });
    for (let n = 0; n < 5; n++) expect(await elsewhere(EMAIL, "wrong")).toMatchObject({ status: 401 });
    expect(await elsewhere(EMAIL, PASSWORD)).toMatchObject({ status: 429 });
  });

  it("stores nothing that identifies anybody, and nothing at all after a while", async () => {
    await trySignIn(EMAIL, "wrong", "198.51.100.7");
    const rows = await sharedDatabase.select().from(signInFailures);
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/u);
    await deleteExpiredCounts(composeDeps(env));
    expect(await sharedDatabase.$count(signInFailures)).toBe(2);
    moveClock(15 * MINUTE_MS + 1);
    await deleteExpiredCounts(composeDeps(env));
    expect(await sharedDatabase.$count(signInFailures)).toBe(0);
  });
});

describe("the network of a try", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:0:0:ffff::", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["", ""],
  ])("of %s is %s", (address, network) => expect(toNetwork(address)).toBe(network));
});
