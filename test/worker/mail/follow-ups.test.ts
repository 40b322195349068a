import { createExecutionContext, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createApi } from "../../../worker/app";
import { insertProposal } from "../../../worker/applications/store-outcomes";
import { getCompanyPage } from "../../../worker/contract/company-page";
import {
  checkFollowUp,
  getFollowUp,
  getFollowUpPreview,
  listFollowUps,
  saveFollowUp,
  writeFollowUp,
} from "../../../worker/contract/follow-ups";
import { getOutbox, queueMails } from "../../../worker/contract/outbox";
import { sessions } from "../../../worker/db/schema/account";
import { outcomeEvents } from "../../../worker/db/schema/applications";
import { deadAddresses, mails } from "../../../worker/db/schema/mail";
import { followUps } from "../../../worker/db/schema/messages";
import { courtesySlots } from "../../../worker/db/schema/shared";
import lies from "../../data/sandbox/lies.json" with { type: "json" };
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { database, sharedDatabase, FOLLOW_UP_TEXT, seedApplication, seedCompany } from "../support/seed";
import { fetchCompany, fetchSentLog, seedLinkedUser, sendOne } from "../support/send-mail";
import { installScriptedGmail } from "./mailbox-model/product-driver";

/** A Tuesday, ten in the morning in Paris. */
const TUESDAY = "2031-06-17T08:00:00.000Z";
const DAY_MS = 86_400_000;

/** From now on it is a later time, at which everybody is still signed in. */
async function moveTo(time: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  const lastSeenAt = new Date(time).toISOString();
  const expiresAt = new Date(time + 40 * DAY_MS).toISOString();
  await database.update(sessions).set({ lastSeenAt, expiresAt, authenticatedAt: lastSeenAt });
}

/** A user with a linked mailbox and a company that was applied to eight days before that Tuesday. */
async function seedFollower(
  application: Parameters<typeof seedApplication>[1] = {},
  company: Parameters<typeof seedCompany>[1] = {},
) {
  // Google's tokens hold for an hour.
  vi.useRealTimers();
  const { userId, client } = await seedLinkedUser();
  await moveTo(Date.parse(TUESDAY));
  const id = await seedCompany(userId, company);
  const mailId = await seedApplication({ userId, companyId: id }, application);
  return {
    userId,
    client,
    id,
    mailId,
    /** Moves the clock to the alarm and lets it ring. */
    async ring() {
      const object = getMailboxObject(userId);
      const alarm = await runInDurableObject(object, (_, { storage }) => storage.getAlarm());
      if (alarm === null) throw new Error("no alarm is set");
      await moveTo(Math.max(alarm, Date.now()));
      await runDurableObjectAlarm(object);
    },
  };
}

const path = (id: string, rest = "") => `/api/dashboard/companies/${id}/follow-up${rest}`;
const fetchFollowUp = async (client: Client, id: string) =>
  (await client.get(path(id))).as(getFollowUp.answer).follow_up;
const fetchList = async (client: Client) => (await client.get("/api/follow-ups")).as(listFollowUps.answer);
const fetchPreview = async (client: Client, id: string) =>
  (await client.get(path(id, "/preview"))).as(getFollowUpPreview.answer).preview;
const listStatuses = async (client: Client) =>
  (await client.get("/api/outbox"))
    .as(getOutbox.answer)
    .outbox.mails.map(({ step, status, waits_for, ended_by }) => [step, status, waits_for ?? ended_by]);

async function queue(client: Client, id: string, confirm: string[] = []) {
  const [{ version, step }, { fingerprint }] = await Promise.all([fetchFollowUp(client, id), fetchPreview(client, id)]);
  const mail = { company_id: id, step, message_version: version, fingerprint, confirm };
  return (await client.post("/api/outbox", { mails: [mail] })).as(queueMails.answer);
}

const setOutcome = (client: Client, id: string, outcome: string) =>
  client.post(`/api/dashboard/companies/${id}/outcome`, { outcome });

/** What may be an answer, as it is read in a forwarded mail. @returns its id */
async function seedProposal({ userId, id }: { userId: string; id: string }): Promise<string> {
  const event = { id: crypto.randomUUID(), at: new Date().toISOString() };
  const nobody = { sender: null, subject: null, excerpt: null, senderProven: null };
  const read = { outcome: "refused", how: "forwarded", ...nobody } as const;
  await insertProposal(database, { userId, companyId: id }, { ...read, confidence: 0.6, mailId: null }, event);
  return event.id;
}

