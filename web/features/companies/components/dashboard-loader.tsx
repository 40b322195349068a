import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { Illustration } from "../../../ui/graphics/illustration";
import { EmptyState } from "../../../ui/status/empty-state";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import type { Dashboard } from "../hooks/use-dashboard";

interface DashboardLoaderProps {
  dashboard: Dashboard;
  /** Content above the list is still loading; inserted later, it would push the list down. */
  waits: boolean;
  find: ReactNode;
  children: ReactNode;
}

/** The list, or its skeleton, its error, or the first step of an empty dashboard. */
export function DashboardLoader({ dashboard, waits, find, children }: DashboardLoaderProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { query, list, listing } = dashboard;
  if (query.isPending || (waits && query.data))
    return <Skeleton lines={16} shape="dashboard" label={t(($) => $.common.loading)} />;
  // Offline, the page says so itself, and what is known is shown. The end of the list tells of its next page.
  const isToldElsewhere = list.isFetchNextPageError || (query.data && hasErrorCode(query.error, "offline"));
  const failure = query.isError && !isToldElsewhere && (
    <RetryBanner alert busy={query.isFetching} onRetry={() => void query.refetch()}>
      <p>{t(($) => $.companies.fetchError)}</p>
      <p>{errorText(query.error)}</p>
    </RetryBanner>
  );
  if (!query.data) return failure;
  if (dashboard.total === 0 && !listing.favorites)
    return (
      <>
        {failure}
        <EmptyState
          picture={<Illustration name="route" />}
          title={t(($) => $.companies.empty.title)}
          text={t(($) => $.companies.empty.text)}
          action={<FirstStep>{find}</FirstStep>}
        />
      </>
    );
  return (
    <>
      {failure}
      {children}
    </>
  );
}

/** The only thing to do here has the focus, unless something else has it: Enter goes on. */
function FirstStep({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches("body, #main")) place.current?.querySelector("a")?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}
