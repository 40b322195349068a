import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { getActivity } from "../../../worker/contract/activity";
import {
  getOutbox,
  queueMails,
  reorderOutbox,
  scheduleMails,
  stopOutbox,
  takeOut,
} from "../../../worker/contract/outbox";
import { sessions, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { mails } from "../../../worker/db/schema/mail";
import { objections } from "../../../worker/db/schema/shared";
import type { Client } from "../support/client";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { database, sharedDatabase, seedCompany } from "../support/seed";
import { fetchPreview, seedLinkedUser, sendMany, sendOne } from "../support/send-mail";
import { installScriptedGmail } from "./mailbox-model/product-driver";

/** A Tuesday, ten in the morning in Paris; alarms of the platform's own clock are far away. */
const TUESDAY = "2031-06-17T08:00:00.000Z";
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A user with a linked mailbox and companies with messages, on that Tuesday. */
async function seedQueuer(count = 1, company: Parameters<typeof seedCompany>[1] = {}) {
  const { userId, client } = await seedLinkedUser();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(TUESDAY) });
  await database
    .update(sessions)
    .set({ lastSeenAt: TUESDAY, expiresAt: "2031-07-17T08:00:00.000Z", authenticatedAt: TUESDAY })
    .where(eq(sessions.userId, userId));
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await seedCompany(userId, company));
  /** A new stub each time: one that was aborted is of no use any more. */
  const readAlarm = () => runInDurableObject(getMailboxObject(userId), (_, { storage }) => storage.getAlarm());
  return {
    userId,
    client,
    ids,
    id: ids[0] ?? "",
    mailbox: getMailboxObject(userId),
    findAlarm: readAlarm,
    /** Moves the clock to the alarm and lets it ring. */
    async ring() {
      const alarm = await readAlarm();
      if (alarm === null) throw new Error("no alarm is set");
      vi.setSystemTime(Math.max(alarm, Date.now()));
      await runDurableObjectAlarm(getMailboxObject(userId));
    },
  };
}

async function queue(client: Client, ids: string[], sendAt: string | null = null) {
  const approved = [];
  for (const id of ids) {
    const { fingerprint } = await fetchPreview(client, id);
    approved.push({ company_id: id, message_version: 1, fingerprint });
  }
  return (await client.post("/api/outbox", { mails: approved, send_at: sendAt })).as(queueMails.answer);
}

const fetchOutbox = async (client: Client) => (await client.get("/api/outbox")).as(getOutbox.answer).outbox;
const listStatuses = async (client: Client) =>
  (await fetchOutbox(client)).mails.map(({ status, waits_for, ended_by }) => [status, waits_for ?? ended_by]);

