import { describe, expect, it } from "vitest";
import { bulkSend } from "../../worker/contract/mail";
import { draftsOf } from "../../worker/mail/draft";
import type { AskedOrder } from "../../worker/mail/order";
import type { Facts } from "../../worker/mail/rules";
import { type Desk, readDesk } from "../../worker/mail/store-desk";
import { fault, linkGmail, outbox } from "./gmail-link";
import { database, seedCompany, seedUser } from "./seed";

// The next mail of a batch is put together while Gmail thinks about the one before it.

const LETTERS = ["Votre atelier me plaît.", "Vos ponts me plaisent.", "Vos jardins me plaisent.", "Votre journal me plaît.", "Vos cartes me plaisent."];
const PAPERS = { from: { name: "Ana Martin", address: "ana@gmail.example" }, attachment: null };

/** A user and companies that each get words of their own. */
async function sender() {
  const { userId, client } = await seedUser();
  const ids: string[] = [];
  for (const [n, letter] of LETTERS.entries()) ids.push(await seedCompany(userId, { email: `jobs@firm-${n}.example`, subject: "Candidature", message: `Bonjour,\n\n${letter}\n\nAna Martin` }));
  return { userId, client, ids };
}

it("whatever becomes of the others, every company gets its own words at its own address", async () => {
  const { userId, client, ids } = await sender();
  await linkGmail(client);
  const namesAnother = await seedCompany(userId, { name: "Atelier Vauban", message: "Bonjour,\n\nJ'aimerais travailler chez Brasserie Lenoir.\n\nAna Martin" });
  await seedCompany(userId, { name: "Brasserie Lenoir" });
  const [first = "", second = "", ...rest] = ids;
  const blank = await seedCompany(userId, { message: "" });
  await fault("gmail", "500", { times: 1 });
  const answer = (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [first, blank, namesAnother, second, ...rest] })).as(bulkSend.answer);
  expect(answer).toEqual({
    sent_ids: [second, ...rest], failed: [{ id: first, reason: "provider_error" }, { id: blank, reason: "missing_message" }, { id: namesAnother, reason: "needs_review" }],
  });
  const mails = (await outbox()).map(({ to, subject, text }) => `${to} ${subject}: ${text.split("\n")[2] ?? ""}`);
  expect(mails.sort()).toEqual([1, 2, 3, 4].map((n) => `jobs@firm-${n}.example Candidature: ${LETTERS[n] ?? ""}`));
});

describe("a draft made ahead", () => {
  async function desk() {
    const { userId, ids } = await sender();
    const read = await readDesk(database, userId, ids, new Date(0).toISOString());
    const order: AskedOrder = { userId, companyIds: ids, confirm: [], versions: {}, fingerprints: {}, askedAt: new Date().toISOString() };
    const [one, two] = ids.flatMap((id) => read.facts.get(id) ?? []);
    if (!one || !two) throw new Error("two companies were seeded");
    return { read, order, one, two };
  }
  const drafts = (order: AskedOrder, read: Desk) => draftsOf(order, read, PAPERS, { now: () => new Date(), wait: (ms) => scheduler.wait(ms) });
  const recipient = async (made: ReturnType<ReturnType<typeof drafts>["of"]>) => {
    const draft = await made;
    return "letter" in draft ? draft.letter.to : draft.reason;
  };
  const addressOf = ({ company }: Facts) => company.email;

  it("is given to the company it was made for, once, and to no other", async () => {
    const { read, order, one, two } = await desk();
    const all = drafts(order, read);
    all.prepare(two);
    expect(await recipient(all.of(two))).toBe(addressOf(two));
    all.prepare(two);
    expect(await recipient(all.of(one))).toBe(addressOf(one));
    expect(await recipient(all.of(two))).toBe(addressOf(two));
  });

  it("that breaks is heard of by whoever asks for it, and by nobody else", async () => {
    const { read, order, one, two } = await desk();
    const broken: Desk = { ...read, reviewFacts: (company) => { if (company.id === two.company.id) throw new Error("broken"); return read.reviewFacts(company); } };
    const all = drafts(order, broken);
    all.prepare(two);
    expect(await recipient(all.of(one))).toBe(addressOf(one));
    all.prepare(two);
    await expect(all.of(two)).rejects.toThrow("broken");
  });
});
