import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { archiveList } from "../../features/companies/api";
import { ArchiveTable } from "../../features/companies/archive-table";
import { NeverAgain } from "../../features/mail/never-again";
import { MessageViewDialog } from "../../features/messages/message-dialog";
import { ReadButton } from "../../features/messages/read-button";
import { useErrorText } from "../../i18n/use-error-text";
import { Link } from "../../lib/router";
import { Banner } from "../../ui/banner";
import { Button, buttonLook } from "../../ui/button";
import { Drawing } from "../../ui/drawing";
import { Empty } from "../../ui/empty";
import { LoadMore } from "../../ui/load-more";
import { Page } from "../../ui/page";
import { Skeleton } from "../../ui/spinner";

/** The companies put aside, with the messages once written to them. */
export function ArchivePage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(archiveList());
  const [open, setOpen] = useState<Company | null>(null);
  const companies = useMemo(() => data?.pages.flatMap((page) => page.companies) ?? [], [data]);
  const loadAll = async () => {
    let whole = await fetchNextPage({ cancelRefetch: false });
    while (whole.hasNextPage && !whole.isError) whole = await fetchNextPage({ cancelRefetch: false });
    if (whole.error) throw whole.error;
    return whole.data?.pages.flatMap((page) => page.companies) ?? [];
  };
  const messageCell = useCallback(
    (company: Company) => <ReadButton company={company} onOpen={() => setOpen(company)} />,
    [],
  );
  return (
    <Page title={t(($) => $.companies.archive.title)} lead={t(($) => $.companies.archive.lead)}>
      {isPending && <Skeleton lines={6} label={t(($) => $.common.loading)} />}
      {error && (
        <Banner
          tone="bad"
          alert
          action={
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          <p>{t(($) => $.companies.archive.fetchError)}</p>
          <p>{errorText(error)}</p>
        </Banner>
      )}
      {data && companies.length === 0 && !hasNextPage && (
        <Empty
          picture={<Drawing name="drawer" />}
          title={t(($) => $.companies.archive.emptyTitle)}
          text={t(($) => $.companies.archive.emptyText)}
          action={
            <Link to="/dashboard" className={buttonLook()}>
              {t(($) => $.companies.archive.toDashboard)}
            </Link>
          }
        />
      )}
      {companies.length > 0 && (
        <ArchiveTable
          companies={companies}
          total={data?.pages[0]?.total ?? companies.length}
          loadAll={loadAll}
          messageCell={messageCell}
          contactsAction={(company) => <NeverAgain company={company} />}
        />
      )}
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
      {open && <MessageViewDialog company={open} enclosure={null} onClose={() => setOpen(null)} />}
    </Page>
  );
}
