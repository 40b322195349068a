import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DashboardPage } from "../../../worker/contract/companies";
import { queueMails } from "../../../worker/contract/outbox";
import { companies } from "../../../worker/db/schema/companies";
import { claimMail } from "../../../worker/mail/send/store-mail-claims";
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { database, seedCompany } from "../support/seed";
import { fetchPreview, makeClaim, sendMany, sendOne, seedSender } from "../support/send-mail";

// Never twice: an e-mail after a form or a call would be a second application, unless the user wants it.

const FORM = { way: "form", target: "https://firm.example/contact" };
const apply = (client: Client, id: string) => client.post(`/api/dashboard/companies/${id}/applications`, FORM);
const CONFIRMED = { confirm: ["already_applied"] };

async function seedApplied() {
  const seeded = await seedSender();
  expect(await apply(seeded.client, seeded.id)).toMatchObject({ status: 200 });
  return seeded;
}

async function queueOne(client: Client, id: string, confirm: string[] = []) {
  const { fingerprint } = await fetchPreview(client, id);
  const mail = { company_id: id, message_version: 1, fingerprint, confirm };
  return (await client.post("/api/outbox", { mails: [mail] })).as(queueMails.answer);
}

describe("an e-mail to a company that was applied to by form", () => {
  it("is not offered: the company counts as done, and the preview says when and how", async () => {
    const { client, id } = await seedApplied();
    const page = (await client.get("/api/dashboard/companies?status=ready")).as(DashboardPage);
    expect(page).toMatchObject({ companies: [], states: { ready: 0, sent: 1 } });
    expect(await fetchPreview(client, id)).toMatchObject({
      applied: { way: "form", at: expect.any(String) as string },
    });
  });

  it("is refused alone, in a batch and in the outbox, whatever else is confirmed", async () => {
    const { userId, client, id } = await seedApplied();
    const others = { confirm: ["already_contacted", "outcome_unknown", "needs_review", "objection_pending"] };
    for (const body of [undefined, others])
      expect(await sendOne(client, id, body)).toMatchObject({ status: 409, body: { code: "already_applied" } });
    const free = await seedCompany(userId);
    expect(await sendMany(client, [id, free])).toEqual({
      sent_ids: [free],
      failed: [{ id, reason: "already_applied" }],
    });
    expect(await queueOne(client, id)).toMatchObject({ queued_ids: [], failed: [{ id, reason: "already_applied" }] });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("also once it is known what became of the application", async () => {
    const { client, id } = await seedApplied();
    await client.post(`/api/dashboard/companies/${id}/outcome`, { outcome: "interview" });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "already_applied" } });
  });

  it("leaves once the user confirms it", async () => {
    const { client, id } = await seedApplied();
    expect(await sendOne(client, id, CONFIRMED)).toMatchObject({
      status: 200,
      body: { company: { email_sent: true } },
    });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("waits in the outbox once it is confirmed, and another application takes it out again", async () => {
    const { client, id } = await seedApplied();
    expect(await queueOne(client, id, CONFIRMED.confirm)).toMatchObject({ queued_ids: [id], failed: [] });
    await client.post(`/api/dashboard/companies/${id}/applications`, { ...FORM, way: "careers" });
    expect(await client.get("/api/outbox")).toMatchObject({
      body: { outbox: { mails: [{ company_id: id, status: "withdrawn", ended_by: "applied" }] } },
    });
  });

  it("is sent as usual once the application was taken back", async () => {
    const { client, id } = await seedApplied();
    await client.delete(`/api/dashboard/companies/${id}/applications/form`);
    expect(await fetchPreview(client, id)).toMatchObject({ applied: null });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("is not claimed for an application that was recorded after the confirmation", async () => {
    const { userId, client, id } = await seedSender();
    const { from, to, subject } = await fetchPreview(client, id);
    const [row] = await database.select().from(companies);
    const at = new Date().toISOString();
    const claim = makeClaim(userId, id, {
      recipient: to,
      subject,
      body: row?.message ?? "",
      from: from.address,
      at,
      askedAt: new Date(Date.now() - 60_000).toISOString(),
    });
    const confirmed = { contacted: false, unknown: false };
    await apply(client, id);
    for (const applied of [false, true])
      expect(await claimMail(database, { ...claim, confirmed: { ...confirmed, applied } })).toMatchObject({
        sendState: { company: { id } },
      });
    const later = { ...claim, askedAt: new Date(Date.now() + 60_000).toISOString() };
    expect(await claimMail(database, { ...later, confirmed: { ...confirmed, applied: true } })).toBeNull();
  });
});

describe("an e-mail to a company that is on the list a second time, under another site", () => {
  const GROUP = { name: "Group Thornton", city: "Manchester" };
  const seedTwins = async (other: Parameters<typeof seedCompany>[1]) => {
    const { userId, client, id } = await seedSender({
      ...GROUP,
      phone: "+441610000001",
      email: "jobs@thornton.example",
    });
    return { client, id, twin: await seedCompany(userId, { ...GROUP, ...other }) };
  };

  it.each([
    ["in the same town", { name: "GROUP Thornton" }],
    ["in another town, with the same number", { city: "Salford", phone: "+441610000001" }],
  ])("is asked about once the other was written to: %s", async (_, other) => {
    const { client, id, twin } = await seedTwins(other);
    expect(await fetchPreview(client, twin)).toMatchObject({ already_contacted: false, contacted_company: null });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await fetchPreview(client, twin)).toMatchObject({
      already_contacted: true,
      contacted_company: { id, name: "Group Thornton", same: "name" },
    });
    expect(await sendOne(client, twin)).toMatchObject({ status: 409, body: { code: "already_contacted" } });
    expect(await queueOne(client, twin)).toMatchObject({ failed: [{ id: twin, reason: "already_contacted" }] });
    await database.update(companies).set({ archivedAt: new Date().toISOString() }).where(eq(companies.id, id));
    expect(await fetchPreview(client, twin)).toMatchObject({ contacted_company: { id } });
    expect(await sendOne(client, twin)).toMatchObject({ status: 409, body: { code: "already_contacted" } });
    expect(await listOutbox()).toHaveLength(1);
    expect(await sendOne(client, twin, { confirm: ["already_contacted"] })).toMatchObject({ status: 200 });
  });

  it("is not asked about where only the name is the same", async () => {
    const { client, id, twin } = await seedTwins({ city: "Leeds", phone: "+441130000001" });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    expect(await sendOne(client, twin)).toMatchObject({ status: 200 });
  });

  it("is left out of a batch with the other", async () => {
    const { client, id, twin } = await seedTwins({});
    expect(await sendMany(client, [id, twin])).toEqual({
      sent_ids: [id],
      failed: [{ id: twin, reason: "already_contacted" }],
    });
  });

  it.each([
    ["in the same town", {}],
    ["in another town, with the same number", { city: "Salford", phone: "+441610000001" }],
    ["in another town, with addresses of the same domain", { city: "Salford", email: "salford@thornton.example" }],
  ])("is left out when both are approved for the outbox at once, unless it is confirmed: %s", async (_, other) => {
    const { client, id, twin } = await seedTwins(other);
    const previews = await Promise.all([id, twin].map(async (each) => fetchPreview(client, each)));
    const queue = async (confirm: string[]) =>
      (
        await client.post("/api/outbox", {
          mails: [id, twin].map((company_id, at) => ({
            company_id,
            message_version: 1,
            fingerprint: previews[at]?.fingerprint,
            confirm,
          })),
        })
      ).as(queueMails.answer);
    expect(await queue([])).toMatchObject({
      queued_ids: [id],
      failed: [{ id: twin, reason: "already_contacted" }],
    });
    expect(await queue(["already_contacted"])).toMatchObject({ queued_ids: [twin] });
  });

  it.each([
    ["a company of the same name in the same town", { city: "MANCHESTER" }],
    ["another company at the same address", { name: "Thornton Print", email: "jobs@thornton.example" }],
  ])("is asked about while the other waits in the outbox, until that is taken out: %s", async (_, other) => {
    const { client, id, twin } = await seedTwins(other);
    expect(await queueOne(client, id)).toMatchObject({ queued_ids: [id] });
    expect(await queueOne(client, twin)).toMatchObject({ failed: [{ id: twin, reason: "already_contacted" }] });
    expect(await queueOne(client, twin, ["already_contacted"])).toMatchObject({ queued_ids: [twin] });
    await client.post("/api/outbox/take-out", { company_ids: [id, twin] });
    expect(await queueOne(client, twin)).toMatchObject({ queued_ids: [twin] });
  });
});
