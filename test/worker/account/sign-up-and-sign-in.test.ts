import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../../worker/account/sign-in/password-hash";
import { login, getCurrentUser } from "../../../worker/contract/account";
import { sessions, users } from "../../../worker/db/schema/account";
import { Client } from "../support/client";
import { useRealPasswords } from "../support/password-cost";
import { database, seedUser } from "../support/seed";

const ana = { name: "Ana Martin", email: "ana@mail.example", password: "secret1", language: "en" };

async function registerAna(values: Partial<typeof ana> = {}): Promise<Client> {
  const client = new Client();
  expect(await client.post("/api/auth/register", { ...ana, ...values })).toMatchObject({ status: 200 });
  return client;
}

describe("a password", () => {
  it("is stored as salted scrypt with its parameters, and compared in any Unicode form", async () => {
    useRealPasswords();
    const [one, two] = [await hashPassword("pässword"), await hashPassword("pässword")];
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/u);
    expect(one).not.toBe(two);
    expect(await verifyPassword("pa\u0308ssword", one)).toBe(true);
    expect(await verifyPassword("passwort", one)).toBe(false);
    expect(await verifyPassword("pässword", null)).toBe(false);
    await expect(verifyPassword("x", "plain")).rejects.toThrow("malformed");
  });
});

describe("registering", () => {
  it("creates an account, signs in and returns the user", async () => {
    const client = await registerAna({ email: "  Ana@Mail.Example " });
    const { user } = (await client.get("/api/auth/me")).as(getCurrentUser.answer);
    expect(user).toMatchObject({
      name: "Ana Martin",
      email: "ana@mail.example",
      language: "en",
      wizard_completed: false,
      gmail_connected: false,
      gmail_email: null,
      cv_path: null,
      template_message: "",
    });
    expect(client.cookies.get("__Host-session")).toMatch(new RegExp(`^${user.id}\\.[\\w-]{43}$`, "u"));
    const [row] = await database.select().from(sessions);
    expect(client.cookies.get("__Host-session")).not.toContain(row?.tokenHash);
  });

  it("is in French without a language", async () => {
    const { name, email, password } = ana;
    expect(await new Client().post("/api/auth/register", { name, email, password })).toMatchObject({
      body: { user: { language: "fr" } },
    });
  });

  it("sets an HttpOnly cookie for this host only", async () => {
    const answer = await new Client().post("/api/auth/register", ana);
    const [cookie = ""] = answer.headers.getSetCookie();
    for (const part of ["__Host-session=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
  });

  it("an address has one account, also for two concurrent calls", async () => {
    const answers = await Promise.all(
      [new Client(), new Client(), new Client()].map((client) => client.post("/api/auth/register", ana)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await new Client().post("/api/auth/register", { ...ana, email: "ANA@mail.example" })).toMatchObject({
      status: 409,
      body: { code: "email_taken" },
    });
    expect(await database.$count(users)).toBe(1);
  });

  it.each([
    [{ name: " " }, "invalid", { name: "required" }],
    [{ name: "x".repeat(101) }, "invalid", { name: "too_long" }],
    [{ name: "a\nb" }, "invalid", { name: "invalid" }],
    [{ email: "ana" }, "email_invalid", { email: "email_invalid" }],
    [{ email: `${"a".repeat(250)}@mail.example` }, "invalid", { email: "too_long" }],
    [{ password: "12345" }, "password_too_short", { password: "password_too_short" }],
    [{ password: "x".repeat(129) }, "password_too_long", { password: "password_too_long" }],
    [{ password: 123456 }, "invalid", { password: "wrong_type" }],
    [{ language: "es" }, "invalid", { language: "invalid" }],
    [{ email: undefined }, "invalid", { email: "required" }],
    [{ admin: true }, "invalid", { admin: "unknown_field" }],
  ])("%j is refused", async (wrong, code, fields) => {
    expect(await new Client().post("/api/auth/register", { ...ana, ...wrong })).toMatchObject({
      status: 400,
      body: { code, fields },
    });
  });
});

describe("signing in", () => {
  it("opens a new session each time and closes the browser's old one", async () => {
    const first = await registerAna();
    const second = new Client();
    (await second.post("/api/auth/login", { email: "ANA@mail.example ", password: ana.password })).as(login.answer);
    expect(second.cookies.get("__Host-session")).not.toBe(first.cookies.get("__Host-session"));
    expect(await database.$count(sessions)).toBe(2);
    await second.post("/api/auth/login", { email: ana.email, password: ana.password });
    expect(await database.$count(sessions)).toBe(2);
    expect(await first.get("/api/auth/me")).toMatchObject({ status: 200 });
  });

  it("answers alike and equally fast for an unknown address, a wrong and a missing password", async () => {
    useRealPasswords();
    await registerAna();
    await seedUser({ email: "google@mail.example", googleSub: "1", emailVerified: true });
    await seedUser({
      email: "gone@mail.example",
      passwordHash: await hashPassword("secret1"),
      deletedAt: new Date().toISOString(),
    });
    const tries = [
      ["ana@mail.example", "secret2"],
      ["nobody@mail.example", "secret1"],
      ["google@mail.example", "secret1"],
      ["gone@mail.example", "secret1"],
    ] as const;
    const times: number[] = [];
    for (const [email, password] of tries) {
      const began = performance.now();
      const answer = await new Client().post("/api/auth/login", { email, password });
      times.push(performance.now() - began);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 401,
        body: { error: "Invalid email or password", code: "invalid_credentials" },
      });
    }
    expect(Math.min(...times)).toBeGreaterThan(Math.max(...times) / 10);
  });

  it.each([
    [{ password: "" }, { password: "required" }],
    [{ email: "" }, { email: "email_invalid" }],
    [{ email: ["a@b.fr"] }, { email: "wrong_type" }],
    [{ remember: true }, { remember: "unknown_field" }],
  ])("%j is refused", async (wrong, fields) => {
    expect(
      await new Client().post("/api/auth/login", { email: ana.email, password: ana.password, ...wrong }),
    ).toMatchObject({ status: 400, body: { fields } });
  });
});

describe("a session", () => {
  it("ends at once when its user signs out, and signing out twice is fine", async () => {
    const client = await registerAna();
    const kept = client.cookies.get("__Host-session") ?? "";
    expect(await client.post("/api/auth/logout")).toMatchObject({ status: 200, body: { ok: true } });
    expect(client.cookies.has("__Host-session")).toBe(false);
    client.cookies.set("__Host-session", kept);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 401 });
    expect(await client.get("/api/settings")).toMatchObject({ status: 401 });
    expect(await client.post("/api/auth/logout")).toMatchObject({ status: 200 });
    expect(await new Client().post("/api/auth/logout")).toMatchObject({ status: 200, body: { ok: true } });
  });

  it.each([
    ["30 days after it began", { expiresAt: new Date(Date.now() - 1_000).toISOString() }, 401],
    ["7 days without a call", { lastSeenAt: new Date(Date.now() - 7 * 86_400_000 - 1_000).toISOString() }, 401],
    ["not after 6", { lastSeenAt: new Date(Date.now() - 6 * 86_400_000).toISOString() }, 200],
  ])("ends %s", async (_, change, status) => {
    const { client, userId } = await seedUser();
    await database.update(sessions).set(change).where(eq(sessions.userId, userId));
    expect(await client.get("/api/auth/me")).toMatchObject({ status });
    expect(await client.get("/api/settings")).toMatchObject({ status });
    expect(await client.patch("/api/settings/language", { language: "en" })).toMatchObject({ status });
  });
});
