import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { Button } from "../../../ui/button/button";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { planGeneration } from "../model/rules-generation-plan";
import { useBulkWriting } from "./use-bulk-writing";
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
  const writing = useBulkWriting(bulk, true);
  const plan = useMemo(() => planGeneration(companies), [companies]);
  const count = plan.missing.length + plan.written.length + plan.own.length;

  const isTooMany = count > LIMITS.bulkIds;
  const reason =
    count === 0
      ? t(($) => $.messages.bulk.allSent)
      : isTooMany
        ? t(($) => $.messages.bulk.max, { max: LIMITS.bulkIds })
        : bulk.running
          ? t(($) => $.messages.series.first)
          : undefined;
  return (
    <>
      <Button
        icon="wand"
        look={isNextStep ? "primary" : "plain"}
        busy={writing.busy}
        disabledReason={reason}
        onClick={() => writing.write(() => Promise.resolve(companies))}
      >
        {t(($) => $.messages.bulk.write)}
      </Button>
      {/* The button says it to screen readers. */}
      {isTooMany && (
        <span className="soft small" aria-hidden="true">
          {reason}
        </span>
      )}
      {writing.dialog}
    </>
  );
}
