import type { CompanyRow } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { ExternalServiceError, type MimeMessage } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import { type ComposedEmail, type LoadedSenderAndCv, loadSenderAndCv } from "../compose-email";
import { getAccessToken, type GmailAccess, type GmailPorts } from "../gmail-link/access-token";
import { replaceTokens } from "../gmail-link/store-mailboxes";
import type { Ledger } from "./mail-ledger";
import { decideNextAttempt, type NextAttempt } from "./rules-send-outcome";
import type { SendRow } from "./rules-send-refusal";
import { type BaseMailClaim, type MailOutcome, type RefusedClaim, renewMailClaim } from "./store-mail-claims";
import type { Sender } from "./store-send-context";

// Sends one e-mail, to a company or to the user: claim, POST, outcome.

export interface SendPorts extends GmailPorts, Pick<Deps, "sharedDb" | "mailer" | "files" | "metrics"> {
  ledger: Ledger;
  wait(milliseconds: number): Promise<void>;
  /** True once the user's data is being erased: no further mail is sent. */
  isErased(): boolean;
}

/** The linked mailbox, ready to send. */
export interface OpenedMailbox {
  access: GmailAccess;
  /** Sender and CV, read once for each file. A missing CV is a failure: no row is written then. */
  loadCv(cvPath: string | null): Promise<LoadedSenderAndCv | SendFailure>;
}

/** How the POST of a claimed mail ended, and the access token for the next one. */
export interface PostOutcome {
  status: "sent" | "failed" | "unknown";
  /** Null when it was sent. */
  no: SendFailure | null;
  stop: boolean;
  response: string | null;
  gmailId: string | null;
  gmailThreadId: string | null;
  access: GmailAccess;
}

interface ClaimedMail {
  id: string;
  userId: string;
  mime: MimeMessage;
  recipient: string;
  /** Gmail's id of its conversation; null for one that begins one. */
  threadId: string | null;
}

/** The steps in which a mail to a company and a test differ. */
interface SendSteps<After> {
  purpose: "application" | "follow_up" | "test";
  claim(): Promise<RefusedClaim | null>;
  /** The error of this send, given the state of the company after the claim was refused. */
  findError(sendState: SendRow | undefined): SendFailure["reason"] | null;
  recordOutcome(outcome: MailOutcome): Promise<After>;
}

/** Pause before the outcome of a mail is recorded a second time. Milliseconds. */
const OUTCOME_RETRY_DELAY_MS = 1_000;

/** Gets the access token before anything is claimed: without it no row is written. */
export async function openMailbox(sender: Sender | undefined, ports: SendPorts): Promise<OpenedMailbox | SendFailure> {
  const access = await getAccessToken(sender?.mailbox ?? null, ports);
  if ("reason" in access) return access;
  if (!sender) return { reason: "gmail_disconnected", code: "gmail_required" };
  const loaded = new Map<string | null, Promise<LoadedSenderAndCv | SendFailure>>();
  return {
    access,
    loadCv(cvPath) {
      const senderAndCv = loaded.get(cvPath) ?? loadSenderAndCv(sender, cvPath, access.mailbox, ports.files);
      loaded.set(cvPath, senderAndCv);
      return senderAndCv;
    },
  };
}

/** The claim of an e-mail: a place under the daily limit, and the versions that were read. */
export function toMailClaim(
  company: CompanyRow,
  { id, messageId, content }: Omit<ComposedEmail, "mime">,
  { config, now }: SendPorts,
): BaseMailClaim {
  const date = now();
  return {
    id,
    userId: company.userId,
    companyId: company.id,
    step: content.thread?.step ?? 0,
    version: company.messageVersion,
    profileId: company.profileId,
    recipient: content.to,
    subject: content.subject,
    body: company.message,
    messageId,
    from: content.from.address,
    at: date.toISOString(),
    cap: { since: toSendingDay(date).began, limit: config.dailyLimit },
  };
}

