import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatTimeLeft, type ProgressSample, useSecondsLeft } from "../../lib/estimated-time";

/** The estimated time left, once it is known. */
export function TimeLeft({
  workId,
  now,
  total,
}: {
  /** Id of the work; another id restarts the estimate. */ workId: string;
  now: ProgressSample;
  total: number;
}) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const left = useSecondsLeft(workId, now, total);
  return left === null ? null : (
    <p className="soft small">{t(($) => $.common.timeLeft, { time: formatTimeLeft(left, language) })}</p>
  );
}
