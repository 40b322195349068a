import { describe, expect, it } from "vitest";
import * as api from "../../../worker/contract/applications";
import { LIMITS } from "../../../worker/contract/limits";
import { deadAddresses } from "../../../worker/db/schema/mail";
import { composeConfirmation, composeReaction } from "../../sandbox/gmail/company-mails";
import { forwardFromGmail, passChecks, receiveAtCloudflare } from "../../sandbox/gmail/forwarded-mail";
import type { Client } from "../support/client";
import {
  deliver,
  fetchCounts,
  fetchInbox,
  findSentMail,
  MAILBOX,
  openInbox,
  react,
  seedForwardingUser,
} from "../support/inbound-mail";
import { database, dumpTables, seedCompany } from "../support/seed";
import { fetchCompany, sendOne } from "../support/send-mail";
import { userD1 } from "../support/user-shards";

const TO = "jobs@firm.example";
const listProposals = async (client: Client) =>
  (await client.get("/api/dashboard/proposals")).as(api.listProposals.answer).proposals;
/** A user who has written to a company. */
async function seedApplied() {
  const user = await seedForwardingUser();
  const id = await seedCompany(user.userId, { name: "Firm", email: `${TO};rh@firm.example`, identity: "firm.example" });
  await sendOne(user.client, id);
  return { ...user, id, address: user.inbox.address };
}

describe("an answer that Gmail forwards", () => {
  it("is proposed for its company, with how sure the program is, and nothing is decided", async () => {
    const { client, id, address } = await seedApplied();
    expect(await deliver(await react("answer", { to: TO, address }))).toBeNull();
    const [proposal, ...others] = await listProposals(client);
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      company_id: id,
      how: "forwarded",
      status: "proposed",
      sender: TO,
      subject: "Re: Candidature spontanée",
      sender_proven: true,
    });
    expect(proposal?.confidence).toBeGreaterThan(0);
    expect((await fetchCompany(client, id)).outcome).toBeNull();
    expect(await fetchCounts(client)).toEqual({ answer: 1 });
    expect((await fetchInbox(client))?.last_mail_at).not.toBeNull();
  });

  it("leaves nothing of its text behind unless the user wants an excerpt", async () => {
    const { client, address } = await seedApplied();
    const mail = await react("invite", { to: TO, address });
    await deliver({ ...mail, raw: mail.raw.replace("Bonjour", "Bonjour MARQUEUR") });
    expect(await listProposals(client)).toMatchObject([{ excerpt: null }]);
    for (const [name, rows] of Object.entries(await dumpTables())) expect(rows, name).not.toContain("MARQUEUR");
  });

  it("counts once when it comes twice, and the next one of the same kind takes its place", async () => {
    const { client, address } = await seedApplied();
    const mail = await react("answer", { to: TO, address });
    await deliver(mail);
    await deliver(mail);
    expect(await fetchCounts(client)).toEqual({ answer: 1, known: 1 });
    await deliver(await react("answer", { to: TO, address }));
    expect(await listProposals(client)).toHaveLength(1);
    expect(await fetchCounts(client)).toEqual({ answer: 2, known: 1 });
  });

  it("is proposed with less certainty where its sender is not proven, and refused where it is a forgery", async () => {
    const { client, address } = await seedApplied();
    await deliver(await react("answer", { to: TO, address, checks: { signedBy: null, dmarc: "none", spf: "none" } }));
    const [proposal] = await listProposals(client);
    expect(proposal).toMatchObject({ sender_proven: false });
    expect(proposal?.confidence).toBeLessThanOrEqual(0.5);
    const forged = { signedBy: "evil.example", dmarc: "fail", policy: "reject", spf: "fail" } as const;
    await deliver(await react("refuse", { to: TO, address, checks: forged }));
    expect(await listProposals(client)).toHaveLength(1);
    expect(await fetchCounts(client)).toEqual({ answer: 1, forged: 1 });
  });

  it("of a company without a signature is proven by what Gmail found when it came", async () => {
    const { client, address } = await seedApplied();
    await deliver(await react("answer", { to: TO, address, checks: { signedBy: null, dmarc: "pass", spf: "pass" } }));
    expect(await listProposals(client)).toMatchObject([{ sender_proven: true }]);
  });

  it("is none when a program gave it, or when it is the user's own mail", async () => {
    const { client, address } = await seedApplied();
    await deliver(await react("absent", { to: TO, address }));
    const sent = await findSentMail(TO);
    const own = composeReaction("answer", { ...sent, to: MAILBOX, replyTo: TO }, "own-copy");
    await deliver(forwardFromGmail(own, { mailbox: MAILBOX, inbox: address }));
    expect(await listProposals(client)).toEqual([]);
    expect(await fetchCounts(client)).toEqual({ automatic: 1, own_copy: 1 });
  });

  it("finds its company by the tag of the address that it was sent to", async () => {
    const user = await seedForwardingUser();
    await user.client.patch("/api/settings/preferences", { tag_replies: true });
    const ids = await Promise.all(
      ["one", "two"].map((name) => seedCompany(user.userId, { name, email: `jobs@${name}.example` })),
    );
    for (const id of ids) await sendOne(user.client, id);
    const sent = await findSentMail("jobs@two.example");
    expect(sent.replyTo).toMatch(/^camille\.martin\+c[0-9a-f]{12}@mail\.example$/u);
    // From elsewhere, with another subject and nothing quoted.
    const raw = composeReaction(
      "answer",
      { ...sent, to: "boss@home.example", subject: "Rendez-vous", text: "" },
      "a1",
    ).replace(/^(?:In-Reply-To|References): .*\r\n/gmu, "");
    await deliver(forwardFromGmail(raw, { mailbox: MAILBOX, inbox: user.inbox.address }));
    expect(await listProposals(user.client)).toMatchObject([{ company_id: ids[1], company_name: "two" }]);
  });

  it("is found in what the user forwards by hand", async () => {
    const { client, id, address } = await seedApplied();
    const raw = [
      `From: Camille <${MAILBOX}>`,
      `To: ${address}`,
      "Subject: Fwd: Votre candidature",
      "Message-ID: <by-hand@mail.example>",
      "",
      "---------- Forwarded message ---------",
      "De : Accueil <accueil@firm.example>",
      "Date: lun. 22 nov. 2026 à 10:00",
      "Subject: Votre candidature",
      `To: <${MAILBOX}>`,
      "",
      "Bonjour, quand pouvez-vous venir ?",
    ].join("\r\n");
    await deliver(receiveAtCloudflare(raw, { from: MAILBOX, to: address }, passChecks(MAILBOX)));
    expect(await listProposals(client)).toMatchObject([
      { company_id: id, sender: "accueil@firm.example", sender_proven: null },
    ]);
  });

  it("that fits no application, or two of them, is forgotten", async () => {
    const { client, address } = await seedApplied();
    const sent = await findSentMail(TO);
    const stranger = {
      ...sent,
      to: "hello@stranger.example",
      subject: "Bonjour",
      text: "",
      messageId: "<x@y.example>",
    };
    const raw = composeReaction("answer", stranger, "s1");
    await deliver(forwardFromGmail(raw, { mailbox: MAILBOX, inbox: address }));
    expect(await listProposals(client)).toEqual([]);
    expect(await fetchCounts(client)).toEqual({ unmatched: 1 });
  });
});

