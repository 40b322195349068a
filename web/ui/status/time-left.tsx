import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatTimeLeft, type ProgressSample, useSecondsLeft } from "../../lib/estimated-time";

/** How much longer some work will take, once that can be told. */
export function TimeLeft({
  workId,
  now,
  total,
}: {
  /** What tells this work from another. */ workId: string;
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
