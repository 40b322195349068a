import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSettings } from "../../../../worker/contract/account";
import { listCompanyIds, getCompany, listCompanies } from "../../../../worker/contract/companies";
import type { Confirmation } from "../../../../worker/contract/mail";
import { listSentMails } from "../../../../worker/contract/mail";
import { toQueryKey } from "../../../lib/query-client";
import { bulkSend, sendEmail, sendTest } from "../api/mail-requests";

/** After a try to send, whatever came of it, rows, counts and log are read again: the server knows what happened. */
function useRefreshAfterSend() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listCompanies, listCompanyIds, getCompany, getSettings, listSentMails].map((endpoint) =>
        client.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
      ),
    );
}

/** A mail the user has seen, by the fingerprint of its preview: another one is not sent in its place. */
interface PreviewedMail {
  id: string;
  fingerprint: string;
}

/** Sends one mail: exactly the one that was previewed. */
export function useSendOne() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ id, fingerprint, confirm }: PreviewedMail & { confirm: Confirmation[] }) =>
      sendEmail(id, { confirm, fingerprint }),
    onSettled: refresh,
  });
}

/** Sends the same mail to the user. */
export function useSendTest() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ id, fingerprint }: PreviewedMail) => sendTest(id, { fingerprint }),
    onSettled: refresh,
  });
}

interface PreviewedBatch {
  companies: readonly { id: string; message_version: number }[];
  /** Of every mail of the batch. */
  fingerprints: Record<string, string>;
}

/** Sends a batch, each company in the version on screen. */
export function useBulkSend() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ companies, fingerprints }: PreviewedBatch) =>
      bulkSend({
        company_ids: companies.map(({ id }) => id),
        message_versions: Object.fromEntries(companies.map(({ id, message_version }) => [id, message_version])),
        fingerprints,
      }),
    onSettled: refresh,
  });
}
