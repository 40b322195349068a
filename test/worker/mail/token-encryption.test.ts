import { describe, expect, it } from "vitest";
import { getCurrentUser, Settings } from "../../../worker/contract/account";
import { mailboxes } from "../../../worker/db/schema/mail";
import { getAccessToken } from "../../../worker/mail/gmail-link/access-token";
import { decryptTokens, encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { parseEncryptionKeys } from "../../../worker/platform/encryption-keys";
import { expectConsoleError } from "../support/console-errors";
import { TEST_KEYS, parseKeys } from "../support/encryption-keys";
import { composeUserDeps, database, seedCompany, seedMailbox, seedUser } from "../support/seed";

const [OLD, NEW] = ["A".repeat(43), "B".repeat(43)];
const tokens = {
  refreshToken: "1//refresh",
  accessToken: "ya29.access",
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
const decryptOrNull = async (keys: Parameters<typeof decryptTokens>[0], userId: string, sealed: string) =>
  (await decryptTokens(keys, userId, sealed))?.tokens ?? null;
const parseHeader = (sealed: string): unknown => JSON.parse(atob(sealed.split(".")[0] ?? ""));

describe("the setting TOKEN_KEYS", () => {
  it.each([OLD, `${OLD}=`, ` ${NEW} , ${OLD} ,`, "+/".repeat(21) + "8="])("accepts %j", (setting) => {
    expect(parseEncryptionKeys(setting)).not.toBeNull();
  });

  it.each(["", " , ", "short", `${OLD},short`, `${OLD};${NEW}`, "A".repeat(44)])(
    "counts as missing when it is %j",
    (setting) => {
      expect(parseEncryptionKeys(setting)).toBeNull();
    },
  );

  it("names a key by a fingerprint that is the same however the key is spelled", () => {
    const [a, b] = parseKeys(`${"+/".repeat(21)}8=,${"-_".repeat(21)}8`);
    expect(a.id).toMatch(/^[0-9a-f]{16}$/u);
    expect(b?.id).toBe(a.id);
  });
});

describe("tokens at rest", () => {
  it("open for their user and their key only, and not once they were changed", async () => {
    const sealed = await encryptTokens(parseKeys(OLD), "ana", tokens);
    expect(sealed).not.toContain("refresh");
    expect(parseHeader(sealed)).toEqual({ alg: "dir", enc: "A256GCM", kid: parseKeys(OLD)[0].id, sub: "ana" });
    expect(await decryptOrNull(parseKeys(OLD), "ana", sealed)).toEqual(tokens);
    expect(await decryptOrNull(parseKeys(OLD), "ben", sealed)).toBeNull();
    expect(await decryptOrNull(parseKeys(NEW), "ana", sealed)).toBeNull();
    expect(await decryptOrNull(parseKeys(OLD), "ana", `${sealed.slice(0, -6)}AAAAAA`)).toBeNull();
    expect(await decryptOrNull(parseKeys(OLD), "ana", "not a token")).toBeNull();
  });

  it("do not open when their header names another user: it is authenticated", async () => {
    const [header = "", ...rest] = (await encryptTokens(parseKeys(OLD), "ana", tokens)).split(".");
    const forged = btoa(atob(header).replace('"ana"', '"ben"')).replaceAll("=", "");
    expect(await decryptOrNull(parseKeys(OLD), "ben", [forged, ...rest].join("."))).toBeNull();
  });
});

describe("a change of keys", () => {
  it("decrypts with the old key, and encrypts with the new one on use", async () => {
    const { userId } = await seedUser();
    const sealed = await encryptTokens(parseKeys(OLD), userId, tokens);
    await seedMailbox(userId, { tokens: sealed });
    const deps = composeUserDeps();
    const ports = {
      db: deps.db,
      now: deps.now,
      googleAuth: deps.googleAuth,
      config: { ...deps.config, tokenKeys: parseKeys(`${NEW},${OLD}`) },
    };
    const [before] = await database.select().from(mailboxes);
    expect(await getAccessToken(before ?? null, ports)).toMatchObject({ token: "ya29.access" });
    const [after] = await database.select().from(mailboxes);
    expect(await decryptOrNull(parseKeys(NEW), userId, after?.tokens ?? "")).toEqual(tokens);
    // A second read under the same keys changes nothing, and the old key can be removed.
    expect(
      await getAccessToken(after ?? null, { ...ports, config: { ...deps.config, tokenKeys: parseKeys(NEW) } }),
    ).toMatchObject({ token: "ya29.access" });
    expect((await database.select().from(mailboxes))[0]?.tokens).toBe(after?.tokens);
  });

  it("does not overwrite a mailbox that was linked again meanwhile", async () => {
    const { userId } = await seedUser();
    await seedMailbox(userId, { tokens: await encryptTokens(parseKeys(OLD), userId, tokens) });
    const [before] = await database.select().from(mailboxes);
    const relinked = await encryptTokens(parseKeys(NEW), userId, { ...tokens, refreshToken: "1//newer" });
    await database.update(mailboxes).set({ tokens: relinked });
    const deps = composeUserDeps();
    await getAccessToken(before ?? null, {
      ...deps,
      googleAuth: deps.googleAuth,
      config: { ...deps.config, tokenKeys: parseKeys(`${NEW},${OLD}`) },
    });
    expect((await database.select().from(mailboxes))[0]?.tokens).toBe(relinked);
  });
});

describe("tokens that cannot be decrypted", () => {
  it.each([
    ["whose key is gone", async (userId: string) => encryptTokens(parseKeys(OLD), userId, tokens)],
    ["of another user", async () => encryptTokens(TEST_KEYS, "somebody else", tokens)],
    ["that are none", async () => "jwe"],
  ])("%s: the user is asked to reconnect, nothing is sent, nothing breaks, and the row stays", async (_which, seal) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const sealed = await seal(userId);
    await seedMailbox(userId, { tokens: sealed });
    expect((await client.get("/api/settings")).as(Settings).gmail).toMatchObject({
      connected: false,
      email: "ana@gmail.example",
      reconnect: true,
    });
    expect((await client.get("/api/settings/gmail/status")).body).toMatchObject({ connected: false, reconnect: true });
    expect((await client.get("/api/auth/me")).as(getCurrentUser.answer).user.gmail_connected).toBe(false);
    expectConsoleError(/mailbox_tokens_unreadable/u);
    expect(await client.post(`/api/dashboard/companies/${id}/send-email`)).toMatchObject({
      status: 422,
      body: { code: "gmail_disconnected" },
    });
    expect((await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id] })).body).toMatchObject({
      failed: [{ id, reason: "gmail_disconnected" }],
    });
    expect((await database.select().from(mailboxes))[0]?.tokens).toBe(sealed);
    expect((await client.delete("/api/settings/gmail")).as(Settings).gmail).toMatchObject({
      connected: false,
      email: null,
      reconnect: false,
    });
  });
});
