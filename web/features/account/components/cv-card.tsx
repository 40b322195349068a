import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { getSettings, type Settings } from "../../../../worker/contract/account";
import { LIMITS, INTERVALS_MS } from "../../../../worker/contract/limits";
import { listProfiles } from "../../../../worker/contract/profiles";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatBytes, formatDate } from "../../../lib/format";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";
import { Button } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { Illustration } from "../../../ui/graphics/illustration";
import { Banner } from "../../../ui/status/banner";
import { CvNameNotice } from "./cv-name-notice";
import { CvTextDialog } from "./cv-text-dialog";
import "./cv-card.css";

const bannerTones = {
  pending: "info",
  no_text: "warn",
  encrypted: "warn",
  invalid: "bad",
  too_complex: "warn",
} as const;

/** The uploaded CV: its file and the state of its text. */
export function CvCard({
  cv,
  profileId,
}: {
  cv: NonNullable<Settings["cv"]>;
  /** Undefined for the default profile. */
  profileId: string | undefined;
}) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [textShown, setTextShown] = useState(false);
  // The text is extracted after the upload: poll until that is done.
  const refetchInterval = cv.text_status === "pending" ? INTERVALS_MS.searchPoll : false;
  const isDefault = profileId === undefined;
  useQuery({ ...endpointQuery(getSettings), refetchInterval: isDefault && refetchInterval });
  useQuery({ ...endpointQuery(listProfiles), enabled: !isDefault, refetchInterval });
  // The text tells the language that the list of profiles shows.
  const client = useQueryClient();
  useEffect(() => {
    if (cv.text_status !== "pending") void client.invalidateQueries({ queryKey: toQueryKey(listProfiles) });
  }, [client, cv.text_status]);
  const viewTextButton = (
    <Button size="small" onClick={() => setTextShown(true)}>
      {t(($) => $.account.cv.look)}
    </Button>
  );
  return (
    <>
      <div className="cv-card">
        <Illustration name="cv" />
        <div>
          <strong>{cv.name}</strong>
          <p className="soft small">
            {formatBytes(cv.size, language)} ·{" "}
            {t(($) => $.account.cv.uploadedAt, { date: formatDate(cv.uploaded_at, language) })}
          </p>
        </div>
      </div>
      {cv.size > LIMITS.cvHeavyBytes && (
        <Banner tone="warn">
          {t(($) => $.account.cv.heavy, { size: formatBytes(LIMITS.cvHeavyBytes, language) })}
        </Banner>
      )}
      <div role="status">
        {cv.text_status === "ok" ? (
          <p className="cv-read">
            <Icon name="mark" />
            <span>{t(($) => $.account.cv.status.ok)}</span>
            {viewTextButton}
          </p>
        ) : (
          <Banner tone={bannerTones[cv.text_status]}>{t(($) => $.account.cv.status[cv.text_status])}</Banner>
        )}
      </div>
      <CvNameNotice profileId={profileId} />
      {textShown && (
        <CvTextDialog uploadedAt={cv.uploaded_at} profileId={profileId} onClose={() => setTextShown(false)} />
      )}
    </>
  );
}
