import type { CompanyRow } from "../../companies/rules-recipient";
import { LIMITS } from "../../contract/limits";
import type { QueueReason } from "../../contract/outbox";
import { foldText } from "../../lib/fold-text";
import type { QueueRequest, QueueResult } from "../../platform/outbox-request";
import type { SendFailure } from "../../platform/send-request";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import { checkEmailContent, describeEachCv, type EmailContent, type SenderAndCv } from "../compose-email";
import { findSharedBlocks, findSharedReason, type SharedBlocks } from "../send/courtesy";
import { findSendError, type SendState } from "../send/rules-send-refusal";
import { loadSendContext, type SendContext } from "../send/store-send-context";
import { chooseOfficeCountry } from "./office-hours";
import { describeEmptyOutbox, type OutboxPorts, settleOutbox, toOutboxFacts } from "./outbox-plan";
import { toSteps } from "./outbox-rows";
import { choosePause, getUndoMs } from "./rules-outbox-plan";
import { withdrawEndedApprovals } from "./withdraw-ended-approvals";

type ApprovedMail = QueueRequest["mails"][number];

/**
 * Queues mails that are ready and still the ones that were approved; each is held for undo first.
 * @param withdrawn companies whose mails were withdrawn since the call began: what it has read of them is old
 */
export async function queueMails(
  request: QueueRequest,
  ports: OutboxPorts,
  withdrawn: ReadonlySet<string>,
): Promise<QueueResult> {
  const { userId, sendAt } = request;
  const { rows } = ports;
  const askedAt = ports.now();
  const mails = [...new Map(request.mails.map((mail) => [mail.companyId, mail])).values()];
  const key = toBatchKey(mails);
  // A mail that was edited since it was queued may be queued anew.
  if (key.companyIds.some((id) => rows.find(id)?.status === "queued")) await withdrawEndedApprovals(userId, ports);
  const { began } = toSendingDay(askedAt);
  const context = await loadSendContext(ports.db, userId, key, askedAt);
  const describe = describeSender(context, ports);
  const checked = await Promise.all(
    mails.map(async (mail) => ({
      mail,
      state: context.sendStates.get(mail.companyId),
      content: await checkMail(mail, context, describe, askedAt.toISOString()),
    })),
  );
  const shared = await findSharedBlocks(
    checked.flatMap(({ state, content }) => (state && !("reason" in content) ? [state.company] : [])),
    ports,
  );
  if (ports.isErased()) return refuseAll(request, ports);
  // No await from here on: rows and alarm are written together.
  const at = ports.now();
  const result: Omit<QueueResult, "outbox"> = { queued: [], failed: [] };
  for (const { mail, state, content } of checked) {
    const id = mail.companyId;
    if (!state || "reason" in content) {
      result.failed.push({ id, reason: "reason" in content ? content.reason : "not_found" });
      continue;
    }
    const twinKeys = mail.step === 0 ? listTwinKeys(state.company) : [];
    const reason = findQueueError(mail, { to: content.to, twinKeys }, { withdrawn, shared }, ports);
    if (reason) {
      result.failed.push({ id, reason });
      continue;
    }
    rows.add({
      company_id: id,
      company_name: state.company.name,
      step: mail.step,
      recipient: content.to,
      twin_key: twinKeys.join("\n") || null,
      cv_profile_id: state.cvProfileId,
      subject: content.subject,
      country: chooseOfficeCountry(state.company.country, context.sender?.language ?? "en"),
      message_version: mail.version,
      fingerprint: mail.fingerprint,
      confirmed: JSON.stringify(mail.confirm),
      approved_at: askedAt.toISOString(),
      held_until: new Date(at.getTime() + getUndoMs(ports.config.outboxPace)).toISOString(),
      send_at: sendAt,
      free_at: shared.waits.get(id) ?? null,
      pause_ms: choosePause(ports.chance(), ports.config.outboxPace),
    });
    result.queued.push(id);
  }
  return { ...result, outbox: settleOutbox(toOutboxFacts({ sender: context.sender, began }, ports), ports) };
}

const toBatchKey = (mails: readonly ApprovedMail[]) => ({
  companyIds: mails.map(({ companyId }) => companyId),
  steps: toSteps(mails),
});

/** The answer once the account is being deleted. */
export const refuseAll = ({ mails }: QueueRequest, ports: OutboxPorts): QueueResult => ({
  queued: [],
  failed: mails.map(({ companyId }) => ({ id: companyId, reason: "batch_stopped" })),
  outbox: describeEmptyOutbox(ports),
});

type DescribeSender = (cvPath: string | null) => Promise<SenderAndCv | SendFailure>;

function describeSender({ sender }: SendContext, { files }: OutboxPorts): DescribeSender {
  if (!sender?.mailbox || sender.mailbox.tokens === null) return async () => ({ reason: "gmail_disconnected" });
  return describeEachCv(sender, sender.mailbox, files);
}

/** The content of a mail that may be queued, or why it may not. */
async function checkMail(
  { companyId, version, confirm, fingerprint }: ApprovedMail,
  context: SendContext,
  describe: DescribeSender,
  askedAt: string,
): Promise<EmailContent | SendFailure> {
  const state: SendState | undefined = context.sendStates.get(companyId);
  const reason = findSendError(state, { confirm, askedAt }, version);
  if (reason || !state) return { reason: reason ?? "not_found" };
  const senderAndCv = await describe(state.cvPath);
  if ("reason" in senderAndCv) return senderAndCv;
  return checkEmailContent(state, { confirm, fingerprint }, context, senderAndCv);
}

/** Companies that share one of these are probably the same one, under several sites: the rule of a claim. */
function listTwinKeys({ nameKey, city, phone, email }: CompanyRow): string[] {
  const domain = /@[^;]*/u.exec(email)?.[0] ?? "";
  return [foldText(city), phone, domain].filter((place) => place !== "").map((place) => `${nameKey} ${place}`);
}

interface QueueFacts {
  /** Ids of companies. */
  withdrawn: ReadonlySet<string>;
  shared: SharedBlocks;
}

/** Why a mail that may be sent may not be queued. */
function findQueueError(
  { companyId, step, confirm }: ApprovedMail,
  { to, twinKeys }: { to: string; twinKeys: readonly string[] },
  { withdrawn, shared }: QueueFacts,
  { rows }: OutboxPorts,
): QueueReason | null {
  if (withdrawn.has(companyId)) return "not_found";
  const reason = findSharedReason(shared, companyId, confirm);
  if (reason) return reason;
  const open = rows.listOpen();
  if (open.some((row) => row.company_id === companyId)) return "in_flight";
  // Asked now: once the first has left, the second would be withdrawn.
  const hasTwin = open.some(
    (row) =>
      row.step === 0 && (row.recipient === to || row.twin_key?.split("\n").some((key) => twinKeys.includes(key))),
  );
  if (step === 0 && hasTwin && !confirm.includes("already_contacted")) return "already_contacted";
  return open.length >= LIMITS.outboxMails ? "outbox_full" : null;
}
