import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type LoggedMail, listSentMails } from "../../../../worker/contract/mail";
import { translateErrorCode, useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";
import { toQueryKey } from "../../../lib/query-client";
import { useUrlDialog } from "../../../lib/use-url-state";
import { Button } from "../../../ui/button/button";
import { LoadMore } from "../../../ui/button/load-more";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { Table } from "../../../ui/table/table";
import type { Column } from "../../../ui/table/table-row";
import { fetchSentLog } from "../api/mail-requests";
import { GmailMailLink } from "./gmail-mail-link";
import { MailStatusTag } from "./mail-status-tag";
import { SentLogMailDialog } from "./sent-log-mail-dialog";

const nameMail = ({ company_name: company, subject }: LoggedMail): string => `${company}, ${subject}`;

/** All mails sent or attempted, newest first. */
export function SentLog({ account }: { /** The linked Gmail address. */ account: string | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useShownLanguage();
  const { id: openId, open: openMail, close } = useUrlDialog("mail");
  const log = useInfiniteQuery({
    queryKey: toQueryKey(listSentMails),
    queryFn: ({ pageParam, signal }) => fetchSentLog(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const mails = log.data?.pages.flatMap(({ emails }) => emails) ?? [];
  const open = mails.find(({ id }) => id === openId);
  const isGone = log.isSuccess && openId !== null && !open;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  const columns: Column<LoggedMail>[] = [
    {
      key: "time",
      header: t(($) => $.mail.log.time),
      className: "log-time",
      cell: ({ time }) => formatDateTime(time, language),
    },
    {
      key: "recipient",
      header: t(($) => $.mail.log.recipient),
      cell: ({ recipient, company_name: company }) => (
        <span className="stack log-who">
          <span>{company}</span>
          <span className="address soft small">{recipient}</span>
        </span>
      ),
    },
    { key: "subject", header: t(($) => $.mail.log.subject), className: "log-subject", cell: ({ subject }) => subject },
    {
      key: "status",
      header: t(($) => $.mail.log.status),
      className: "log-status",
      cell: (mail) => (
        <span className="stack stack-tight">
          <MailStatusTag mail={mail} />
          {mail.status === "failed" && mail.error !== null && (
            <span className="soft small log-error">{translateErrorCode(mail.error) ?? mail.error}</span>
          )}
          {(mail.status === "unknown" || mail.gmail_thread_id !== null) && (
            <span className="small">
              <GmailMailLink mail={mail} account={account} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: "open",
      header: <span className="visually-hidden">{t(($) => $.mail.log.open)}</span>,
      bare: true,
      cell: (mail) => (
        <Button
          look="quiet"
          size="small"
          aria-label={t(($) => $.mail.log.openFor, { name: mail.company_name })}
          onClick={() => openMail(mail.id)}
        >
          {t(($) => $.mail.log.open)}
        </Button>
      ),
    },
  ];
  return (
    <div className="stack sent-log">
      {log.isPending && <Skeleton lines={6} shape="table-rows" label={t(($) => $.common.loading)} />}
      {log.isError && !log.isFetchNextPageError && (
        <RetryBanner busy={log.isFetching} onRetry={() => void log.refetch()}>
          {t(($) => $.mail.log.loadError)} {errorText(log.error)}
        </RetryBanner>
      )}
      {log.isSuccess && mails.length === 0 && <p className="soft">{t(($) => $.mail.log.empty)}</p>}
      {mails.length > 0 && (
        <Table
          caption={t(($) => $.mail.log.title)}
          columns={columns}
          rows={mails}
          nameRow={nameMail}
          onOpen={({ id }) => openMail(id)}
        />
      )}
      {log.data && <LoadMore list={log} />}
      {open && <SentLogMailDialog mail={open} account={account} onClose={close} />}
    </div>
  );
}
