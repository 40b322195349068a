import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "../../../../worker/contract/endpoint";
import type { MailPreview, getMailPreview } from "../../../../worker/contract/mail";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
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
      <Banner
        tone="bad"
        alert
        action={
          <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t(($) => $.common.retry)}
          </Button>
        }
      >
        {t(($) => $.mail.preview.error)} {errorText(query.error)}
      </Banner>
    );
  }
  return query.data ? (
    children(query.data.preview)
  ) : (
    <Skeleton lines={12} shape="letter" label={t(($) => $.mail.preview.loading)} />
  );
}
