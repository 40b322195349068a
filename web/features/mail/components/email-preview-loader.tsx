import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "../../../../worker/contract/endpoint";
import type { MailPreview, getMailPreview } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";

/** The preview, its skeleton while loading, or its error. */
export function EmailPreviewLoader({
  query,
  children,
}: {
  query: UseQueryResult<Answer<typeof getMailPreview>>;
  children: (preview: MailPreview) => ReactNode;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (query.isError) {
    return (
      <RetryBanner alert busy={query.isFetching} onRetry={() => void query.refetch()}>
        {t(($) => $.mail.preview.error)} {errorText(query.error)}
      </RetryBanner>
    );
  }
  return query.data ? (
    children(query.data.preview)
  ) : (
    <Skeleton lines={12} shape="letter" label={t(($) => $.mail.preview.loading)} />
  );
}