describe("the list of applications to follow up", () => {
  it("has those without an answer that left seven days ago or more, the latest first", async () => {
    const { userId, client, id } = await seedFollower({ daysAgo: 20 }, { phone: "+33123456789" });
    const ids: string[] = [];
    for (const daysAgo of [6.9, 7, 9]) {
      ids.push(await seedCompany(userId));
      await seedApplication({ userId, companyId: ids.at(-1) ?? "" }, { daysAgo });
    }
    await seedCompany(userId);
    const { follow_ups: list, total } = await fetchList(client);
    expect(list.map((each) => each.company_id)).toEqual([ids[1], ids[2], id]);
    expect(total).toBe(3);
    expect(list[2]).toMatchObject({
      step: 1,
      block: null,
      recipient: expect.stringContaining("contact@") as string,
      phones: [{ number: "+33123456789", text: "+33 1 23 45 67 89" }],
      message: FOLLOW_UP_TEXT,
      version: 1,
      author: "user",
    });
    expect((await client.get("/api/follow-ups?limit=1")).as(listFollowUps.answer)).toMatchObject({
      follow_ups: [{ company_id: ids[1] }],
      total: 3,
    });
  });

  it.each<[string, (seeded: { userId: string; client: Client; id: string }) => Promise<unknown>]>([
    ["answered", ({ client, id }) => setOutcome(client, id, "answered")],
    ["given up", ({ client, id }) => setOutcome(client, id, "no_answer")],
    ["perhaps answered", (seeded) => seedProposal(seeded)],
    ["archived", ({ client, id }) => client.post(`/api/dashboard/companies/${id}/archive`)],
    [
      "blocked",
      async ({ client, id }) => {
        const { recipient } = await fetchFollowUp(client, id);
        return client.post("/api/settings/do-not-contact", { entry: recipient });
      },
    ],
  ])("has no company that is %s", async (_, act) => {
    const seeded = await seedFollower();
    expect((await fetchList(seeded.client)).total).toBe(1);
    await act(seeded);
    expect(await fetchList(seeded.client)).toEqual({ follow_ups: [], total: 0 });
  });

  it("has nothing of another user", async () => {
    const { id } = await seedFollower();
    const { client } = await seedFollower();
    expect((await fetchList(client)).total).toBe(1);
    expect(await client.get(path(id))).toMatchObject({ status: 404, body: { code: "not_found" } });
    const body = { message: "Bonjour", replaces: 1 };
    expect(await client.patch(path(id), body)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await client.post(path(id, "/call"), { step: 1, number: "+33123456789" })).toMatchObject({ status: 404 });
  });
});

