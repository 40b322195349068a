import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { GmailStatus } from "../../../worker/contract/account";
import { createUserDatabase } from "../../../worker/db/client";
import { companies } from "../../../worker/db/schema/companies";
import { mailboxes, mails } from "../../../worker/db/schema/mail";
import { decryptTokens, encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { markInterruptedSends } from "../../../worker/mail/send/interrupted-sends";
import { expectConsoleError } from "../support/console-errors";
import { TEST_KEYS } from "../support/encryption-keys";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { callSandbox, orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";
import { seedSender, sendOne, sendMany, fetchCompany, fetchSentLog } from "../support/send-mail";
import { userD1 } from "../support/user-shards";

describe("Gmail rejects: nothing was sent, and the user may retry", () => {
  it.each([
    ["400:invalidArgument", 502, "provider_error"],
    ["400:failedPrecondition", 422, "mailbox_cannot_send"],
    ["400:FAILED_PRECONDITION", 422, "mailbox_cannot_send"],
    ["403:domainPolicy", 422, "mailbox_cannot_send"],
    ["403:accessNotConfigured", 503, "gmail_api_off"],
    ["403:SERVICE_DISABLED", 503, "gmail_api_off"],
    ["403:RATE_LIMIT_EXCEEDED", 503, "gmail_rate_limited"],
    ["403:ACCESS_TOKEN_SCOPE_INSUFFICIENT", 422, "gmail_disconnected"],
    ["403:dailyLimitExceeded", 503, "gmail_rate_limited"],
    ["403:insufficientPermissions", 422, "gmail_disconnected"],
    ["429", 503, "gmail_rate_limited"],
    ["401", 422, "gmail_disconnected"],
  ])("%s", async (kind, status, code) => {
    const { client, id } = await seedSender();
    await orderFault("gmail", kind);
    // Only the operator can enable it, so it is logged once.
    if (code === "gmail_api_off") expectConsoleError(/"event":"gmail_api_off"/u);
    const refused = await sendOne(client, id);
    expect(refused).toMatchObject({ status, body: { code, error: expect.any(String) as string } });
    if (status === 503) expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "failed", email_sent: false, sent_at: null });
    expect((await fetchSentLog(client)).emails[0]).toMatchObject({
      status: "failed",
      error: code,
      provider_response: expect.stringContaining("error") as string,
    });
    await clearFaults();
    if (code === "gmail_disconnected") await linkGmail(client);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("a token that Gmail rejected is renewed once and the mail is sent", async () => {
    const { client, id } = await seedSender();
    await orderFault("gmail", "401", { times: 1 });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("waits when rate limited, three tries at most", async () => {
    const { client, id } = await seedSender();
    await orderFault("gmail", "403:userRateLimitExceeded", { times: 2 });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(1);
  });
});

describe("Gmail does not answer: the outcome is unknown", () => {
  it.each([
    ["drop", 0],
    ["drop_after_accept", 1],
    ["garbage", 0],
    ["cut", 1],
    ["500", 0],
    ["502", 0],
    ["503:backendError", 0],
    ["504", 0],
    ["500_after_accept", 1],
    ["502_after_accept", 1],
    ["503_after_accept", 1],
    ["504_after_accept", 1],
  ])("%s", async (kind, accepted) => {
    const { userId, client, id } = await seedSender();
    const next = await seedCompany(userId);
    await orderFault("gmail", kind, { times: 1 });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    expect(await listOutbox()).toHaveLength(accepted);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "unknown", email_sent: false });
    expect((await fetchSentLog(client)).emails[0]).toMatchObject({ status: "unknown", error: "outcome_unknown" });
    // A batch skips it and continues.
    expect(await sendMany(client, [id, next])).toEqual({
      sent_ids: [next],
      failed: [{ id, reason: "outcome_unknown" }],
    });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(accepted + 2);
  });

  it("a second try that definitely failed does not hide the first one", async () => {
    const { client, id } = await seedSender();
    await orderFault("gmail", "drop_after_accept", { times: 1 });
    await sendOne(client, id);
    await orderFault("gmail", "400", { times: 1 });
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 502 });
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "unknown" });
    expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "outcome_unknown" }] });
    expect(await listOutbox()).toHaveLength(1);
  });

  it.each(["hang", "drop", "cut", "garbage", "500", "502_after_accept", "503", "504_after_accept"])(
    "%s ends the batch",
    async (kind) => {
      const { userId, client, id } = await seedSender();
      const rest = [await seedCompany(userId), await seedCompany(userId)];
      await orderFault("gmail", kind, { times: 1 });
      expect(await sendMany(client, [id, ...rest])).toEqual({
        sent_ids: [],
        failed: [{ id, reason: "outcome_unknown" }, ...rest.map((each) => ({ id: each, reason: "batch_stopped" }))],
      });
      expect(await sendMany(client, rest)).toEqual({ sent_ids: rest, failed: [] });
    },
    40_000,
  );
});

