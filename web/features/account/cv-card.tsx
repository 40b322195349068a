import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { settings, type Settings } from "../../../worker/contract/account";
import { LIMITS, RHYTHM } from "../../../worker/contract/limits";
import { useShownLanguage } from "../../i18n/use-language";
import { formatBytes, formatDate } from "../../lib/format";
import { queryOf } from "../../lib/query-client";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Drawing } from "../../ui/drawing";
import { Icon } from "../../ui/icon";
import { CvTextDialog } from "./cv-text-dialog";
import "./cv-upload.css";

const tones = { pending: "info", no_text: "warn", encrypted: "warn", invalid: "bad", too_complex: "warn" } as const;

/** The CV there is: its file, and what could be read in it. */
export function CvCard({ cv }: { cv: NonNullable<Settings["cv"]> }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [reading, setReading] = useState(false);
  // Its text is read after the upload; the card follows until that is done.
  useQuery({ ...queryOf(settings), refetchInterval: cv.text_status === "pending" ? RHYTHM.searchPoll : false });
  const look = (
    <Button size="small" onClick={() => setReading(true)}>
      {t(($) => $.account.cv.look)}
    </Button>
  );
  return (
    <>
      <div className="cv-card">
        <Drawing name="cv" />
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
            {look}
          </p>
        ) : (
          <Banner tone={tones[cv.text_status]}>{t(($) => $.account.cv.status[cv.text_status])}</Banner>
        )}
      </div>
      {reading && <CvTextDialog uploadedAt={cv.uploaded_at} onClose={() => setReading(false)} />}
    </>
  );
}
