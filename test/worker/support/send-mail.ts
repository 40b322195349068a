import { env } from "cloudflare:workers";
import { z } from "zod";
import { Company } from "../../../worker/contract/companies";
import { bulkSend, getMailPreview, listSentMails, type MailPreview } from "../../../worker/contract/mail";
import type { Ledger } from "../../../worker/mail/send/mail-ledger";
import type { SendPorts } from "../../../worker/mail/send/send-email";
import type { MailClaim } from "../../../worker/mail/send/store-mail-claims";
import type { Client } from "./client";
import { linkGmail } from "./gmail-sandbox";
import { composeUserDeps, seedCompany, seedUser } from "./seed";

/** The answer of a call that returns one company. */
export const OneCompany = z.object({ company: Company });

/** A user with a linked mailbox. */
export async function seedLinkedUser(user: Parameters<typeof seedUser>[0] = {}) {
  const seeded = await seedUser(user);
  await linkGmail(seeded.client);
  return seeded;
}

/** A user with a linked mailbox and a company. */
export async function seedSender(company: Parameters<typeof seedCompany>[1] = {}) {
  const user = await seedLinkedUser();
  return { ...user, id: await seedCompany(user.userId, company) };
}

/** A user with a linked mailbox, a CV and a company. */
export async function seedSenderWithCv(company: Parameters<typeof seedCompany>[1] = {}) {
  const user = await seedLinkedUser({ cvPath: "cv/x/1", cvName: "mon cv.pdf" });
  await env.FILES.put("cv/x/1", "%PDF-1.4 the CV");
  return { ...user, id: await seedCompany(user.userId, company) };
}

/** A claim of the mail to a seeded company. */
export function makeClaim(userId: string, companyId: string, more: Partial<MailClaim> = {}): MailClaim {
  const now = Date.now();
  const at = new Date(now).toISOString();
  return {
    id: crypto.randomUUID(),
    userId,
    companyId,
    step: 0,
    version: 1,
    profileId: null,
    recipient: "jobs@firm.example",
    subject: "S",
    body: "Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin",
    messageId: "<1@mail.example>",
    from: "camille.martin@mail.example",
    confirmed: { contacted: false, applied: false, unknown: false },
    language: null,
    cap: { since: new Date(now - 86_400_000).toISOString(), limit: 50 },
    at,
    askedAt: at,
    ...more,
  };
}

export const sendOne = (client: Client, id: string, body?: object) =>
  client.post(`/api/dashboard/companies/${id}/send-email`, body);

export const sendMany = async (client: Client, ids: string[], versions?: Record<string, number>) =>
  (
    await client.post("/api/dashboard/companies/bulk-send", {
      company_ids: ids,
      ...(versions && { message_versions: versions }),
    })
  ).as(bulkSend.answer);

export const fetchCompany = async (client: Client, id: string) =>
  (await client.get(`/api/dashboard/companies/${id}`)).as(OneCompany).company;

export const fetchPreview = async (client: Client, id: string): Promise<MailPreview> =>
  (await client.get(`/api/dashboard/companies/${id}/preview`)).as(getMailPreview.answer).preview;

/** Approves the mail to a company, to leave at a time. */
export async function queueMail(client: Client, id: string, sendAt: number) {
  const { fingerprint } = await fetchPreview(client, id);
  const mail = { company_id: id, message_version: 1, fingerprint };
  return client.post("/api/outbox", { mails: [mail], send_at: new Date(sendAt).toISOString() });
}

export const fetchSentLog = async (client: Client, query = "") =>
  (await client.get(`/api/settings/emails${query}`)).as(listSentMails.answer);

/** For sends outside the object whose SQLite holds the ledger: then only the database prevents a second send. */
const NO_MAIL_LEDGER: Ledger = {
  findConflict: () => null,
  recordAttempt: () => undefined,
  recordOutcome: () => undefined,
};

/** What such a send needs; it waits for nothing. */
export const makeSendPorts = (more: Partial<SendPorts>): SendPorts => ({
  ...composeUserDeps(),
  ledger: NO_MAIL_LEDGER,
  isErased: () => false,
  wait: async () => undefined,
  ...more,
});
