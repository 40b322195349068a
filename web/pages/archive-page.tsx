import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../worker/contract/companies";
import { archiveQuery } from "../features/companies/api/company-requests";
import { ArchiveTable } from "../features/companies/components/archive-table";
import { BlockCompanyButton } from "../features/mail/components/block-company-button";
import { MessageViewDialog } from "../features/messages/components/message-dialog";
import { ViewMessageButton } from "../features/messages/components/view-message-button";
import { useErrorText } from "../i18n/use-error-text";
import { useEventCallback } from "../lib/use-event-callback";
import { useUrlDialog } from "../lib/use-url-state";
import { getButtonClass } from "../ui/button/button";
import { LoadMore } from "../ui/button/load-more";
import { Illustration } from "../ui/graphics/illustration";
import { Page } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";

/** The archived companies, with the messages written to them. */
export function ArchivePage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const archive = useInfiniteQuery(archiveQuery());
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = archive;
  const message = useUrlDialog("message");
  const openMessage = useEventCallback(({ id, message: text }: Company) => {
    if (text.trim() !== "") message.open(id);
  });
  const companies = useMemo(() => data?.pages.flatMap((page) => page.companies) ?? [], [data]);
  const open = companies.find(({ id }) => id === message.id);
  const loadAll = async () => {
    let result = await fetchNextPage({ cancelRefetch: false });
    while (result.hasNextPage && !result.isError) result = await fetchNextPage({ cancelRefetch: false });
    if (result.error) throw result.error;
    return result.data?.pages.flatMap((page) => page.companies) ?? [];
  };
  const messageCell = useCallback(
    (company: Company) => <ViewMessageButton company={company} onOpen={() => openMessage(company)} />,
    [openMessage],
  );
  return (
    <Page title={t(($) => $.archive.title)} lead={t(($) => $.archive.lead)}>
      {isPending && <Skeleton lines={8} shape="table-rows" label={t(($) => $.common.loading)} />}
      {error && !archive.isFetchNextPageError && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          <p>{t(($) => $.companies.archiveError)}</p>
          <p>{errorText(error)}</p>
        </RetryBanner>
      )}
      {data && companies.length === 0 && !hasNextPage && (
        <EmptyState
          picture={<Illustration name="drawer" />}
          title={t(($) => $.archive.emptyTitle)}
          text={t(($) => $.archive.emptyText)}
          action={
            <Link to="/dashboard" className={getButtonClass()}>
              {t(($) => $.companies.toDashboard)}
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
          onOpen={openMessage}
          contactsAction={(company) => <BlockCompanyButton company={company} />}
        />
      )}
      {data && <LoadMore list={archive} />}
      {open && <MessageViewDialog company={open} attachmentNames={[]} onClose={message.close} />}
    </Page>
  );
}
