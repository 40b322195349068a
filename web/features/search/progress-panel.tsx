import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Search } from "../../../worker/contract/search";
import { useErrorText } from "../../i18n/use-error-text";
import { useShownLanguage } from "../../i18n/use-language";
import { formatLeft } from "../../lib/time-left";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/dialog";
import { Progress } from "../../ui/progress";
import { TimeLeft } from "../../ui/time-left";
import { notify } from "../../ui/toast";
import { cancelSearch, stopSearch } from "./api";
import { progressOf } from "./rules";

interface ProgressPanelProps {
  search: Search;
  /** When it was, in ms. */
  seenAt: number;
  /** The last poll got no answer. */
  lost: boolean;
  onChanged: () => void;
}

/** A search under way: how far it is, and how to end it. */
export function ProgressPanel({ search, seenAt, lost, onChanged }: ProgressPanelProps) {
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
    // The steps come back at once, with what was chosen: the panel that would say it may not be seen.
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
  const known = progressOf(search) !== undefined;
  return (
    <section className="stack" aria-label={t(($) => $.search.steps.results)}>
      <Progress
        label={stopping ? t(($) => $.search.progress.stopping) : t(($) => $.search.progress.running)}
        value={search.scraped_websites_count}
        max={known ? search.websites_count : undefined}
        detail={
          known
            ? t(($) => $.search.progress.sites, { done: search.scraped_websites_count, total: search.websites_count })
            : search.waiting
              ? t(($) => $.search.progress.queued)
              : t(($) => $.search.progress.directory)
        }
      />
      {known && !stopping && !lost && (
        <TimeLeft
          of={search.id}
          now={{ at: seenAt, done: search.scraped_websites_count }}
          total={search.websites_count}
        />
      )}
      {search.waiting && !stopping && !lost && <InLine waiting={search.waiting} />}
      {lost ? (
        <Banner tone="warn" alert>
          {t(($) => $.search.progress.lost)}
        </Banner>
      ) : (
        <p className="soft small">{t(($) => $.search.progress.leave)}</p>
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

/** Whose turn comes before, and how long that takes. */
function InLine({ waiting: { city, place, seconds } }: { waiting: NonNullable<Search["waiting"]> }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <p className="soft small numbers">
      {t(($) => $.search.progress.line, { city, count: place - 1, time: formatLeft(seconds, language) })}
    </p>
  );
}
