import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { insertProposal } from "../../../worker/applications/store-outcomes";
import * as api from "../../../worker/contract/applications";
import { CompanyPage } from "../../../worker/contract/company-page";
import { outcomeEvents } from "../../../worker/db/schema/applications";
import type { Client } from "../support/client";
import { database, seedCompany, seedUser } from "../support/seed";
import { fetchCompany, OneCompany } from "../support/send-mail";

const toPath = (id: string, rest = "") => `/api/dashboard/companies/${id}${rest}`;
const set = async (client: Client, id: string, outcome: string) =>
  (await client.post(toPath(id, "/outcome"), { outcome })).as(api.setOutcome.answer);
const takeBack = async (client: Client, id: string, eventId: string) =>
  client.delete(toPath(id, `/outcomes/${eventId}`));
const fetchPage = async (client: Client, id: string) => (await client.get(toPath(id, "/page"))).as(CompanyPage);

async function seedApplied(values: Parameters<typeof seedCompany>[1] = {}) {
  const { client, userId } = await seedUser();
  const applied = { sendStatus: "sent", sentAt: "2026-11-01T09:00:00.000Z", name: "Lune", ...values } as const;
  return { client, userId, id: await seedCompany(userId, applied) };
}
const READ = {
  outcome: "refused",
  how: "pasted",
  sender: "rh@lune.example",
  subject: "Votre candidature",
  excerpt: "Nous ne donnons pas suite",
  confidence: 0.9,
  mailId: null,
  senderProven: null,
} as const;
async function seedProposal(userId: string, companyId: string, values: object = {}) {
  const id = crypto.randomUUID();
  await insertProposal(database, { userId, companyId }, { ...READ, ...values }, { id, at: new Date().toISOString() });
  return id;
}

describe("an outcome", () => {
  it("is set, changed, and taken back one by one, and the last that counts is the company's", async () => {
    const { client, id } = await seedApplied();
    expect((await fetchCompany(client, id)).outcome).toBeNull();
    const answered = await set(client, id, "answered");
    expect(answered.company).toMatchObject({ outcome: "answered", outcome_at: expect.any(String) as string });
    const refused = await set(client, id, "refused");
    expect(refused.company.outcome).toBe("refused");
    expect((await fetchPage(client, id)).outcomes).toMatchObject([
      { outcome: "refused", how: "user", status: "confirmed" },
      { outcome: "answered", how: "user", status: "confirmed" },
    ]);
    // Only the last one can be taken back.
    expect(await takeBack(client, id, answered.event_id)).toMatchObject({
      status: 409,
      body: { code: "outcome_changed" },
    });
    expect((await takeBack(client, id, refused.event_id)).as(OneCompany).company.outcome).toBe("answered");
    // Again, as after a lost answer.
    expect((await takeBack(client, id, refused.event_id)).as(OneCompany).company.outcome).toBe("answered");
    expect((await takeBack(client, id, answered.event_id)).as(OneCompany).company).toMatchObject({
      outcome: null,
      outcome_at: null,
    });
    expect((await fetchPage(client, id)).outcomes).toEqual([]);
    expect(await takeBack(client, id, "none")).toMatchObject({ status: 404 });
  });

  it("that counts already is not written twice", async () => {
    const { client, id } = await seedApplied();
    const first = await set(client, id, "interview");
    expect(await set(client, id, "interview")).toEqual(first);
    expect(await database.select().from(outcomeEvents)).toHaveLength(1);
  });

  it("needs an application; one by telephone is one, and its outcome goes with it", async () => {
    const { client, userId } = await seedUser();
    const id = await seedCompany(userId, { email: "", phone: "+33199001234" });
    for (const outcome of ["answered", "bounced"])
      expect(await client.post(toPath(id, "/outcome"), { outcome })).toMatchObject({
        status: 422,
        body: { code: "not_applied" },
      });
    await client.post(toPath(id, "/applications"), { way: "phone", target: "+33199001234" });
    expect((await set(client, id, "interview")).company.outcome).toBe("interview");
    // No mail can have come back.
    expect(await client.post(toPath(id, "/outcome"), { outcome: "bounced" })).toMatchObject({ status: 422 });
    expect((await client.delete(toPath(id, "/applications/phone"))).as(OneCompany).company.outcome).toBeNull();
    await client.post(toPath(id, "/applications"), { way: "phone", target: "+33199001234" });
    expect((await fetchCompany(client, id)).outcome).toBe("interview");
  });

  it("is nobody else's, and waiting is none that can be set", async () => {
    const { client, id } = await seedApplied();
    const { event_id } = await set(client, id, "offer");
    const other = (await seedUser({ email: "other@mail.example" })).client;
    expect(await other.post(toPath(id, "/outcome"), { outcome: "refused" })).toMatchObject({ status: 404 });
    expect(await takeBack(other, id, event_id)).toMatchObject({ status: 404 });
    expect(await client.post(toPath(id, "/outcome"), { outcome: "waiting" })).toMatchObject({ status: 400 });
    expect((await fetchCompany(client, id)).outcome).toBe("offer");
  });

  it("outlives its company, with the name of that time", async () => {
    const { client, id } = await seedApplied();
    await set(client, id, "refused");
    await client.post(toPath(id, "/archive"));
    await client.delete(`/api/archive/companies/${id}`);
    expect(await database.select().from(outcomeEvents)).toMatchObject([{ companyName: "Lune", outcome: "refused" }]);
  });
});

