import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { planGeneration, proposeProfile } from "../model/rules-generation-plan";
import "./messages.css";

const BulkGenerateDialog = createLazyDialog(async () => (await import("./bulk-generate-dialog")).BulkGenerateDialog);

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
  const profiles = useProfiles();
  const plan = useMemo(() => planGeneration(companies), [companies]);
  const count = plan.missing.length + plan.written.length + plan.own.length;

  const isTooMany = count > LIMITS.bulkIds;
  const reason =
    count === 0
      ? t(($) => $.messages.bulk.allSent)
      : isTooMany
        ? t(($) => $.messages.bulk.max, { max: LIMITS.bulkIds })
        : undefined;
  const start = (ids: string[], overwrite: boolean, profileId: string | null) => {
    setChoosing(false);
    bulk.start(ids, overwrite, profileId);
  };
  const isQuestion = count > plan.missing.length || profiles.length > 1;
  const press = () => (isQuestion ? setChoosing(true) : start(plan.missing, false, null));
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
      {/* The button says it to screen readers. */}
      {isTooMany && (
        <span className="soft small" aria-hidden="true">
          {reason}
        </span>
      )}
      {choosing && (
        <BulkGenerateDialog
          plan={plan}
          profiles={profiles}
          proposed={proposeProfile(
            companies.filter(({ id }) => plan.missing.includes(id)),
            profiles,
          )}
          onClose={() => setChoosing(false)}
          onChoose={start}
        />
      )}
    </>
  );
}
