import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  giveBackUserRows,
  mendRecords,
  readUserRows,
  SavedRecords,
  saveRecords,
} from "../../../tools/restore-database";
import { getSettings } from "../../../worker/contract/account";
import { sessions, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { companyNotes } from "../../../worker/db/schema/company-notes";
import { deadAddresses, doNotContact, mails } from "../../../worker/db/schema/mail";
import { objections, userDirectory } from "../../../worker/db/schema/shared";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedUser, sharedDatabase } from "../support/seed";
import { fetchCompany, seedSender, sendMany, sendOne } from "../support/send-mail";
import { userD1 } from "../support/user-shards";

// A database taken back in time: what was saved before and put back after it must do without the mailbox's ledger.

const CONFIRM_ALL = { confirm: ["already_contacted", "outcome_unknown", "needs_review"] };
/** All rows of the tables that a restore takes back here. */
const RESTORED = [mails, companies, deadAddresses, doNotContact, sessions, users] as const;

/** Takes the tables back to how they are now. */
async function markMoment(): Promise<() => Promise<void>> {
  const contents = await Promise.all(
    RESTORED.map(async (table) => [table, await database.select().from(table)] as const),
  );
  return async () => {
    for (const [table, rows] of contents) {
      await database.delete(table);
      for (const row of rows) await database.insert(table).values(row as never);
    }
  };
}

/** As it is written to the file and read again. */
const saveNow = async (since: string) =>
  SavedRecords.parse(JSON.parse(JSON.stringify(await saveRecords(userD1, "DB", since))));

/** The second memory: D1 alone has to keep the mail from leaving twice. */
const forgetLedger = (userId: string) =>
  runInDurableObject(getMailboxObject(userId), (_, { storage }) => void storage.sql.exec("DELETE FROM ledger"));

const listStates = async () =>
  (await database.select().from(mails)).map(({ id, status, released, gmailId }) => ({ id, status, released, gmailId }));

let since = "";
beforeEach(() => {
  since = new Date(Date.now() - 1_000).toISOString();
});

it("the directory of users knows who has come since, and not who has left", async () => {
  const enter = (userId: string) =>
    sharedDatabase.insert(userDirectory).values({ userId, email: userId, shard: 1, state: "open", changedAt: since });
  const listEntries = async () =>
    (await sharedDatabase.select().from(userDirectory)).map(({ userId }) => userId).toSorted();
  for (const userId of ["left", "stays", "came"]) await enter(userId);
  await sharedDatabase.delete(userDirectory).where(eq(userDirectory.userId, "left"));
  const saved = SavedRecords.parse(JSON.parse(JSON.stringify(await saveRecords(env.SHARED_DB, "SHARED_DB", since))));
  await sharedDatabase.delete(userDirectory).where(eq(userDirectory.userId, "came"));
  await enter("left");
  for (let time = 0; time < 2; time += 1) {
    await mendRecords(env.SHARED_DB, saved, env.SHARED_DB);
    expect(await listEntries()).toEqual(["came", "stays"]);
  }
});