describe("a pasted answer", () => {
  it("becomes a proposal, keeps its words only if asked to, and a program's is none", async () => {
    const { client, id } = await seedApplied();
    const text = "Bonjour,\n\nNous ne recrutons pas en ce moment. Bonne continuation dans vos recherches.";
    const read = async (body: object) => (await client.post(toPath(id, "/answer"), body)).as(api.readAnswer.answer);
    expect(await read({ text })).toMatchObject({
      reading: "outcome",
      proposal: { outcome: "refused", how: "pasted", status: "proposed", excerpt: null },
    });
    expect((await read({ text, keep_excerpt: true })).proposal?.excerpt).toMatch(/^Bonjour/u);
    expect((await fetchCompany(client, id)).outcome).toBeNull();
    const absence = "Subject: Automatic reply: Application\nFrom: Ann\n\nI am out of the office until 3 June.";
    expect(await read({ text: absence })).toEqual({ reading: "automatic", proposal: null, appointment: null });
    expect(await client.post(toPath(id, "/answer"), { eml: "§" })).toMatchObject({ status: 400 });
  });

  it("that names a date and time proposes them, and saves none", async () => {
    const { client, id } = await seedApplied();
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const quoted = "\n\nLe 3 mars 2026, Ana Martin a écrit :\n> Je suis libre le 2030-01-02 à 8h.";
    const text = `Bonjour,\n\nNous vous invitons à un entretien le ${day} à 14h30.${quoted}`;
    const answer = (await client.post(toPath(id, "/answer"), { text })).as(api.readAnswer.answer);
    expect(answer.appointment).toBe(`${day}T14:30`);
    expect((await fetchCompany(client, id)).next_date).toBeNull();
  });
});