describe("in a batch", () => {
  it("one rejection does not affect the others, a limit of the mailbox stops the rest", async () => {
    const { userId, client, id } = await seedSender();
    const ids = [id, await seedCompany(userId), await seedCompany(userId)];
    await orderFault("gmail", "400:invalidArgument", { times: 1 });
    expect(await sendMany(client, ids)).toEqual({
      sent_ids: ids.slice(1),
      failed: [{ id, reason: "provider_error" }],
    });
    const more = [await seedCompany(userId), await seedCompany(userId)];
    await orderFault("gmail", "429", { times: 1 });
    expect(await sendMany(client, more)).toEqual({
      sent_ids: [],
      failed: [
        { id: more[0], reason: "gmail_rate_limited" },
        { id: more[1], reason: "batch_stopped" },
      ],
    });
  });

  it("a mailbox unlinked midway sends nothing more", async () => {
    const { userId, client } = await seedSender();
    const ids = await Promise.all(Array.from({ length: 20 }, () => seedCompany(userId)));
    await orderFault("gmail", "latency", { ms: 150 });
    const [answer] = await Promise.all([
      sendMany(client, ids),
      scheduler.wait(600).then(() => client.delete("/api/settings/gmail")),
    ]);
    expect(answer.sent_ids.length).toBeLessThan(20);
    expect(answer.sent_ids.length + answer.failed.length).toBe(20);
    // The mail whose POST met the revoked token definitely failed as well.
    expect(
      answer.failed.every(({ reason }) => ["gmail_disconnected", "batch_stopped", "provider_error"].includes(reason)),
    ).toBe(true);
    expect(await listOutbox()).toHaveLength(answer.sent_ids.length);
  });
});

describe("the browser disconnects", () => {
  it("and the batch goes on to its end", async () => {
    const { userId, client } = await seedSender();
    const ids = await Promise.all([1, 2, 3, 4].map(() => seedCompany(userId)));
    await orderFault("gmail", "latency", { ms: 100 });
    const leaving = new AbortController();
    const left = client
      .send("POST", "/api/dashboard/companies/bulk-send", { company_ids: ids }, {}, leaving.signal)
      .catch((error: unknown) => error);
    await scheduler.wait(150);
    leaving.abort();
    await left;
    await vi.waitFor(async () => expect(await listOutbox()).toHaveLength(4), 5_000);
    await vi.waitFor(
      async () =>
        expect(
          (await database.select().from(companies)).filter(({ sendStatus }) => sendStatus === "sent"),
        ).toHaveLength(4),
      5_000,
    );
  });

  it("and the account is deleted: nothing more is sent, and the link is removed", async () => {
    const { userId, client } = await seedSender();
    const ids = await Promise.all(Array.from({ length: 10 }, () => seedCompany(userId)));
    await orderFault("gmail", "latency", { ms: 150 });
    const [answer] = await Promise.all([
      sendMany(client, ids),
      scheduler.wait(400).then(() => getMailboxObject(userId).erase()),
    ]);
    expect(answer.sent_ids.length).toBeLessThan(10);
    expect(answer.failed.every(({ reason }) => reason === "batch_stopped")).toBe(true);
    expect(await listOutbox()).toHaveLength(answer.sent_ids.length);
    expect(await database.select().from(mailboxes)).toEqual([]);
  });
});