describe("a draft", () => {
  it("is three or four sentences in the company's language that name the application and its day", async () => {
    const { client, id } = await seedFollower({ followUp: "" }, { name: "Lumen" });
    const { follow_up: draft } = (await client.post(path(id, "/write"))).as(writeFollowUp.answer);
    expect(draft).toMatchObject({ step: 1, version: 1, author: "assistant", language: "fr" });
    expect(draft.message).toContain("9 juin 2031");
    expect(draft.message).toContain("Lumen");
    const { sentences, reasons } = (await client.post(path(id, "/check"))).as(checkFollowUp.answer);
    expect(reasons).toEqual([]);
    // Greeting, closing and name are three.
    expect(sentences.length - 3).toBeGreaterThanOrEqual(3);
    expect(sentences.length - 3).toBeLessThanOrEqual(4);
    expect(sentences.map(({ status }) => status)).not.toContain("unsupported");
    expect((await fetchPreview(client, id)).review).toEqual([]);
  });

  it.each([
    ["en", "9 June 2031", "Dear Sir or Madam,\n\nI would like to work with you and your team.", "Application"],
    ["de", "9. Juni 2031", "Guten Tag,\n\nich würde gern mit Ihnen und in Ihrem Team arbeiten.", "Bewerbung"],
  ])("is written in the language of the application: %s", async (language, date, message, subject) => {
    const { client, id } = await seedFollower({ followUp: "" }, { message, subject });
    const { follow_up: draft } = (await client.post(path(id, "/write"))).as(writeFollowUp.answer);
    expect(draft).toMatchObject({ language });
    expect(draft.message).toContain(date);
  });

  it("that invents something is refused, and nothing is saved", async () => {
    const { client, id } = await seedFollower({ followUp: "" });
    await orderFault("openai", "lie_diploma", { call: "follow_up" });
    const answer = await client.post(path(id, "/write"));
    expect(answer).toMatchObject({ status: 422, body: { code: "message_refused" } });
    expect(await fetchFollowUp(client, id)).toMatchObject({ message: "", version: 0 });
  });

  it("is read again where the operator wants it, and has what no source says marked", async () => {
    const { client, id } = await seedFollower({ followUp: "" });
    const letter = [
      "Madame, Monsieur,",
      "Je vous ai écrit le 9 juin 2031 pour proposer ma candidature à Company 1.",
      lies.skill.fr,
      "Seriez-vous disponible pour un court échange ?",
      "Cordialement,",
      "Ana Lopez",
    ].join("\n\n");
    await orderFault("openai", "obey", { call: "follow_up", obeys: { order: "cherche un poste", letter } });
    const request = new Request(`http://localhost${path(id, "/write")}`, {
      method: "POST",
      headers: { cookie: client.cookieHeader },
    });
    const settings = { ...env, SECOND_READING: "true" };
    const response = await createApi().fetch(request, settings, createExecutionContext());
    expect(await response.json()).toMatchObject({ follow_up: { message: letter } });
    const listMarked = async () =>
      (await client.post(path(id, "/check")))
        .as(checkFollowUp.answer)
        .sentences.flatMap(({ status, text }) => (status === "unsupported" ? [text] : []));
    expect(await listMarked()).toEqual([lies.skill.fr]);
    // The doubt stays with its sentence.
    const { message, version } = await fetchFollowUp(client, id);
    await client.patch(path(id), { message: message.replace("Madame,", "Bonjour Madame,"), replaces: version });
    expect(await listMarked()).toEqual([lies.skill.fr]);
  });

  it("takes the place of no text that its writer has not seen", async () => {
    const { client, id } = await seedFollower();
    const changed = { status: 409, body: { code: "message_changed" } };
    expect(await client.post(path(id, "/write"))).toMatchObject(changed);
    expect(await client.patch(path(id), { message: "Autre", replaces: 0 })).toMatchObject(changed);
    expect(await fetchFollowUp(client, id)).toMatchObject({ message: FOLLOW_UP_TEXT, version: 1 });
    const mine = { message: `${FOLLOW_UP_TEXT} Bien à vous.`, replaces: 1 };
    expect((await client.patch(path(id), mine)).as(saveFollowUp.answer).follow_up).toMatchObject({ version: 2 });
    // The answer may have been lost.
    expect((await client.patch(path(id), mine)).as(saveFollowUp.answer).follow_up).toMatchObject({ version: 2 });
    const { follow_up: written } = (await client.post(path(id, "/write"), { replaces: 2 })).as(writeFollowUp.answer);
    expect(written).toMatchObject({ version: 3, author: "assistant" });
  });

  it("is refused where there is nothing to follow up", async () => {
    const { userId, client, id } = await seedFollower();
    const other = await seedCompany(userId);
    expect(await client.post(path(other, "/write"))).toMatchObject({ status: 422, body: { code: "not_applied" } });
    await setOutcome(client, id, "refused");
    const known = { status: 409, body: { code: "answer_known" } };
    expect(await client.post(path(id, "/write"), { replaces: 1 })).toMatchObject(known);
    expect(await client.patch(path(id), { message: "x", replaces: 1 })).toMatchObject(known);
  });

  it("names no other day, and no talk that nobody has had", async () => {
    const { client, id } = await seedFollower();
    const check = async (sentence: string) => {
      const message = FOLLOW_UP_TEXT.replace("Votre équipe m'intéresse toujours.", sentence);
      const { sentences } = (await client.post(path(id, "/check"), { message })).as(checkFollowUp.answer);
      return sentences.find(({ text }) => text === sentence)?.status;
    };
    expect(await check("Je vous ai écrit le 9 juin.")).not.toBe("contradicted");
    expect(await check("Je vous ai écrit le 2 juin.")).toBe("contradicted");
    expect(await check("Nous en avons parlé au téléphone.")).toBe("unsupported");
    await client.post("/api/settings/facts", { text: "Nous en avons parlé au téléphone." });
    expect(await check("Nous en avons parlé au téléphone.")).toBe("supported");
  });
});

