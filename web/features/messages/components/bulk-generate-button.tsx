import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import type { Profile } from "../../../../worker/contract/profiles";
import { formatCompanyName } from "../../../lib/company-name";
import { useProfiles } from "../../../lib/use-profiles";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { SelectField } from "../../../ui/form/field";
import { useProfileName } from "../../../ui/form/profile-select";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { type GenerationPlan, planGeneration, proposeProfile } from "../model/rules-generation-plan";
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
  const profiles = useProfiles();
  const plan = useMemo(() => planGeneration(companies), [companies]);
  const count = plan.missing.length + plan.written.length + plan.own.length;

  const reason =
    count === 0
      ? t(($) => $.messages.bulk.allSent)
      : count > LIMITS.bulkIds
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

interface BulkGenerateDialogProps {
  plan: GenerationPlan;
  profiles: readonly Profile[];
  /** Chosen at first; null: each company keeps its own. */
  proposed: string | null;
  onClose: () => void;
  onChoose: (ids: string[], overwrite: boolean, profileId: string | null) => void;
}

/**
 * Which profile to write with, where there are several. Where some companies have a message: replaced only when the
 * user says so, and the user's own ones one by one.
 */
function BulkGenerateDialog({ plan, profiles, proposed, onClose, onChoose }: BulkGenerateDialogProps) {
  const { t } = useTranslation();
  const { missing, written, own } = plan;
  const hasMessages = written.length + own.length > 0;
  const nameProfile = useProfileName();
  const [profileId, setProfileId] = useState(proposed);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const replaced = [...written, ...own.flatMap(({ id }) => (chosen.has(id) ? [id] : []))];
  const all = [...missing, ...replaced];
  const choose = (ids: string[], checked: boolean) =>
    setChosen((before) =>
      checked ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  const footer = (
    <>
      <Button onClick={onClose}>{hasMessages ? t(($) => $.messages.bulk.keep) : t(($) => $.common.cancel)}</Button>
      {hasMessages && (
        <Button
          look={missing.length > 0 ? "plain" : "primary"}
          disabledReason={replaced.length === 0 ? t(($) => $.messages.bulk.noneChosen) : undefined}
          onClick={() => onChoose(all, true, profileId)}
        >
          {missing.length > 0
            ? t(($) => $.messages.bulk.writeAndOverwrite, { count: all.length })
            : t(($) => $.messages.bulk.overwrite, { count: replaced.length })}
        </Button>
      )}
      {missing.length > 0 && (
        <Button look="primary" onClick={() => onChoose(missing, false, profileId)}>
          {t(($) => $.messages.bulk.onlyMissing, { count: missing.length })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={
        hasMessages
          ? t(($) => $.messages.bulk.chooseTitle, { count: written.length + own.length })
          : t(($) => $.messages.bulk.write)
      }
      onClose={onClose}
      footer={footer}
    >
      <div className="stack">
        {profiles.length > 1 && (
          <SelectField
            label={t(($) => $.common.profile.label)}
            hint={t(($) => $.messages.bulk.profileHint)}
            value={profileId ?? ""}
            options={[
              { value: "", label: t(($) => $.messages.bulk.eachProfile) },
              ...profiles.map((profile) => ({ value: profile.id, label: nameProfile(profile) })),
            ]}
            onChange={(id) => setProfileId(id || null)}
          />
        )}
        {hasMessages && (
          <p className="prose">
            {t(($) => $.messages.bulk.chooseText, { count: written.length + own.length })}{" "}
            {t(($) => $.messages.bulk.keptText)}
          </p>
        )}
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
