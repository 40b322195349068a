import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import * as z from "zod/mini";
import type { Company, Outcome } from "../../worker/contract/companies";
import { FIRST_LISTING } from "../../worker/contract/dashboard-preload";
import { Board } from "../features/applications/components/board";
import { ProposalsNotice } from "../features/applications/components/proposals-notice";
import { useOutcome, useOutcomeKeys } from "../features/applications/hooks/use-outcome";
import { BOARD_COLUMNS, toBoardColumn } from "../features/applications/model/board";
import { dashboardQuery } from "../features/companies/api/company-requests";
import { useCompanyCache } from "../features/companies/hooks/use-company-cache";
import { useQueuedMails } from "../features/mail/hooks/use-outbox";
import { useCurrentGeneration } from "../features/messages/hooks/use-current-generation";
import { useSettledCompanies } from "../features/messages/hooks/use-settled-companies";
import { listComing } from "../features/messages/model/rules-generation-plan";
import { useErrorText } from "../i18n/use-error-text";
import { useUrlState } from "../lib/use-url-state";
import { getButtonClass } from "../ui/button/button";
import { Icon } from "../ui/graphics/icon";
import { Illustration } from "../ui/graphics/illustration";
import { Page } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";
import { RetryBanner } from "../ui/status/retry-banner";
import { Skeleton } from "../ui/status/spinner";

const URL_PARAMETERS = { column: z.enum(BOARD_COLUMNS) };
const NO_COMPANIES: Company[] = [];

/** The applications as a board, beside the list. */
export function BoardPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [{ column = "waiting" }, change] = useUrlState(URL_PARAMETERS);
  const { data, error, isPending, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    dashboardQuery({ ...FIRST_LISTING, favorites: false }),
  );
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const companies = useMemo(() => data?.pages.flatMap((page) => page.companies) ?? NO_COMPANIES, [data]);
  const { generation: series } = useCurrentGeneration();
  const coming = useMemo(() => listComing(series), [series]);
  const queued = useQueuedMails();
  const cache = useCompanyCache();
  useSettledCompanies(series, (ids) => void cache.reload(ids));
  const putOutcome = (company: Company) => {
    cache.put(company);
    void cache.refresh();
  };
  const outcome = useOutcome(putOutcome);
  const findFocused = () => {
    const card = document.activeElement?.closest<HTMLElement>("[data-card]");
    return card ? companies.find(({ id }) => id === card.dataset["card"]) : undefined;
  };
  useOutcomeKeys(findFocused, outcome);
  const move = (company: Company, to: Outcome | null) =>
    to === null ? outcome.takeBack(company.id) : outcome.choose(company, to);
  const isEmpty = data !== undefined && !hasNextPage && companies.every((company) => toBoardColumn(company) === null);
  return (
    <Page
      title={t(($) => $.board.title)}
      lead={t(($) => $.board.lead)}
      dense
      actions={
        <Link to="/dashboard" className={getButtonClass({ look: "quiet" })}>
          <Icon name="companies" />
          <span>{t(($) => $.board.toList)}</span>
        </Link>
      }
    >
      <ProposalsNotice onCompany={putOutcome} />
      {isPending && <Skeleton lines={6} label={t(($) => $.common.loading)} />}
      {error && (
        <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
          <p>{t(($) => $.companies.fetchError)}</p>
          <p>{errorText(error)}</p>
        </RetryBanner>
      )}
      {isEmpty && (
        <EmptyState
          picture={<Illustration name="sealed" />}
          title={t(($) => $.board.emptyTitle)}
          text={t(($) => $.board.emptyText)}
          action={
            <Link to="/search" className={getButtonClass()}>
              {t(($) => $.companies.find)}
            </Link>
          }
        />
      )}
      {data && !isEmpty && (
        <Board
          companies={companies}
          coming={coming}
          queued={queued}
          column={column}
          onColumn={(next) => change({ column: next === "waiting" ? undefined : next })}
          onMove={move}
        />
      )}
    </Page>
  );
}
