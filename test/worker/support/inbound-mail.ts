import { env } from "cloudflare:workers";
import worker from "../../../worker";
import * as api from "../../../worker/contract/inbox";
import type { Env } from "../../../worker/platform/env";
import { composeReaction, type Reaction, type SentMail } from "../../sandbox/gmail/company-mails";
import { type Checks, type DeliveredMail, forwardFromGmail } from "../../sandbox/gmail/forwarded-mail";
import { readSentMail } from "../../sandbox/gmail/read-sent-mail";
import type { Client } from "./client";
import { listOutbox } from "./gmail-sandbox";
import { seedLinkedUser } from "./send-mail";

/** Gmail of the user in these tests, as the sandbox links it. */
export const MAILBOX = "camille.martin@mail.example";

/** Hands a mail to the worker as the platform does. @returns why it was refused; null when it was taken */
export async function deliver({ from, to, raw }: DeliveredMail, settings: Record<string, unknown> = {}) {
  const bytes = new TextEncoder().encode(raw);
  let rejected: string | null = null;
  const message = {
    from,
    to,
    raw: new Response(bytes).body ?? new ReadableStream<Uint8Array>(),
    rawSize: bytes.byteLength,
    headers: new Headers(),
    setReject: (reason: string) => {
      rejected = reason;
    },
  };
  await worker.email(message as unknown as ForwardableEmailMessage, { ...env, ...settings } as Env);
  return rejected as string | null;
}

export const openInbox = async (client: Client) => {
  const { inbox } = (await client.post("/api/settings/inbox")).as(api.openInbox.answer);
  if (!inbox) throw new Error("no inbox was opened");
  return inbox;
};

export const fetchInbox = async (client: Client) =>
  (await client.get("/api/settings/inbox")).as(api.getInbox.answer).inbox;

/** How often each kind of mail came. */
export const fetchCounts = async (client: Client): Promise<Partial<Record<api.InboxCountKind, number>>> =>
  Object.fromEntries(((await fetchInbox(client))?.counts ?? []).map(({ kind, count }) => [kind, count]));

/** A user with a linked Gmail and a forwarding address. */
export async function seedForwardingUser(user: Parameters<typeof seedLinkedUser>[0] = {}) {
  const seeded = await seedLinkedUser(user);
  return { ...seeded, inbox: await openInbox(seeded.client) };
}

/** The last mail that Gmail sent, as its recipient sees it. */
export async function findSentMail(to: string): Promise<SentMail> {
  const mail = (await listOutbox()).find((each) => each.to === to);
  if (!mail) throw new Error(`nothing was sent to ${to}`);
  return readSentMail(mail.raw, mail.account);
}

/** What a company or a mail server sends back, forwarded by the user's Gmail. */
export async function react(
  reaction: Reaction,
  { to, address, checks }: { to: string; address: string; checks?: Checks },
): Promise<DeliveredMail> {
  const sent = await findSentMail(to);
  const raw = composeReaction(reaction, sent, crypto.randomUUID().slice(0, 8));
  return forwardFromGmail(raw, { mailbox: sent.from, inbox: address }, checks);
}
