import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions, users } from "../../worker/db/schema/account";
import { companies } from "../../worker/db/schema/companies";
import { mailboxes, mails } from "../../worker/db/schema/mail";
import { depsOf } from "../../worker/deps";
import { openAccess } from "../../worker/mail/access";
import { deliver } from "../../worker/mail/deliver";
import { completeLink } from "../../worker/mail/link";
import { type DeliveryPorts, post } from "../../worker/mail/post";
import { type Claim, claimMail, settleMail, sweepSending } from "../../worker/mail/store-mails";
import { OutsideError } from "../../worker/ports";
import type { Client } from "./client";
import { expectConsoleError } from "./console-errors";
import { consent, fault, linkGmail, outbox } from "./gmail-link";
import { NO_LEDGER } from "./no-ledger";
import { database, seedCompany, seedUser } from "./seed";

// What only a race shows: two tabs, a queue before the mailbox, an answer that comes after the sweep.

const send = (client: Client, id: string, body?: object) =>
  client.post(`/api/dashboard/companies/${id}/send-email`, body);
const later = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

async function sender() {
  const user = await seedUser();
  await linkGmail(user.client);
  return { ...user, id: await seedCompany(user.userId) };
}
const claimOf = (userId: string, companyId: string, more: Partial<Claim> = {}): Claim => ({
  id: crypto.randomUUID(),
  userId,
  companyId,
  version: 1,
  recipient: "jobs@firm.example",
  subject: "S",
  body: "Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin",
  messageId: "<1@mail.example>",
  from: "camille.martin@mail.example",
  confirmed: { contacted: false, unknown: false, objection: false },
  cap: { since: later(-86_400), limit: 50 },
  at: later(0),
  askedAt: later(0),
  ...more,
});
const NO_IDS = { gmailId: null, gmailThreadId: null };
const companyRow = async (id: string) => (await database.select().from(companies).where(eq(companies.id, id)))[0];

describe("a decision holds for what was known when it was made", () => {
  it("two tabs that both send an unknown mail again: the second is asked about the new outcome", async () => {
    const { client, id } = await sender();
    await fault("gmail", "drop", { times: 1 });
    expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    await fault("gmail", "drop_after_accept", { times: 1 });
    const answers = await Promise.all([1, 2].map(() => send(client, id, { confirm: ["outcome_unknown"] })));
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(["outcome_unknown", "outcome_unknown"]);
    expect(await outbox()).toHaveLength(1);
    expect(await send(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
  });

  it("two tabs that press at once: when the first fails, the second does not try on its own", async () => {
    const { client, id } = await sender();
    await fault("gmail", "400", { times: 1 });
    const answers = await Promise.all([send(client, id), send(client, id)]);
    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(
      expect.arrayContaining(["in_flight", "provider_error"]),
    );
    expect(await outbox()).toEqual([]);
    expect(await send(client, id)).toMatchObject({ status: 200 });
  });
});

describe("an answer that comes after the sweep", () => {
  it.each(["failed", "was cut off"])(
    "of yes is kept even when the mail was given up for another one, and that one %s",
    async (end) => {
      const { userId, client, id } = await sender();
      const first = claimOf(userId, id);
      expect(await claimMail(database, first)).toBeNull();
      await sweepSending(database, later(1), later(0));
      const second = claimOf(userId, id, {
        confirmed: { contacted: false, unknown: true, objection: false },
        askedAt: later(1),
      });
      expect(await claimMail(database, second)).toBeNull();
      await settleMail(database, first, { status: "sent", error: null, response: "{}", ...NO_IDS, at: later(1) });
      expect(await companyRow(id)).toMatchObject({ sendStatus: "sending" });
      if (end === "failed")
        await settleMail(database, second, {
          status: "failed",
          error: "provider_error",
          response: null,
          ...NO_IDS,
          at: later(2),
        });
      else await sweepSending(database, later(1), later(2));
      expect(await companyRow(id)).toMatchObject({ sendStatus: "sent", sentAt: expect.any(String) as string });
      for (const body of [undefined, { confirm: ["outcome_unknown", "already_contacted"] }])
        expect(await send(client, id, body)).toMatchObject({ status: 409, body: { code: "already_sent" } });
      expect(await outbox()).toEqual([]);
    },
  );

  it("of not now is no leave to post again", async () => {
    const { userId, id } = await sender();
    const claim = claimOf(userId, id);
    expect(await claimMail(database, claim)).toBeNull();
    const [mailbox] = await database.select().from(mailboxes);
    const { db, identity, files, config, now } = depsOf(env);
    const access = await openAccess(mailbox ?? null, { db, identity, now, config });
    if ("reason" in access) throw new Error(access.reason);
    let posts = 0;
    const ports: DeliveryPorts = {
      db,
      identity,
      files,
      config,
      now,
      ledger: NO_LEDGER,
      stopped: () => false,
      // The object was held up for so long that the sweep took the mail for dead.
      wait: async () => {
        await sweepSending(database, later(1), later(0));
      },
      mailer: {
        send: () => {
          posts += 1;
          return Promise.reject(new OutsideError("gmail", "rate_limited", "later"));
        },
      },
    };
    expect(
      await post(
        { id: claim.id, userId, mime: { head: "", attached: null, tail: "" }, recipient: claim.recipient },
        access,
        ports,
      ),
    ).toMatchObject({ status: "failed", stop: true });
    expect(posts).toBe(1);
  });
});

it("the language decides the subject of a mail without one: what was previewed in another is not sent", async () => {
  const { userId, client } = await sender();
  const id = await seedCompany(userId, { subject: "", language: "fr" });
  await client.patch(`/api/dashboard/companies/${id}`, { language: "de" });
  expect(await send(client, id, { message_version: 1 })).toMatchObject({
    status: 409,
    body: { code: "message_changed" },
  });
  expect(await send(client, id, { message_version: 2 })).toMatchObject({ status: 200 });
  expect((await outbox())[0]?.subject).toBe("Initiativbewerbung");
  // With a subject of its own, or nothing written yet, nothing that was previewed has changed.
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
        .set({ deletedAt: later(0) })
        .where(eq(users.id, userId)),
  ],
  ["the session ends", (userId: string) => database.delete(sessions).where(eq(sessions.userId, userId))],
])("a link that Google completes after %s is given back and leaves nothing", async (_, change) => {
  const { userId, client } = await seedUser();
  const back = new URLSearchParams((await consent(client)).split("?")[1]);
  const [session] = await database.select().from(sessions);
  const { db, identity, config, now } = depsOf(env);
  const revoked: string[] = [];
  const slow = {
    ...identity,
    exchange: async (...given: Parameters<typeof identity.exchange>) => {
      const answer = await identity.exchange(...given);
      await change(userId);
      return answer;
    },
    revoke: async (token: string) => {
      revoked.push(token);
    },
  };
  const link = completeLink(
    { userId, sessionHash: session?.firstHash ?? "" },
    Object.fromEntries(back),
    "http://localhost/api/settings/gmail/callback",
    { db, config, now, identity: slow },
  );
  await expect(link).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await database.select().from(mailboxes)).toEqual([]);
  expect(revoked).toHaveLength(1);
});

