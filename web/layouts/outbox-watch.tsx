import { useQueryClient } from "@tanstack/react-query";
import { getSettings } from "../../worker/contract/account";
import { getCompanyPage } from "../../worker/contract/company-page";
import { getFollowUp, listFollowUps } from "../../worker/contract/follow-ups";
import { listSentMails } from "../../worker/contract/mail";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { UndoNotice } from "../features/mail/components/undo-notice";
import { useOutboxWatch } from "../features/mail/hooks/use-outbox";
import { toQueryKey } from "../lib/query-client";

/** Follows the outbox on every screen: what has left is shown where companies and mails are listed. */
export function OutboxWatch() {
  const client = useQueryClient();
  const cache = useCompanyCache();
  useOutboxWatch((companyIds) => {
    void cache.reload(companyIds);
    for (const endpoint of [getSettings, listSentMails, getCompanyPage, listFollowUps, getFollowUp])
      void client.invalidateQueries({ queryKey: toQueryKey(endpoint) });
  });
  return <UndoNotice place="floating" />;
}
