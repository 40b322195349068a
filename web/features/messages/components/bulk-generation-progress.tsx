import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import { ProgressBar } from "../../../ui/status/progress-bar";
import { TimeLeft } from "../../../ui/status/time-left";
import "./messages.css";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { countSettled } from "../model/rules-generation-plan";

interface BulkGenerationProgressProps {
  bulk: BulkGeneration;
  running: NonNullable<BulkGeneration["running"]>;
}

/** Progress of the bulk generation and its stop button, as high as the next step, whose place it takes. */
export function BulkGenerationProgress({ bulk, running }: BulkGenerationProgressProps) {
  const { t } = useTranslation();
  const done = countSettled(running);
  return (
    <section className="bulk-progress" aria-label={t(($) => $.messages.bulk.progress)}>
      <div className="bulk-progress-text">
        <ProgressBar
          label={t(($) => $.messages.bulk.progress)}
          value={done}
          max={running.total}
          detail={t(($) => $.messages.bulk.detail, { done, total: running.total })}
        />
        <div className="bulk-progress-notes">
          <TimeLeft workId={running.id} now={{ at: bulk.updatedAt, done }} total={running.total} />
          <p className="soft small">{bulk.lost ? t(($) => $.messages.bulk.lost) : t(($) => $.messages.bulk.leave)}</p>
        </div>
      </div>
      <Button className="tuck" busy={bulk.cancelling} icon="cross" onClick={bulk.cancel}>
        {bulk.cancelling ? t(($) => $.messages.bulk.cancelling) : t(($) => $.messages.bulk.cancel)}
      </Button>
    </section>
  );
}
