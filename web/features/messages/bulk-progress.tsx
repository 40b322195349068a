import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Progress } from "../../ui/progress";
import { TimeLeft } from "../../ui/time-left";
import "./messages.css";
import { settledCount } from "./rules";
import type { BulkWriting } from "./use-bulk-writing";

/** How far the bulk generation is, and the way to stop it. Nothing when none is under way. */
export function BulkProgress({ bulk: { running, seenAt, lost, cancelling, cancel } }: { bulk: BulkWriting }) {
  const { t } = useTranslation();
  if (!running) return null;
  const done = settledCount(running);
  return (
    <section className="bulk-progress" aria-label={t(($) => $.messages.bulk.progress)}>
      <div className="stack stack-tight">
        <Progress
          label={t(($) => $.messages.bulk.progress)}
          value={done}
          max={running.total}
          detail={t(($) => $.messages.bulk.detail, { done, total: running.total })}
        />
        <TimeLeft of={running.id} now={{ at: seenAt, done }} total={running.total} />
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
