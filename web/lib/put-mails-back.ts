import type { Answer } from "../../worker/contract/endpoint";
import { LIMITS } from "../../worker/contract/limits";
import { queueMails, type takeOut } from "../../worker/contract/outbox";
import { callApi } from "./api-client";

type Approval = Answer<typeof takeOut>["approvals"][number];

/** Queues mails as they were approved, each for its own time. @returns how many are no longer what was approved */
export async function putMailsBack(approvals: readonly Approval[]): Promise<number> {
  let failed = 0;
  // A call has one time for all its mails.
  for (const [sendAt, group] of Map.groupBy(approvals, (each) => each.send_at)) {
    const mails = group.map(({ company_id, message_version, fingerprint, confirm }) => ({
      company_id,
      message_version,
      fingerprint,
      confirm,
    }));
    for (let at = 0; at < mails.length; at += LIMITS.bulkSend) {
      const body = { mails: mails.slice(at, at + LIMITS.bulkSend), send_at: sendAt };
      failed += (await callApi(queueMails, { body })).failed.length;
    }
  }
  return failed;
}
