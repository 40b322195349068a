import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type LoggedMail, sentLog } from "../../../worker/contract/mail";
import { useShownLanguage } from "../../i18n/use-language";
import { formatTime } from "../../lib/format";
import { keyOf } from "../../lib/query-client";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { LoadMore } from "../../ui/load-more";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/spinner";
import { type Column, Table } from "../../ui/table";
import { Tag } from "../../ui/tag";
import { fetchSentLog } from "./api";
import { LoggedMailDialog } from "./logged-mail-dialog";

const tones = { sending: "plain", sent: "good", failed: "bad", unknown: "warn" } as const;

/** Every mail that left or tried to, newest first. */
export function SentLog() {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [open, setOpen] = useState<LoggedMail | null>(null);
  const log = useInfiniteQuery({
    queryKey: keyOf(sentLog),
    queryFn: ({ pageParam, signal }) => fetchSentLog(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const mails = log.data?.pages.flatMap(({ emails }) => emails) ?? [];
  const columns: Column<LoggedMail>[] = [
    { key: "time", header: t(($) => $.mail.log.time), className: "log-time", cell: ({ time }) => formatTime(time, language) },
    { key: "recipient", header: t(($) => $.mail.log.recipient), cell: ({ recipient }) => <span className="address">{recipient}</span> },
    { key: "subject", header: t(($) => $.mail.log.subject), cell: ({ subject }) => subject },
    { key: "status", header: t(($) => $.mail.log.status), cell: ({ status }) => <Tag tone={tones[status]}>{t(($) => $.mail.log.states[status])}</Tag> },
    { key: "open", header: <span className="visually-hidden">{t(($) => $.mail.log.open)}</span>, bare: true, cell: (mail) => <Button look="quiet" size="small" onClick={() => setOpen(mail)}>{t(($) => $.mail.log.open)}</Button> },
  ];
  return (
    <Section title={t(($) => $.mail.log.title)} lead={t(($) => $.mail.log.lead)}>
      {log.isPending && <Skeleton label={t(($) => $.common.loading)} />}
      {log.isError && <Banner tone="bad" action={<Button size="small" onClick={() => void log.refetch()}>{t(($) => $.common.retry)}</Button>}>{t(($) => $.mail.log.loadError)}</Banner>}
      {log.isSuccess && mails.length === 0 && <p className="soft">{t(($) => $.mail.log.empty)}</p>}
      {mails.length > 0 && <Table caption={t(($) => $.mail.log.title)} columns={columns} rows={mails} rowKey={({ id }) => id} />}
      {log.hasNextPage && <LoadMore busy={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />}
      {open && <LoggedMailDialog mail={open} onClose={() => setOpen(null)} />}
    </Section>
  );
}
