import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { type GenerationPlan, planGeneration } from "../model/rules-generation-plan";

/** Writes the messages of the selection; while a generation runs, stops it. */
export function BulkGenerateButton({ companies, bulk }: { companies: readonly Company[]; bulk: BulkGeneration }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const plan = useMemo(() => planGeneration(companies), [companies]);
  const count = plan.missing.length + plan.written.length;

  if (bulk.running) {
    return (
      <Button icon="cross" busy={bulk.cancelling} onClick={bulk.cancel}>
        {bulk.cancelling ? t(($) => $.messages.bulk.cancelling) : t(($) => $.messages.bulk.cancel)}
      </Button>
    );
  }
  const reason =
    count === 0
      ? t(($) => $.messages.bulk.allSent)
      : count > LIMITS.bulkIds
        ? t(($) => $.messages.bulk.max, { max: LIMITS.bulkIds })
        : undefined;
  const start = (ids: string[], overwrite: boolean) => {
    setChoosing(false);
    bulk.start(ids, overwrite);
  };
  const press = () => (plan.written.length > 0 ? setChoosing(true) : start(plan.missing, false));
  return (
    <>
      <Button icon="wand" busy={bulk.starting} disabledReason={reason} onClick={press}>
        {t(($) => $.messages.bulk.write)}
      </Button>
      {choosing && <OverwriteDialog plan={plan} onClose={() => setChoosing(false)} onChoose={start} />}
    </>
  );
}

interface OverwriteDialogProps {
  plan: GenerationPlan;
  onClose: () => void;
  onChoose: (ids: string[], overwrite: boolean) => void;
}

/** Some companies have a message: overwritten only when the user says so. */
function OverwriteDialog({ plan: { missing, written }, onClose, onChoose }: OverwriteDialogProps) {
  const { t } = useTranslation();
  const all = [...missing, ...written];
  const footer = (
    <>
      <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
      <Button look={missing.length > 0 ? "plain" : "primary"} onClick={() => onChoose(all, true)}>
        {t(($) => $.messages.bulk.overwrite, { count: all.length })}
      </Button>
      {missing.length > 0 && (
        <Button look="primary" onClick={() => onChoose(missing, false)}>
          {t(($) => $.messages.bulk.onlyMissing, { count: missing.length })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t(($) => $.messages.bulk.chooseTitle)} onClose={onClose} footer={footer}>
      <p className="prose">{t(($) => $.messages.bulk.chooseText, { count: written.length })}</p>
    </Dialog>
  );
}
