import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";
import { ProgressBar } from "../../../ui/status/progress-bar";
import { TimeLeft } from "../../../ui/status/time-left";
import "./messages.css";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { countSettled } from "../model/rules-generation-plan";

/** Progress of the bulk generation and its stop button. Nothing when none is running. */
export function BulkGenerationProgress({
  bulk: { running, updatedAt, lost, cancelling, cancel },
}: {
  bulk: BulkGeneration;
}) {
  const { t } = useTranslation();
  if (!running) return null;
  const done = countSettled(running);
  return (
    <section className="bulk-progress" aria-label={t(($) => $.messages.bulk.progress)}>
      <div className="stack stack-tight">
        <ProgressBar
          label={t(($) => $.messages.bulk.progress)}
          value={done}
          max={running.total}
          detail={t(($) => $.messages.bulk.detail, { done, total: running.total })}
        />
        <TimeLeft workId={running.id} now={{ at: updatedAt, done }} total={running.total} />
        {lost ? (
          <Banner tone="warn">{t(($) => $.messages.bulk.lost)}</Banner>
        ) : (
          <p className="soft small">{t(($) => $.messages.bulk.leave)}</p>
        )}
      </div>
      <Button busy={cancelling} icon="cross" onClick={cancel}>
        {cancelling ? t(($) => $.messages.bulk.cancelling) : t(($) => $.messages.bulk.cancel)}
      </Button>
    </section>
  );
}
