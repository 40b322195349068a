import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { CompanyPage } from "../../../../worker/contract/company-page";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { getButtonClass } from "../../../ui/button/button";
import { Illustration } from "../../../ui/graphics/illustration";
import { Page, usePageTitle } from "../../../ui/page/page";
import { EmptyState } from "../../../ui/status/empty-state";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";

interface CompanyLoaderProps {
  query: UseQueryResult<CompanyPage>;
  /** Links to the list and to the companies beside this one. */
  links: ReactNode;
  /** Takes a company out of the archive. */
  restore: ReactNode;
  /** @param failure why what is shown may be outdated */
  children: (page: CompanyPage, failure: ReactNode) => ReactNode;
}

/** The page of a company, or why there is none: it is loading, failed, is in the archive, or is nobody's. */
export function CompanyLoader({ query, links, restore, children }: CompanyLoaderProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = query;
  if (hasErrorCode(error, "not_found")) return <MissingCompany links={links} />;
  const failure = error && (
    <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
      <p>{t(($) => $.company.loadError)}</p>
      <p>{errorText(error)}</p>
    </RetryBanner>
  );
  if (!data)
    return (
      <Page title={t(($) => $.company.title)} above={links}>
        {failure || (
          <div className="company-columns">
            <Skeleton lines={9} shape="letter" label={t(($) => $.common.loading)} />
            <Skeleton lines={5} label={t(($) => $.common.loading)} />
          </div>
        )}
      </Page>
    );
  if (data.company.state === "archived")
    return (
      <Page title={formatCompanyName(data.company)} above={links}>
        <EmptyState
          picture={<Illustration name="drawer" />}
          title={t(($) => $.company.archived.title)}
          text={t(($) => $.company.archived.text)}
          action={
            <div className="row">
              {restore}
              <Link to="/archive" className={getButtonClass()}>
                {t(($) => $.company.archived.open)}
              </Link>
            </div>
          }
        />
      </Page>
    );
  return children(data, failure);
}

/** Nobody's company, or somebody else's. */
function MissingCompany({ links }: { links: ReactNode }) {
  const { t } = useTranslation();
  const title = t(($) => $.company.missing.title);
  usePageTitle(title);
  return (
    <div className="page">
      {links}
      <EmptyState
        level="h1"
        picture={<Illustration name="lens" />}
        title={title}
        text={t(($) => $.company.missing.text)}
        action={
          <Link to="/dashboard" className={getButtonClass()}>
            {t(($) => $.company.missing.back)}
          </Link>
        }
      />
    </div>
  );
}
