import { toCompany } from "../../companies/company-dto";
import { logError } from "../../lib/log";
import type { ReceivedSendRequest, SendFailure, SendResult } from "../../platform/send-request";
import { checkAndComposeEmail } from "../compose-email";
import type { GmailAccess } from "../gmail-link/access-token";
import { findSharedBlock, returnCourtesySlot, takeCourtesySlot } from "./courtesy";
import { findLetterLanguage, findSendError, type SendState } from "./rules-send-refusal";
import { claimAndPost, type OpenedMailbox, openMailbox, type SendPorts, toMailClaim } from "./send-email";
import { restoreFromLedger } from "./store-ledger-restore";
import { type MailClaim, claimMail, recordMailOutcome } from "./store-mail-claims";
import { type SendContext, loadSendContext } from "./store-send-context";

interface CompanySendOutcome {
  result: SendResult;
  stop: boolean;
  access: GmailAccess;
}

interface BatchContext {
  request: ReceivedSendRequest;
  context: SendContext;
  loadCv: OpenedMailbox["loadCv"];
}

/** Sends to the companies of a request, one after the other. Each has its own claim and outcome. */
export async function sendBatch(request: ReceivedSendRequest, ports: SendPorts): Promise<SendResult[]> {
  const context = await loadSendContext(ports.db, request.userId, request, ports.now());
  const candidates = request.companyIds.map((id) => {
    const sendState = context.sendStates.get(id);
    return { id, sendState, reason: findSendError(sendState, request, request.versions[id]) };
  });
  const isAnyReady = candidates.some(({ sendState, reason }) => sendState && reason === null);
  const opened = isAnyReady ? await openMailbox(context.sender, ports) : null;
  if (!opened || "reason" in opened)
    return candidates.map(({ id, reason }) => ({
      id,
      no: opened && reason === null ? opened : { reason: reason ?? "not_found" },
    }));

  const batch: BatchContext = { request, context, loadCv: opened.loadCv };
  const results: SendResult[] = [];
  let { access } = opened;
  let stop = false;
  for (const { id, sendState, reason } of candidates) {
    if (reason !== null || !sendState) results.push({ id, no: { reason: reason ?? "not_found" } });
    else if (stop || ports.isErased()) results.push({ id, no: { reason: "batch_stopped" } });
    else {
      const outcome = await sendToCompany(sendState, batch, access, ports).catch((error: unknown) =>
        toBrokenOutcome(error, id, access),
      );
      results.push(outcome.result);
      ({ access, stop } = outcome);
    }
  }
  return results;
}

/** After a bug in the middle of a send its claim stays until it expires, and the other companies still get a result. */
function toBrokenOutcome(error: unknown, id: string, access: GmailAccess): CompanySendOutcome {
  logError("mail_delivery_broke", error);
  return { result: { id, no: { reason: "outcome_unknown" } }, stop: true, access };
}

async function sendToCompany(
  state: SendState,
  { request, context, loadCv }: BatchContext,
  access: GmailAccess,
  ports: SendPorts,
): Promise<CompanySendOutcome> {
  const { company, step, cvPath, cvLanguage } = state;
  const { confirm, askedAt } = request;
  const { db, now, ledger } = ports;
  const toUnsent = (no: SendFailure, stop: boolean): CompanySendOutcome => ({
    result: { id: company.id, no },
    stop,
    access,
  });
  const senderAndCv = await loadCv(cvPath);
  if ("reason" in senderAndCv) return toUnsent(senderAndCv, false);
  const email = await checkAndComposeEmail(state, request, context, senderAndCv, now());
  if ("reason" in email) return toUnsent(email, false);
  const claim: MailClaim = {
    ...toMailClaim(company, email, ports),
    askedAt,
    confirmed: {
      contacted: confirm.includes("already_contacted"),
      applied: confirm.includes("already_applied"),
      unknown: confirm.includes("outcome_unknown"),
    },
    // A version is claimed with its text: only the ordered language may have changed.
    language: confirm.includes("cv_language") || findLetterLanguage(company) !== company.language ? null : cvLanguage,
  };
  const { recipient } = claim;
  const ledgerConflict = ledger.findConflict({ companyId: company.id, step, recipient, confirm, askedAt });
  // Before the claim, so that a crash in between blocks a place for a week at most, and never makes one more. A
  // follow-up takes no place from an application.
  const block = ledgerConflict
    ? null
    : await (step === 0
        ? takeCourtesySlot(company, { ...claim, confirm }, ports)
        : findSharedBlock(company, confirm, ports));
  if (block !== null) return toUnsent(block, false);
  const done = await claimAndPost(claim, email, access, ports, {
    purpose: step === 0 ? "application" : "follow_up",
    claim: async () => {
      // Never claim against the ledger: the database may have been restored to a time before these mails.
      if (ledgerConflict) return restoreFromLedger(db, claim, ledgerConflict.entries);
      const refused = await claimMail(db, claim);
      if (!refused)
        ledger.recordAttempt({
          id: claim.id,
          company_id: company.id,
          company_name: company.name,
          recipient,
          subject: claim.subject,
          body: claim.body,
          message_id: claim.messageId,
          created_at: claim.at,
          sender: claim.from,
          step,
        });
      return refused;
    },
    findError: (current) =>
      findSendError(current && { ...current, cvLanguage }, request, claim.version) ?? ledgerConflict?.reason ?? null,
    recordOutcome: async (outcome) => {
      ledger.recordOutcome(claim.id, outcome);
      return recordMailOutcome(db, claim, outcome);
    },
  });
  if (!ledgerConflict && step === 0 && ("unclaimed" in done || done.posted.status === "failed"))
    await returnCourtesySlot(claim.id, ports);
  if ("unclaimed" in done) return toUnsent(done.unclaimed, done.unclaimed.reason === "gmail_disconnected");
  const { posted, after } = done;
  const result = posted.no
    ? { id: company.id, no: posted.no }
    : { id: company.id, company: toCompany(after ?? company, now()) };
  return { result, stop: posted.stop, access: posted.access };
}
