import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bulkSend, sendTest } from "../../../worker/contract/mail";
import { createUserDatabase } from "../../../worker/db/client";
import { users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { mailboxes, mails } from "../../../worker/db/schema/mail";
import { markInterruptedSends } from "../../../worker/mail/send/interrupted-sends";
import type { Client } from "../support/client";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedMailbox, seedUser } from "../support/seed";
import { seedSenderWithCv, sendOne, fetchPreview, fetchSentLog } from "../support/send-mail";
import { userD1 } from "../support/user-shards";

const OWN_ADDRESS = "camille.martin@mail.example";
const companyPath = (id: string, what: string) => `/api/dashboard/companies/${id}/${what}`;
const postSendTest = (client: Client, id: string, body?: object) => client.post(companyPath(id, "send-test"), body);

describe("a preview", () => {
  it("equals the mail that is sent", async () => {
    const { userId, client, id } = await seedSenderWithCv({
      email: "Jobs@Firm.example;info@firm.example",
      subject: "Développeuse – candidature 🚀",
      message: "Bonjour,\r\n\r\nÀ bientôt — 5 €\r\nZoé\n\n",
    });
    await database.update(users).set({ name: "Zoé Müller-Łukasz" });
    const seen = await fetchPreview(client, id);
    expect(seen).toEqual({
      from: { name: "Zoé Müller-Łukasz", address: OWN_ADDRESS },
      to: "jobs@firm.example",
      reply_to: null,
      subject: "Développeuse – candidature 🚀",
      text: "Bonjour,\n\nÀ bientôt — 5 €\nZoé",
      attachment: { name: "CV-Zoe-Muller-Lukasz.pdf", size: 15, type: "application/pdf" },
      letter: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
      review: expect.any(Array) as [],
      do_not_contact: false,
      already_contacted: false,
      contacted_company: null,
      applied: null,
      objection_pending: false,
      cv_language: false,
      free_at: null,
      undeliverable: false,
      in_thread: null,
      letter_language: "fr",
      profile: { id: userId, name: "", language: null },
    });
    expect(await fetchPreview(client, id)).toEqual(seen);
    expect(await sendOne(client, id, { fingerprint: seen.fingerprint, confirm: ["needs_review"] })).toMatchObject({
      status: 200,
    });
    const [mail] = await listOutbox();
    expect(mail).toMatchObject({
      from: `${seen.from.name} <${seen.from.address}>`,
      to: seen.to,
      subject: seen.subject,
      attachments: [{ filename: seen.attachment?.name, mimeType: seen.attachment?.type, size: seen.attachment?.size }],
    });
    expect(mail?.text.trimEnd()).toBe(seen.text);
  });

  it("says where answers go, which is part of what is approved, where they are tagged", async () => {
    const { client, id } = await seedSenderWithCv();
    const before = await fetchPreview(client, id);
    await client.patch("/api/settings/preferences", { tag_replies: true });
    const seen = await fetchPreview(client, id);
    const tag = id.replaceAll("-", "").slice(0, 12);
    expect([before.reply_to, seen.reply_to]).toEqual([null, OWN_ADDRESS.replace("@", `+c${tag}@`)]);
    expect(await sendOne(client, id, { fingerprint: before.fingerprint })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    await sendOne(client, id, { fingerprint: seen.fingerprint, confirm: ["needs_review"] });
    expect((await listOutbox())[0]?.raw).toContain(`Reply-To: ${seen.reply_to}\r\n`);
  });

  it("has telephone and links below the letter, as the mail that is sent and the test have", async () => {
    const { client, id } = await seedSenderWithCv({ message: "Bonjour,\n\nVotre équipe m’intéresse.\n\nAna Martin\n" });
    const plain = await fetchPreview(client, id);
    const signature = { phone: "06 12 34 56 78", links: ["https://ana.example/"] };
    await client.post("/api/settings/signature", signature);
    const seen = await fetchPreview(client, id);
    expect(seen.text).toBe(`${plain.text}\n\n06 12 34 56 78\nhttps://ana.example/`);
    expect(seen.review).toEqual(plain.review);
    // A changed signature is another mail.
    expect(seen.fingerprint).not.toBe(plain.fingerprint);
    expect(await sendOne(client, id, { fingerprint: plain.fingerprint, confirm: ["needs_review"] })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    const { fingerprint } = seen;
    expect(await postSendTest(client, id, { fingerprint })).toMatchObject({ status: 200 });
    expect(await sendOne(client, id, { fingerprint, confirm: ["needs_review"] })).toMatchObject({ status: 200 });
    expect((await listOutbox()).map(({ text }) => text.trimEnd())).toEqual([seen.text, seen.text]);
  });

  it("ends with where the address was found where the user wants it, which is no finding", async () => {
    const found = { kind: "email", page: "https://firm.example/contact", how: "text", seen_at: "2026-11-23" } as const;
    const { client, id } = await seedSenderWithCv({
      email: "jobs@firm.example",
      contacts: [{ ...found, value: "jobs@firm.example" }],
    });
    const plain = await fetchPreview(client, id);
    await client.patch("/api/settings/preferences", { tell_source: true });
    const seen = await fetchPreview(client, id);
    expect(seen.text).toBe(`${plain.text}\n\nJ’ai trouvé votre adresse sur https://firm.example/contact`);
    expect(seen.review).toEqual(plain.review);
    expect(await sendOne(client, id, { fingerprint: plain.fingerprint, confirm: ["needs_review"] })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    const { fingerprint } = seen;
    expect(await sendOne(client, id, { fingerprint, confirm: ["needs_review"] })).toMatchObject({ status: 200 });
    expect((await listOutbox()).map(({ text }) => text.trimEnd())).toEqual([seen.text]);
  });

  it("does not repeat what the letter says already, and the user's own number and link are no finding", async () => {
    const message = "Bonjour,\n\nAppelez-moi au 06 12 34 56 78 ou voyez https://ana.example/livre.\n\nAna Martin";
    const { client, id } = await seedSenderWithCv({ message });
    const readContacts = async () =>
      (await fetchPreview(client, id)).review
        .filter(({ code }) => code === "foreign_contact")
        .map(({ detail }) => detail);
    expect(await readContacts()).toEqual(["https://ana.example/livre.", "06 12 34 56 78"]);
    const links = ["https://ana.example/livre"];
    await client.post("/api/settings/signature", { phone: "06 12 34 56 78", links });
    expect(await readContacts()).toEqual([]);
    expect((await fetchPreview(client, id)).text).toBe(message);
  });

  it("shows the usual subject for a message without one, and no attachment when it is off", async () => {
    const { client, id } = await seedSenderWithCv({ subject: "", language: "de" });
    await client.patch("/api/settings/preferences", { attach_cv: false });
    expect(await fetchPreview(client, id)).toMatchObject({ subject: "Initiativbewerbung", attachment: null });
  });

  it("fails with the same error as a send", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const other = await seedUser();
    const cases: [string, number, object][] = [
      ["absent", 404, { code: "not_found" }],
      [await seedCompany(other.userId), 404, { code: "not_found" }],
      [await seedCompany(userId, { archivedAt: new Date().toISOString() }), 404, { code: "not_found" }],
      [await seedCompany(userId, { email: "" }), 422, { code: "email_requirements", fields: { email: "required" } }],
      [
        await seedCompany(userId, { message: " " }),
        422,
        { code: "email_requirements", fields: { message: "required" } },
      ],
      [await seedCompany(userId, { sendStatus: "sent" }), 409, { code: "already_sent" }],
    ];
    for (const [company, status, body] of cases)
      expect(await client.get(companyPath(company, "preview")), JSON.stringify(body)).toMatchObject({ status, body });
    await env.FILES.delete("cv/x/1");
    expect(await client.get(companyPath(id, "preview"))).toMatchObject({ status: 422, body: { code: "cv_required" } });
    const otherId = await seedCompany(other.userId);
    expect(await other.client.get(companyPath(otherId, "preview"))).toMatchObject({
      status: 422,
      body: { code: "gmail_required" },
    });
    await seedMailbox(other.userId);
    expect(await other.client.get(companyPath(otherId, "preview"))).toMatchObject({
      status: 422,
      body: { code: "gmail_disconnected" },
    });
  });

  it("lists what a send will ask to confirm", async () => {
    const { userId, client, id } = await seedSenderWithCv({ email: "rh@group.example" });
    const twin = await seedCompany(userId, {
      email: "RH@group.example",
      message: "Bonjour [Nom],\n\nVotre équipe m'intéresse.\n\nAna Martin",
    });
    await sendOne(client, id);
    expect(await fetchPreview(client, twin)).toMatchObject({
      already_contacted: true,
      contacted_company: { id, same: "address" },
      review: expect.arrayContaining([{ code: "placeholder", detail: "[Nom]" }]) as unknown,
    });
    // Deleted, it was written to all the same.
    await database.delete(companies).where(eq(companies.id, id));
    expect(await fetchPreview(client, twin)).toMatchObject({ already_contacted: true, contacted_company: null });
  });
});

describe("only what was previewed is sent", () => {
  const changes: [string, (given: { client: Client; id: string }) => Promise<unknown>][] = [
    [
      "the CV is not attached any more",
      ({ client }) => client.patch("/api/settings/preferences", { attach_cv: false }),
    ],
    ["the CV is another one", () => env.FILES.put("cv/x/1", "%PDF-1.4 the CW")],
    ["another mailbox is linked", ({ client }) => linkGmail(client, { email: "alex.taylor@mail.example" })],
    [
      "the message is edited",
      ({ client, id }) =>
        client.patch(`/api/dashboard/companies/${id}`, { message: "Bonjour,\n\nAutre chose.\n\nAna Martin" }),
    ],
    [
      "the subject is edited",
      ({ client, id }) => client.patch(`/api/dashboard/companies/${id}`, { subject: "Autre chose" }),
    ],
    [
      "another recipient is chosen",
      ({ client, id }) => client.patch(`/api/dashboard/companies/${id}`, { recipient: "b@firm.example" }),
    ],
    ["the name is another", () => database.update(users).set({ name: "Ana Martin-Roy" })],
  ];
  it.each(changes)("when %s", async (_, change) => {
    const { client, id } = await seedSenderWithCv({ email: "a@firm.example;b@firm.example" });
    const { fingerprint } = await fetchPreview(client, id);
    await change({ client, id });
    for (const answer of [
      await sendOne(client, id, { fingerprint, confirm: ["needs_review"] }),
      await postSendTest(client, id, { fingerprint }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: "message_changed" } });
    }
    expect(
      (
        await client.post("/api/dashboard/companies/bulk-send", {
          company_ids: [id],
          fingerprints: { [id]: fingerprint },
        })
      ).as(bulkSend.answer),
    ).toMatchObject({ failed: [{ id, reason: "message_changed" }] });
    expect(await database.select().from(mails)).toEqual([]);
    expect(await listOutbox()).toEqual([]);
    const again = await fetchPreview(client, id);
    expect(again.fingerprint).not.toBe(fingerprint);
    expect(await sendOne(client, id, { fingerprint: again.fingerprint, confirm: ["needs_review"] })).toMatchObject({
      status: 200,
    });
  });

  it("in a batch one by one: the others are sent", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const [stale, free] = [await seedCompany(userId), await seedCompany(userId)];
    const fingerprints = { [id]: (await fetchPreview(client, id)).fingerprint, [stale]: "0".repeat(64) };
    expect(
      (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id, stale, free], fingerprints })).as(
        bulkSend.answer,
      ),
    ).toEqual({
      sent_ids: [id, free],
      failed: [{ id: stale, reason: "message_changed" }],
    });
    expect(
      await client.post("/api/dashboard/companies/bulk-send", { company_ids: [stale], fingerprints: { [stale]: "x" } }),
    ).toMatchObject({ status: 400 });
    expect(await sendOne(client, stale, { fingerprint: 5 })).toMatchObject({
      status: 400,
      body: { fields: { fingerprint: "wrong_type" } },
    });
  });
});

