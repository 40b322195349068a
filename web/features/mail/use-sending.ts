import { useMutation, useQueryClient } from "@tanstack/react-query";
import { settings } from "../../../worker/contract/account";
import { companyIds, getCompany, listCompanies } from "../../../worker/contract/companies";
import type { Confirmation } from "../../../worker/contract/mail";
import { sentLog } from "../../../worker/contract/mail";
import { keyOf } from "../../lib/query-client";
import { bulkSend, sendEmail } from "./api";

/** After a try to send, whatever came of it, rows, counts and log are read again: the server knows what happened. */
function useRefreshAfterSend() {
  const client = useQueryClient();
  return () => Promise.all([listCompanies, companyIds, getCompany, settings, sentLog].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
}

interface SendOne {
  id: string;
  version: number;
  confirm: Confirmation[];
}

/** Sends one mail: exactly the version that was previewed. */
export function useSendOne() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: ({ id, version, confirm }: SendOne) => sendEmail(id, { confirm, message_version: version }),
    onSettled: refresh,
  });
}

/** Sends a batch, each company in the version on screen. */
export function useBulkSend() {
  const refresh = useRefreshAfterSend();
  return useMutation({
    mutationFn: (companies: readonly { id: string; message_version: number }[]) => bulkSend({
      company_ids: companies.map(({ id }) => id),
      message_versions: Object.fromEntries(companies.map(({ id, message_version }) => [id, message_version])),
    }),
    onSettled: refresh,
  });
}
