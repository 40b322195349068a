import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSettings } from "../../../../worker/contract/account";
import { getCompany, listCompanies, listCompanyIds } from "../../../../worker/contract/companies";
import { listSentMails } from "../../../../worker/contract/mail";
import { getOutbox, type QueueReason } from "../../../../worker/contract/outbox";
import { toQueryKey } from "../../../lib/query-client";
import { sendTest } from "../api/mail-requests";
import { queueMails } from "../api/outbox-requests";
import type { ApprovedMail } from "../model/rules-outbox";
import { createUndoNotice, undoNotice } from "../model/undo-notice";
import { useSetOutbox } from "./use-outbox";

/** Sends the same mail to the user as a test. */
export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fingerprint }: Pick<ApprovedMail, "id" | "fingerprint">) => sendTest(id, { fingerprint }),
    onSettled: () =>
      Promise.all(
        [getSettings, listSentMails].map((endpoint) => client.invalidateQueries({ queryKey: toQueryKey(endpoint) })),
      ),
  });
}

/** What became of mails that were to be queued. */
export interface QueueAnswer {
  queuedIds: string[];
  failed: { id: string; reason: QueueReason }[];
}

/** Puts mails into the outbox exactly as they were previewed, and opens the notice that undoes it. */
export function useQueueMails() {
  const client = useQueryClient();
  const setOutbox = useSetOutbox();
  return useMutation({
    mutationKey: toQueryKey(getOutbox),
    mutationFn: async (mails: readonly ApprovedMail[]): Promise<QueueAnswer> => {
      if (mails.length === 0) return { queuedIds: [], failed: [] };
      const {
        queued_ids: queuedIds,
        failed,
        outbox,
      } = await queueMails({ mails: mails.map(({ id, ...mail }) => ({ company_id: id, ...mail })) });
      setOutbox(outbox);
      if (queuedIds.length > 0) undoNotice.write(createUndoNotice(queuedIds, outbox, Date.now()));
      return { queuedIds, failed };
    },
    // A refusal is news of a company; without an answer, mails may have been queued all the same.
    onSettled: (answer) => {
      if (answer && answer.failed.length === 0) return;
      const endpoints = [listCompanies, listCompanyIds, getCompany, getSettings, ...(answer ? [] : [getOutbox])];
      return Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: toQueryKey(endpoint) })));
    },
  });
}
