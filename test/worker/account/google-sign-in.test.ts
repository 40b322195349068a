import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { linkGoogle } from "../../../worker/account/store-accounts";
import { createGoogleAuth } from "../../../worker/adapters/google/google-auth";
import { createApi } from "../../../worker/app";
import { signInWithGoogle } from "../../../worker/contract/account";
import { users } from "../../../worker/db/schema/account";
import { mailboxes } from "../../../worker/db/schema/mail";
import { Client } from "../support/client";
import { expectConsoleError, listConsoleErrors } from "../support/console-errors";
import { signInByGooglePopup, oauthState, getPopupCode } from "../support/google-sign-in";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedMailbox, seedUser } from "../support/seed";

const CAMILLE = "camille.martin@mail.example";
const orderGoogleFault = (call: string, kind: string) => orderFault("google", kind, { call, times: 1 });

afterEach(() => clearFaults());

describe("signing in with Google", () => {
  it("makes an account with Google's name and finds it again, however the issuer is written", async () => {
    for (const email of [CAMILLE, "alex.taylor@mail.example"]) {
      const { user } = (await signInByGooglePopup(new Client(), email)).as(signInWithGoogle.answer);
      expect(user).toMatchObject({ email, language: "en", wizard_completed: false });
      const again = new Client();
      expect((await signInByGooglePopup(again, email)).as(signInWithGoogle.answer).user.id).toBe(user.id);
      expect(await again.get("/api/auth/me")).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    }
    expect(await database.$count(users)).toBe(2);
  });

  it("two tabs at once make one account", async () => {
    const answers = await Promise.all([
      signInByGooglePopup(new Client(), CAMILLE),
      signInByGooglePopup(new Client(), CAMILLE),
    ]);
    expect(new Set(answers.map((answer) => answer.as(signInWithGoogle.answer).user.id)).size).toBe(1);
  });

  it("an unverified e-mail is taken over: password and sessions are deleted, data stay", async () => {
    const squatter = new Client();
    await squatter.post("/api/auth/register", { name: "Squatter", email: CAMILLE, password: "secret1" });
    const owner = new Client();
    await signInByGooglePopup(owner, CAMILLE);
    expect(await squatter.get("/api/auth/me")).toMatchObject({ status: 401 });
    expect(await squatter.post("/api/auth/login", { email: CAMILLE, password: "secret1" })).toMatchObject({
      status: 401,
    });
    expect(await owner.get("/api/auth/me")).toMatchObject({ status: 200, body: { user: { name: "Squatter" } } });
    expect(await database.$count(users)).toBe(1);
  });

  it.each([
    [CAMILLE, true],
    ["squatter@gmail.example", false],
  ])("a mailbox of %s linked before that stays: %s", async (email, stays) => {
    const { userId } = await seedUser({ email: CAMILLE });
    await seedMailbox(userId, { email });
    const { user } = (await signInByGooglePopup(new Client(), CAMILLE)).as(signInWithGoogle.answer);
    expect(user).toMatchObject({ id: userId, gmail_email: stays ? email : null });
    expect(await database.$count(mailboxes)).toBe(stays ? 1 : 0);
  });

  it("another person's mailbox goes with their sessions, even one linked at the last moment", async () => {
    const { userId } = await seedUser({ email: CAMILLE });
    const { userId: proved } = await seedUser({ email: "alex.taylor@mail.example", emailVerified: true });
    for (const each of [userId, proved]) {
      await seedMailbox(each, { email: "squatter@gmail.example" });
      await linkGoogle(database, each, { sub: `sub of ${each}`, email: CAMILLE });
    }
    expect(await database.select({ userId: mailboxes.userId }).from(mailboxes)).toEqual([{ userId: proved }]);
  });

  it("a verified e-mail is linked and keeps its password and sessions", async () => {
    const { client, userId } = await seedUser({ email: CAMILLE, emailVerified: true, passwordHash: "kept" });
    expect((await signInByGooglePopup(new Client(), CAMILLE)).as(signInWithGoogle.answer).user.id).toBe(userId);
    expect(await client.get("/api/auth/me")).toMatchObject({ status: 200 });
    expect(await database.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))).toEqual([
      { hash: "kept" },
    ]);
  });

  it("an e-mail linked to another Google account, or of an account being deleted, is rejected as taken", async () => {
    await seedUser({ email: CAMILLE, emailVerified: true, googleSub: "somebody else" });
    expect(await signInByGooglePopup(new Client(), CAMILLE)).toMatchObject({
      status: 409,
      body: { code: "email_taken" },
    });
    await seedUser({ email: "jonas.weber@mail.example", deletedAt: new Date().toISOString() });
    expect(await signInByGooglePopup(new Client(), "jonas.weber@mail.example")).toMatchObject({
      status: 409,
      body: { code: "email_taken" },
    });
  });

  it("an e-mail Google has not verified is refused", async () => {
    expect(await signInByGooglePopup(new Client(), "unverified@mail.example")).toMatchObject({
      status: 403,
      body: { code: "oauth_unverified" },
    });
    expect(await database.$count(users)).toBe(0);
  });

  it("the state is that of this browser, and works once", async () => {
    const client = new Client();
    const code = await getPopupCode(CAMILLE);
    const signInWithState = (state: string) => client.post("/api/auth/google", { code, state, language: "fr" });
    expect(await signInWithState(oauthState)).toMatchObject({ status: 400, body: { code: "oauth_state_missing" } });
    const answer = await client.post("/api/auth/google/state", { state: oauthState });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    for (const part of ["__Host-oauth_state=", "Max-Age=600", "HttpOnly", "Secure"])
      expect(answer.headers.getSetCookie()[0]).toContain(part);
    expect(await signInWithState("6b".repeat(32))).toMatchObject({
      status: 400,
      body: { code: "oauth_state_missing" },
    });
    expect(client.cookies.has("__Host-oauth_state")).toBe(false);
    expect(await signInWithState(oauthState)).toMatchObject({ status: 400, body: { code: "oauth_state_missing" } });
    for (const state of ["", "x", "5A".repeat(32), 5])
      expect(await client.post("/api/auth/google/state", { state })).toMatchObject({ status: 400 });
  });

  it("an unknown or used code is the user's error, not a server error", async () => {
    const code = await getPopupCode(CAMILLE);
    expect(await signInByGooglePopup(new Client(), CAMILLE, code)).toMatchObject({ status: 200 });
    for (const wrong of [code, "invented"]) {
      expect(await signInByGooglePopup(new Client(), CAMILLE, wrong)).toMatchObject({
        status: 401,
        body: { code: "oauth_denied" },
      });
    }
  });

  it.each([
    ["token", "500"],
    ["token", "401"],
    ["token", "drop"],
    ["token", "garbage"],
    ["token", "cut"],
  ])("a %s call that ends in %s is Google's fault", async (call, kind) => {
    await orderGoogleFault(call, kind);
    expect(await signInByGooglePopup(new Client(), CAMILLE)).toMatchObject({
      status: 502,
      body: { code: "google_unavailable" },
    });
  });

  it.each(["401:invalid_client", "401:deleted_client", "400:redirect_uri_mismatch"])(
    "a client that Google rejects (%s) is reported and logged as the operator's mistake",
    async (kind) => {
      expectConsoleError(/"event":"service_failing"/u);
      await orderGoogleFault("token", kind);
      const answer = await signInByGooglePopup(new Client(), CAMILLE);
      expect(answer).toMatchObject({ status: 503, body: { code: "google_misconfigured" } });
      expect(listConsoleErrors()).toEqual([expect.stringContaining(`"reason":"${kind.split(":")[1]}"`)]);
    },
  );

  it("Google's Retry-After is passed on", async () => {
    await orderGoogleFault("token", "429");
    const answer = await signInByGooglePopup(new Client(), CAMILLE);
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("without its settings it is off, and names the missing ones", async () => {
    const off = createApi();
    for (const path of ["/api/auth/google/state", "/api/auth/google"]) {
      const body = JSON.stringify({ state: oauthState, ...(path.endsWith("google") && { code: "x" }) });
      const request = new Request(`http://localhost${path}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      const answer = await off.fetch(
        request,
        { ...env, GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" },
        createExecutionContext(),
      );
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({
        code: "not_configured",
        fields: { GOOGLE_CLIENT_ID: "missing", GOOGLE_CLIENT_SECRET: "missing" },
      });
    }
  });
});

describe("the Google adapter", () => {
  let answers: (() => Response | Promise<Response>)[] = [];
  const identity = createGoogleAuth({
    fetch: async (input, init) => answers.shift()?.() ?? env.SANDBOX.fetch(input, init),
    clientId: "sandbox",
    clientSecret: "sandbox",
    browserUrl: (url) => `/sandbox/${url.replace("https://", "")}`,
  });
  const exchangeCode = async () =>
    identity.exchangeCode({ code: await getPopupCode(CAMILLE), redirectUri: "postmessage" });

  it("asks for the permission to send and for nothing else of the mailbox", () => {
    const url = new URL(
      identity.authorizationUrl({
        redirectUri: "http://localhost/cb",
        state: "s",
        nonce: "n",
        codeChallenge: "c",
        language: "fr",
        loginHint: CAMILLE,
      }),
      "http://localhost",
    );
    expect(url.pathname).toBe("/sandbox/accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "sandbox",
      redirect_uri: "http://localhost/cb",
      response_type: "code",
      state: "s",
      hl: "fr",
      login_hint: CAMILLE,
      scope: "openid email https://www.googleapis.com/auth/gmail.send",
      access_type: "offline",
      prompt: "consent",
      code_challenge: "c",
      code_challenge_method: "S256",
      nonce: "n",
    });
  });

  it("requests and revokes tokens with exactly the documented form parameters", async () => {
    const requests: { url: string; method: string | undefined; type: string | null; form: object }[] = [];
    const listening = createGoogleAuth({
      fetch: async (input, init) => {
        const { url, headers, body } = {
          url: input as string,
          headers: new Headers(init?.headers),
          body: init?.body as string,
        };
        requests.push({
          url,
          method: init?.method,
          type: headers.get("content-type"),
          form: Object.fromEntries(new URLSearchParams(body)),
        });
        return Response.json({ access_token: "a", expires_in: 3_599, token_type: "Bearer", scope: "openid" });
      },
      clientId: "me",
      clientSecret: "hush",
      browserUrl: (url) => url,
    });
    await expect(
      listening.exchangeCode({ code: "4/0", redirectUri: "http://localhost/cb", codeVerifier: "v", nonce: "n" }),
    ).rejects.toMatchObject({ failure: "bad_answer" });
    await listening.refreshTokens("1//0");
    await listening.revokeToken("1//0");
    const form = { method: "POST", type: "application/x-www-form-urlencoded" };
    expect(requests).toEqual([
      {
        url: "https://oauth2.googleapis.com/token",
        ...form,
        form: {
          grant_type: "authorization_code",
          code: "4/0",
          redirect_uri: "http://localhost/cb",
          code_verifier: "v",
          client_id: "me",
          client_secret: "hush",
        },
      },
      {
        url: "https://oauth2.googleapis.com/token",
        ...form,
        form: { grant_type: "refresh_token", refresh_token: "1//0", client_id: "me", client_secret: "hush" },
      },
      { url: "https://oauth2.googleapis.com/revoke", ...form, form: { token: "1//0" } },
    ]);
  });

  it("fetches the keys once, and again after a failure", async () => {
    await orderGoogleFault("certs", "500");
    await expect(exchangeCode()).rejects.toMatchObject({ service: "google", failure: "server_error" });
    expect((await exchangeCode()).identity).toMatchObject({
      email: CAMILLE,
      emailVerified: true,
      name: "Camille Martin",
    });
    await orderGoogleFault("certs", "500");
    expect((await exchangeCode()).tokens.scopes).toContain("openid");
  });

  it("accepts an ID token only for the request that it belongs to", async () => {
    const exchangeWithNonce = async (nonce: string, wanted: string | undefined) =>
      identity.exchangeCode({
        code: await getPopupCode(CAMILLE, "sandbox", { nonce }),
        redirectUri: "postmessage",
        ...(wanted !== undefined && { nonce: wanted }),
      });
    expect((await exchangeWithNonce("one", "one")).identity.email).toBe(CAMILLE);
    await expect(exchangeWithNonce("one", "another")).rejects.toMatchObject({
      failure: "bad_answer",
      message: "the ID token answers another request",
    });
    await expect(exchangeWithNonce("", "one")).rejects.toMatchObject({ failure: "bad_answer" });
  });

  it.each([
    ["made for another client", { id_token: "other" }],
    ["forged", { id_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.` }],
    ["missing", {}],
  ])("an ID token that is %s is rejected", async (_, change) => {
    const real = { access_token: "a", expires_in: 10, scope: "openid" };
    answers = [() => Response.json({ ...real, ...change })];
    await expect(exchangeCode()).rejects.toMatchObject({ service: "google", failure: "bad_answer" });
  });

  it("an ID token for another client is refused though Google signed it", async () => {
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code: await getPopupCode(CAMILLE, "another"),
      client_id: "another",
      client_secret: "x",
      redirect_uri: "postmessage",
    });
    const answer = await env.SANDBOX.fetch("https://oauth2.googleapis.com/token", { method: "POST", body: form });
    const text = await answer.text();
    answers = [() => new Response(text)];
    await expect(exchangeCode()).rejects.toMatchObject({
      failure: "bad_answer",
      message: expect.stringContaining("ERR_JWT_CLAIM_VALIDATION_FAILED") as unknown,
    });
  });

  it("distinguishes a revoked token from a Google failure; a revoked one needs no revocation", async () => {
    await expect(identity.refreshTokens("gone")).rejects.toMatchObject({
      failure: "refused",
      details: { status: 400, reason: "invalid_grant" },
    });
    await orderGoogleFault("token", "503");
    await expect(identity.refreshTokens("gone")).rejects.toMatchObject({
      failure: "server_error",
      details: { status: 503 },
    });
    await expect(identity.revokeToken("gone")).resolves.toBeUndefined();
    await expect(identity.refreshTokens("x", AbortSignal.abort())).rejects.toMatchObject({ failure: "aborted" });
  });
});