describe("a follow-up that was approved", () => {
  it("leaves through the outbox in the conversation of the application, without attachments", async () => {
    const { userId, client } = await seedLinkedUser({ cvPath: "cv/x/1", cvName: "cv.pdf", attachLetter: true });
    const id = await seedCompany(userId, { subject: "Candidature : développeuse" });
    await client.send("PATCH", "/api/settings/preferences", { attach_cv: false });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    const [application] = await database.select().from(mails);
    expect(application).toMatchObject({ step: 0, sender: "camille.martin@mail.example" });
    await moveTo(Date.parse(TUESDAY));
    await database
      .update(mails)
      .set({ updatedAt: new Date(Date.now() - 9 * DAY_MS).toISOString() })
      .where(eq(mails.companyId, id));
    await client.patch(path(id), { message: FOLLOW_UP_TEXT, replaces: 0 });
    expect(await fetchPreview(client, id)).toMatchObject({
      subject: "Re: Candidature : développeuse",
      to: application?.recipient,
      attachment: null,
      letter: null,
      in_thread: true,
    });
    expect(await queue(client, id)).toMatchObject({ queued_ids: [id], failed: [] });
    expect(await listStatuses(client)).toEqual([[1, "held", "undo"]]);
    await moveTo(Date.now() + 11_000);
    await runDurableObjectAlarm(getMailboxObject(userId));
    expect(await listStatuses(client)).toEqual([[1, "sent", null]]);
    const [reply, first] = await listOutbox();
    expect(reply).toMatchObject({
      threadId: first?.threadId,
      subject: "Re: Candidature : développeuse",
      attachments: [],
    });
    expect(reply?.raw).toContain(`In-Reply-To: ${application?.messageId}\r\n`);
    expect(reply?.raw).toContain(`References: ${application?.messageId}\r\n`);
    expect((await fetchSentLog(client)).emails).toMatchObject([
      { step: 1, status: "sent", body: FOLLOW_UP_TEXT, gmail_thread_id: first?.threadId },
      { step: 0, status: "sent" },
    ]);
    // It takes no place from an application.
    expect(await sharedDatabase.select().from(courtesySlots)).toHaveLength(1);
    expect(await fetchCompany(client, id)).toMatchObject({ email_sent: true, sent_at: expect.any(String) as string });
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 2, block: "follow_up_too_early", version: 0 });
    const page = (await client.get(`/api/dashboard/companies/${id}/page`)).as(getCompanyPage.answer);
    expect(page.mails.map(({ step }) => step)).toEqual([1, 0]);
  });

  it("begins a conversation of its own where the application is gone from Gmail", async () => {
    const { client, id, ring } = await seedFollower({ gmailThreadId: "0123456789abcdef" });
    await queue(client, id);
    await ring();
    expect(await listStatuses(client)).toEqual([[1, "sent", null]]);
    const [mail] = await listOutbox();
    expect(mail?.threadId).toBe(mail?.id);
    expect(mail?.raw).toMatch(/^In-Reply-To: <.+>\r$/mu);
  });

  it("goes without the conversation from another mailbox than that of the application", async () => {
    const { client, id } = await seedFollower({ gmailThreadId: "0123456789abcdef", sender: "old@gmail.example" });
    expect(await fetchPreview(client, id)).toMatchObject({
      in_thread: false,
      subject: expect.stringMatching(/^Re: /u) as string,
    });
  });

  it.each<[string, string, (seeded: { userId: string; client: Client; id: string }) => Promise<unknown>]>([
    ["an answer is noted", "answer_known", ({ client, id }) => setOutcome(client, id, "interview")],
    ["what may be an answer arrives", "answer_unread", (seeded) => seedProposal(seeded)],
    [
      "the user has called instead",
      "followed_up",
      ({ client, id }) => client.post(path(id, "/call"), { step: 1, number: "+33123456789" }),
    ],
    [
      "its text is edited",
      "message_changed",
      ({ client, id }) => client.patch(path(id), { message: "x", replaces: 1 }),
    ],
    ["its company is archived", "archived", ({ client, id }) => client.post(`/api/dashboard/companies/${id}/archive`)],
    [
      "its address is dead",
      "dead_address",
      async ({ userId, client, id }) => {
        const address = (await fetchFollowUp(client, id)).recipient ?? "";
        const dead = { userId, address, mailId: "x", companyId: id, how: "user" as const };
        return database.insert(deadAddresses).values({ ...dead, createdAt: TUESDAY });
      },
    ],
  ])("is withdrawn at its turn when %s", async (_, reason, act) => {
    const seeded = await seedFollower();
    await queue(seeded.client, seeded.id);
    await act(seeded);
    if (reason !== "archived") await seeded.ring();
    expect(await listStatuses(seeded.client)).toEqual([[1, "withdrawn", reason]]);
    expect(await listOutbox()).toEqual([]);
  });

  it("is refused before its time, a third time, and when an answer is known", async () => {
    const { userId, client, id } = await seedFollower();
    const early = await seedCompany(userId);
    await seedApplication({ userId, companyId: early }, { daysAgo: 6 });
    expect((await queue(client, early)).failed).toEqual([{ id: early, reason: "follow_up_too_early" }]);
    const { fingerprint } = await fetchPreview(client, id);
    const mail = { company_id: id, step: 2, message_version: 1, fingerprint };
    expect((await client.post("/api/outbox", { mails: [mail] })).as(queueMails.answer).failed).toEqual([
      { id, reason: "follow_up_too_early" },
    ]);
    expect(await client.post("/api/outbox", { mails: [{ ...mail, step: 3 }] })).toMatchObject({ status: 400 });
    await setOutcome(client, id, "offer");
    expect((await client.post("/api/outbox", { mails: [{ ...mail, step: 1 }] })).as(queueMails.answer).failed).toEqual([
      { id, reason: "answer_known" },
    ]);
  });

  it("takes only the text that was previewed", async () => {
    const { client, id } = await seedFollower();
    const mail = { company_id: id, step: 1, message_version: 1, fingerprint: "0".repeat(64) };
    expect((await client.post("/api/outbox", { mails: [mail] })).as(queueMails.answer).failed).toEqual([
      { id, reason: "message_changed" },
    ]);
  });

  it("of which Gmail says nothing keeps its step: no second one without a word of the user", async () => {
    const gmail = await installScriptedGmail();
    const { client, id, ring } = await seedFollower();
    gmail.setScript(["accept and drop"]);
    await queue(client, id);
    await ring();
    expect(await listStatuses(client)).toEqual([[1, "unknown", null]]);
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 1, outcome_unknown: true, block: null });
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent" });
    expect((await queue(client, id)).failed).toEqual([{ id, reason: "outcome_unknown" }]);
    expect(gmail.accepted).toHaveLength(1);
  });

  it("that Gmail refuses leaves the application as it was, and can be approved again", async () => {
    const gmail = await installScriptedGmail();
    const { client, id, ring } = await seedFollower();
    gmail.setScript(["400"]);
    await queue(client, id);
    await ring();
    expect(await listStatuses(client)).toEqual([[1, "failed", "provider_error"]]);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent", email_sent: true });
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 1, block: null });
    expect((await queue(client, id)).queued_ids).toEqual([id]);
  });

  it("waits while its company has had its applications of the week, and takes no place", async () => {
    const firm = { email: "rh@firm.example" };
    const applicants = [await seedLinkedUser(), await seedLinkedUser()];
    const { client, id } = await seedFollower({}, firm);
    for (const applicant of applicants) await sendOne(applicant.client, await seedCompany(applicant.userId, firm));
    expect(await sharedDatabase.select().from(courtesySlots)).toHaveLength(2);
    expect((await fetchPreview(client, id)).free_at).toBe("2031-06-24T08:00:00.000Z");
    await queue(client, id);
    await moveTo(Date.now() + 11_000);
    expect(await listStatuses(client)).toEqual([[1, "waiting", "courtesy"]]);
    expect(await sharedDatabase.select().from(courtesySlots)).toHaveLength(2);
  });

  it("that came back leaves the application alone, and ends what goes to that address", async () => {
    const { userId, client, id, ring } = await seedFollower();
    await queue(client, id);
    await ring();
    const [reply] = await database
      .select()
      .from(mails)
      .where(and(eq(mails.userId, userId), eq(mails.step, 1)));
    const event = { id: crypto.randomUUID(), at: new Date().toISOString() };
    const nobody = { sender: null, subject: null, excerpt: null, senderProven: null };
    const read = { outcome: "bounced", how: "forwarded", ...nobody } as const;
    const mailId = reply?.id ?? "";
    await insertProposal(database, { userId, companyId: id }, { ...read, confidence: 1, mailId }, event);
    const confirm = `/api/dashboard/companies/${id}/outcomes/${event.id}`;
    expect(await client.post(`${confirm}/confirm`)).toMatchObject({
      status: 200,
      body: { company: { email_sent: true, outcome: null } },
    });
    await moveTo(Date.now() + 8 * DAY_MS);
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 1, block: "dead_address" });
    expect((await fetchList(client)).total).toBe(0);
    expect(await client.delete(confirm)).toMatchObject({ status: 200 });
    expect(await database.select().from(deadAddresses)).toEqual([]);
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 2, block: "answer_unread" });
  });

  it("is not sent again after the database was restored to a time before it", async () => {
    const { userId, client, id, ring } = await seedFollower();
    await queue(client, id);
    await ring();
    expect(await listOutbox()).toHaveLength(1);
    await client.post("/api/outbox/take-out", { company_ids: [id] });
    await database.delete(mails).where(and(eq(mails.userId, userId), eq(mails.step, 1)));
    expect((await queue(client, id)).queued_ids).toEqual([id]);
    await ring();
    expect(await listOutbox()).toHaveLength(1);
    expect(await listStatuses(client)).toEqual([[1, "withdrawn", "followed_up"]]);
    expect(await fetchFollowUp(client, id)).toMatchObject({ step: 2 });
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent" });
  });
});

