import { dayOf } from "../account/rules";
import type { CompanyRow } from "../companies/rules";
import { logFault } from "../log";
import type { MimeMessage } from "../ports";
import { type Access, openAccess } from "./access";
import type { Draft } from "./draft";
import { loadPapers, type LoadedPapers } from "./papers";
import { type DeliveryPorts, post, type Posted } from "./post";
import type { Facts, No } from "./rules";
import type { Sender } from "./store-desk";
import type { Settlement, TestClaim, Unclaimed } from "./store-mails";

// The way of one mail, to a company or to the user: claimed, posted, settled.

/** What all mails of an order share. */
export interface Opened {
  access: Access;
  papers: LoadedPapers;
}

/** Pause before the end of a mail is written down once more. Milliseconds. */
const SETTLE_AGAIN = 1_000;

/** A mailbox that does not open or a CV that cannot be read claims nothing. */
export async function open(sender: Sender | undefined, ports: DeliveryPorts): Promise<Opened | No> {
  const access = await openAccess(sender?.mailbox ?? null, ports);
  if ("reason" in access) return access;
  if (!sender) return { reason: "gmail_disconnected", code: "gmail_required" };
  const papers = await loadPapers(sender, access.mailbox, ports.files);
  return "reason" in papers ? papers : { access, papers };
}

/** What the letter to a company claims: the place under the daily cap, and that things still are as they were read. */
export function claimOf(
  company: CompanyRow,
  { id, messageId, letter }: Omit<Draft, "mime">,
  { config, now }: DeliveryPorts,
): TestClaim {
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
    cap: { since: dayOf(date).began, limit: config.dailyLimit },
  };
}

/** The steps in which a mail to a company and a test differ. */
interface Steps<After> {
  take(): Promise<Unclaimed | null>;
  /** What stands against the mail, given the facts as they are now. */
  against(facts: Facts | undefined): No["reason"] | null;
  settle(end: Settlement): Promise<After>;
}

export async function dispatch<After>(
  claim: TestClaim,
  mime: MimeMessage,
  access: Access,
  ports: DeliveryPorts,
  steps: Steps<After>,
): Promise<{ unclaimed: No } | { posted: Posted; after: After }> {
  const refused = await steps.take();
  if (refused) return { unclaimed: whyUnclaimed(refused, steps.against(refused.facts), claim) };
  const { userId, id, recipient } = claim;
  const posted = await post({ userId, id, mime, recipient }, access, ports);
  const { status, no, response, gmailId, gmailThreadId } = posted;
  const end = {
    status,
    error: no?.code ?? no?.reason ?? null,
    response,
    gmailId,
    gmailThreadId,
    at: ports.now().toISOString(),
  };
  const after = await steps.settle(end).catch(async (fault: unknown) => {
    // Gmail's answer is known here and nowhere else: worth a second try.
    logFault("mail_settle_failed", fault);
    await ports.wait(SETTLE_AGAIN);
    return steps.settle(end);
  });
  return { posted, after };
}

function whyUnclaimed({ sender }: Unclaimed, reason: No["reason"] | null, claim: TestClaim): No {
  if (sender?.mailbox?.email !== claim.from || sender.mailbox.tokens === null) return { reason: "gmail_disconnected" };
  if (reason) return { reason };
  const midnight = Date.parse(dayOf(new Date(claim.at)).ends);
  return sender.sentToday >= claim.cap.limit
    ? { reason: "daily_limit", retryAfterSeconds: (midnight - Date.parse(claim.at)) / 1000 }
    : { reason: "in_flight" };
}
