import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { formatCompanyName } from "../../../lib/company-name";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { type GenerationPlan, planGeneration } from "../model/rules-generation-plan";
import "./messages.css";

interface BulkGenerateButtonProps {
  companies: readonly Company[];
  bulk: BulkGeneration;
  /** Writing is what these companies need next. */
  isNextStep: boolean;
}

/** Writes the messages of the selection. */
export function BulkGenerateButton({ companies, bulk, isNextStep }: BulkGenerateButtonProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const plan = useMemo(() => planGeneration(companies), [companies]);
  const count = plan.missing.length + plan.written.length + plan.own.length;

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
  const press = () => (count > plan.missing.length ? setChoosing(true) : start(plan.missing, false));
  return (
    <>
      <Button
        icon="wand"
        look={isNextStep ? "primary" : "plain"}
        busy={bulk.starting}
        disabledReason={reason}
        onClick={press}
      >
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

/** Some companies have a message: replaced only when the user says so, and the user's own ones one by one. */
function OverwriteDialog({ plan: { missing, written, own }, onClose, onChoose }: OverwriteDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const replaced = [...written, ...own.flatMap(({ id }) => (chosen.has(id) ? [id] : []))];
  const all = [...missing, ...replaced];
  const choose = (ids: string[], checked: boolean) =>
    setChosen((before) =>
      checked ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  const footer = (
    <>
      <Button onClick={onClose}>{t(($) => $.messages.bulk.keep)}</Button>
      <Button
        look={missing.length > 0 ? "plain" : "primary"}
        disabledReason={replaced.length === 0 ? t(($) => $.messages.bulk.noneChosen) : undefined}
        onClick={() => onChoose(all, true)}
      >
        {missing.length > 0
          ? t(($) => $.messages.bulk.writeAndOverwrite, { count: all.length })
          : t(($) => $.messages.bulk.overwrite, { count: replaced.length })}
      </Button>
      {missing.length > 0 && (
        <Button look="primary" onClick={() => onChoose(missing, false)}>
          {t(($) => $.messages.bulk.onlyMissing, { count: missing.length })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={t(($) => $.messages.bulk.chooseTitle, { count: written.length + own.length })}
      onClose={onClose}
      footer={footer}
    >
      <div className="stack">
        <p className="prose">
          {t(($) => $.messages.bulk.chooseText, { count: written.length + own.length })}{" "}
          {t(($) => $.messages.bulk.keptText)}
        </p>
        {own.length > 0 && (
          <fieldset className="stack stack-tight">
            <legend>
              {own.some(({ message_author: author }) => author === "unknown")
                ? t(($) => $.messages.bulk.maybeOwn, { count: own.length })
                : t(($) => $.messages.bulk.own, { count: own.length })}
            </legend>
            {own.length > 1 && (
              <Checkbox
                label={t(($) => $.messages.bulk.ownAll)}
                checked={chosen.size === own.length}
                mixed={chosen.size > 0}
                onChange={(checked) =>
                  choose(
                    own.map(({ id }) => id),
                    checked,
                  )
                }
              />
            )}
            <div className="own-messages">
              {own.map((company) => (
                <Checkbox
                  key={company.id}
                  label={formatCompanyName(company)}
                  checked={chosen.has(company.id)}
                  onChange={(checked) => choose([company.id], checked)}
                />
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}
