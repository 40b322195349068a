import type { SendReason } from "../../contract/mail";
import { log, logError } from "../../lib/log";
import type { SendFailure, SendResult } from "../../platform/send-request";
import { returnCourtesySlot } from "../send/courtesy";
import { sendBatch } from "../send/send-batch";
import { recordMailOutcome } from "../send/store-mail-claims";
import { type OutboxPorts, planQueue, settleOutbox, toOutboxFacts } from "./outbox-plan";
import { listConfirmations, type OutboxRow, toSteps } from "./outbox-rows";
import { findDailyMailLimit } from "./rules-mailbox-ramp";
import { decideAfterFailure, type OutboxOutcome } from "./rules-outbox-outcome";
import { deleteFailedAttempt, findLoggedMail, findSender, type SenderOfDay } from "./store-outbox";
import { withdrawExpiredApprovals } from "./withdraw-ended-approvals";

/** One step of the outbox: looks after an interrupted mail, sends the one that is due, sets the next wake-up. */
export async function sendNextMail(userId: string, ports: OutboxPorts): Promise<void> {
  const { db, rows, now } = ports;
  if (rows.listOpen().length === 0) return;
  await finishInterruptedMails(userId, ports);
  withdrawExpiredApprovals(ports);
  const due = findDue(await findSender(db, userId, now()), ports);
  if (due && !ports.isErased()) await sendFromOutbox(userId, due, ports);
  if (ports.isErased()) return;
  settleOutbox(toOutboxFacts(await findSender(db, userId, now()), ports), ports);
}

/** The mail whose time has come, and how many mails may be sent today. */
function findDue(sender: SenderOfDay, ports: OutboxPorts): { row: OutboxRow; limit: number } | null {
  const facts = toOutboxFacts(sender, ports);
  // One at a time: an attempt without an outcome may still be counted.
  if (ports.rows.listOpen().some(({ status }) => status === "sending")) return null;
  const next = [...planQueue(facts, ports).values()].find(({ leavesAt }) => leavesAt !== null && leavesAt <= facts.now);
  const row = next && ports.rows.find(next.companyId);
  return row ? { row, limit: findDailyMailLimit(facts.sendingDays, facts.dailyLimit).limit } : null;
}

/** Sends one mail as `send-email` does; from the mark on, only its next attempt can be taken out. */
async function sendFromOutbox(
  userId: string,
  { row, limit }: { row: OutboxRow; limit: number },
  ports: OutboxPorts,
): Promise<void> {
  const mailId = crypto.randomUUID();
  const sending: OutboxRow = { ...row, status: "sending", mail_id: mailId };
  ports.rows.change(row.company_id, { status: "sending", mail_id: mailId, changed_at: ports.now().toISOString() });
  const outcome = await toOutcome(userId, sending, await tryToSend(userId, sending, limit, ports), ports);
  if (outcome) await settleAttempt(userId, sending, outcome, ports);
  // A batch ends here too: the database could not be told what became of this mail.
  else ports.rows.changeState({ stopped: "outcome_unknown" });
}

async function tryToSend(
  userId: string,
  row: OutboxRow,
  limit: number,
  ports: OutboxPorts,
): Promise<SendResult | undefined> {
  const { company_id: companyId, mail_id: mailId } = row;
  try {
    const [result] = await sendBatch(
      {
        userId,
        companyIds: [companyId],
        confirm: listConfirmations(row),
        versions: { [companyId]: row.message_version },
        fingerprints: { [companyId]: row.fingerprint },
        askedAt: row.asked_at,
        mailIds: mailId === null ? {} : { [companyId]: mailId },
        steps: toSteps([{ companyId, step: row.step }]),
      },
      // Throws where Gmail is not configured.
      { ...ports, config: { ...ports.config, dailyLimit: limit } },
    );
    return result;
  } catch (error) {
    // A batch answers for all that fails from the claim on: nothing was posted.
    logError("outbox_mail_not_tried", error);
    return { id: companyId, no: { reason: "provider_error", code: "unavailable" } };
  }
}

/** @returns null while it is not known whether there is an outcome */
async function toOutcome(
  userId: string,
  row: OutboxRow,
  result: SendResult | undefined,
  ports: OutboxPorts,
): Promise<OutboxOutcome | null> {
  if (result && !("no" in result)) return { status: "sent" };
  const failure: SendFailure = result?.no ?? { reason: "outcome_unknown" };
  if (failure.reason !== "outcome_unknown") return decideAfterFailure(failure, row.last_wait);
  // Also the answer after a failure of our own before the POST, and while an older mail has no outcome.
  const attempt = await findAttempt(userId, row, ports).catch((error: unknown) => {
    logError("outbox_mail_not_found", error);
    return "pending" as const;
  });
  if (attempt === "none") return decideAfterFailure(failure, row.last_wait);
  if (attempt === "pending") return null;
  return attempt.status === "unknown" ? { ...attempt, stop: "outcome_unknown" } : attempt;
}

