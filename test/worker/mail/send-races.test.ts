import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { sessions, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { mailboxes, mails } from "../../../worker/db/schema/mail";
import { getAccessToken } from "../../../worker/mail/gmail-link/access-token";
import { completeGmailLink } from "../../../worker/mail/gmail-link/gmail-link";
import { sendBatch } from "../../../worker/mail/send/send-batch";
import { postToGmail, type SendPorts } from "../../../worker/mail/send/send-email";
import { claimMail, recordMailOutcome, expireMailClaims } from "../../../worker/mail/send/store-mail-claims";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { expectConsoleError } from "../support/console-errors";
import { giveConsent, listOutbox } from "../support/gmail-sandbox";
import { orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";
import { makeClaim, makeSendPorts, seedSender, sendOne } from "../support/send-mail";

// Races: two tabs, a queue before the mailbox, an answer after the claim expired.

const toLaterTime = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const NO_GMAIL_IDS = { gmailId: null, gmailThreadId: null };
const readCompanyRow = async (id: string) => (await database.select().from(companies).where(eq(companies.id, id)))[0];

describe("a confirmation covers only what was known when it was given", () => {
  it("two tabs that both resend an unknown mail: the second has to confirm the new outcome", async () => {
    const { client, id } = await seedSender();
    await orderFault("gmail", "drop", { times: 1 });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    await orderFault("gmail", "drop_after_accept", { times: 1 });
    const answers = await Promise.all([1, 2].map(() => sendOne(client, id, { confirm: ["outcome_unknown"] })));
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(["outcome_unknown", "outcome_unknown"]);
    expect(await listOutbox()).toHaveLength(1);
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
  });

  it("two tabs that send at once: when the first fails, the second does not retry by itself", async () => {
    const { client, id } = await seedSender();
    await orderFault("gmail", "400", { times: 1 });
    const answers = await Promise.all([sendOne(client, id), sendOne(client, id)]);
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(
      expect.arrayContaining(["in_flight", "provider_error"]),
    );
    expect(await listOutbox()).toEqual([]);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });
});

describe("an answer after the claim expired", () => {
  it.each(["failed", "was cut off"])(
    "of success is stored even when the mail was replaced by another one, and that one %s",
    async (end) => {
      const { userId, client, id } = await seedSender();
      const first = makeClaim(userId, id);
      expect(await claimMail(database, first)).toBeNull();
      await expireMailClaims(database, toLaterTime(1), toLaterTime(0));
      const second = makeClaim(userId, id, {
        confirmed: { contacted: false, applied: false, unknown: true },
        language: null,
        askedAt: toLaterTime(1),
      });
      expect(await claimMail(database, second)).toBeNull();
      await recordMailOutcome(database, first, {
        status: "sent",
        error: null,
        response: "{}",
        ...NO_GMAIL_IDS,
        at: toLaterTime(1),
      });
      expect(await readCompanyRow(id)).toMatchObject({ sendStatus: "sending" });
      if (end === "failed")
        await recordMailOutcome(database, second, {
          status: "failed",
          error: "provider_error",
          response: null,
          ...NO_GMAIL_IDS,
          at: toLaterTime(2),
        });
      else await expireMailClaims(database, toLaterTime(1), toLaterTime(2));
      expect(await readCompanyRow(id)).toMatchObject({ sendStatus: "sent", sentAt: expect.any(String) as string });
      for (const body of [undefined, { confirm: ["outcome_unknown", "already_contacted"] }])
        expect(await sendOne(client, id, body)).toMatchObject({ status: 409, body: { code: "already_sent" } });
      expect(await listOutbox()).toEqual([]);
    },
  );

  it("of a rate limit does not allow another post", async () => {
    const { userId, id } = await seedSender();
    const claim = makeClaim(userId, id);
    expect(await claimMail(database, claim)).toBeNull();
    const [mailbox] = await database.select().from(mailboxes);
    const access = await getAccessToken(mailbox ?? null, composeDeps(env));
    if ("reason" in access) throw new Error(access.reason);
    let posts = 0;
    const ports = makeSendPorts({
      // The object was delayed for so long that the cron took the mail for dead.
      wait: async () => {
        await expireMailClaims(database, toLaterTime(1), toLaterTime(0));
      },
      mailer: {
        send: () => {
          posts += 1;
          return Promise.reject(new ExternalServiceError("gmail", "rate_limited", "later"));
        },
      },
    });
    expect(
      await postToGmail(
        {
          id: claim.id,
          userId,
          mime: { head: "", attached: null, tail: "" },
          recipient: claim.recipient,
          threadId: null,
        },
        access,
        ports,
      ),
    ).toMatchObject({ status: "failed", stop: true });
    expect(posts).toBe(1);
  });
});

it("the language decides the subject of a mail without one: what was previewed in another is not sent", async () => {
  const { userId, client } = await seedSender();
  const id = await seedCompany(userId, {
    subject: "",
    language: "fr",
    message: "Guten Tag,\n\nIhr Team interessiert mich.\n\nAna Martin",
  });
  await client.patch(`/api/dashboard/companies/${id}`, { language: "de" });
  expect(await sendOne(client, id, { message_version: 1 })).toMatchObject({
    status: 409,
    body: { code: "message_changed" },
  });
  expect(await sendOne(client, id, { message_version: 2 })).toMatchObject({ status: 200 });
  expect((await listOutbox())[0]?.subject).toBe("Initiativbewerbung");
  // With its own subject, or without any text, the preview is unchanged.
  for (const values of [{ subject: "S" }, { subject: "", message: "" }]) {
    const other = await seedCompany(userId, values);
    expect(await client.patch(`/api/dashboard/companies/${other}`, { language: "de" })).toMatchObject({
      body: { company: { message_version: 1 } },
    });
  }
});

it.each([
  [
    "the account is deleted",
    (userId: string) =>
      database
        .update(users)
        .set({ deletedAt: toLaterTime(0) })
        .where(eq(users.id, userId)),
  ],
  ["the session ends", (userId: string) => database.delete(sessions).where(eq(sessions.userId, userId))],
])("a link that Google completes after %s is revoked and leaves nothing", async (_, change) => {
  const { userId, client } = await seedUser();
  const back = new URLSearchParams((await giveConsent(client)).split("?")[1]);
  const [session] = await database.select().from(sessions);
  const { db, googleAuth: identity, config, now } = composeDeps(env);
  const revoked: string[] = [];
  const slow = {
    ...identity,
    exchangeCode: async (...args: Parameters<typeof identity.exchangeCode>) => {
      const answer = await identity.exchangeCode(...args);
      await change(userId);
      return answer;
    },
    revokeToken: async (token: string) => {
      revoked.push(token);
    },
  };
  const link = completeGmailLink(
    { userId, sessionHash: session?.firstHash ?? "" },
    Object.fromEntries(back),
    "http://localhost/api/settings/gmail/callback",
    { db, config, now, googleAuth: slow },
  );
  await expect(link).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await database.select().from(mailboxes)).toEqual([]);
  expect(revoked).toHaveLength(1);
});

it("the log has one row per send", async () => {
  const { client, id } = await seedSender();
  await Promise.all([sendOne(client, id), sendOne(client, id)]);
  expect(await database.select().from(mails)).toHaveLength(1);
});

describe("a database that fails midway", () => {
  /** Fails calls of the databases by number: 1 reads, 2 takes a slot, 3 claims, 4 records the outcome, 5 retries. */
  function createFailingPorts(...failing: number[]): SendPorts {
    const { db, sharedDb } = composeDeps(env);
    let calls = 0;
    const count = (): void => {
      if (failing.includes((calls += 1))) throw new Error("D1 is down");
    };
    const batch = async (...args: Parameters<typeof db.batch>) => {
      count();
      return db.batch(...args);
    };
    const insert = (...args: Parameters<typeof sharedDb.insert>) => {
      count();
      return sharedDb.insert(...args);
    };
    return makeSendPorts({
      db: Object.create(db, { batch: { value: batch } }) as typeof db,
      sharedDb: Object.create(sharedDb, { insert: { value: insert } }) as typeof sharedDb,
    });
  }
  const makeSendRequest = (userId: string, companyIds: string[]) => ({
    userId,
    companyIds,
    confirm: [],
    versions: {},
    fingerprints: {},
    askedAt: toLaterTime(0),
  });

  it("after Gmail's success is retried once, and the mail is recorded as sent", async () => {
    const { userId, id } = await seedSender();
    expectConsoleError(/"event":"mail_settle_failed"/u);
    expect(await sendBatch(makeSendRequest(userId, [id]), createFailingPorts(4))).toMatchObject([
      { id, company: { send_status: "sent" } },
    ]);
    expect(await listOutbox()).toHaveLength(1);
  });

  it.each([
    ["the slot", [2], 0],
    ["the claim", [3], 0],
    ["the end, twice", [4, 5], 1],
  ])("at %s: every company gets an answer, the rest is not sent", async (_, failing, accepted) => {
    const { userId, client, id } = await seedSender();
    const rest = await seedCompany(userId);
    expectConsoleError(/"event":"mail_settle_failed"/u);
    expectConsoleError(/"event":"mail_delivery_broke"/u);
    expect(await sendBatch(makeSendRequest(userId, [id, rest]), createFailingPorts(...failing))).toEqual([
      { id, no: { reason: "outcome_unknown" } },
      { id: rest, no: { reason: "batch_stopped" } },
    ]);
    expect(await listOutbox()).toHaveLength(accepted);
    await expireMailClaims(database, toLaterTime(1), toLaterTime(0));
    expect(await readCompanyRow(id)).toMatchObject({ sendStatus: accepted ? "unknown" : "none" });
    expect(await sendOne(client, rest)).toMatchObject({ status: 200 });
  });
});
