import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as api from "../../../worker/contract/applications";
import { CompanyPage } from "../../../worker/contract/company-page";
import { outcomeEvents } from "../../../worker/db/schema/applications";
import { companies } from "../../../worker/db/schema/companies";
import { deadAddresses, mails } from "../../../worker/db/schema/mail";
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { database, seedCompany } from "../support/seed";
import { fetchCompany, fetchSentLog, OneCompany, seedSender, sendOne } from "../support/send-mail";

const ALL = { confirm: ["already_contacted", "outcome_unknown", "needs_review", "objection_pending", "cv_language"] };
const DEAD = { status: 422, body: { code: "dead_address" } };
const SENT = { status: 409, body: { code: "already_sent" } };
const toPath = (id: string, rest: string) => `/api/dashboard/companies/${id}/${rest}`;
const bounce = async (client: Client, id: string) =>
  (await client.post(toPath(id, "outcome"), { outcome: "bounced" })).as(api.setOutcome.answer);
const takeBack = (client: Client, id: string, eventId: string) => client.delete(toPath(id, `outcomes/${eventId}`));
const setAddress = (client: Client, id: string, email: string) => client.post(toPath(id, "email"), { email });
/** In the order in which Gmail got them. */
const listRecipients = async () => (await listOutbox()).map(({ to }) => to).toReversed();

describe("a mail that came back", () => {
  it("frees its company, whose next address gets the letter once it is approved anew", async () => {
    const { client, id } = await seedSender({ email: "dead@firm.example;jobs@firm.example" });
    await sendOne(client, id);
    const before = await fetchCompany(client, id);
    const { company } = await bounce(client, id);
    expect(company).toMatchObject({
      outcome: "bounced",
      send_status: "none",
      email_sent: false,
      sent_at: null,
      email: "jobs@firm.example",
      recipient: "jobs@firm.example",
      message: before.message,
      message_version: before.message_version + 1,
    });
    expect((await fetchSentLog(client)).emails).toMatchObject([{ status: "bounced", recipient: "dead@firm.example" }]);
    const page = (await client.get(toPath(id, "page"))).as(CompanyPage);
    expect(page.dead_addresses).toMatchObject([{ address: "dead@firm.example", how: "user" }]);
    // What was approved for the dead address is approved no more.
    expect(await sendOne(client, id, { message_version: before.message_version })).toMatchObject({
      body: { code: "message_changed" },
    });
    expect(await sendOne(client, id, { message_version: company.message_version })).toMatchObject({ status: 200 });
    // The new mail awaits an answer.
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent", outcome: null, outcome_at: null });
    expect(await sendOne(client, id, ALL)).toMatchObject(SENT);
    expect(await listRecipients()).toEqual(["dead@firm.example", "jobs@firm.example"]);
  });

  it("makes its address dead for all companies of the user, whatever is confirmed, and for nobody else", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example" });
    await sendOne(client, id);
    expect((await bounce(client, id)).company).toMatchObject({ email: "", recipient: null });
    // Refused where it is typed or chosen, not only at the last press.
    expect(await setAddress(client, id, "Jobs@firm.example")).toMatchObject({
      ...DEAD,
      body: { code: "dead_address", fields: { email: "dead_address" } },
    });
    expect(await fetchCompany(client, id)).toMatchObject({ email: "", recipient: null });
    const twin = await seedCompany(userId, { email: "info@firm.example;jobs@firm.example" });
    expect(await client.patch(`/api/dashboard/companies/${twin}`, { recipient: "jobs@firm.example" })).toMatchObject({
      ...DEAD,
      body: { code: "dead_address", fields: { recipient: "dead_address" } },
    });
    await database.update(companies).set({ email: "jobs@firm.example" }).where(eq(companies.id, twin));
    expect(await sendOne(client, twin, ALL)).toMatchObject(DEAD);
    const other = await seedSender({ email: "jobs@firm.example" });
    expect(await sendOne(other.client, other.id)).toMatchObject({ status: 200 });
    expect(await listRecipients()).toHaveLength(2);
  });

  it("holds its company again when that is taken back, and never beside another mail", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example;info@firm.example" });
    await sendOne(client, id);
    const sent = await fetchCompany(client, id);
    const first = await bounce(client, id);
    expect((await takeBack(client, id, first.event_id)).as(OneCompany).company).toMatchObject({
      send_status: "sent",
      sent_at: sent.sent_at,
      recipient: "jobs@firm.example",
      email: "jobs@firm.example;info@firm.example",
      outcome: null,
    });
    expect(await database.select().from(deadAddresses)).toEqual([]);
    expect(await sendOne(client, id, ALL)).toMatchObject(SENT);
    const second = await bounce(client, id);
    await sendOne(client, id);
    expect(await takeBack(client, id, second.event_id)).toMatchObject({ body: { code: "outcome_changed" } });
    // The second one comes back, too: taking that back is possible, taking back the first one then is not.
    const third = await bounce(client, id);
    expect(await takeBack(client, id, third.event_id)).toMatchObject({ status: 200 });
    expect(await takeBack(client, id, second.event_id)).toMatchObject({ body: { code: "outcome_changed" } });
    expect((await database.select().from(mails)).map(({ status }) => status).sort()).toEqual(["bounced", "sent"]);
    expect(await listRecipients()).toEqual(["jobs@firm.example", "info@firm.example"]);
  });

  it("still counts in the day", async () => {
    const { client, id } = await seedSender();
    await sendOne(client, id);
    await bounce(client, id);
    expect((await client.get("/api/settings")).body).toMatchObject({ sent_today: 1 });
  });

  it("said at once with other presses is one event, and one mail leaves after it", async () => {
    const { client, id } = await seedSender({ email: "a@firm.example;b@firm.example" });
    await sendOne(client, id);
    await Promise.all([
      ...[1, 2, 3].map(() => client.post(toPath(id, "outcome"), { outcome: "bounced" })),
      ...[1, 2, 3].map(() => sendOne(client, id)),
    ]);
    await Promise.all([1, 2, 3].map(() => sendOne(client, id, ALL)));
    expect(await database.select().from(outcomeEvents)).toHaveLength(1);
    expect(await listRecipients()).toEqual(["a@firm.example", "b@firm.example"]);
  });
});

