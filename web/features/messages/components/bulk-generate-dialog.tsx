import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { formatLanguageName } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { SelectField } from "../../../ui/form/field";
import { useProfileName } from "../../../ui/form/profile-select";
import { Banner } from "../../../ui/status/banner";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { listInOtherLanguage, proposeProfile } from "../model/letter-language";
import { planGeneration } from "../model/rules-generation-plan";
import { mayWait, type WritingQuestion } from "../model/writing-question";
import "./messages.css";

/** Companies and profiles as they were when it was opened. */
interface BulkGenerateDialogProps extends WritingQuestion {
  onClose: () => void;
  onChoose: BulkGeneration["start"];
}

/**
 * Which profile to write with, where there are several; whether to write in another language than its CV. Where some
 * companies have a message: replaced only when the user says so, and the user's own ones one by one. Whether many may
 * be written later.
 */
export function BulkGenerateDialog({ companies, profiles, waitHours, onClose, onChoose }: BulkGenerateDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const nameProfile = useProfileName();
  const plan = planGeneration(companies);
  const { own } = plan;
  const existing = plan.written.length + own.length;
  const [profileId, setProfileId] = useState(() =>
    proposeProfile(
      companies.filter(({ id }) => plan.missing.includes(id)),
      profiles,
    ),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const wanted = new Set([...plan.missing, ...plan.written, ...chosen]);
  const foreign = listInOtherLanguage(
    companies.filter(({ id }) => wanted.has(id)),
    profiles,
    profileId,
  );
  const foreignLanguages = countByLanguage(foreign);
  const [writesForeign, setWritesForeign] = useState(foreign.length === wanted.size);
  const leftOut = new Set(writesForeign ? [] : foreign.map(({ id }) => id));
  const isWritten = (id: string) => wanted.has(id) && !leftOut.has(id);
  const missing = plan.missing.filter(isWritten);
  const replaced = [...plan.written, ...own.map(({ id }) => id)].filter(isWritten);
  const all = [...missing, ...replaced];
  const [isLater, setIsLater] = useState(true);
  const start = (ids: string[], overwrite: boolean) =>
    onChoose(ids, overwrite, profileId, waitHours > 0 && isLater && mayWait(ids.length));
  const noneChosen = t(($) => $.messages.bulk.noneChosen);
  const choose = (ids: string[], checked: boolean) =>
    setChosen((before) =>
      checked ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
    );
  const footer = (
    <>
      <Button onClick={onClose}>{existing > 0 ? t(($) => $.messages.bulk.keep) : t(($) => $.common.cancel)}</Button>
      {existing > 0 && (
        <Button
          look={plan.missing.length > 0 ? "plain" : "primary"}
          disabledReason={replaced.length === 0 ? noneChosen : undefined}
          onClick={() => start(all, true)}
        >
          {plan.missing.length > 0
            ? t(($) => $.messages.bulk.writeAndOverwrite, { count: all.length })
            : t(($) => $.messages.bulk.overwrite, { count: replaced.length })}
        </Button>
      )}
      {plan.missing.length > 0 && (
        <Button
          look="primary"
          disabledReason={missing.length === 0 ? noneChosen : undefined}
          onClick={() => start(missing, false)}
        >
          {existing > 0
            ? t(($) => $.messages.bulk.onlyMissing, { count: missing.length })
            : t(($) => $.companies.next.writeAll, { count: missing.length })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={
        existing > 0 ? t(($) => $.messages.bulk.chooseTitle, { count: existing }) : t(($) => $.messages.bulk.write)
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
        {waitHours > 0 && mayWait(all.length) && (
          <SelectField
            label={t(($) => $.messages.bulk.when)}
            hint={isLater ? t(($) => $.messages.bulk.laterHint) : undefined}
            value={isLater ? "later" : "now"}
            options={[
              { value: "later", label: t(($) => $.messages.bulk.later, { hours: waitHours }) },
              { value: "now", label: t(($) => $.messages.bulk.now) },
            ]}
            onChange={(value) => setIsLater(value === "later")}
          />
        )}
        {foreign.length > 0 && (
          <Banner tone="warn">
            <div className="stack stack-tight">
              <p>
                {t(($) => $.messages.bulk.otherLanguage, {
                  count: foreign.length,
                  languages: foreignLanguages
                    .map(([code, count]) => `${formatLanguageName(code, language)} (${count})`)
                    .join(", "),
                })}
              </p>
              {/* Where it is all of them, the button below asks. */}
              {(foreign.length < wanted.size || !writesForeign) && (
                <Checkbox
                  label={t(($) => $.messages.bulk.writeOtherLanguage)}
                  checked={writesForeign}
                  onChange={setWritesForeign}
                />
              )}
              {foreignLanguages
                .filter(([code]) => profiles.every((profile) => profile.language !== code))
                .map(([code]) => (
                  <Link key={code} to={`/settings/cv?add=${code}`}>
                    {t(($) => $.mail.one.addProfile[code])}
                  </Link>
                ))}
            </div>
          </Banner>
        )}
        {existing > 0 && (
          <p className="prose">
            {t(($) => $.messages.bulk.chooseText, { count: existing })} {t(($) => $.messages.bulk.keptText)}
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

/** How many messages are in each language, most first. */
const countByLanguage = (companies: readonly Company[]) =>
  [...Map.groupBy(companies, ({ language }) => language)]
    .map(([language, those]) => [language, those.length] as const)
    .toSorted(([, a], [, b]) => b - a);
