import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Company } from "../../worker/contract/companies";
import { bulkSend } from "../../worker/contract/mail";
import { companies } from "../../worker/db/schema/companies";
import { mails } from "../../worker/db/schema/mail";
import { type Intent, type LedgerEnd, MailLedger } from "../../worker/mail/ledger";
import type { Client } from "./client";
import { expectConsoleError } from "./console-errors";
import { fault, linkGmail, outbox } from "./gmail-link";
import { scriptGmail } from "./mail-proof/stage";
import { database, seedCompany, seedUser } from "./seed";

// A database that is set back in time forgets the mails of the time between, and their locks with them. The mailbox's object does not.

const send = (client: Client, id: string, body?: object) =>
  client.post(`/api/dashboard/companies/${id}/send-email`, body);
const bulk = async (client: Client, ids: string[]) =>
  (await client.post("/api/dashboard/companies/bulk-send", { company_ids: ids })).as(bulkSend.answer);
const company = async (client: Client, id: string) =>
  (await client.get(`/api/dashboard/companies/${id}`)).as(z.object({ company: Company })).company;
const boxOf = (userId: string) => env.MAILBOX.get(env.MAILBOX.idFromName(userId));
const ALL = { confirm: ["already_contacted", "outcome_unknown", "needs_review"] };

async function sender() {
  const user = await seedUser();
  await linkGmail(user.client);
  return { ...user, id: await seedCompany(user.userId, { email: "jobs@firm.example" }) };
}

/** The database as it was before anything was sent. */
async function setBack(): Promise<void> {
  await database.delete(mails);
  await database.update(companies).set({ sendStatus: "none", sentAt: null });
}

/** The log, but for who holds the lock. */
const logRows = async () => (await database.select().from(mails)).map((row) => ({ ...row, released: "either" }));

