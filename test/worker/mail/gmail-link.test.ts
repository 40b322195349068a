import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GmailStatus, Settings } from "../../../worker/contract/account";
import { sessions } from "../../../worker/db/schema/account";
import { gmailLinks, mailboxes } from "../../../worker/db/schema/mail";
import worker from "../../../worker/index";
import { completeGmailLink } from "../../../worker/mail/gmail-link/gmail-link";
import { decryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { Client } from "../support/client";
import { TEST_KEYS } from "../support/encryption-keys";
import { giveConsent, linkGmail } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { orderFault, clearFaults } from "../support/sandbox-client";
import { composeUserDeps, database, seedCompany, seedMailbox, seedUser } from "../support/seed";

const fetchGmailStatus = async (client: Client) => (await client.get("/api/settings/gmail/status")).as(GmailStatus);
const readEncryptedTokens = async () => (await database.select().from(mailboxes))[0]?.tokens ?? "";
const decryptStoredTokens = async (userId: string) =>
  (await decryptTokens(TEST_KEYS, userId, await readEncryptedTokens()))?.tokens;

describe("linking Gmail", () => {
  it("ends on a page that notifies its opener, and the mailbox is linked", async () => {
    const { client } = await seedUser();
    expect(await fetchGmailStatus(client)).toEqual({
      connected: false,
      email: null,
      linked_at: null,
      reconnect: false,
    });
    const page = await linkGmail(client);
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining("gmail-link-success") as string });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("cross-origin-opener-policy")).toBeNull();
    const nonce = /'nonce-([^']+)'/u.exec(page.headers.get("content-security-policy") ?? "")?.[1];
    expect(page.body).toContain(`<script nonce="${nonce}">`);
    expect(page.body).toContain("Gmail est connecté");
    expect(await fetchGmailStatus(client)).toMatchObject({
      connected: true,
      email: "camille.martin@mail.example",
      reconnect: false,
    });
    expect(await readEncryptedTokens()).not.toMatch(/ya29|1\/\/0/u);
  });

  it.each([
    ["en", "Gmail is connected"],
    ["de", "Gmail ist verbunden"],
  ] as const)("uses the user's language, and deletes the state once it is used: %s", async (language, done) => {
    const { client } = await seedUser({ language });
    const back = await giveConsent(client);
    expect((await client.get(back)).body).toContain(done);
    expect(await client.get(back)).toMatchObject({
      status: 400,
      body: expect.stringContaining("oauth_state_missing") as string,
    });
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: true });
    expect(await database.select().from(gmailLinks)).toEqual([]);
  });

  it("may be started in a few windows: the newest replace the oldest, and other users' stay", async () => {
    const { userId, client } = await seedUser();
    const { userId: other, client: theirs } = await seedUser();
    const first = await giveConsent(client);
    await giveConsent(theirs);
    for (let n = 0; n < 6; n += 1) await client.post("/api/settings/gmail/authorization-url");
    const last = await giveConsent(client);
    const counts = [userId, other].map((id) => database.$count(gmailLinks, eq(gmailLinks.userId, id)));
    expect(await Promise.all(counts)).toEqual([5, 1]);
    expect((await client.get(first)).body).toContain("oauth_state_missing");
    expect((await client.get(last)).body).toContain("gmail-link-success");
  });

  it("is rejected for another session, an invented state and an expired one", async () => {
    const { client } = await seedUser();
    const { client: other } = await seedUser();
    const back = await giveConsent(client);
    expect(await other.get(back)).toMatchObject({
      status: 400,
      body: expect.stringContaining("oauth_state_missing") as string,
    });
    expect(await new Client().get(back)).toMatchObject({
      status: 401,
      body: expect.stringContaining("unauthenticated") as string,
    });
    const callback = "/api/settings/gmail/callback";
    for (const query of [
      "",
      "?state=invented&code=x",
      "?code=x",
      `?state=${"x".repeat(300)}&code=x`,
      "?state=%00&code=<script>",
    ]) {
      expect((await client.get(callback + query)).body, query).toContain("oauth_state_missing");
    }
    await database.update(gmailLinks).set({ expiresAt: new Date(Date.now() - 1000).toISOString() });
    expect((await client.get(back)).body).toContain("oauth_state_missing");
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: false });
  });

  it("reports when the user declines, unticks the permission, or Google does not answer", async () => {
    const { client } = await seedUser();
    expect((await linkGmail(client, { decision: "deny" })).body).toMatch(/gmail-link-failure.*oauth_denied/u);
    expect((await linkGmail(client, { without: "gmail.send" })).body).toContain("gmail_scope_missing");
    for (const kind of ["500", "drop", "garbage", "400:invalid_grant"]) {
      const back = await giveConsent(client);
      await orderFault("google", kind, { call: "token", times: 1 });
      expect((await client.get(back)).body, kind).toContain("google_unavailable");
    }
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: false });
  });

  it("without the permission to send revokes the grant, unless the same account is linked already", async () => {
    const { userId, client } = await seedUser();
    const revoked: string[] = [];
    const { db, googleAuth: identity, config, now } = composeUserDeps();
    const watched = {
      ...identity,
      revokeToken: async (token: string) => {
        revoked.push(token);
        await identity.revokeToken(token);
      },
    };
    const expectLinkRefused = async (email: string) => {
      const back = new URLSearchParams((await giveConsent(client, { email, without: "gmail.send" })).split("?")[1]);
      const [session] = await database.select().from(sessions);
      const link = completeGmailLink(
        { userId, sessionHash: session?.firstHash ?? "" },
        Object.fromEntries(back),
        "http://localhost/api/settings/gmail/callback",
        { db, config, now, googleAuth: watched },
      );
      await expect(link).rejects.toMatchObject({ code: "gmail_scope_missing" });
    };
    await expectLinkRefused("camille.martin@mail.example");
    expect(revoked).toHaveLength(1);
    expect(await isTokenHonoured(revoked[0])).toBe(false);
    await linkGmail(client);
    await expectLinkRefused("camille.martin@mail.example");
    expect(revoked).toHaveLength(1);
    expect(await isTokenHonoured((await decryptStoredTokens(userId))?.refreshToken)).toBe(true);
    await expectLinkRefused("alex.taylor@mail.example");
    expect(revoked).toHaveLength(2);
    await orderFault("google", "500", { call: "revoke" });
    await expectLinkRefused("alex.taylor@mail.example");
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: true, email: "camille.martin@mail.example" });
  });

  it("replaces one mailbox by another and revokes the old one's grant", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const old = await decryptStoredTokens(userId);
    await linkGmail(client);
    const again = await decryptStoredTokens(userId);
    expect(again?.refreshToken).not.toBe(old?.refreshToken);
    await linkGmail(client, { email: "alex.taylor@mail.example" });
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: true, email: "alex.taylor@mail.example" });
    expect(await isTokenHonoured(again?.refreshToken)).toBe(false);
    expect(await isTokenHonoured((await decryptStoredTokens(userId))?.refreshToken)).toBe(true);
  });

  it("is removed at once, answers with the settings, and a second time changes nothing", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const linked = await decryptStoredTokens(userId);
    for (let i = 0; i < 2; i++)
      expect((await client.delete("/api/settings/gmail")).as(Settings).gmail).toMatchObject({
        connected: false,
        email: null,
      });
    expect(await database.select().from(mailboxes)).toEqual([]);
    expect(await isTokenHonoured(linked?.refreshToken)).toBe(false);
    await linkGmail(client);
    await orderFault("google", "500", { call: "revoke" });
    expect(await client.delete("/api/settings/gmail")).toMatchObject({ status: 200 });
    expect(await fetchGmailStatus(client)).toMatchObject({ connected: false });
  });

  it("is revoked at Google too when the account is deleted, even if nothing was ever sent", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const linked = await decryptStoredTokens(userId);
    await getMailboxObject(userId).erase();
    expect(await isTokenHonoured(linked?.refreshToken)).toBe(false);
    expect(await database.select().from(mailboxes)).toEqual([]);
  });

  it("reports a link that Google no longer honours", async () => {
    const { userId, client } = await seedUser();
    await seedMailbox(userId);
    expect(await fetchGmailStatus(client)).toMatchObject({
      connected: false,
      email: "ana@gmail.example",
      reconnect: true,
    });
  });

  it("needs a session", async () => {
    const nobody = new Client();
    for (const [method, path] of [
      ["GET", "status"],
      ["POST", "authorization-url"],
    ] as const) {
      expect(await nobody.send(method, `/api/settings/gmail/${path}`)).toMatchObject({
        status: 401,
        body: { code: "unauthenticated" },
      });
    }
    expect(await nobody.delete("/api/settings/gmail")).toMatchObject({ status: 401 });
  });
});