describe("queueing", () => {
  it("holds mails for ten seconds, then sends one after the other with a pause of one to five minutes", async () => {
    const { client, ids, ring, findAlarm } = await seedQueuer(2);
    const { queued_ids, failed, outbox } = await queue(client, ids);
    expect({ queued_ids, failed }).toEqual({ queued_ids: ids, failed: [] });
    expect(outbox).toMatchObject({
      stopped: null,
      undo_seconds: 10,
      office_hours: true,
      today: { sent: 0, limit: 10, resets_at: "2031-06-18T00:00:00.000Z" },
      mails: [
        { company_id: ids[0], status: "held", waits_for: "undo", leaves_at: "2031-06-17T08:00:10.000Z" },
        { company_id: ids[1], status: "held", waits_for: "undo" },
      ],
    });
    await ring();
    expect(Date.now()).toBe(Date.parse(TUESDAY) + 10 * SECOND_MS);
    expect(await listOutbox()).toHaveLength(1);
    expect(await listStatuses(client)).toEqual([
      ["waiting", "turn"],
      ["sent", null],
    ]);
    const sentAt = Date.now();
    await ring();
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(Date.now() - sentAt).toBeLessThanOrEqual(5 * MINUTE_MS);
    expect(await listOutbox()).toHaveLength(2);
    expect(await findAlarm()).toBeNull();
    expect((await client.get("/api/settings/emails")).body).toMatchObject({
      emails: [{ status: "sent" }, { status: "sent" }],
    });
  });

  it("goes on after the object was evicted", async () => {
    const { client, id, ring, mailbox } = await seedQueuer();
    await queue(client, [id]);
    await evictDurableObject(mailbox);
    await ring();
    expect(await listOutbox()).toHaveLength(1);
  });

  it("takes only the mail that was previewed, and each company once", async () => {
    const { client, ids } = await seedQueuer(2);
    const [id = "", other = ""] = ids;
    const { fingerprint } = await fetchPreview(client, id);
    const mail = { company_id: id, message_version: 1, fingerprint };
    const answer = await client.post("/api/outbox", {
      mails: [mail, { ...mail, company_id: other }, { ...mail, company_id: "absent" }],
    });
    expect(answer.as(queueMails.answer)).toMatchObject({
      queued_ids: [id],
      failed: [
        { id: other, reason: "message_changed" },
        { id: "absent", reason: "not_found" },
      ],
    });
    expect((await queue(client, [id])).failed).toEqual([{ id, reason: "in_flight" }]);
  });

  it("refuses more than twenty, and a time that is more than a month away", async () => {
    const { client } = await seedQueuer();
    const mail = { message_version: 1, fingerprint: "0".repeat(64) };
    const mails21 = Array.from({ length: 21 }, (_, n) => ({ ...mail, company_id: String(n) }));
    expect(await client.post("/api/outbox", { mails: mails21 })).toMatchObject({
      status: 400,
      body: { code: "bulk_send_limit" },
    });
    const far = { mails: [{ ...mail, company_id: "x" }], send_at: "2031-08-17T08:00:00Z" };
    expect(await client.post("/api/outbox", far)).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  it("needs a mailbox", async () => {
    const { client, id } = await seedQueuer();
    const { fingerprint } = await fetchPreview(client, id);
    await client.delete("/api/settings/gmail");
    const mails1 = [{ company_id: id, message_version: 1, fingerprint }];
    expect(await client.post("/api/outbox", { mails: mails1 })).toMatchObject({
      status: 422,
      body: { code: "gmail_required" },
    });
  });
});

describe("a mail in the outbox", () => {
  it("is undone: nothing leaves, and no alarm is left", async () => {
    const { client, ids, findAlarm } = await seedQueuer(2);
    await queue(client, ids);
    const answer = await client.post("/api/outbox/take-out", { company_ids: [...ids, "absent"] });
    expect(answer.as(takeOut.answer)).toMatchObject({ company_ids: ids, outbox: { mails: [] } });
    expect(await findAlarm()).toBeNull();
    expect(await listOutbox()).toEqual([]);
  });

  it("can be put back once it was taken out, exactly as it was approved and for the same time", async () => {
    const { client, id } = await seedQueuer();
    const sendAt = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    await queue(client, [id], sendAt);
    const out = (await client.post("/api/outbox/take-out", { company_ids: [id] })).as(takeOut.answer);
    const [approval] = out.approvals;
    expect(out.approvals).toEqual([
      { company_id: id, message_version: 1, fingerprint: expect.any(String) as string, confirm: [], send_at: sendAt },
    ]);
    const { send_at: time, ...mail } = approval ?? {};
    const putBack = () => client.post("/api/outbox", { mails: [mail], send_at: time });
    expect((await putBack()).as(queueMails.answer)).toMatchObject({
      queued_ids: [id],
      outbox: { mails: [{ company_id: id, send_at: sendAt }] },
    });
    // What has changed meanwhile was not approved.
    await client.post("/api/outbox/take-out", { company_ids: [id] });
    await client.send("PATCH", `/api/dashboard/companies/${id}`, { subject: "Autre objet" });
    expect((await putBack()).as(queueMails.answer)).toMatchObject({ queued_ids: [], failed: [{ id }] });
    // One that has ended has no approval to give back.
    expect((await client.post("/api/outbox/take-out", { company_ids: [id] })).as(takeOut.answer).approvals).toEqual([]);
  });

  it("keeps `send-email` and `bulk-send` from its company until it is out", async () => {
    const { client, id } = await seedQueuer();
    await queue(client, [id]);
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "in_flight" } });
    expect(await sendMany(client, [id])).toEqual({ sent_ids: [], failed: [{ id, reason: "in_flight" }] });
    expect(await listOutbox()).toEqual([]);
    await client.post("/api/outbox/take-out", { company_ids: [id] });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it.each([
    ["message", { message: "Bonjour,\n\nUne autre lettre.\n\nAna Martin" }],
    ["subject", { subject: "Autre objet" }],
    ["recipient", { recipient: "second@firm.example" }],
  ])("is withdrawn when its %s is edited, and says so", async (_, patch) => {
    const { client, id, findAlarm } = await seedQueuer(1, { email: "first@firm.example;second@firm.example" });
    await queue(client, [id]);
    await client.send("PATCH", `/api/dashboard/companies/${id}`, patch);
    expect(await listStatuses(client)).toEqual([["withdrawn", "message_changed"]]);
    expect(await findAlarm()).toBeNull();
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it.each([
    ["name of its sender", { name: "Anna Martin" }],
    ["signature", { signaturePhone: "06 12 34 56 78" }],
  ])("is withdrawn at its turn when the %s has changed", async (_, values) => {
    const { client, id, userId, ring } = await seedQueuer();
    await queue(client, [id]);
    await database.update(users).set(values).where(eq(users.id, userId));
    await ring();
    expect(await listOutbox()).toEqual([]);
    expect(await listStatuses(client)).toEqual([["withdrawn", "sender_changed"]]);
  });

  it("is withdrawn when the name of its sender has changed, and says that it is not the message", async () => {
    const { client, id } = await seedQueuer();
    await queue(client, [id]);
    await client.send("PATCH", "/api/settings/name", { name: "Anna Martin" });
    expect(await listStatuses(client)).toEqual([["withdrawn", "sender_changed"]]);
  });

  it("is withdrawn when its company is archived, also if that is restored before anybody looks", async () => {
    const { client, id } = await seedQueuer();
    await queue(client, [id]);
    await client.post(`/api/dashboard/companies/${id}/archive`);
    await client.post(`/api/archive/companies/${id}/unarchive`);
    expect(await listStatuses(client)).toEqual([["withdrawn", "archived"]]);
  });

  it("comes back as it was approved when archiving its company is undone", async () => {
    const { client, id } = await seedQueuer();
    const sendAt = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    await queue(client, [id], sendAt);
    await client.post(`/api/dashboard/companies/${id}/archive`);
    await client.post(`/api/archive/companies/${id}/unarchive`);
    const out = (await client.post("/api/outbox/take-out", { company_ids: [id] })).as(takeOut.answer);
    const { send_at: time, ...mail } = out.approvals[0] ?? {};
    expect((await client.post("/api/outbox", { mails: [mail], send_at: time })).as(queueMails.answer)).toMatchObject({
      queued_ids: [id],
      outbox: { mails: [{ company_id: id, send_at: sendAt }] },
    });
  });

  it("is withdrawn when its company is applied to by telephone, also if that is taken back", async () => {
    const { client, id } = await seedQueuer(1, { phone: "+33 1 23 45 67 89" });
    await queue(client, [id]);
    const path = `/api/dashboard/companies/${id}/applications`;
    expect(await client.post(path, { way: "phone", target: "+33 1 23 45 67 89" })).toMatchObject({ status: 200 });
    await client.delete(`${path}/phone`);
    expect(await listStatuses(client)).toEqual([["withdrawn", "applied"]]);
  });

  it("is withdrawn when the company has objected since", async () => {
    const { client, id, ring } = await seedQueuer(1, { email: "rh@firm.example" });
    await queue(client, [id]);
    const objection = { entry: "firm.example", status: "listed" as const, reason: "", network: "" };
    await sharedDatabase.insert(objections).values({ ...objection, createdAt: TUESDAY });
    await ring();
    expect(await listOutbox()).toEqual([]);
    expect(await listStatuses(client)).toEqual([["withdrawn", "do_not_contact"]]);
  });

  it("waits without a mailbox, looks for one every hour, and leaves once one is linked", async () => {
    const { client, id, ring, findAlarm } = await seedQueuer();
    await queue(client, [id]);
    await client.delete("/api/settings/gmail");
    expect(await findAlarm()).toBe(Date.now() + 60 * MINUTE_MS);
    passTime(MINUTE_MS);
    expect(await listStatuses(client)).toEqual([["waiting", "gmail_disconnected"]]);
    // Google's answer is dated by the sandbox's own clock.
    const then = Date.now();
    vi.setSystemTime(vi.getRealSystemTime());
    await database.update(sessions).set({ lastSeenAt: new Date().toISOString() });
    await linkGmail(client);
    vi.setSystemTime(then);
    await client.get("/api/outbox");
    await ring();
    expect(await listOutbox()).toHaveLength(1);
  });

  it("waits for Gmail to be linked anew when it refuses every token, and says so", async () => {
    const { client, id, ring } = await seedQueuer();
    const gmail = await installScriptedGmail();
    gmail.setScript(["401", "401"]);
    await queue(client, [id]);
    await ring();
    expect(gmail.accepted).toEqual([]);
    expect(await listStatuses(client)).toEqual([["waiting", "gmail_disconnected"]]);
    expect((await client.get("/api/settings")).body).toMatchObject({ gmail: { connected: false, reconnect: true } });
  });

  it("waits for a chosen time, and can be given another one", async () => {
    const { client, id, ring } = await seedQueuer();
    const sunday = "2031-06-22T18:30:00.000Z";
    const { outbox } = await queue(client, [id], sunday);
    expect(outbox.mails).toMatchObject([{ leaves_at: sunday, send_at: sunday, office_closed: true }]);
    const earlier = "2031-06-18T04:00:00.000Z";
    const body = { company_ids: [id], send_at: earlier };
    expect((await client.post("/api/outbox/schedule", body)).as(scheduleMails.answer)).toMatchObject({
      company_ids: [id],
      outbox: { mails: [{ leaves_at: earlier, send_at: earlier }] },
    });
    await ring();
    expect(new Date().toISOString()).toBe(earlier);
    expect(await listOutbox()).toHaveLength(1);
  });
});

describe("the outbox", () => {
  it("is stopped and goes on", async () => {
    const { client, id, ring, findAlarm } = await seedQueuer();
    await queue(client, [id]);
    expect((await client.post("/api/outbox/stop")).as(stopOutbox.answer).outbox.stopped).toBe("by_user");
    expect(await findAlarm()).toBeNull();
    passTime(MINUTE_MS);
    expect(await listStatuses(client)).toEqual([["waiting", "stopped"]]);
    await client.post("/api/outbox/resume");
    await ring();
    expect(await listOutbox()).toHaveLength(1);
  });

  it("sends in the order that the user gives it", async () => {
    const { client, ids, ring } = await seedQueuer(3);
    const [first = "", second = "", third = ""] = ids;
    await queue(client, ids);
    const answer = await client.post("/api/outbox/order", { company_ids: [third, first] });
    const order = answer.as(reorderOutbox.answer).outbox.mails.map(({ company_id }) => company_id);
    expect(order).toEqual([third, first, second]);
    await ring();
    expect((await fetchOutbox(client)).mails.map(({ status }) => status)).toEqual(["waiting", "waiting", "sent"]);
    expect((await fetchOutbox(client)).mails.at(-1)?.company_id).toBe(third);
  });

  it("stops when Gmail does not confirm a mail, which is then of unknown outcome", async () => {
    const gmail = await installScriptedGmail();
    const { client, ids, ring, findAlarm } = await seedQueuer(2);
    gmail.setScript(["500"]);
    await queue(client, ids);
    await ring();
    expect(await fetchOutbox(client)).toMatchObject({
      stopped: "outcome_unknown",
      mails: [{ status: "waiting", waits_for: "stopped" }, { status: "unknown" }],
    });
    expect(await findAlarm()).toBeNull();
  });

  it("waits while Gmail asks to, and then sends the same mail", async () => {
    const gmail = await installScriptedGmail();
    const { client, id, ring } = await seedQueuer();
    gmail.setScript(["429"]);
    await queue(client, [id]);
    await ring();
    expect(await listStatuses(client)).toEqual([["waiting", "gmail_rate_limited"]]);
    expect(await database.select().from(mails)).toEqual([]);
    expect(await database.select({ status: companies.sendStatus }).from(companies)).toEqual([{ status: "none" }]);
    await ring();
    expect(await listStatuses(client)).toEqual([["sent", null]]);
    expect(gmail.accepted).toHaveLength(1);
  });

  it.each(["crash", "accept and crash"] as const)(
    "says that a mail is of unknown outcome after a %s, and sends the others",
    async (outcome) => {
      const gmail = await installScriptedGmail();
      const { client, ids, ring } = await seedQueuer(2);
      gmail.setScript([outcome]);
      await queue(client, ids);
      const ringing = ring().catch((error: unknown) => error);
      await expect.poll(() => gmail.crashing, { timeout: 10_000 }).toBe(true);
      gmail.crashing = false;
      await abortAllDurableObjects();
      await ringing;
      const guard = Date.now() + 25 * SECOND_MS;
      for (let rings = 0; rings < 8 && (await listStatuses(client)).flat().includes("sending"); rings += 1)
        await ring();
      expect(Date.now()).toBeGreaterThan(guard);
      await ring();
      expect(await listStatuses(client)).toEqual([
        ["sent", null],
        ["unknown", null],
      ]);
      expect(await database.select({ status: mails.status }).from(mails)).toEqual(
        expect.arrayContaining([{ status: "sent" }, { status: "unknown" }]),
      );
    },
  );

  it("is in the answer to the sidebar, at once when it changes", async () => {
    const { client, ids, ring } = await seedQueuer(2);
    const fetchSummary = async () => (await client.get("/api/activity")).as(getActivity.answer).activity.outbox;
    expect(await fetchSummary()).toBeNull();
    await queue(client, ids);
    await expect.poll(fetchSummary).toEqual({ waiting: 2, leaves_at: "2031-06-17T08:00:10.000Z", stopped: false });
    await ring();
    await expect.poll(fetchSummary).toMatchObject({ waiting: 1 });
    await client.post("/api/outbox/stop");
    await expect.poll(fetchSummary).toEqual({ waiting: 1, leaves_at: null, stopped: true });
  });

  it("is part of the export, and goes with the account", async () => {
    const { client, id, mailbox } = await seedQueuer();
    await queue(client, [id]);
    const Export = z.object({ outbox: z.array(z.object({ company_id: z.string(), status: z.string() })) });
    expect((await client.get("/api/settings/export")).as(Export).outbox).toEqual([
      { company_id: id, status: "queued" },
    ]);
    expect(await mailbox.erase(true)).toBe(true);
    await runInDurableObject(mailbox, async (_, { storage }) => {
      const tables = storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('outbox', 'ledger')").toArray();
      expect([tables, await storage.getAlarm(), [...(await storage.list())]]).toEqual([[], null, []]);
    });
  });

  it("that holds nothing is answered without tables and without an alarm", async () => {
    const { client, mailbox, findAlarm } = await seedQueuer();
    expect(await fetchOutbox(client)).toMatchObject({ mails: [], stopped: null, today: { sent: 0, limit: 10 } });
    expect(await findAlarm()).toBeNull();
    await runInDurableObject(mailbox, (_, { storage }) => {
      expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'outbox'").toArray()).toEqual([]);
    });
  });
});