it("a mail in the log is never of two minds: one row a press", async () => {
  const { client, id } = await sender();
  await Promise.all([send(client, id), send(client, id)]);
  expect(await database.select().from(mails)).toHaveLength(1);
});

describe("a database that fails on the way", () => {
  /** Fails the batches with these numbers: 1 reads, 2 claims, 3 settles, 4 settles once more. */
  function portsWith(...failing: number[]): DeliveryPorts {
    const { db, identity, mailer, files, config, now } = depsOf(env);
    let batches = 0;
    const batch = (...given: Parameters<typeof db.batch>) =>
      failing.includes((batches += 1)) ? Promise.reject(new Error("D1 is down")) : db.batch(...given);
    return {
      db: Object.create(db, { batch: { value: batch } }) as typeof db,
      identity,
      mailer,
      files,
      config,
      now,
      ledger: NO_LEDGER,
      stopped: () => false,
      wait: async () => undefined,
    };
  }
  const orderOf = (userId: string, companyIds: string[]) => ({
    userId,
    companyIds,
    confirm: [],
    versions: {},
    fingerprints: {},
    askedAt: later(0),
  });

  it("after Gmail's yes is asked once more, and the mail is known as sent", async () => {
    const { userId, id } = await sender();
    expectConsoleError(/"event":"mail_settle_failed"/u);
    expect(await deliver(orderOf(userId, [id]), portsWith(3))).toMatchObject([
      { id, company: { send_status: "sent" } },
    ]);
    expect(await outbox()).toHaveLength(1);
  });

  it.each([
    ["the claim", [2], 0],
    ["the end, twice", [3, 4], 1],
  ])("at %s: every company gets an answer, the rest is left alone", async (_, failing, accepted) => {
    const { userId, client, id } = await sender();
    const rest = await seedCompany(userId);
    expectConsoleError(/"event":"mail_settle_failed"/u);
    expectConsoleError(/"event":"mail_delivery_broke"/u);
    expect(await deliver(orderOf(userId, [id, rest]), portsWith(...failing))).toEqual([
      { id, no: { reason: "outcome_unknown" } },
      { id: rest, no: { reason: "batch_stopped" } },
    ]);
    expect(await outbox()).toHaveLength(accepted);
    await sweepSending(database, later(1), later(0));
    expect(await companyRow(id)).toMatchObject({ sendStatus: accepted ? "unknown" : "none" });
    expect(await send(client, rest)).toMatchObject({ status: 200 });
  });
});