describe("a database that was restored to an earlier time", () => {
  it("has its mails, locks and states back, and sends nothing twice", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    const other = await seedCompany(userId);
    const restore = await markMoment();
    const sent = await sendOne(client, id);
    expect(sent.status).toBe(200);
    await orderFault("gmail", "500", { times: 1 });
    await sendOne(client, other);
    const [mailsBefore, saved, accepted] = [await listStates(), await saveNow(since), (await listOutbox()).length];
    const before = [await fetchCompany(client, id), await fetchCompany(client, other)];

    await restore();
    await forgetLedger(userId);
    expect(await listStates()).toEqual([]);
    expect(await mendRecords(userD1, saved, env.SHARED_DB)).toMatchObject({
      inserted: { mails: 2 },
      closed: 0,
      lost: [],
    });
    expect(await listStates()).toEqual(mailsBefore);
    expect([await fetchCompany(client, id), await fetchCompany(client, other)]).toEqual(before);
    const settings = (await client.get("/api/settings")).as(getSettings.answer);
    expect(settings.sent_today).toBe(2);
    expect(await sendMany(client, [id, other])).toEqual({
      sent_ids: [],
      failed: [
        { id, reason: "already_sent" },
        { id: other, reason: "outcome_unknown" },
      ],
    });
    expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await listOutbox()).toHaveLength(accepted);
  });

  it("is mended as often as one likes", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    const restore = await markMoment();
    await sendOne(client, id);
    const saved = await saveNow(since);
    await restore();
    await forgetLedger(userId);
    await mendRecords(userD1, saved, env.SHARED_DB);
    const mended = await listStates();
    expect(await mendRecords(userD1, saved, env.SHARED_DB)).toMatchObject({ inserted: { mails: 0 } });
    expect(await listStates()).toEqual(mended);
  });

  it.each([
    ["of unknown outcome", "unknown"],
    ["on its way", "sending"],
  ] as const)("to a mail %s that was known to be sent later, counts the later outcome", async (_, status) => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    const saved = await saveNow(since);
    const old = new Date(Date.now() - 120_000).toISOString();
    await database.update(mails).set({ status, gmailId: null, updatedAt: old });
    await database.update(companies).set({ sendStatus: status, sentAt: null });
    await forgetLedger(userId);
    await mendRecords(userD1, saved, env.SHARED_DB);
    expect(await listStates()).toMatchObject([
      { status: "sent", released: false, gmailId: expect.any(String) as string },
    ]);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent" });
    expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
  });

  it("gives the lock to the mail that was sent, when an unknown one was confirmed since", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    await orderFault("gmail", "500", { times: 1 });
    await sendOne(client, id);
    const restore = await markMoment();
    expect((await sendOne(client, id, CONFIRM_ALL)).status).toBe(200);
    const [before, saved] = [await listStates(), await saveNow(new Date(Date.now() - 60_000).toISOString())];
    await restore();
    await forgetLedger(userId);
    await mendRecords(userD1, saved, env.SHARED_DB);
    expect(await listStates()).toEqual(before);
    expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
  });

  it("takes a mail that was on its way when it was saved as unknown", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    const restore = await markMoment();
    await sendOne(client, id);
    await database.update(mails).set({ status: "sending", gmailId: null });
    const saved = await saveNow(since);
    await restore();
    await forgetLedger(userId);
    await mendRecords(userD1, saved, env.SHARED_DB);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "unknown" });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "outcome_unknown" } });
  });

  it("knows lists and dead addresses that were new", async () => {
    const { userId, id } = await seedSender({ email: "jobs@firm.example" });
    const restore = await markMoment();
    const createdAt = new Date().toISOString();
    await database.insert(doNotContact).values({ userId, entry: "never.example", createdAt });
    await database
      .insert(deadAddresses)
      .values({ userId, address: "gone@firm.example", mailId: "m", companyId: id, how: "user", createdAt });
    const saved = await saveNow(since);
    await restore();
    await mendRecords(userD1, saved, env.SHARED_DB);
    expect(await database.select().from(doNotContact)).toHaveLength(1);
    expect(await database.select().from(deadAddresses)).toHaveLength(1);
  });

  it("knows objections that were new, and what the operator decided", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example" });
    const old = {
      entry: "old.example",
      status: "listed",
      reason: "",
      network: "",
      createdAt: "2026-01-01T00:00:00.000Z",
      token: "",
      proof: "",
    } as const;
    const created = { ...old, entry: "jobs@firm.example", createdAt: new Date().toISOString() };
    await sharedDatabase.insert(objections).values([{ ...old, status: "lifted" }, created]);
    const saved = SavedRecords.parse(JSON.parse(JSON.stringify(await saveRecords(env.SHARED_DB, "SHARED_DB", since))));
    await sharedDatabase.delete(objections);
    await sharedDatabase.insert(objections).values(old);
    expect(await mendRecords(env.SHARED_DB, saved, env.SHARED_DB)).toMatchObject({ closed: 0, ended: 0, lost: [] });
    const known = await sharedDatabase.select({ entry: objections.entry, status: objections.status }).from(objections);
    expect(known).toEqual([
      { entry: "old.example", status: "lifted" },
      { entry: "jobs@firm.example", status: "listed" },
    ]);
    expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "do_not_contact" }] });
  });

  it("closes the accounts again that were deleted, ends sessions that had ended, and names those it lost", async () => {
    const [leaving, staying] = [await seedUser(), await seedUser()];
    const restore = await markMoment();
    await database.delete(users).where(eq(users.id, leaving.userId));
    await database.delete(sessions).where(eq(sessions.userId, leaving.userId));
    await staying.client.post("/api/auth/logout");
    const newcomer = await seedUser();
    const saved = await saveNow(since);
    await restore();
    expect(await mendRecords(userD1, saved, env.SHARED_DB)).toMatchObject({
      closed: 1,
      ended: 2,
      lost: [newcomer.userId],
    });
    const closed = await database.select().from(users).where(eq(users.id, leaving.userId));
    expect(closed[0]?.deletedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
    const kept = await database.select().from(users).where(eq(users.id, staying.userId));
    expect(kept[0]?.deletedAt).toBeNull();
    expect(await database.select().from(sessions)).toEqual([]);
  });
});