describe("after the database was set back", () => {
  it("a company that was written to is not written to again, whatever is confirmed, and the log has the mail again", async () => {
    const { client, id } = await sender();
    const sent = (await send(client, id)).as(z.object({ company: Company })).company;
    const before = await logRows();
    await setBack();
    expect(await company(client, id)).toMatchObject({ send_status: "none" });
    expect(await send(client, id, ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await company(client, id)).toEqual(sent);
    expect(await logRows()).toEqual(before);
    await setBack();
    expect(await bulk(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "already_sent" }] });
    expect(await outbox()).toHaveLength(1);
  });

  it.each(["502_after_accept", "500", "drop_after_accept"])(
    "a mail that ended in %s still has to be confirmed",
    async (kind) => {
      const { client, id } = await sender();
      await fault("gmail", kind, { times: 1 });
      await send(client, id);
      const accepted = (await outbox()).length;
      await setBack();
      expect(await bulk(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "outcome_unknown" }] });
      expect(await company(client, id)).toMatchObject({ send_status: "unknown" });
      await setBack();
      expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
      expect(await outbox()).toHaveLength(accepted);
      // Its lock is back: the confirmation gives it up as ever.
      expect(await send(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
      expect(await outbox()).toHaveLength(accepted + 1);
      await setBack();
      expect(await send(client, id, ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
      expect(await company(client, id)).toMatchObject({ send_status: "sent" });
      expect(await database.select().from(mails)).toHaveLength(2);
    },
  );

  it("a mail that a crash cut off has to be confirmed too", async () => {
    expectConsoleError(/"event":"request_failed"/u);
    const { userId, client, id } = await sender();
    const gmail = await scriptGmail();
    gmail.script(["accept and crash"]);
    const press = send(client, id);
    while (!gmail.crashing) await scheduler.wait(1);
    await abortAllDurableObjects();
    await press;
    await setBack();
    expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    expect(await company(client, id)).toMatchObject({ send_status: "unknown" });
    expect(gmail.accepted).toHaveLength(1);
    await runDurableObjectAlarm(boxOf(userId));
    expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
  });

  it("an address that was written to under another company has to be confirmed", async () => {
    const { userId, client, id } = await sender();
    await send(client, id);
    // The company itself is newer than the restored database, and was found anew.
    await setBack();
    await database.delete(companies);
    const again = await seedCompany(userId, { email: "Jobs@Firm.example" });
    expect(await bulk(client, [again])).toEqual({ sent_ids: [], failed: [{ id: again, reason: "already_contacted" }] });
    expect(await database.select().from(mails)).toMatchObject([
      { companyId: id, recipient: "jobs@firm.example", status: "sent" },
    ]);
    expect(await send(client, again, { confirm: ["already_contacted"] })).toMatchObject({ status: 200 });
    expect(await outbox()).toHaveLength(2);
  });

  it("to the middle of a send, the end that was seen since counts", async () => {
    const { client, id } = await sender();
    await send(client, id);
    const old = new Date(Date.now() - 120_000).toISOString();
    await database.update(mails).set({ status: "unknown", gmailId: null, gmailThreadId: null, updatedAt: old });
    await database.update(companies).set({ sendStatus: "unknown", sentAt: null });
    expect(await send(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
    expect(await database.select().from(mails)).toMatchObject([
      { status: "sent", gmailId: expect.any(String) as string, error: null },
    ]);
    expect(await company(client, id)).toMatchObject({ send_status: "sent", sent_at: expect.any(String) as string });
    expect(await outbox()).toHaveLength(1);
  });

  it("a batch goes on with those that were never written to", async () => {
    const { userId, client, id } = await sender();
    await send(client, id);
    await setBack();
    const fresh = await seedCompany(userId);
    expect(await bulk(client, [id, fresh])).toEqual({ sent_ids: [fresh], failed: [{ id, reason: "already_sent" }] });
  });

  it("what Gmail has refused may be sent, as ever", async () => {
    const { client, id } = await sender();
    await fault("gmail", "400", { times: 1 });
    expect(await send(client, id)).toMatchObject({ status: 502 });
    await setBack();
    expect(await send(client, id)).toMatchObject({ status: 200 });
    expect(await outbox()).toHaveLength(1);
  });

  it("a test to oneself is in nobody's way", async () => {
    const { client, id } = await sender();
    await client.post(`/api/dashboard/companies/${id}/send-test`);
    await setBack();
    expect(await send(client, id)).toMatchObject({ status: 200 });
  });
});

describe("the ledger", () => {
  it("outlives the alarm that rests, and goes with the account", async () => {
    const { userId, client, id } = await sender();
    await send(client, id);
    const box = boxOf(userId);
    const kept = () =>
      runInDurableObject(
        box,
        (_, { storage }) => storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'ledger'").toArray().length,
      );
    while (await runDurableObjectAlarm(box)) await scheduler.wait(1);
    await setBack();
    expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await box.erase()).toBe(true);
    expect(await kept()).toBe(0);
  });

  it("keeps nothing for a mailbox that never sent", async () => {
    const { userId, client } = await sender();
    await client.delete("/api/settings/gmail");
    expect(
      await runInDurableObject(boxOf(userId), (_, { storage }) =>
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'ledger%'").toArray(),
      ),
    ).toEqual([]);
  });

  it("is written before Gmail is asked, and settled by its answer", async () => {
    const { userId, client, id } = await sender();
    const gmail = await scriptGmail();
    const states: string[] = [];
    const state = async () =>
      runInDurableObject(boxOf(userId), (_, { storage }) =>
        storage.sql
          .exec<{ status: string }>("SELECT status FROM ledger")
          .toArray()
          .map(({ status }) => status)
          .join(),
      );
    gmail.script(["ok"], { post: 0, when: "before Gmail has it" });
    const press = send(client, id);
    while (!gmail.held) await scheduler.wait(1);
    states.push(await state());
    gmail.goOn();
    await press;
    states.push(await state());
    expect(states).toEqual(["sending", "sent"]);
  });

  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();
  const NO: LedgerEnd = { status: "failed" };
  const YES = { status: "sent" as const, at: at(1), response: "{}", gmailId: "1", gmailThreadId: "1" };
  const MAYBE: LedgerEnd = { ...YES, status: "unknown" };
  const press = (companyId: string, confirm: Intent["confirm"], askedAt = at(5)): Intent => ({
    companyId,
    recipient: "a@b.example",
    confirm,
    askedAt,
  });
  it.each<[string, LedgerEnd | null, Intent, string | null]>([
    ["a refusal, the same company", NO, press("one", []), null],
    ["a yes, the same company", YES, press("one", ["outcome_unknown", "already_contacted"]), "already_sent"],
    ["no answer, the same company", MAYBE, press("one", []), "outcome_unknown"],
    ["no answer, confirmed", MAYBE, press("one", ["outcome_unknown"]), null],
    ["no answer, confirmed before it was known", MAYBE, press("one", ["outcome_unknown"], at(0)), "outcome_unknown"],
    ["no end, the same company", null, press("one", []), "outcome_unknown"],
    ["a yes, another company at the same address", YES, press("two", []), "already_contacted"],
    ["no answer, another company at the same address", MAYBE, press("two", ["outcome_unknown"]), "already_contacted"],
    ["a yes, another company, confirmed", YES, press("two", ["already_contacted"]), null],
    ["a yes, another company elsewhere", YES, { ...press("two", []), recipient: "c@d.example" }, null],
  ])("answers after %s", async (_, end, intent, reason) => {
    await runInDurableObject(boxOf(crypto.randomUUID()), (_instance, { storage }) => {
      const ledger = new MailLedger(storage.sql);
      ledger.open();
      ledger.open();
      ledger.begin({
        id: "m",
        company_id: "one",
        company_name: "One",
        recipient: "a@b.example",
        subject: "S",
        body: "B",
        message_id: "<1@b.example>",
        created_at: at(0),
      });
      if (end) ledger.settle("m", end);
      expect(ledger.recall(intent)?.reason ?? null).toBe(reason);
    });
  });
});