describe("a call in place of a follow-up", () => {
  it("counts as one, puts the next one off for seven days, and can be taken back", async () => {
    const { client, id } = await seedFollower();
    const call = await client.post(path(id, "/call"), { step: 1, number: "+33123456789" });
    expect(call.as(getFollowUp.answer).follow_up).toMatchObject({
      step: 2,
      block: "follow_up_too_early",
      last_contact_at: TUESDAY,
      due_at: "2031-06-24T08:00:00.000Z",
    });
    expect((await fetchList(client)).total).toBe(0);
    expect(await client.post(path(id, "/call"), { step: 1, number: "+33123456789" })).toMatchObject({ status: 200 });
    const undone = await client.send("DELETE", path(id, "/call"), { step: 1 });
    expect(undone.as(getFollowUp.answer).follow_up).toMatchObject({ step: 1, block: null, message: FOLLOW_UP_TEXT });
  });

  it("is in the history of the company, and in no record as an application", async () => {
    const { client, id } = await seedFollower();
    await client.post(path(id, "/call"), { step: 1, number: "+33123456789" });
    const page = (await client.get(`/api/dashboard/companies/${id}/page`)).as(getCompanyPage.answer);
    expect(page.calls).toEqual([{ step: 1, number: "+33123456789", called_at: TUESDAY }]);
    expect(page.applications).toEqual([]);
  });

  it("comes too late once the mail is on its way", async () => {
    const { userId, client, id } = await seedFollower();
    const sending = { step: 1 as const, status: "sending" as const, daysAgo: 0, followUp: "" };
    await seedApplication({ userId, companyId: id }, sending);
    expect(await client.post(path(id, "/call"), { step: 1, number: "+33123456789" })).toMatchObject({
      status: 409,
      body: { code: "in_flight" },
    });
  });
});

it("follow-ups are deleted with their company", async () => {
  const { client, id } = await seedFollower();
  await client.post(`/api/dashboard/companies/${id}/archive`);
  await client.delete(`/api/archive/companies/${id}`);
  expect(await database.select().from(followUps)).toEqual([]);
});

it("an answer that is taken back lets the follow-up go on", async () => {
  const { client, id, ring } = await seedFollower();
  await queue(client, id);
  await setOutcome(client, id, "answered");
  const [event] = await database.select().from(outcomeEvents);
  await client.delete(`/api/dashboard/companies/${id}/outcomes/${event?.id}`);
  await ring();
  expect(await listStatuses(client)).toEqual([[1, "sent", null]]);
});
