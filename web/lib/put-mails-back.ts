import type { Answer } from "../../worker/contract/endpoint";
import { LIMITS } from "../../worker/contract/limits";
import { queueMails, reorderOutbox, type takeOut } from "../../worker/contract/outbox";
import { callApi } from "./api-client";

type Approval = Answer<typeof takeOut>["approvals"][number];

/**
 * Queues mails as they were approved, each for its own time, and where they stood.
 * @param order the companies whose mails waited before, in their order
 * @returns how many are no longer what was approved
 */
export async function putMailsBack(approvals: readonly Approval[], order: readonly string[]): Promise<number> {
  let failed = 0;
  // A call has one time for all its mails.
  for (const [sendAt, group] of Map.groupBy(approvals, (each) => each.send_at)) {
    const mails = group.map(({ send_at: _time, ...approved }) => approved);
    for (let at = 0; at < mails.length; at += LIMITS.bulkSend) {
      const body = { mails: mails.slice(at, at + LIMITS.bulkSend), send_at: sendAt };
      failed += (await callApi(queueMails, { body })).failed.length;
    }
  }
  // Queued mails come last.
  if (order.length > 1) await callApi(reorderOutbox, { body: { company_ids: [...order] } });
  return failed;
}