/** What database and ledger know of an attempt; the ledger wins, because a restore does not set it back. */
async function findAttempt(
  userId: string,
  row: OutboxRow,
  { db, ledger }: OutboxPorts,
): Promise<OutboxOutcome | "none" | "pending"> {
  const id = row.mail_id ?? "";
  const entry = ledger.findEntry(id);
  const logged = await findLoggedMail(db, userId, id);
  if (entry?.status === "sent") {
    if (logged && logged.status !== "sent")
      await recordMailOutcome(
        db,
        { userId, id, companyId: row.company_id, step: row.step },
        {
          status: "sent",
          error: null,
          response: entry.provider_response,
          gmailId: entry.gmail_id,
          gmailThreadId: entry.gmail_thread_id,
          at: entry.updated_at,
        },
      );
    return { status: "sent" };
  }
  switch (logged?.status) {
    case "sent":
    case "bounced":
      return { status: "sent" };
    case "sending":
      return "pending";
    case "failed":
      return decideAfterFailure(toFailure(logged.error), row.last_wait);
    case "unknown":
      return { status: "unknown", stop: null };
    case undefined:
      return entry ? { status: "unknown", stop: null } : "none";
  }
}

/** The failure that the sent log holds: a reason, or a code that is more exact than one. */
function toFailure(error: string | null): SendFailure {
  const codes = ["recipient_reserved", "google_unavailable", "google_misconfigured", "unavailable"] as const;
  const code = codes.find((each) => each === error);
  return code ? { reason: "provider_error", code } : { reason: (error ?? "provider_error") as SendReason };
}

/** Gives a mail its outcome whose attempt a crash has interrupted. */
async function finishInterruptedMails(userId: string, ports: OutboxPorts): Promise<void> {
  for (const row of ports.rows.listOpen()) {
    if (row.status !== "sending") continue;
    const attempt = await findAttempt(userId, row, ports);
    if (attempt === "pending") continue;
    log("outbox_mail_interrupted", { found: attempt === "none" ? "none" : attempt.status });
    const isUnsent = attempt === "none" || (attempt.status !== "sent" && attempt.status !== "unknown");
    if (isUnsent && row.mail_id !== null && row.step === 0) await returnCourtesySlot(row.mail_id, ports);
    if (attempt === "none") ports.rows.requeue(row.company_id, ports.now().toISOString());
    else await settleAttempt(userId, row, attempt, ports);
  }
}

async function settleAttempt(
  userId: string,
  row: OutboxRow,
  outcome: OutboxOutcome,
  ports: OutboxPorts,
): Promise<void> {
  applyOutcome(row, outcome, ports);
  if (outcome.status !== "queued" || row.mail_id === null) return;
  await deleteFailedAttempt(ports.db, { userId, id: row.mail_id, companyId: row.company_id }).catch((error: unknown) =>
    logError("outbox_attempt_not_deleted", error),
  );
}

/** Writes an outcome: the mail's own, and what follows for the others. */
function applyOutcome(row: OutboxRow, outcome: OutboxOutcome, { rows, now }: OutboxPorts): void {
  const time = now().getTime();
  const at = new Date(time).toISOString();
  const id = row.company_id;
  if (outcome.status === "queued" && "freeAt" in outcome) {
    rows.requeue(id, at, { asked_at: at });
    rows.awaitCompany(id, outcome.freeAt);
    return;
  }
  if (outcome.status === "queued") {
    // The attempt may stand in the sent log as failed: that one is known.
    const known = outcome.waitsFor === "in_flight" ? {} : { asked_at: at };
    rows.requeue(id, at, { last_wait: outcome.waitsFor, ...known });
    rows.changeState({
      retry_at: new Date(time + outcome.retryAfterMs).toISOString(),
      retry_reason: outcome.waitsFor,
    });
    return;
  }
  rows.change(id, {
    status: outcome.status,
    last_wait: null,
    ended_by: "reason" in outcome ? outcome.reason : null,
    changed_at: at,
  });
  if (outcome.status === "withdrawn") return;
  rows.changeState({ next_turn_at: new Date(time + row.pause_ms).toISOString(), retry_at: "", retry_reason: null });
  if ("stop" in outcome && outcome.stop) rows.changeState({ stopped: outcome.stop });
}