describe("a user who gets back what an older copy has", () => {
  it("has deleted companies again, and nothing of them is sent a second time", async () => {
    const { client, userId, id } = await seedSender({
      email: "jobs@firm.example",
      message: "Bonjour, voici ma lettre.",
    });
    const unsent = await seedCompany(userId, { name: "Boulangerie Soleil" });
    await database
      .insert(companyNotes)
      .values({ userId, companyId: id, text: "Rappeler lundi.", version: 1, updatedAt: since });
    const copy = await readUserRows(userD1, userId);
    expect((await sendOne(client, id, CONFIRM_ALL)).status).toBe(200);
    await database.delete(companies);
    await database.delete(companyNotes);
    const rows = JSON.parse(JSON.stringify(copy)) as typeof copy;
    expect(await giveBackUserRows(userD1, userId, rows)).toEqual({ companies: 2, company_notes: 1 });
    await forgetLedger(userId);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent", message: "Bonjour, voici ma lettre." });
    expect(await fetchCompany(client, unsent)).toMatchObject({ send_status: "none", name: "Boulangerie Soleil" });
    expect(await sendOne(client, id, CONFIRM_ALL)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("loses nothing that is newer, and gets no rows of others", async () => {
    const [{ client, userId }, stranger] = [await seedUser(), await seedUser()];
    const id = await seedCompany(userId, { message: "Ancien" });
    await seedCompany(stranger.userId);
    const copy = await readUserRows(userD1, userId);
    await database.update(companies).set({ message: "Nouveau", messageVersion: 2 }).where(eq(companies.id, id));
    const foreign = await readUserRows(userD1, stranger.userId);
    const mixed = { ...copy, companies: [...(copy["companies"] ?? []), ...(foreign["companies"] ?? [])] };
    expect(await giveBackUserRows(userD1, userId, mixed)).toEqual({ companies: 0 });
    expect(await fetchCompany(client, id)).toMatchObject({ message: "Nouveau" });
    expect(await database.select().from(companies)).toHaveLength(2);
  });

  it("has an account: a deleted one stays deleted", async () => {
    const { userId } = await seedUser();
    await seedCompany(userId);
    const copy = await readUserRows(userD1, userId);
    await database.update(users).set({ deletedAt: new Date().toISOString() });
    expect(await giveBackUserRows(userD1, userId, copy)).toBeNull();
  });
});
