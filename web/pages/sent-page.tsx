import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getSettings } from "../../worker/contract/account";
import { SentLog } from "../features/mail/components/sent-log";
import { SentLogExportButton } from "../features/mail/components/sent-log-export-button";
import { endpointQuery } from "../lib/query-client";
import { getButtonClass } from "../ui/button/button";
import { Icon } from "../ui/graphics/icon";
import { Page } from "../ui/page/page";

/** All mails sent or attempted. */
export function SentPage() {
  const { t } = useTranslation();
  const { data } = useQuery(endpointQuery(getSettings));
  return (
    <Page
      title={t(($) => $.mail.log.title)}
      above={
        <Link to="/settings" className="page-back">
          <Icon name="back" />
          {t(($) => $.account.settings.sections.all)}
        </Link>
      }
      lead={t(($) => $.mail.log.lead)}
      actions={
        <>
          <Link to="/report" className={getButtonClass({ look: "quiet", size: "small" })}>
            <Icon name="file" />
            <span>{t(($) => $.mail.log.toReport)}</span>
          </Link>
          <SentLogExportButton />
        </>
      }
    >
      <SentLog account={data?.gmail.email ?? null} />
    </Page>
  );
}