export async function claimAndPost<After>(
  claim: BaseMailClaim,
  { mime, content }: Pick<ComposedEmail, "mime" | "content">,
  access: GmailAccess,
  ports: SendPorts,
  steps: SendSteps<After>,
): Promise<{ unclaimed: SendFailure } | { posted: PostOutcome; after: After }> {
  const began = ports.now().getTime();
  const measure = (outcome: string, reason: SendFailure["reason"] | "") =>
    ports.metrics.write({
      kind: "send",
      purpose: steps.purpose,
      outcome,
      reason,
      ms: ports.now().getTime() - began,
    });
  const refused = await steps.claim();
  if (refused) {
    const unclaimed = toClaimFailure(refused, steps.findError(refused.sendState), claim);
    measure("refused", unclaimed.reason);
    return { unclaimed };
  }
  const { userId, id, recipient } = claim;
  const threadId = content.thread?.gmailId ?? null;
  const posted = await postToGmail({ userId, id, mime, recipient, threadId }, access, ports);
  const { status, no, response, gmailId, gmailThreadId } = posted;
  measure(status, no?.reason ?? "");
  const outcome = {
    status,
    error: no?.code ?? no?.reason ?? null,
    response,
    gmailId,
    gmailThreadId,
    at: ports.now().toISOString(),
  };
  const after = await steps.recordOutcome(outcome).catch(async (error: unknown) => {
    // Gmail's answer is stored nowhere else: worth a second attempt.
    logError("mail_settle_failed", error);
    await ports.wait(OUTCOME_RETRY_DELAY_MS);
    return steps.recordOutcome(outcome);
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

const NO_GMAIL_IDS = { gmailId: null, gmailThreadId: null };

/** Posts a claimed mail to Gmail. Posts again only after an answer that says the mail was not accepted. */
export async function postToGmail(
  { id, userId, mime, recipient, ...mail }: ClaimedMail,
  openedAccess: GmailAccess,
  ports: SendPorts,
): Promise<PostOutcome> {
  let access = openedAccess;
  let refreshed = false;
  let { threadId } = mail;
  for (let tries = 1; ; tries += 1) {
    try {
      const accepted = await ports.mailer.send({ accessToken: access.token, mime, recipient, threadId });
      return {
        status: "sent",
        no: null,
        stop: false,
        response: accepted.response,
        gmailId: accepted.id,
        gmailThreadId: accepted.threadId,
        access,
      };
    } catch (error) {
      // Any other error is a bug: the row stays `sending` until it expires and becomes `unknown`.
      if (!(error instanceof ExternalServiceError)) throw error;
      const response = error.details.response ?? error.message;
      const next = decideNextAttempt(error, tries, refreshed);
      if (next.do === "settle") {
        // Only the operator can repair this one.
        if (next.no.reason === "gmail_api_off") logError("gmail_api_off", error);
        return await finishPost(next, response, access, ports);
      }
      if (next.do === "wait") await ports.wait(next.seconds * 1000);
      else if (next.do === "leave_thread") threadId = null;
      else {
        refreshed = true;
        const renewed = await getAccessToken(access.mailbox, ports, true);
        if ("reason" in renewed)
          return { status: "failed", no: renewed, stop: true, ...NO_GMAIL_IDS, response, access };
        access = renewed;
      }
      // After a long pause the claim may have expired and the user may have decided on another send.
      const isClaimed = await renewMailClaim(ports.db, userId, id, ports.now().toISOString());
      if (!isClaimed)
        return { status: "failed", no: { reason: "provider_error" }, stop: true, ...NO_GMAIL_IDS, response, access };
    }
  }
}

async function finishPost(
  next: Extract<NextAttempt, { do: "settle" }>,
  response: string,
  access: GmailAccess,
  ports: SendPorts,
): Promise<PostOutcome> {
  if (next.unlink) await replaceTokens(ports.db, access.mailbox, null);
  return { status: next.status, no: next.no, stop: next.stop, ...NO_GMAIL_IDS, response, access };
}
