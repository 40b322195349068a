import { toSendingDay } from "../../auth/rules-daily-limit";
import { toCompany } from "../../companies/company-dto";
import { logError } from "../../lib/log";
import type { ReceivedSendRequest, SendResult, SendFailure } from "../../platform/send-request";
import { checkAndComposeEmail } from "../compose-draft";
import type { LoadedSenderAndCv } from "../compose-sender-and-cv";
import type { GmailAccess } from "../gmail-link/access-token";
import type { SendPorts } from "./post-to-gmail";
import { type SendState, findSendError } from "./rules-send";
import { toMailClaim, claimAndPost, openMailbox } from "./send-email";
import { restoreFromLedger } from "./store-ledger-restore";
import { type MailClaim, claimMail, recordMailOutcome } from "./store-mail-claims";
import { type SendContext, loadSendContext } from "./store-send-context";

interface CompanySendOutcome {
  result: SendResult;
  stop: boolean;
  access: GmailAccess;
}

interface BatchContext {
  order: ReceivedSendRequest;
  desk: SendContext;
  papers: LoadedSenderAndCv;
}

/** Writes to the companies of an order, one after the other. Each is claimed, posted and settled by itself; what fails does not touch the others. */
export async function sendBatch(request: ReceivedSendRequest, ports: SendPorts): Promise<SendResult[]> {
  const context = await loadSendContext(ports.db, request.userId, request.companyIds, toSendingDay(ports.now()).began);
  const candidates = request.companyIds.map((id) => ({
    id,
    facts: context.facts.get(id),
    reason: findSendError(context.facts.get(id), request, request.versions[id]),
  }));
  const ready = candidates.flatMap(({ facts, reason }) => (facts && reason === null ? [facts] : []));
  const opened = ready.length > 0 ? await openMailbox(context.sender, ports) : null;
  if (!opened || "reason" in opened)
    return candidates.map(({ id, reason }) => ({
      id,
      no: opened && reason === null ? opened : { reason: reason ?? "not_found" },
    }));

  const batch: BatchContext = { order: request, desk: context, papers: opened.papers };
  const results: SendResult[] = [];
  let { access } = opened;
  let stop = false;
  for (const { id, facts, reason } of candidates) {
    if (reason !== null || !facts) results.push({ id, no: { reason: reason ?? "not_found" } });
    else if (stop || ports.stopped()) results.push({ id, no: { reason: "batch_stopped" } });
    else {
      const one = await sendToCompany(facts, batch, access, ports).catch((error: unknown) =>
        toBrokenOutcome(error, id, access),
      );
      results.push(one.result);
      ({ access, stop } = one);
    }
  }
  return results;
}

/** A fault of ours in the middle of a mail: whatever was claimed stays so until the sweep, and the others still get their answer. */
function toBrokenOutcome(error: unknown, id: string, access: GmailAccess): CompanySendOutcome {
  logError("mail_delivery_broke", error);
  return { result: { id, no: { reason: "outcome_unknown" } }, stop: true, access };
}

async function sendToCompany(
  { company }: SendState,
  batch: BatchContext,
  access: GmailAccess,
  ports: SendPorts,
): Promise<CompanySendOutcome> {
  const { order, desk, papers } = batch;
  const { confirm, askedAt } = order;
  const { db, now, ledger } = ports;
  const notSent = (no: SendFailure, stop: boolean): CompanySendOutcome => ({
    result: { id: company.id, no },
    stop,
    access,
  });
  const draft = await checkAndComposeEmail(company, order, desk, papers, now());
  if ("reason" in draft) return notSent(draft, false);
  const claim: MailClaim = {
    ...toMailClaim(company, draft, ports),
    askedAt,
    confirmed: {
      contacted: confirm.includes("already_contacted"),
      unknown: confirm.includes("outcome_unknown"),
      objection: confirm.includes("objection_pending"),
    },
  };
  const ledgerConflict = ledger.findConflict({ companyId: company.id, recipient: claim.recipient, confirm, askedAt });
  const done = await claimAndPost(claim, draft.mime, access, ports, {
    claim: async () => {
      // Never claimed against the ledger: the database may have been set back to before what it knows.
      if (ledgerConflict) return restoreFromLedger(db, claim, ledgerConflict.entries);
      const refused = await claimMail(db, claim);
      if (!refused)
        ledger.recordAttempt({
          id: claim.id,
          company_id: company.id,
          company_name: company.name,
          recipient: claim.recipient,
          subject: claim.subject,
          body: claim.body,
          message_id: claim.messageId,
          created_at: claim.at,
        });
      return refused;
    },
    findError: (known) => findSendError(known, order, claim.version) ?? ledgerConflict?.reason ?? null,
    recordOutcome: async (end) => {
      ledger.recordOutcome(claim.id, end);
      return recordMailOutcome(db, claim, end);
    },
  });
  if ("unclaimed" in done) return notSent(done.unclaimed, done.unclaimed.reason === "gmail_disconnected");
  const { posted, after } = done;
  const result = posted.no
    ? { id: company.id, no: posted.no }
    : { id: company.id, company: toCompany(after?.company ?? company, now()) };
  return { result, stop: posted.stop, access: posted.access };
}
