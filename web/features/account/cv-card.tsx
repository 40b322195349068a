import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation";
import { settings, type Settings } from "../../../worker/contract/account";
import { RHYTHM } from "../../../worker/contract/limits";
import { useShownLanguage } from "../../i18n/use-language";
import { formatBytes, formatDate } from "../../lib/format";
import { queryOf } from "../../lib/query-client";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { CvTextDialog } from "./cv-text-dialog";
import "./cv-upload.css";

const tones = { pending: "info", ok: "good", no_text: "warn", encrypted: "warn", invalid: "bad", too_complex: "warn" } as const;

/** The CV there is: its file, and what could be read in it. */
export function CvCard({ cv }: { cv: NonNullable<Settings["cv"]> }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [reading, setReading] = useState(false);
  // Its text is read after the upload; the card follows until that is done.
  useQuery({ ...queryOf(settings), refetchInterval: cv.text_status === "pending" ? RHYTHM.searchPoll : false });
  const look = cv.text_status === "ok" && <Button size="small" onClick={() => setReading(true)}>{t(($) => $.account.cv.look)}</Button>;
  return (
    <>
      <div className="cv-card">
        <Icon name="file" />
        <div>
          <strong>{cv.name}</strong>
          <p className="soft small">{formatBytes(cv.size, language)} · {t(($) => $.account.cv.uploadedAt, { date: formatDate(cv.uploaded_at, language) })}</p>
        </div>
      </div>
      <div role="status"><Banner tone={tones[cv.text_status]} action={look}>{t(($) => $.account.cv.status[cv.text_status])}</Banner></div>
      {reading && <CvTextDialog uploadedAt={cv.uploaded_at} onClose={() => setReading(false)} />}
    </>
  );
}
