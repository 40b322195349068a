import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getSettings } from "../../worker/contract/account";
import { SentLog } from "../features/mail/components/sent-log";
import { SentLogExportButton } from "../features/mail/components/sent-log-export-button";
import { endpointQuery } from "../lib/query-client";
import { Page } from "../ui/page/page";

/** All mails sent or attempted. */
export function SentPage() {
  const { t } = useTranslation();
  const { data } = useQuery(endpointQuery(getSettings));
  return (
    <Page title={t(($) => $.mail.log.title)} lead={t(($) => $.mail.log.lead)} actions={<SentLogExportButton />}>
      <SentLog account={data?.gmail.email ?? null} />
    </Page>
  );
}
