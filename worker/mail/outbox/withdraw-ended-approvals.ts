import type { EndReason } from "../../contract/outbox";
import type { SendFailure } from "../../platform/send-request";
import { computeFingerprint, describeEachCv, type SenderAndCv, toMailContent } from "../compose-email";
import { findSendError, type SendState } from "../send/rules-send-refusal";
import type { OutboxPorts } from "./outbox-plan";
import { listConfirmations, type OutboxRow, toSteps } from "./outbox-rows";
import { toEndReason } from "./rules-outbox-outcome";
import { toApprovalCutoff } from "./rules-outbox-plan";
import { findSender, loadApprovedStates, type SenderOfDay } from "./store-outbox";

/**
 * Withdraws queued mails that are no longer the approved ones or must not be sent any more. The moment of sending
 * checks the same and more; this tells the user before. @returns the sender as read
 */
export async function withdrawEndedApprovals(userId: string, ports: OutboxPorts): Promise<SenderOfDay> {
  const { db, files, rows } = ports;
  withdrawExpiredApprovals(ports);
  const queued = rows.listOpen().filter(({ status }) => status === "queued");
  if (queued.length === 0) return findSender(db, userId, ports.now());
  const key = {
    companyIds: queued.map(({ company_id }) => company_id),
    steps: toSteps(queued.map(({ company_id: companyId, step }) => ({ companyId, step }))),
  };
  const { sender, began, sendStates } = await loadApprovedStates(db, userId, key, ports.now());
  const describe = sender?.mailbox ? describeEachCv(sender, sender.mailbox, files) : null;
  for (const row of queued) {
    const reason = await findApprovalEnd(row, sendStates.get(row.company_id), describe);
    const current = rows.find(row.company_id);
    if (reason && current?.status === "queued" && isSameApproval(current, row))
      rows.change(row.company_id, {
        status: "withdrawn",
        ended_by: reason,
        changed_at: ports.now().toISOString(),
      });
  }
  return { sender, began };
}

/** Withdraws mails that were approved too long ago, whatever they have waited for. */
export const withdrawExpiredApprovals = ({ rows, now }: Pick<OutboxPorts, "rows" | "now">): void =>
  rows.withdrawExpired(toApprovalCutoff(now().getTime()), now().toISOString());

/** Meanwhile the mail may have been taken out and approved anew. */
const isSameApproval = (a: OutboxRow, b: OutboxRow): boolean =>
  a.approved_at === b.approved_at &&
  a.step === b.step &&
  a.message_version === b.message_version &&
  a.fingerprint === b.fingerprint;

/** @param describe null without a mailbox: then only the text can be compared */
async function findApprovalEnd(
  row: OutboxRow,
  state: SendState | undefined,
  describe: ((cvPath: string | null) => Promise<SenderAndCv | SendFailure>) | null,
): Promise<EndReason | null> {
  const approval = { confirm: listConfirmations(row), askedAt: row.asked_at };
  const error = findSendError(state, approval, row.message_version);
  // Another mail to the company is in the way: decided when its turn comes.
  if (error === "in_flight" || error === "outcome_unknown") return null;
  if (error) return toEndReason(error);
  if (!describe || !state) return null;
  const senderAndCv = await describe(state.cvPath);
  if ("reason" in senderAndCv) return senderAndCv.code === "cv_required" ? "sender_changed" : null;
  const content = toMailContent(state, senderAndCv);
  return row.fingerprint === (await computeFingerprint(content)) ? null : "sender_changed";
}