describe("an outcome read in a mail", () => {
  it("counts once the user confirms it", async () => {
    const { client, userId, id } = await seedApplied();
    const event = await seedProposal(userId, id);
    expect((await fetchCompany(client, id)).outcome).toBeNull();
    expect((await client.get("/api/dashboard/proposals")).as(api.listProposals.answer).proposals).toMatchObject([
      { id: event, company_id: id, company_name: "Lune", outcome: "refused", confidence: 0.9 },
    ]);
    const path = toPath(id, `/outcomes/${event}/confirm`);
    const confirmed = (await client.post(path)).as(api.confirmProposal.answer);
    expect(confirmed).toMatchObject({ event_id: event, company: { outcome: "refused" } });
    expect((await client.post(path)).as(api.confirmProposal.answer)).toEqual(confirmed);
    expect(await client.post(path, { outcome: "offer" })).toMatchObject({ body: { code: "outcome_changed" } });
    expect((await client.get("/api/dashboard/proposals")).as(api.listProposals.answer).proposals).toEqual([]);
    // Taken back, it waits for the user again.
    expect((await takeBack(client, id, event)).as(OneCompany).company.outcome).toBeNull();
    expect((await client.get("/api/dashboard/proposals")).as(api.listProposals.answer).proposals).toHaveLength(1);
  });

  it("is what the user says instead, or nothing", async () => {
    const { client, userId, id } = await seedApplied();
    const first = await seedProposal(userId, id, { how: "forwarded" });
    const corrected = await client.post(toPath(id, `/outcomes/${first}/confirm`), { outcome: "interview" });
    expect(corrected.as(api.confirmProposal.answer).company.outcome).toBe("interview");
    const second = await seedProposal(userId, id, { how: "forwarded" });
    const path = toPath(id, `/outcomes/${second}/dismiss`);
    expect((await client.post(path)).as(OneCompany).company.outcome).toBe("interview");
    expect(await client.post(path)).toMatchObject({ status: 200 });
    expect(await client.post(toPath(id, `/outcomes/${second}/confirm`))).toMatchObject({ status: 409 });
    // Nothing of what was read wrongly stays.
    expect(await database.select().from(outcomeEvents).where(eq(outcomeEvents.id, second))).toMatchObject([
      { status: "dismissed", sender: null, subject: null, excerpt: null },
    ]);
  });

  it("takes the place of what was pasted before, and needs an application", async () => {
    const { client, userId, id } = await seedApplied();
    await seedProposal(userId, id);
    const second = await seedProposal(userId, id, { outcome: "interview" });
    const { proposals } = (await client.get("/api/dashboard/proposals")).as(api.listProposals.answer);
    expect(proposals.map((each) => each.id)).toEqual([second]);
    const unsent = await seedCompany(userId);
    await seedProposal(userId, unsent);
    expect((await client.get("/api/dashboard/proposals")).as(api.listProposals.answer).proposals).toHaveLength(1);
    expect(await client.post(toPath(unsent, "/answer"), { text: "Bonjour" })).toMatchObject({ status: 422 });
  });

  it("is asked for where nothing can be told", async () => {
    const { client, id } = await seedApplied();
    expect((await client.post(toPath(id, "/answer"), { text: "…" })).as(api.readAnswer.answer)).toEqual({
      reading: "unclear",
      proposal: null,
      appointment: null,
    });
    for (const body of [{}, { text: " " }, { eml: "not base64!" }, { text: "a", eml: "YQ==" }])
      expect(await client.post(toPath(id, "/answer"), body)).toMatchObject({ status: 400 });
  });
});

describe("the next date with a company", () => {
  const AT = "2026-12-01T09:30:00.000Z";
  it("is set, changed and cleared, and a calendar follows", async () => {
    const { client, id } = await seedApplied({ city: "Lyon", website: "https://lune.example/" });
    const path = toPath(id, "/next-date");
    expect(await client.get(`${path}.ics`)).toMatchObject({ status: 404 });
    const text = "Entretien; apporter CV, diplômes";
    expect((await client.post(path, { at: AT, text })).as(OneCompany).company.next_date).toEqual({ at: AT, text });
    const readFile = async () => {
      const answer = await client.get(`${path}.ics`);
      expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="lune.ics"');
      return String(answer.body);
    };
    const first = await readFile();
    expect(first).toContain(`UID:${id}@candidature\r\n`);
    expect(first).toContain("DTSTART:20261201T093000Z\r\n");
    expect(first).toContain(String.raw`SUMMARY:Lune: Entretien\; apporter CV\, diplômes`);
    expect(first).toContain("SEQUENCE:1\r\n");
    await client.post(path, { at: AT, text });
    expect(await readFile()).toBe(first);
    await client.post(path, { at: "2026-12-02T09:30:00.000Z" });
    expect(await readFile()).toContain("SEQUENCE:2\r\n");
    expect((await client.delete(path)).as(OneCompany).company.next_date).toBeNull();
    expect(await client.get(`${path}.ics`)).toMatchObject({ status: 404 });
  });

  it("is that of a company on the dashboard", async () => {
    const { client, id } = await seedApplied();
    expect(await client.post(toPath(id, "/next-date"), { at: "tomorrow" })).toMatchObject({ status: 400 });
    expect(await client.post(toPath("none", "/next-date"), { at: AT })).toMatchObject({ status: 404 });
    await client.post(toPath(id, "/archive"));
    expect(await client.post(toPath(id, "/next-date"), { at: AT })).toMatchObject({ status: 404 });
  });
});
