import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { toGmailStatus, toSettings } from "../../../worker/account/account-dto";
import { composeDeps } from "../../../worker/compose";
import { getCurrentUser, getSettings, Settings } from "../../../worker/contract/account";
import { encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { toSendingDay } from "../../../worker/quotas/rules-daily-limit";
import type { Client } from "../support/client";
import { TEST_KEYS } from "../support/encryption-keys";
import { seedMailbox, seedUser } from "../support/seed";
import { seedMails } from "../support/seed-account";

describe("the rules of the settings", () => {
  it.each([
    ["2026-11-21T00:00:00.000Z", "2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2028-02-28T12:00:00+14:00", "2028-02-27T00:00:00.000Z", "2028-02-28T00:00:00.000Z"],
  ])("the day of %s began %s and ends %s", (now, began, ends) => {
    expect(toSendingDay(new Date(now))).toEqual({ began, ends });
  });

  it.each([
    [
      { id: "1", gmailEmail: null, gmailTokens: null, gmailLinkedAt: null },
      { connected: false, email: null, linked_at: null, reconnect: false },
    ],
    [
      { id: "1", gmailEmail: "a@b.fr", gmailTokens: "jwe", gmailLinkedAt: "t" },
      { connected: true, email: "a@b.fr", linked_at: "t", reconnect: false },
    ],
    [
      { id: "1", gmailEmail: "a@b.fr", gmailTokens: null, gmailLinkedAt: "t" },
      { connected: false, email: "a@b.fr", linked_at: "t", reconnect: true },
    ],
  ])("a mailbox %j reads %j", (row, status) => {
    expect(toGmailStatus(row, { tokenKeys: undefined })).toEqual(status);
  });

  it("the object holds the server's limits and no secret", () => {
    const account = {
      id: "1",
      name: "Ana",
      email: "a@b.fr",
      language: "fr",
      wizardCompleted: true,
      attachCv: true,
      attachLetter: false,
      tellSource: false,
      tagReplies: false,
      letterAddress: "",
      severalProfiles: false,
      templateMessage: "t",
      signaturePhone: "06 12 34 56 78",
      signatureLinks: ["https://ana.example/"],
      createdAt: "c",
      cvPath: null,
      cvName: null,
      cvSize: null,
      cvUploadedAt: null,
      cvTextStatus: null,
      gmailEmail: "a@b.fr",
      gmailTokens: "jwe",
      gmailLinkedAt: "2026-01-01T00:00:00.000Z",
    } satisfies Parameters<typeof toSettings>[0];
    const object = toSettings(
      account,
      3,
      { ...composeDeps(env).config, dailyLimit: 50, tokenKeys: undefined },
      new Date("2026-11-21T10:00:00Z"),
    );
    expect(Settings.parse(object)).toEqual(object);
    expect(object).toMatchObject({
      sent_today: 3,
      daily_limit: 50,
      resets_at: "2026-11-22T00:00:00.000Z",
      cv: null,
      signature: { phone: "06 12 34 56 78", links: ["https://ana.example/"] },
      limits: {
        bulk_send: 20,
        categories: 10,
        cities: 10,
        suggestions: 50,
        query_length: 500,
        template_length: 5_000,
        cv_bytes: 5_242_880,
      },
    });
    expect(JSON.stringify(object)).not.toContain("jwe");
  });
});

describe("the settings of a user", () => {
  it("are read with and without the slash, and count today's mails towards the daily limit", async () => {
    const { userId, client } = await seedUser();
    await seedMailbox(userId, {
      tokens: await encryptTokens(TEST_KEYS, userId, {
        refreshToken: "r",
        accessToken: "a",
        expiresAt: new Date().toISOString(),
      }),
    });
    await seedMails(userId, ["sent", "sending", "unknown", "failed"]);
    await seedMails(userId, ["sent"], new Date(Date.now() - 86_400_000));
    const other = await seedUser();
    await seedMails(other.userId, ["sent", "sent"]);
    const [with_, without] = [await client.get("/api/settings/"), await client.get("/api/settings")];
    expect(with_.body).toEqual(without.body);
    expect(without.as(getSettings.answer)).toMatchObject({
      sent_today: 3,
      daily_limit: 50,
      gmail: { connected: true, email: "ana@gmail.example", reconnect: false },
      attach_cv: true,
    });
    expect((await client.get("/api/auth/me")).as(getCurrentUser.answer).user).toMatchObject({
      gmail_connected: true,
      gmail_email: "ana@gmail.example",
    });
  });

  it("change one by one, each answered with all, and only the user's own", async () => {
    const { client } = await seedUser();
    const other = await seedUser();
    expect((await client.patch("/api/settings/language", { language: "en" })).as(Settings)).toMatchObject({
      language: "en",
    });
    expect((await client.patch("/api/settings/preferences", { attach_cv: false })).as(Settings)).toMatchObject({
      language: "en",
      attach_cv: false,
    });
    const address = "14 rue des Œillets\n69003 Lyon";
    expect(
      (await client.patch("/api/settings/preferences", { attach_letter: true, letter_address: ` ${address}\n` })).as(
        Settings,
      ),
    ).toMatchObject({ attach_cv: false, attach_letter: true, letter_address: address });
    expect((await client.patch("/api/settings/preferences", { tell_source: true })).as(Settings)).toMatchObject({
      attach_letter: true,
      tell_source: true,
    });
    expect((await client.patch("/api/settings/preferences", { tag_replies: true })).as(Settings)).toMatchObject({
      tell_source: true,
      tag_replies: true,
    });
    const message = "  Bonjour,\n\n— moi 🙂  ";
    expect((await client.patch("/api/settings/template-message", { message })).as(Settings)).toMatchObject({
      language: "en",
      attach_cv: false,
      template_message: message,
    });
    expect((await client.get("/api/settings")).body).toMatchObject({
      language: "en",
      attach_cv: false,
      template_message: message,
    });
    expect((await other.client.get("/api/settings")).body).toMatchObject({
      language: "fr",
      attach_cv: true,
      attach_letter: false,
      letter_address: "",
      tell_source: false,
      tag_replies: false,
    });
    expect((await other.client.patch("/api/settings/language", { language: "de" })).as(Settings).language).toBe("de");
    expect((await client.get("/api/settings")).body).toMatchObject({ language: "en" });
  });

  it.each([
    ["language", { language: "es" }, "invalid"],
    ["language", {}, "invalid"],
    ["language", { language: null }, "invalid"],
    ["preferences", { attach_cv: "yes" }, "invalid"],
    ["preferences", { attach_cv: true, theme: "dark" }, "invalid"],
    ["preferences", { attach_letter: 1 }, "invalid"],
    ["preferences", { tell_source: "no" }, "invalid"],
    ["preferences", { tag_replies: 1 }, "invalid"],
    ["preferences", { letter_address: "x".repeat(201) }, "invalid"],
    ["preferences", { letter_address: "a\nb\nc\nd\ne\nf" }, "invalid"],
    ["template-message", { message: " \n\t " }, "template_required"],
    ["template-message", { message: "x".repeat(5_001) }, "template_too_long"],
    ["template-message", { message: "a\u0000b" }, "invalid"],
    ["template-message", { message: 5 }, "invalid"],
    ["template-message", {}, "invalid"],
  ])("PATCH %s %j is rejected and changes nothing", async (what, body, code) => {
    const { client } = await seedUser();
    const before = (await client.get("/api/settings")).body;
    expect(await client.patch(`/api/settings/${what}`, body)).toMatchObject({ status: 400, body: { code } });
    expect((await client.get("/api/settings")).body).toEqual(before);
  });
});

describe("the signature", () => {
  const SIGNATURE = { phone: "+33 6 12 34 56 78", links: ["https://ana.example/", "https://www.linkedin.com/in/ana"] };
  const save = (client: Client, signature: object) => client.post("/api/settings/signature", signature);

  it("is empty at first, saved as a whole, and only the user's own", async () => {
    const { client } = await seedUser();
    const other = await seedUser();
    const readSignature = async (of: Client) => (await of.get("/api/settings")).as(Settings).signature;
    expect(await readSignature(client)).toEqual({ phone: "", links: [] });
    const links = [...SIGNATURE.links, ...SIGNATURE.links];
    expect((await save(client, { phone: "  +33 6 12 34 56 78 ", links })).body).toEqual({ signature: SIGNATURE });
    expect(await readSignature(client)).toEqual(SIGNATURE);
    expect(await readSignature(other.client)).toEqual({ phone: "", links: [] });
    await save(client, { phone: "", links: [] });
    expect(await readSignature(client)).toEqual({ phone: "", links: [] });
  });

  it.each([
    ["a word for a number", { phone: "mon numéro" }, { phone: "phone_invalid" }],
    ["too few digits", { phone: "12 34" }, { phone: "phone_invalid" }],
    ["a second line", { phone: "06 12 34\n56 78 90" }, { phone: "phone_invalid" }],
    ["a link without https", { links: ["http://ana.example/"] }, { "links.0": "link_invalid" }],
    ["a script", { links: ["javascript:alert(1)"] }, { "links.0": "link_invalid" }],
    ["no address", { links: ["ana"] }, { "links.0": "link_invalid" }],
    ["too many links", { links: ["a", "b", "c", "d", "e"].map((n) => `https://${n}.example/`) }, { links: "too_many" }],
    ["an endless link", { links: [`https://ana.example/${"a".repeat(200)}`] }, { "links.0": "link_invalid" }],
  ])("with %s is refused", async (_, change, fields) => {
    const { client } = await seedUser();
    expect(await save(client, { ...SIGNATURE, ...change })).toMatchObject({ status: 400, body: { fields } });
  });
});