describe("a message with a finding", () => {
  it("needs the user's confirmation, alone and in a batch", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const wrong = await seedCompany(userId, {
      name: "Boulangerie Delorme",
      message: "Bonjour,\n\nJe souhaite rejoindre Menuiserie Castagnet.\n\nAna Martin",
    });
    await seedCompany(userId, { name: "Menuiserie Castagnet" });
    expect((await fetchPreview(client, wrong)).review.map(({ code }) => code)).toContain("other_company");
    expect(await sendOne(client, wrong, { confirm: ["already_contacted"] })).toMatchObject({
      status: 409,
      body: { code: "needs_review" },
    });
    expect(
      (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id, wrong] })).as(bulkSend.answer),
    ).toEqual({ sent_ids: [id], failed: [{ id: wrong, reason: "needs_review" }] });
    expect(await sendOne(client, wrong, { confirm: ["needs_review"] })).toMatchObject({ status: 200 });
  });

  it("has none for being short or not naming its company: the text is the user's", async () => {
    const { client, id } = await seedSenderWithCv({ message: "Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin" });
    expect((await fetchPreview(client, id)).review).toEqual([]);
  });

  it("may name every address of the user's own", async () => {
    const { userId, client } = await seedSenderWithCv();
    const makeMessage = (address: string) => `Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin\n${address}`;
    const fetchReview = async (address: string) =>
      (await fetchPreview(client, await seedCompany(userId, { message: makeMessage(address) }))).review.map(
        ({ code }) => code,
      );
    expect(await fetchReview(OWN_ADDRESS)).toEqual([]);
    expect(await fetchReview(`${userId}@mail.example`)).toEqual([]);
    expect(await fetchReview("somebody@else.example")).toEqual(["foreign_contact"]);
  });
});

