import type { Outbox } from "../../contract/outbox";
import type { OutboxChange, OutboxChangeResult } from "../../platform/outbox-request";
import { describeEmptyOutbox, type OutboxPorts, settleOutbox, toOutboxFacts, wakeSoon } from "./outbox-plan";
import { type CompanyEnd, listConfirmations, type OutboxRow, type OutboxRows } from "./outbox-rows";
import { toLastTime } from "./rules-outbox-plan";
import { withdrawEndedApprovals } from "./withdraw-ended-approvals";

/** The outbox as it is now, with the reason of each mail to wait. */
export async function readOutbox(userId: string, ports: OutboxPorts): Promise<Outbox> {
  const { rows } = ports;
  rows.prune(ports.now().getTime());
  if (rows.listAll().length === 0) {
    if (rows.exists()) {
      ports.wakeAt(null);
      ports.announce(null);
    }
    return describeEmptyOutbox(ports);
  }
  const sender = await withdrawEndedApprovals(userId, ports);
  if (ports.isErased()) return describeEmptyOutbox(ports);
  return settleOutbox(toOutboxFacts(sender, ports), ports);
}

/** Changes the outbox for its user. What was taken out or stopped is so even if the rest fails. */
export async function changeOutbox(
  userId: string,
  change: OutboxChange,
  ports: OutboxPorts,
): Promise<OutboxChangeResult> {
  const taken = change.do === "take_out" ? change.companyIds.flatMap((id) => ports.rows.find(id) ?? []) : [];
  const changed = applyChange(change, ports);
  wakeSoon(ports);
  return {
    changed,
    approvals: taken.filter(canBePutBack).map(toApproval),
    outbox: await readOutbox(userId, ports),
  };
}

/** Archiving a company withdraws its mail, so undoing that gives it back. */
const canBePutBack = ({ status, ended_by: endedBy }: OutboxRow): boolean =>
  status === "queued" || (status === "withdrawn" && endedBy === "archived");

const toApproval = (row: OutboxRow): OutboxChangeResult["approvals"][number] => ({
  companyId: row.company_id,
  step: row.step,
  version: row.message_version,
  fingerprint: row.fingerprint,
  confirm: listConfirmations(row),
  sendAt: row.send_at,
});

function applyChange(change: OutboxChange, { rows }: OutboxPorts): string[] {
  switch (change.do) {
    case "stop":
      rows.changeState({ stopped: "by_user" });
      return [];
    case "resume":
      rows.changeState({ stopped: null, retry_at: "", retry_reason: null });
      return [];
    case "take_out":
      return change.companyIds.filter((id) => rows.takeOut(id));
    case "reorder":
      return reorder(change.companyIds, rows);
    case "schedule":
      return change.companyIds.filter((id) => {
        const row = rows.find(id);
        const isQueued = row?.status === "queued";
        if (
          !isQueued ||
          (change.sendAt !== null && Date.parse(change.sendAt) > toLastTime(Date.parse(row.approved_at)))
        )
          return false;
        rows.change(id, { send_at: change.sendAt });
        return true;
      });
  }
}

/** The named mails first, in their order, then the others as they were. */
function reorder(companyIds: readonly string[], rows: OutboxRows): string[] {
  const all = rows.listAll().map(({ company_id }) => company_id);
  const named = companyIds.filter((id) => all.includes(id));
  const others = all.filter((id) => !named.includes(id));
  [...named, ...others].forEach((id, index) => rows.change(id, { position: index + 1 }));
  return named;
}

/** Withdraws the mails to companies. @returns whether there were any */
export function withdrawMails(
  companyIds: readonly string[],
  reason: CompanyEnd,
  { rows, now }: Pick<OutboxPorts, "rows" | "now">,
): boolean {
  const open = rows.listOpen().filter(({ company_id }) => companyIds.includes(company_id));
  for (const { company_id } of open) rows.withdraw(company_id, reason, now().toISOString());
  return open.length > 0;
}
