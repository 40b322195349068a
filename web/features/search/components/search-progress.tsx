import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../../../worker/contract/search";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatTimeLeft } from "../../../lib/estimated-time";
import { Button } from "../../../ui/button/button";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { Banner } from "../../../ui/status/banner";
import { ProgressBar } from "../../../ui/status/progress-bar";
import { TimeLeft } from "../../../ui/status/time-left";
import { notify } from "../../../ui/toast/notify";
import { cancelSearch, stopSearch } from "../api/search-requests";
import { formatCity } from "../model/chosen-cities";
import { computeProgress } from "../model/rules-search";

interface SearchProgressProps {
  search: Search;
  /** When the search was last fetched (ms). */
  updatedAt: number;
  /** The last poll got no answer. */
  lost: boolean;
  onChanged: () => void;
}

/** A running search: its progress, and buttons to end it. */
export function SearchProgress({ search, updatedAt, lost, onChanged }: SearchProgressProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => stopSearch(search.id),
    onSettled: onChanged,
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.stopError),
        ),
      ),
  });
  const cancel = useMutation({
    mutationFn: () => cancelSearch(search.id),
    // The steps reappear at once, so the panel that would report this may not be seen.
    onSuccess: () => notify.info(t(($) => $.search.outcome.cancelled)),
    onSettled: () => {
      setAsking(false);
      onChanged();
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.cancelError),
        ),
      ),
  });
  const stopping = search.status === "stopping" || stop.isPending || cancel.isPending;
  const known = computeProgress(search) !== undefined;
  return (
    <section className="search-progress" aria-label={t(($) => $.search.steps.results)}>
      <ProgressBar
        label={stopping ? t(($) => $.search.progress.stopping) : t(($) => $.search.progress.running)}
        value={search.scraped_websites_count}
        max={known ? search.websites_count : undefined}
        detail={
          known
            ? t(($) => $.search.progress.sites, { done: search.scraped_websites_count, total: search.websites_count })
            : search.list
              ? t(($) => $.search.own.progress)
              : search.waiting
                ? t(($) => $.search.progress.queued)
                : t(($) => $.search.progress.directory)
        }
      />
      {lost ? (
        <Banner tone="warn" alert>
          {t(($) => $.search.progress.lost)}
        </Banner>
      ) : (
        <div className="search-notes">
          {known && !stopping && (
            <TimeLeft
              workId={search.id}
              now={{ at: updatedAt, done: search.scraped_websites_count }}
              total={search.websites_count}
            />
          )}
          {search.waiting && !stopping && <QueuePosition waiting={search.waiting} />}
          <p className="soft small">{t(($) => $.search.progress.leave)}</p>
        </div>
      )}
      <div className="row search-actions">
        <Button busy={stop.isPending} disabled={stopping} onClick={() => stop.mutate()}>
          {t(($) => $.search.progress.stop)}
        </Button>
        <Button look="quiet" disabled={stopping} onClick={() => setAsking(true)}>
          {t(($) => $.search.progress.cancel)}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t(($) => $.search.progress.cancelTitle)}
          text={<p>{t(($) => $.search.progress.cancelText)}</p>}
          confirm={t(($) => $.search.progress.cancelConfirm)}
          refuse={t(($) => $.search.progress.keep)}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** The search's place in the queue and the expected wait. */
function QueuePosition({ waiting: { city, place, seconds } }: { waiting: NonNullable<Search["waiting"]> }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <p className="soft small">
      {t(($) => $.search.progress.line, {
        city: formatCity(city, language),
        count: place - 1,
        time: formatTimeLeft(seconds, language),
      })}
    </p>
  );
}
