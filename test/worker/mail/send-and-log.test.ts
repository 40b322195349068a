import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { bulkSend, listSentMails } from "../../../worker/contract/mail";
import { companies } from "../../../worker/db/schema/companies";
import { mailboxes, mails } from "../../../worker/db/schema/mail";
import { makeMessageId } from "../../../worker/mail/compose-email";
import { encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { expectConsoleError } from "../support/console-errors";
import { TEST_KEYS } from "../support/encryption-keys";
import { listOutbox } from "../support/gmail-sandbox";
import { getMailboxObject } from "../support/objects";
import { callSandbox } from "../support/sandbox-client";
import { database, seedCompany, seedMailbox, seedUser } from "../support/seed";
import { OneCompany, seedLinkedUser, sendOne, sendMany, fetchSentLog } from "../support/send-mail";

const toReasons = (answer: z.output<typeof bulkSend.answer>) =>
  Object.fromEntries(answer.failed.map(({ id, reason }) => [id, reason]));

/** An earlier mail in the log. */
const seedLoggedMail = (userId: string, companyId: string, values: Partial<typeof mails.$inferInsert>) => {
  const at = new Date(Date.now() - 120_000).toISOString();
  return database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    recipient: "somebody@else.example",
    subject: "S",
    body: "B",
    status: "sent",
    createdAt: at,
    updatedAt: at,
    ...values,
  });
};