describe("without TOKEN_KEYS", () => {
  it.each([undefined, "", "too short"])(
    "%j: Gmail is off, every error names what is missing, and the rest works",
    async (key) => {
      const { userId, client } = await seedUser();
      const id = await seedCompany(userId);
      await linkGmail(client);
      const callWithoutKeys = async (method: string, path: string, body?: object) => {
        const headers = {
          cookie: `__Host-session=${client.cookies.get("__Host-session")}`,
          ...(body && { "content-type": "application/json" }),
        };
        const request = new Request(`http://localhost/api${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        const context = createExecutionContext();
        const response = await worker.fetch(
          request as Parameters<typeof worker.fetch>[0],
          { ...env, TOKEN_KEYS: key },
          context,
        );
        await waitOnExecutionContext(context);
        return { status: response.status, retry: response.headers.get("retry-after"), text: await response.text() };
      };
      for (const [method, path, body] of [
        ["POST", "/settings/gmail/authorization-url"],
        ["POST", `/dashboard/companies/${id}/send-email`],
        ["POST", "/dashboard/companies/bulk-send", { company_ids: [id] }],
      ] as const) {
        const answer = await callWithoutKeys(method, path, body);
        expect(answer, path).toMatchObject({ status: 503, retry: "3600" });
        expect(JSON.parse(answer.text), path).toMatchObject({
          code: "not_configured",
          error: expect.stringContaining("TOKEN_KEYS") as string,
          fields: { TOKEN_KEYS: "missing" },
        });
      }
      expect(await callWithoutKeys("GET", "/settings/gmail/callback?state=x&code=y")).toMatchObject({
        status: 503,
        text: expect.stringContaining("not_configured") as string,
      });
      for (const [method, path] of [
        ["GET", "/settings/gmail/status"],
        ["GET", "/settings/emails"],
        ["DELETE", "/settings/gmail"],
      ] as const) {
        expect(await callWithoutKeys(method, path), path).toMatchObject({ status: 200 });
      }
    },
  );
});

/** Whether Google still honours a refresh token. */
async function isTokenHonoured(refreshToken = ""): Promise<boolean> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: "sandbox",
    client_secret: "sandbox",
  });
  await clearFaults();
  return (await env.SANDBOX.fetch("https://oauth2.googleapis.com/token", { method: "POST", body: form })).ok;
}