describe("a bounce that Gmail forwards", () => {
  it("is proposed, and once confirmed frees the company and marks the address dead", async () => {
    const { client, id, address } = await seedApplied();
    await deliver(await react("bounce", { to: TO, address }));
    const [proposal] = await listProposals(client);
    expect(proposal).toMatchObject({ company_id: id, outcome: "bounced", sender_proven: true });
    expect(proposal?.confidence).toBeGreaterThan(0.9);
    expect(await fetchCompany(client, id)).toMatchObject({ send_status: "sent" });
    await client.post(`/api/dashboard/companies/${id}/outcomes/${proposal?.id}/confirm`);
    expect(await fetchCompany(client, id)).toMatchObject({ outcome: "bounced", email: "rh@firm.example" });
    expect(await database.select().from(deadAddresses)).toMatchObject([{ address: TO, how: "forwarded" }]);
    expect(await fetchCounts(client)).toEqual({ bounce: 1 });
  });
});

describe("a mail that nobody asked for", () => {
  it("is refused at an address that was never given, was renewed, or was given up", async () => {
    const { client, address } = await seedApplied();
    const mail = await react("answer", { to: TO, address });
    const refused = "No such address";
    expect(await deliver({ ...mail, to: `${"a".repeat(20)}@in.candidature.example` })).toBe(refused);
    expect(await deliver({ ...mail, to: address.replace("@in.", "@out.") })).toBe(refused);
    await client.post("/api/settings/inbox/address");
    const renewed = await fetchInbox(client);
    expect(renewed?.address).not.toBe(address);
    expect(await deliver(mail)).toBe(refused);
    await client.delete("/api/settings/inbox");
    expect(await deliver({ ...mail, to: renewed?.address ?? "" })).toBe(refused);
    expect(await listProposals(client)).toEqual([]);
  });

  it("is refused where it does not come from the user's Gmail", async () => {
    const { client, address } = await seedApplied();
    const raw = composeReaction("answer", await findSentMail(TO), "direct");
    expect(await deliver(receiveAtCloudflare(raw, { from: TO, to: address }, passChecks(TO)))).toBe("Not accepted");
    expect(await listProposals(client)).toEqual([]);
    expect(await fetchCounts(client)).toEqual({ not_forwarded: 1 });
  });

  it("is refused where the operator has no domain for it", async () => {
    const { address } = await seedApplied();
    expect(await deliver(await react("answer", { to: TO, address }), { INBOUND_DOMAIN: "" })).toBe("No such address");
  });

  it("is taken from Gmail and dropped when it is huge, broken, or one of too many", async () => {
    const { client, address, userId } = await seedApplied();
    const mail = await react("answer", { to: TO, address });
    expect(await deliver({ ...mail, raw: mail.raw + "x".repeat(LIMITS.inboundMailBytes) })).toBeNull();
    expect(await deliver({ ...mail, raw: "\u0000\u0001" })).toBeNull();
    await userD1
      .prepare("INSERT INTO spending VALUES (?, 'inbound_mail', ?, ?)")
      .bind(userId, `${new Date().toISOString().slice(0, 13)}:00:00.000Z`, LIMITS.inboundMails)
      .run();
    expect(await deliver(mail)).toBeNull();
    expect(await listProposals(client)).toEqual([]);
    expect(await fetchCounts(client)).toEqual({ too_large: 1, malformed: 1, over_limit: 1 });
  });
});

