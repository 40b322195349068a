import { toSendingDay } from "../../auth/rules-daily-limit";
import type { CompanyRow } from "../../companies/rules-recipient";
import { logError } from "../../lib/log";
import type { MimeMessage } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";
import type { ComposedEmail } from "../compose-draft";
import { loadSenderAndCv, type LoadedSenderAndCv } from "../compose-sender-and-cv";
import { type GmailAccess, getAccessToken } from "../gmail-link/access-token";
import { type SendPorts, postToGmail, type PostOutcome } from "./post-to-gmail";
import type { SendState } from "./rules-send";
import type { MailOutcome, BaseMailClaim, RefusedClaim } from "./store-mail-claims";
import type { Sender } from "./store-send-context";

// The way of one mail, to a company or to the user: claimed, posted, settled.

/** What all mails of an order share. */
export interface OpenedMailbox {
  access: GmailAccess;
  papers: LoadedSenderAndCv;
}

/** Pause before the end of a mail is written down once more. Milliseconds. */
const OUTCOME_RETRY_DELAY_MS = 1_000;

/** A mailbox that does not open or a CV that cannot be read claims nothing. */
export async function openMailbox(sender: Sender | undefined, ports: SendPorts): Promise<OpenedMailbox | SendFailure> {
  const access = await getAccessToken(sender?.mailbox ?? null, ports);
  if ("reason" in access) return access;
  if (!sender) return { reason: "gmail_disconnected", code: "gmail_required" };
  const senderAndCv = await loadSenderAndCv(sender, access.mailbox, ports.files);
  return "reason" in senderAndCv ? senderAndCv : { access, papers: senderAndCv };
}

/** What the letter to a company claims: the place under the daily cap, and that things still are as they were read. */
export function toMailClaim(
  company: CompanyRow,
  { id, messageId, content: letter }: Omit<ComposedEmail, "mime">,
  { config, now }: SendPorts,
): BaseMailClaim {
  const date = now();
  return {
    id,
    userId: company.userId,
    companyId: company.id,
    version: company.messageVersion,
    recipient: letter.to,
    subject: letter.subject,
    body: company.message,
    messageId,
    from: letter.from.address,
    at: date.toISOString(),
    cap: { since: toSendingDay(date).began, limit: config.dailyLimit },
  };
}

/** The steps in which a mail to a company and a test differ. */
interface SendSteps<After> {
  claim(): Promise<RefusedClaim | null>;
  /** What stands against the mail, given the facts as they are now. */
  findError(facts: SendState | undefined): SendFailure["reason"] | null;
  recordOutcome(end: MailOutcome): Promise<After>;
}

export async function claimAndPost<After>(
  claim: BaseMailClaim,
  mime: MimeMessage,
  access: GmailAccess,
  ports: SendPorts,
  steps: SendSteps<After>,
): Promise<{ unclaimed: SendFailure } | { posted: PostOutcome; after: After }> {
  const refused = await steps.claim();
  if (refused) return { unclaimed: toClaimFailure(refused, steps.findError(refused.facts), claim) };
  const { userId, id, recipient } = claim;
  const posted = await postToGmail({ userId, id, mime, recipient }, access, ports);
  const { status, no, response, gmailId, gmailThreadId } = posted;
  const end = {
    status,
    error: no?.code ?? no?.reason ?? null,
    response,
    gmailId,
    gmailThreadId,
    at: ports.now().toISOString(),
  };
  const after = await steps.recordOutcome(end).catch(async (fault: unknown) => {
    // Gmail's answer is known here and nowhere else: worth a second try.
    logError("mail_settle_failed", fault);
    await ports.wait(OUTCOME_RETRY_DELAY_MS);
    return steps.recordOutcome(end);
  });
  return { posted, after };
}

function toClaimFailure(
  { sender }: RefusedClaim,
  reason: SendFailure["reason"] | null,
  claim: BaseMailClaim,
): SendFailure {
  if (sender?.mailbox?.email !== claim.from || sender.mailbox.tokens === null) return { reason: "gmail_disconnected" };
  if (reason) return { reason };
  const midnight = Date.parse(toSendingDay(new Date(claim.at)).ends);
  return sender.sentToday >= claim.cap.limit
    ? { reason: "daily_limit", retryAfterSeconds: (midnight - Date.parse(claim.at)) / 1000 }
    : { reason: "in_flight" };
}