describe("a token that has to be renewed", () => {
  /** Lets the access token expire in a moment. */
  async function expireToken(userId: string) {
    const [row] = await database.select().from(mailboxes);
    const opened = await decryptTokens(TEST_KEYS, userId, row?.tokens ?? "");
    if (!opened) throw new Error("no tokens");
    await database.update(mailboxes).set({
      tokens: await encryptTokens(TEST_KEYS, userId, {
        ...opened.tokens,
        accessToken: "ya29.old",
        expiresAt: new Date(Date.now() + 30_000).toISOString(),
      }),
    });
  }

  it("is renewed before anything is claimed, and stored", async () => {
    const { userId, client, id } = await seedSender();
    await expireToken(userId);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    await orderFault("google", "500", { call: "token" });
    expect(await sendOne(client, await seedCompany(userId))).toMatchObject({ status: 200 });
  });

  it("claims nothing when Google does not answer, and the link stays", async () => {
    const { userId, client, id } = await seedSender();
    await expireToken(userId);
    await orderFault("google", "500", { call: "token", times: 2 });
    expect(await sendOne(client, id)).toMatchObject({ status: 502, body: { code: "google_unavailable" } });
    expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "provider_error" }] });
    expect(await database.select().from(mails)).toEqual([]);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("shows the link as gone when Google has taken it back", async () => {
    const { userId, client, id } = await seedSender();
    await callSandbox("/sandbox/tokens", "DELETE");
    // Gmail rejects the access token first, so the claim is released.
    expect(await sendOne(client, id)).toMatchObject({ status: 422, body: { code: "gmail_disconnected" } });
    expect((await client.get("/api/settings/gmail/status")).as(GmailStatus)).toMatchObject({
      connected: false,
      email: "camille.martin@mail.example",
      reconnect: true,
    });
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "failed" });
    await linkGmail(client);
    await expireToken(userId);
    await callSandbox("/sandbox/tokens", "DELETE");
    const next = await seedCompany(userId);
    expect(await sendMany(client, [next])).toEqual({
      sent_ids: [],
      failed: [{ id: next, reason: "gmail_disconnected" }],
    });
    expect(await database.select().from(mails)).toHaveLength(1);
    expect(await listOutbox()).toEqual([]);
  });
});

describe("mails whose sending was cut off", () => {
  /** As a crash leaves it: claimed, without an outcome. */
  async function interruptSend(userId: string, age: number) {
    const id = await seedCompany(userId, { sendStatus: "sending" });
    const at = new Date(Date.now() - age).toISOString();
    await database.insert(mails).values({
      userId,
      id: crypto.randomUUID(),
      companyId: id,
      recipient: "a@b.example",
      subject: "S",
      body: "B",
      status: "sending",
      createdAt: at,
      updatedAt: at,
    });
    return id;
  }

  it("become unknown by the object's alarm, and by the cron", async () => {
    const { userId, client, id } = await seedSender();
    await sendOne(client, id);
    const [old, young] = [await interruptSend(userId, 90_000), await interruptSend(userId, 5_000)];
    const other = await seedUser();
    const foreign = await interruptSend(other.userId, 90_000);
    const box = getMailboxObject(userId);
    expect(await runDurableObjectAlarm(box)).toBe(true);
    expect(await fetchCompany(client, old)).toMatchObject({ send_status: "unknown" });
    expect(await fetchCompany(client, young)).toMatchObject({ send_status: "sending" });
    expect(await fetchCompany(other.client, foreign)).toMatchObject({ send_status: "sending" });
    // One is still being sent: the alarm is set again, and stops once there is none.
    await database.update(mails).set({ updatedAt: new Date(Date.now() - 90_000).toISOString() });
    expect(await runDurableObjectAlarm(box)).toBe(true);
    expect(await fetchCompany(client, young)).toMatchObject({ send_status: "unknown" });
    expect(await runDurableObjectAlarm(box)).toBe(false);
    await markInterruptedSends({ db: createUserDatabase(userD1), now: () => new Date() });
    expect(await fetchCompany(other.client, foreign)).toMatchObject({ send_status: "unknown" });
    expect((await database.select().from(companies)).find((row) => row.id === id)?.sendStatus).toBe("sent");
  });
});