describe("Google's confirmation", () => {
  const CODE = "481516234";
  const fromGoogle = (raw: string, to: string) =>
    receiveAtCloudflare(raw, { from: "forwarding-noreply@google.com", to }, passChecks("x@google.com"));

  it("shows its code and link, until another address is asked for", async () => {
    const { client, inbox } = await seedForwardingUser();
    expect(inbox.confirmation).toBeNull();
    await deliver(fromGoogle(composeConfirmation(MAILBOX, inbox.address, CODE), inbox.address));
    expect((await fetchInbox(client))?.confirmation).toMatchObject({
      code: CODE,
      link: `https://mail-settings.google.com/mail/vf-%5BSandbox${CODE}%5D-x`,
    });
    await client.post("/api/settings/inbox/address");
    expect((await fetchInbox(client))?.confirmation).toBeNull();
  });

  it("is not shown unless Google signed it, and it is about the user's own mailbox", async () => {
    const { client, inbox } = await seedForwardingUser();
    const raw = composeConfirmation(MAILBOX, inbox.address, CODE);
    const unsigned = { signedBy: null, dmarc: "none", spf: "pass" } as const;
    const envelope = { from: "forwarding-noreply@google.com", to: inbox.address };
    expect(await deliver(receiveAtCloudflare(raw, envelope, unsigned))).toBe("Not accepted");
    // Lines that claim to be Cloudflare's, below Cloudflare's own.
    const claimed = receiveAtCloudflare(fromGoogle(raw, inbox.address).raw, envelope, unsigned);
    expect(await deliver(claimed)).toBe("Not accepted");
    await deliver(fromGoogle(composeConfirmation("someone@gmail.com", inbox.address, CODE), inbox.address));
    expect(await fetchInbox(client)).toMatchObject({ confirmation: null });
    expect(await fetchCounts(client)).toEqual({ forged: 2, other_mailbox: 1 });
  });
});

describe("the settings of the inbox", () => {
  it("are off until the user opens it, and a second call changes nothing", async () => {
    const { client, inbox } = await seedForwardingUser();
    expect((await openInbox(client)).address).toBe(inbox.address);
    expect(inbox).toMatchObject({ keep_excerpts: false, last_mail_at: null, counts: [] });
    expect(inbox.address).toMatch(/^[a-z2-9]{20}@in\.candidature\.example$/u);
    await client.patch("/api/settings/inbox", { keep_excerpts: true });
    expect(await fetchInbox(client)).toMatchObject({ keep_excerpts: true });
    await client.delete("/api/settings/inbox");
    expect((await client.get("/api/settings/inbox")).body).toEqual({ available: true, inbox: null });
    expect(await client.patch("/api/settings/inbox", { keep_excerpts: true })).toMatchObject({ status: 404 });
  });

  it("hold the filter with everybody written to, and say when it lacks somebody", async () => {
    const { client, userId } = await seedApplied();
    const isOutdated = async () => (await fetchInbox(client))?.filter.is_outdated;
    expect((await fetchInbox(client))?.filter).toEqual({
      texts: ['from:(mailer-daemon OR postmaster OR firm.example) -"in.candidature.example"'],
      set_at: null,
      is_outdated: false,
    });
    await client.patch("/api/settings/inbox", { filter_set: true });
    expect(await isOutdated()).toBe(false);
    await sendOne(client, await seedCompany(userId, { email: "rh@other.example" }));
    expect(await isOutdated()).toBe(true);
  });
});