describe("a test mail", () => {
  it("is the same mail except for its recipient, and does not change the company", async () => {
    const { client, id } = await seedSenderWithCv({ email: "rh@group.example" });
    const { fingerprint } = await fetchPreview(client, id);
    expect((await postSendTest(client, id, { message_version: 1, fingerprint })).as(sendTest.answer)).toEqual({
      to: OWN_ADDRESS,
    });
    expect(await database.select().from(companies)).toMatchObject([
      { sendStatus: "none", sentAt: null, messageVersion: 1 },
    ]);
    expect((await fetchSentLog(client)).emails).toMatchObject([
      {
        company_id: id,
        company_name: expect.stringMatching(/^Company/u) as string,
        test: true,
        recipient: OWN_ADDRESS,
        status: "sent",
        error: null,
      },
    ]);
    expect(await fetchPreview(client, id)).toMatchObject({ fingerprint, already_contacted: false });
    expect(await sendOne(client, id, { fingerprint })).toMatchObject({ status: 200 });
    const [sent, tried] = (await listOutbox()).map(({ raw }) => raw);
    const plain = (mime = "") =>
      mime.replace(/^(To|Date|Message-ID): .*\r\n/gmu, "").replaceAll(/_NmP-[0-9a-f]+/gu, "");
    expect(tried).toContain(`To: ${OWN_ADDRESS}`);
    expect(plain(tried)).toBe(plain(sent));
    expect((await fetchSentLog(client)).emails.map(({ test: each }) => each)).toEqual([false, true]);
  });

  it("counts towards the daily limit", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    for (let n = 0; n < 2; n++) expect(await postSendTest(client, id)).toMatchObject({ status: 200 });
    expect((await client.get("/api/settings")).body).toMatchObject({ sent_today: 2 });
    const today = new Date().toISOString();
    for (let n = 0; n < 48; n++) {
      await database.insert(mails).values({
        userId,
        id: `past-${n}`,
        companyId: `past-${n}`,
        recipient: "a@b.example",
        subject: "S",
        body: "B",
        status: "sent",
        createdAt: today,
        updatedAt: today,
      });
    }
    const refused = await postSendTest(client, id);
    expect(refused).toMatchObject({ status: 429, body: { code: "daily_limit" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await sendOne(client, id)).toMatchObject({ status: 429 });
    expect(await listOutbox()).toHaveLength(2);
  });

  it("works without an address and after a send, and needs a message and a mailbox", async () => {
    const { userId, client } = await seedSenderWithCv();
    for (const values of [{ email: "" }, { sendStatus: "sent" as const }])
      expect(await postSendTest(client, await seedCompany(userId, values))).toMatchObject({ status: 200 });
    expect(await postSendTest(client, await seedCompany(userId, { message: "" }))).toMatchObject({
      status: 422,
      body: { code: "email_requirements" },
    });
    expect(await postSendTest(client, await seedCompany(userId), { message_version: 7 })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    expect(await postSendTest(client, "absent")).toMatchObject({ status: 404 });
    const other = await seedUser();
    expect(await postSendTest(other.client, await seedCompany(other.userId))).toMatchObject({
      status: 422,
      body: { code: "gmail_required" },
    });
  });

  it.each([
    ["drop", 409, "outcome_unknown", "unknown"],
    ["500_after_accept", 409, "outcome_unknown", "unknown"],
    ["400", 502, "provider_error", "failed"],
    ["403:dailyLimitExceeded", 503, "gmail_rate_limited", "failed"],
  ])("that ends in %s is logged as such and does not change the company", async (kind, status, code, logged) => {
    const { client, id } = await seedSenderWithCv();
    await orderFault("gmail", kind, { times: 1 });
    expect(await postSendTest(client, id)).toMatchObject({ status, body: { code } });
    expect((await fetchSentLog(client)).emails).toMatchObject([{ test: true, status: logged }]);
    expect(await database.select().from(companies)).toMatchObject([{ sendStatus: "none" }]);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("that arrived does not make a send that failed look sent", async () => {
    const { client, id } = await seedSenderWithCv();
    await postSendTest(client, id);
    await orderFault("gmail", "400", { times: 1 });
    expect(await sendOne(client, id)).toMatchObject({ status: 502 });
    expect(await database.select().from(companies)).toMatchObject([{ sendStatus: "failed", sentAt: null }]);
  });

  it("that was cut off becomes unknown, and the company stays as it is", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const old = new Date(Date.now() - 90_000).toISOString();
    await database.insert(mails).values({
      userId,
      id: "t",
      companyId: id,
      recipient: OWN_ADDRESS,
      subject: "S",
      body: "B",
      status: "sending",
      test: true,
      createdAt: old,
      updatedAt: old,
    });
    await markInterruptedSends({ db: createUserDatabase(userD1), now: () => new Date() });
    expect((await fetchSentLog(client)).emails).toMatchObject([
      { test: true, status: "unknown", error: "outcome_unknown" },
    ]);
    expect(await database.select().from(companies)).toMatchObject([{ sendStatus: "none" }]);
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("waits its turn behind a batch, and both arrive", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const ids = [id, await seedCompany(userId), await seedCompany(userId)];
    await orderFault("gmail", "latency", { ms: 60 });
    const [batch, tried] = await Promise.all([
      client.post("/api/dashboard/companies/bulk-send", { company_ids: ids }),
      scheduler.wait(20).then(() => postSendTest(client, id)),
    ]);
    expect(batch.as(bulkSend.answer).sent_ids).toEqual(ids);
    expect(tried).toMatchObject({ status: 200 });
    expect((await listOutbox()).map(({ to }) => to).filter((to) => to === OWN_ADDRESS)).toHaveLength(1);
  });

  it("is not sent once the mailbox is gone", async () => {
    const { client, id } = await seedSenderWithCv();
    await database.delete(mailboxes);
    expect(await postSendTest(client, id)).toMatchObject({ status: 422, body: { code: "gmail_required" } });
    expect(await database.select().from(mails)).toEqual([]);
  });
});