describe("a mail that came back, after a restore of the database", () => {
  it("is in the log again, its address stays dead, and its company is free", async () => {
    const { client, id } = await seedSender({ email: "jobs@firm.example;info@firm.example" });
    await sendOne(client, id);
    await bounce(client, id);
    for (const table of [mails, deadAddresses, outcomeEvents]) await database.delete(table);
    await database.update(companies).set({ email: "jobs@firm.example;info@firm.example", sendStatus: "none" });
    expect(await sendOne(client, id, ALL)).toMatchObject(DEAD);
    expect(await database.select().from(mails)).toMatchObject([{ status: "bounced" }]);
    expect(await database.select().from(deadAddresses)).toMatchObject([{ address: "jobs@firm.example" }]);
    await client.patch(`/api/dashboard/companies/${id}`, { recipient: "info@firm.example" });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await listRecipients()).toEqual(["jobs@firm.example", "info@firm.example"]);
  });

  it("a crash between ledger and database leaves the company locked, and the next try does the rest", async () => {
    const { client, userId, id } = await seedSender({ email: "jobs@firm.example;info@firm.example" });
    await sendOne(client, id);
    await runInDurableObject(getMailboxObject(userId), (_instance, { storage }) => {
      storage.sql.exec("UPDATE ledger SET status = 'bounced'");
    });
    expect(await sendOne(client, id, ALL)).toMatchObject(SENT);
    const { event_id } = await bounce(client, id);
    await runInDurableObject(getMailboxObject(userId), (_instance, { storage }) => {
      storage.sql.exec("UPDATE ledger SET status = 'sent'");
    });
    expect(await sendOne(client, id, ALL)).toMatchObject(SENT);
    expect(await takeBack(client, id, event_id)).toMatchObject({ status: 200 });
    expect(await sendOne(client, id, ALL)).toMatchObject(SENT);
    expect(await listRecipients()).toEqual(["jobs@firm.example"]);
  });
});