describe("sending one", () => {
  it("puts the mail with the CV into the outbox, from the linked address, and remembers it", async () => {
    const { userId, client } = await seedLinkedUser({
      name: "Zoé Müller-Łukasz",
      cvPath: "cv/x/1",
      cvName: "mon cv.pdf",
    });
    await env.FILES.put("cv/x/1", "%PDF-1.4 the CV");
    const id = await seedCompany(userId, {
      email: "jobs@firm.example;info@firm.example",
      subject: "Développeuse – candidature",
      message: "Bonjour,\n\nÀ bientôt\nZoé",
    });
    const { company } = (await sendOne(client, id, { message_version: 1 })).as(OneCompany);
    expect(company).toMatchObject({ email_sent: true, send_status: "sent", sent_at: expect.any(String) as string });
    const [mail, ...more] = await listOutbox();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: "jobs@firm.example",
      subject: "Développeuse – candidature",
      from: "Zoé Müller-Łukasz <camille.martin@mail.example>",
      attachments: [{ filename: "CV-Zoe-Muller-Lukasz.pdf", mimeType: "application/pdf", size: 15 }],
    });
    expect(mail?.text.trim()).toBe("Bonjour,\n\nÀ bientôt\nZoé");
    expect((await fetchSentLog(client)).emails).toMatchObject([
      {
        company_id: id,
        recipient: "jobs@firm.example",
        status: "sent",
        error: null,
        provider_response: expect.stringContaining("SENT") as string,
      },
    ]);
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("stores its Message-ID and Gmail's ids, for the export too", async () => {
    const { userId, client } = await seedLinkedUser();
    await sendOne(client, await seedCompany(userId));
    await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/send-test`);
    const rows = await database.select().from(mails);
    expect(rows).toHaveLength(2);
    const raws = (await listOutbox()).map(({ raw }) => raw);
    for (const { id, messageId, gmailId, gmailThreadId, providerResponse } of rows) {
      expect(messageId).toBe(await makeMessageId(id, "camille.martin@mail.example"));
      expect(raws.filter((raw) => raw.includes(`Message-ID: ${messageId}\r\n`))).toHaveLength(1);
      expect(JSON.parse(providerResponse ?? "")).toMatchObject({ id: gmailId, threadId: gmailThreadId });
      expect(gmailId).toMatch(/./u);
    }
    const { mails: exported } = (await client.get("/api/settings/export")).as(
      z.object({ mails: z.array(z.looseObject({ id: z.string() })) }),
    );
    expect(exported).toMatchObject(
      rows
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ messageId, gmailId, gmailThreadId }) => ({
          message_id: messageId,
          gmail_id: gmailId,
          gmail_thread_id: gmailThreadId,
        })),
    );
  });

  it("sends without a CV when it is off, and not at all when the CV is missing", async () => {
    const { userId, client } = await seedLinkedUser({ attachCv: false, cvPath: "cv/x/gone", cvName: "cv.pdf" });
    expect(await sendOne(client, await seedCompany(userId, { subject: "" }))).toMatchObject({ status: 200 });
    expect((await listOutbox())[0]).toMatchObject({ attachments: [], subject: "Candidature spontanée" });
    await client.patch("/api/settings/preferences", { attach_cv: true });
    const id = await seedCompany(userId);
    expect(await sendOne(client, id)).toMatchObject({ status: 422, body: { code: "cv_required" } });
    expect(await database.select().from(mails)).toHaveLength(1);
  });

  it("writes to the recipient the user chose", async () => {
    const { userId, client } = await seedLinkedUser();
    const id = await seedCompany(userId, { email: "a@firm.example;b@firm.example", recipient: "b@firm.example" });
    await sendOne(client, id);
    expect((await listOutbox())[0]?.to).toBe("b@firm.example");
  });

  it("rejects what cannot or may not be sent, with the reason", async () => {
    const { userId, client } = await seedLinkedUser();
    const other = await seedUser();
    const foreign = await seedCompany(other.userId);
    const known = await seedCompany(userId);
    await seedLoggedMail(userId, "elsewhere", { recipient: "twice@firm.example" });
    const unknown = await seedCompany(userId, { sendStatus: "unknown" });
    await seedLoggedMail(userId, unknown, { status: "unknown" });
    const busy = await seedCompany(userId, { sendStatus: "sending" });
    await seedLoggedMail(userId, busy, { status: "sending", updatedAt: new Date().toISOString() });
    const cases: [string, object | undefined, number, object][] = [
      ["absent", undefined, 404, { code: "not_found" }],
      [foreign, undefined, 404, { code: "not_found" }],
      [await seedCompany(userId, { archivedAt: new Date().toISOString() }), undefined, 404, { code: "not_found" }],
      [
        await seedCompany(userId, { email: "" }),
        undefined,
        422,
        { code: "email_requirements", fields: { email: "required" } },
      ],
      [
        await seedCompany(userId, { email: "a@b.example, c@d.example" }),
        undefined,
        422,
        { code: "email_requirements" },
      ],
      [
        await seedCompany(userId, { message: " " }),
        undefined,
        422,
        { code: "email_requirements", fields: { message: "required" } },
      ],
      [await seedCompany(userId, { sendStatus: "sent" }), undefined, 409, { code: "already_sent" }],
      [known, { message_version: 2 }, 409, { code: "message_changed" }],
      [unknown, { confirm: ["already_contacted"] }, 409, { code: "outcome_unknown" }],
      [busy, { confirm: ["outcome_unknown", "already_contacted"] }, 409, { code: "in_flight" }],
      [
        await seedCompany(userId, { email: "Twice@firm.example" }),
        { confirm: ["outcome_unknown"] },
        409,
        { code: "already_contacted" },
      ],
      [known, { confirm: ["everything"] }, 400, { code: "invalid" }],
      [known, { force: true }, 400, { code: "invalid" }],
    ];
    for (const [id, body, status, answer] of cases)
      expect(await sendOne(client, id, body), JSON.stringify([id, body])).toMatchObject({ status, body: answer });
    expect(await listOutbox()).toEqual([]);
  });

  it("sends what was confirmed, and gives up an unknown mail only for its replacement", async () => {
    const { userId, client } = await seedLinkedUser();
    const twice = await seedCompany(userId, { email: "twice@firm.example" });
    await seedLoggedMail(userId, "elsewhere", { recipient: "twice@firm.example" });
    expect(await sendOne(client, twice, { confirm: ["already_contacted"] })).toMatchObject({ status: 200 });
    const id = await seedCompany(userId, { sendStatus: "unknown" });
    await seedLoggedMail(userId, id, { status: "unknown" });
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({
      status: 200,
      body: { company: { send_status: "sent" } },
    });
    expect(await sendOne(client, id, { confirm: ["outcome_unknown"] })).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
    expect(await listOutbox()).toHaveLength(2);
  });

  it("needs a linked mailbox that Google still honours", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect(await sendOne(client, "absent")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await sendOne(client, id)).toMatchObject({ status: 422, body: { code: "gmail_required" } });
    expect(await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id] })).toMatchObject({
      status: 422,
      body: { code: "gmail_required" },
    });
    await seedMailbox(userId);
    expect(await sendOne(client, id)).toMatchObject({ status: 422, body: { code: "gmail_disconnected" } });
    expect(toReasons(await sendMany(client, [id]))).toEqual({ [id]: "gmail_disconnected" });
    expectConsoleError(/mailbox_tokens_unreadable/u);
    await database.update(mailboxes).set({
      tokens: await encryptTokens(TEST_KEYS, "somebody else", {
        refreshToken: "r",
        accessToken: "a",
        expiresAt: new Date().toISOString(),
      }),
    });
    expect(await sendOne(client, id)).toMatchObject({ status: 422, body: { code: "gmail_disconnected" } });
    expect(await database.select().from(mails)).toEqual([]);
  });
});

describe("never twice", () => {
  it("many concurrent sends to one company, single and batch, from two browsers, send once", async () => {
    const { userId, client } = await seedLinkedUser();
    const second = await seedUser();
    second.client.cookies.set("__Host-session", client.cookies.get("__Host-session") ?? "");
    const id = await seedCompany(userId);
    const other = await seedCompany(userId);
    const [a, b, c, batch] = await Promise.all([
      sendOne(client, id),
      sendOne(second.client, id),
      sendOne(client, id, { confirm: ["outcome_unknown", "already_contacted"] }),
      sendMany(second.client, [id, other]),
    ]);
    const won = [a, b, c].filter(({ status }) => status === 200).length + (batch.sent_ids.includes(id) ? 1 : 0);
    expect(won).toBe(1);
    expect((await listOutbox()).map(({ to }) => to)).toHaveLength(2);
    for (const answer of [a, b, c]) expect([200, 409]).toContain(answer.status);
  });

  it("holds even when two mailbox objects race for one company", async () => {
    const { userId, client } = await seedLinkedUser();
    const id = await seedCompany(userId);
    const order = { userId, companyIds: [id], confirm: [], versions: {}, fingerprints: {} };
    const objects = ["one", "two", "three"].map((name) => getMailboxObject(name));
    const results = (await Promise.all(objects.map((object) => object.send(order)))).flat();
    expect(results.filter((result) => "company" in result)).toHaveLength(1);
    expect(await listOutbox()).toHaveLength(1);
    expect((await fetchSentLog(client)).emails).toHaveLength(1);
  });

  it("two companies with one address: the second waits for a confirmation", async () => {
    const { userId, client } = await seedLinkedUser();
    const [a, b] = [
      await seedCompany(userId, { email: "rh@group.example" }),
      await seedCompany(userId, { email: "RH@group.example" }),
    ];
    expect(await sendMany(client, [a, b])).toEqual({
      sent_ids: [a],
      failed: [{ id: b, reason: "already_contacted" }],
    });
  });
});

describe("sending many", () => {
  it("answers every id once: sent, or why not", async () => {
    const { userId, client } = await seedLinkedUser();
    const ok = await seedCompany(userId);
    const changed = await seedCompany(userId);
    const noAddress = await seedCompany(userId, { email: "" });
    const noMessage = await seedCompany(userId, { message: "" });
    const sent = await seedCompany(userId, { sendStatus: "sent" });
    const unknown = await seedCompany(userId, { sendStatus: "unknown" });
    await seedLoggedMail(userId, unknown, { status: "unknown" });
    const answer = await sendMany(client, [ok, ok, changed, noAddress, noMessage, sent, unknown, "absent"], {
      [ok]: 1,
      [changed]: 7,
    });
    expect(answer.sent_ids).toEqual([ok]);
    expect(toReasons(answer)).toEqual({
      [changed]: "message_changed",
      [noAddress]: "missing_email",
      [noMessage]: "missing_message",
      [sent]: "already_sent",
      [unknown]: "outcome_unknown",
      absent: "not_found",
    });
    expect(toReasons(await sendMany(client, [ok, noAddress]))).toEqual({
      [ok]: "already_sent",
      [noAddress]: "missing_email",
    });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("takes 20 at most and nothing of 21, and counts an id once", async () => {
    const { userId, client } = await seedLinkedUser();
    const ids = await Promise.all(Array.from({ length: 21 }, () => seedCompany(userId)));
    expect(await client.post("/api/dashboard/companies/bulk-send", { company_ids: ids })).toMatchObject({
      status: 400,
      body: { code: "bulk_send_limit" },
    });
    expect(await listOutbox()).toEqual([]);
    expect((await sendMany(client, [...ids.slice(0, 20), ids[0] ?? ""])).sent_ids).toHaveLength(20);
    for (const body of [
      {},
      { company_ids: [] },
      { company_ids: "x" },
      { company_ids: [1] },
      { company_ids: ["x"], message_versions: { x: "1" } },
    ]) {
      expect(await client.post("/api/dashboard/companies/bulk-send", body), JSON.stringify(body)).toMatchObject({
        status: 400,
      });
    }
  });

  it("keeps to the daily limit, and returns its reset time", async () => {
    const { userId, client } = await seedLinkedUser();
    const today = new Date().toISOString();
    await Promise.all(
      Array.from({ length: 48 }, (_, n) =>
        seedLoggedMail(userId, `past-${n}`, { createdAt: today, status: n % 2 ? "sent" : "unknown" }),
      ),
    );
    await seedLoggedMail(userId, "failed", { createdAt: today, status: "failed" });
    const ids = await Promise.all([1, 2, 3].map(() => seedCompany(userId)));
    const answer = await sendMany(client, ids);
    expect(answer).toEqual({ sent_ids: ids.slice(0, 2), failed: [{ id: ids[2], reason: "daily_limit" }] });
    const refused = await sendOne(client, ids[2] ?? "");
    expect(refused).toMatchObject({ status: 429, body: { code: "daily_limit" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(86_400);
    expect((await database.select().from(companies)).find(({ id }) => id === ids[2])?.sendStatus).toBe("none");
  });
});

describe("the log", () => {
  it("pages newest first without gap or repeat, and shows a user's own mails alone", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    await seedLoggedMail(other.userId, "x", {});
    for (let n = 0; n < 5; n++)
      await seedLoggedMail(userId, `c${n}`, { createdAt: `2026-11-0${1 + (n >> 1)}T10:00:00.000Z` });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: z.output<typeof listSentMails.answer> = await fetchSentLog(
        client,
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.emails.map(({ time }) => time));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...seen].sort().reverse());
    for (const query of ["?limit=0", "?limit=501", "?cursor=x", "?user_id=other"])
      expect(await client.get(`/api/settings/emails${query}`)).toMatchObject({ status: 400 });
    expect(await callSandbox("/sandbox/outbox")).toEqual([]);
  });
});
