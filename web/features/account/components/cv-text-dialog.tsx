import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getCvText } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { endpointQuery } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { toProfileQuery } from "../api/account-requests";
import { looksScanned } from "../model/cv-validation";

/** The text extracted from the CV, so that the user sees whether it is complete. */
export function CvTextDialog({
  uploadedAt,
  profileId,
  onClose,
}: {
  uploadedAt: string;
  /** Undefined for the default profile. */
  profileId: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const query = endpointQuery(getCvText, { query: toProfileQuery(profileId) });
  const { data, error, isFetching, refetch } = useQuery({ ...query, queryKey: [...query.queryKey, uploadedAt] });
  return (
    <Dialog
      wide
      title={t(($) => $.account.cv.textTitle)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
    >
      <div className="stack">
        <p className="soft prose">{t(($) => $.account.cv.textLead)}</p>
        {error && (
          <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
            {errorText(error)}
          </RetryBanner>
        )}
        {!data && !error && <Skeleton lines={8} label={t(($) => $.common.loading)} />}
        {data && looksScanned(data.text) && <Banner tone="warn">{t(($) => $.account.cv.little)}</Banner>}
        {data && <div className="cv-text prewrap">{data.text}</div>}
      </div>
    </Dialog>
  );
}
