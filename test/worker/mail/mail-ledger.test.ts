import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { companies } from "../../../worker/db/schema/companies";
import { mails } from "../../../worker/db/schema/mail";
import { type SendIntent, type LedgerOutcome, MailLedger } from "../../../worker/mail/send/mail-ledger";
import { expectConsoleError } from "../support/console-errors";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { database, seedCompany } from "../support/seed";
import { OneCompany, seedSender, sendOne, sendMany, fetchCompany } from "../support/send-mail";
import { installScriptedGmail } from "./mailbox-model/product-driver";

// A database restored to an earlier time has lost later mails and locks; the mailbox object still has them.

const CONFIRM_ALL = { confirm: ["already_contacted", "outcome_unknown", "needs_review"] };

/** The database as it was before anything was sent. */
async function rollBackDatabase(): Promise<void> {
  await database.delete(mails);
  await database.update(companies).set({ sendStatus: "none", sentAt: null });
}

/** The log without the lock column. */
const listMailRows = async () => (await database.select().from(mails)).map((row) => ({ ...row, released: "either" }));

describe("after the database was restored to an earlier time", () => {
  it("a company that got a mail gets no second one, whatever is confirmed, and the log is repaired", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example" });
    const sent = (await sendOne(client, id)).as(OneCompany).company;
    const before = await listMailRows();
    await rollBackDatabase();
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "none" });
    expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await fetchCompany(client, id)).toEqual(sent);
    expect(await listMailRows()).toEqual(before);
    await rollBackDatabase();
    expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "already_sent" }] });
    expect(await listOutbox()).toHaveLength(1);
  });

  it.each(["502_after_accept", "500", "drop_after_accept"])(
    "a mail that ended in %s still has to be confirmed",
    async (kind) => {
      const { client, id } = await seedSender({ email: "jobs@firm.example" });
      await orderFault("gmail", kind, { times: 1 });
      await sendOne(client, id);
      const accepted = (await listOutbox()).length;
      await rollBackDatabase();
      expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "outcome_unknown" }] });
      expect(await fetchCompany(client, id)).toMatchObject({ send_status: "unknown" });
      await rollBackDatabase();
      expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
      expect(await listOutbox()).toHaveLength(accepted);
      // Its lock is restored, and a confirmation releases it.
      expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({ status: 200 });
      expect(await listOutbox()).toHaveLength(accepted + 1);
      await rollBackDatabase();
      expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
      expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent" });
      expect(await database.select().from(mails)).toHaveLength(2);
    },
  );

  it("a mail that a crash cut off has to be confirmed too", async () => {
    expectConsoleError(/"event":"request_failed"/u);
    const { userId, client, id } = await seedSender({ email: "jobs@firm.example" });
    const gmail = await installScriptedGmail();
    gmail.setScript(["accept and crash"]);
    const press = sendOne(client, id);
    while (!gmail.crashing) await scheduler.wait(1);
    await abortAllDurableObjects();
    await press;
    await rollBackDatabase();
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "unknown" });
    expect(gmail.accepted).toHaveLength(1);
    await runDurableObjectAlarm(getMailboxObject(userId));
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
  });

  it("an address that got a mail under another company has to be confirmed", async () => {
    const { userId, client, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    // The company is newer than the restored database, and was found again.
    await rollBackDatabase();
    await database.delete(companies);
    const again = await seedCompany(userId, { email: "Jobs@Firm.example" });
    expect(await sendMany(client, [again])).toEqual({
      sent_ids: [],
      failed: [{ id: again, reason: "already_contacted" }],
    });
    expect(await database.select().from(mails)).toMatchObject([
      { companyId: id, recipient: "jobs@firm.example", status: "sent" },
    ]);
    expect(await sendOne(client, again, { confirm: ["already_contacted"] })).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(2);
  });

  it("to the middle of a send, the later known outcome counts", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    const old = new Date(Date.now() - 120_000).toISOString();
    await database.update(mails).set({ status: "unknown", gmailId: null, gmailThreadId: null, updatedAt: old });
    await database.update(companies).set({ sendStatus: "unknown", sentAt: null });
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
    expect(await database.select().from(mails)).toMatchObject([
      { status: "sent", gmailId: expect.any(String) as string, error: null },
    ]);
    expect(await fetchCompany(client, id)).toMatchObject({
      send_status: "sent",
      sent_at: expect.any(String) as string,
    });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("a batch continues with those that never got a mail", async () => {
    const { userId, client, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    await rollBackDatabase();
    const fresh = await seedCompany(userId);
    expect(await sendMany(client, [id, fresh])).toEqual({
      sent_ids: [fresh],
      failed: [{ id, reason: "already_sent" }],
    });
  });

  it("a mail that Gmail rejected may be sent again", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example" });
    await orderFault("gmail", "400", { times: 1 });
    expect(await sendOne(client, id)).toMatchObject({ status: 502 });
    await rollBackDatabase();
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("a test mail blocks no send", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example" });
    await client.post(`/api/dashboard/companies/${id}/send-test`);
    await rollBackDatabase();
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });
});

describe("the ledger", () => {
  it("survives the end of the alarms, and is deleted with the account", async () => {
    const { userId, client, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    const box = getMailboxObject(userId);
    const listLedger = () =>
      runInDurableObject(
        box,
        (_, { storage }) => storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'ledger'").toArray().length,
      );
    while (await runDurableObjectAlarm(box)) await scheduler.wait(1);
    await rollBackDatabase();
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await box.erase()).toBe(true);
    expect(await listLedger()).toBe(0);
  });

  it("stores nothing for a mailbox that never sent", async () => {
    const { userId, client } = await seedSender({ email: "jobs@firm.example" });
    await client.delete("/api/settings/gmail");
    expect(
      await runInDurableObject(getMailboxObject(userId), (_, { storage }) =>
        storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'ledger%'").toArray(),
      ),
    ).toEqual([]);
  });

  it("is written before the call to Gmail, and completed with its answer", async () => {
    const { userId, client, id } = await seedSender({ email: "jobs@firm.example" });
    const gmail = await installScriptedGmail();
    const states: string[] = [];
    const readState = async () =>
      runInDurableObject(getMailboxObject(userId), (_, { storage }) =>
        storage.sql
          .exec<{ status: string }>("SELECT status FROM ledger")
          .toArray()
          .map(({ status }) => status)
          .join(),
      );
    gmail.setScript(["ok"], { post: 0, when: "before Gmail has it" });
    const press = sendOne(client, id);
    while (!gmail.paused) await scheduler.wait(1);
    states.push(await readState());
    gmail.resume();
    await press;
    states.push(await readState());
    expect(states).toEqual(["sending", "sent"]);
  });

  const atSecond = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();
  const NO: LedgerOutcome = { status: "failed" };
  const YES = { status: "sent" as const, at: atSecond(1), response: "{}", gmailId: "1", gmailThreadId: "1" };
  const MAYBE: LedgerOutcome = { ...YES, status: "unknown" };
  const makeIntent = (companyId: string, confirm: SendIntent["confirm"], askedAt = atSecond(5)): SendIntent => ({
    companyId,
    step: 0,
    recipient: "a@b.example",
    confirm,
    askedAt,
  });
  it.each<[string, LedgerOutcome | null, SendIntent, string | null]>([
    ["a refusal, the same company", NO, makeIntent("one", []), null],
    ["a yes, the same company", YES, makeIntent("one", ["outcome_unknown", "already_contacted"]), "already_sent"],
    ["no answer, the same company", MAYBE, makeIntent("one", []), "outcome_unknown"],
    ["no answer, confirmed", MAYBE, makeIntent("one", ["outcome_unknown"]), null],
    [
      "no answer, confirmed before it was known",
      MAYBE,
      makeIntent("one", ["outcome_unknown"], atSecond(0)),
      "outcome_unknown",
    ],
    ["no end, the same company", null, makeIntent("one", []), "outcome_unknown"],
    ["a yes, another company at the same address", YES, makeIntent("two", []), "already_contacted"],
    [
      "no answer, another company at the same address",
      MAYBE,
      makeIntent("two", ["outcome_unknown"]),
      "already_contacted",
    ],
    ["a yes, another company, confirmed", YES, makeIntent("two", ["already_contacted"]), null],
    ["a yes, another mail to the same company", YES, { ...makeIntent("one", []), step: 1 }, null],
    ["a yes, another company elsewhere", YES, { ...makeIntent("two", []), recipient: "c@d.example" }, null],
  ])("answers after %s", async (_, end, intent, reason) => {
    await runInDurableObject(getMailboxObject(crypto.randomUUID()), (_instance, { storage }) => {
      const ledger = new MailLedger(storage.sql);
      ledger.createTables();
      ledger.createTables();
      ledger.recordAttempt({
        id: "m",
        company_id: "one",
        company_name: "One",
        recipient: "a@b.example",
        subject: "S",
        body: "B",
        message_id: "<1@b.example>",
        created_at: atSecond(0),
        sender: "camille.martin@mail.example",
        step: 0,
      });
      if (end) ledger.recordOutcome("m", end);
      expect(ledger.findConflict(intent)?.reason ?? null).toBe(reason);
    });
  });
});
