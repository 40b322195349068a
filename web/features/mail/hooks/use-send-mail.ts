import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSettings } from "../../../../worker/contract/account";
import { listCompanyIds, getCompany, listCompanies } from "../../../../worker/contract/companies";
import type { Confirmation } from "../../../../worker/contract/mail";
import { listSentMails } from "../../../../worker/contract/mail";
import { toQueryKey } from "../../../lib/query-client";
import { bulkSend, sendEmail, sendTest } from "../api/mail-requests";

/** After any attempt to send, reload rows, counts and log. */
function useRefreshAfterSend() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listCompanies, listCompanyIds, getCompany, getSettings, listSentMails].map((endpoint) =>
        client.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
      ),
    );
}

/** A mail that the user has previewed; the fingerprint keeps another one from being sent in its place. */
interface PreviewedMail {
  id: string;
  fingerprint: string;
}

/** Sends exactly the mail that was previewed. */
export function useSendOne() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ id, fingerprint, confirm }: PreviewedMail & { confirm: Confirmation[] }) =>
      sendEmail(id, { confirm, fingerprint }),
    onSettled: refresh,
  });
}

/** Sends the same mail to the user as a test. */
export function useSendTest() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ id, fingerprint }: PreviewedMail) => sendTest(id, { fingerprint }),
    onSettled: refresh,
  });
}

interface PreviewedBatch {
  companies: readonly { id: string; message_version: number }[];
  /** Fingerprints of all mails of the batch. */
  fingerprints: Record<string, string>;
}

/** Sends a batch, each message in the version shown. */
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
