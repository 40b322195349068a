import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { getNextDateFile, type OutcomeEvent } from "../../../../worker/contract/applications";
import { type Company, Outcome } from "../../../../worker/contract/companies";
import { toUrl } from "../../../../worker/contract/endpoint";
import { useShownLanguage } from "../../../i18n/use-language";
import { useOutcomeName } from "../../../i18n/use-outcome-name";
import { formatDate, formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { SelectField } from "../../../ui/form/field";
import { Icon } from "../../../ui/graphics/icon";
import { removeNextDate } from "../api/application-requests";
import { useOutcome, useOutcomeKeys } from "../hooks/use-outcome";
import { findLastOutcome, findWaitingSince, isApplied } from "../model/outcomes";
import { NextDateForm } from "./next-date-form";

interface OutcomeSectionProps {
  company: Company;
  events: readonly OutcomeEvent[];
  onCompany: (company: Company) => void;
  /** An answer came. */
  onAnswer: () => void;
}

/** What became of an application, as the user says, and the next date with the company. */
export function OutcomeSection({ company, events, onCompany, onAnswer }: OutcomeSectionProps) {
  const { t } = useTranslation();
  const nameOutcome = useOutcomeName();
  const language = useShownLanguage();
  const { id, outcome, outcome_at: since } = company;
  const { choose, takeBack, isBusy, onError } = useOutcome(onCompany);
  useOutcomeKeys(() => company, { choose, takeBack });
  if (!isApplied(company)) return null;
  const waitingSince = findWaitingSince(company);
  const last = findLastOutcome(events);
  const change = (value: string) => {
    const chosen = Outcome.safeParse(value);
    if (chosen.success) choose(company, chosen.data);
    else if (last) takeBack(id, last.id);
  };
  return (
    <section className="company-part" aria-labelledby="company-outcome">
      <h2 id="company-outcome">{t(($) => $.applications.outcome.title)}</h2>
      <SelectField
        label={t(($) => $.applications.outcome.label)}
        value={outcome ?? ""}
        disabled={isBusy}
        hint={
          waitingSince !== null
            ? t(($) => $.applications.outcome.waitingSince, { date: formatDate(waitingSince, language) })
            : since !== null
              ? t(($) => $.applications.outcome.since, { date: formatDate(since, language) })
              : undefined
        }
        options={[
          { value: "", label: nameOutcome("waiting") },
          ...Outcome.options.map((value) => ({ value, label: nameOutcome(value) })),
        ]}
        onChange={change}
      />
      <div className="row">
        <Button size="small" icon="envelope" onClick={onAnswer}>
          {t(($) => $.applications.answer.open)}
        </Button>
      </div>
      <NextDate company={company} onCompany={onCompany} onError={onError} />
    </section>
  );
}

/** The next date, with its file for a calendar; or the fields to note one. */
function NextDate({
  company: { id, next_date: next },
  onCompany,
  onError,
}: Pick<OutcomeSectionProps, "company" | "onCompany"> & { onError: (error: unknown) => void }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeNextDate(id),
    onSuccess: ({ company }) => onCompany(company),
    onError,
  });
  if (next)
    return (
      <div className="stack stack-tight">
        <p className="row">
          <Icon name="clock" />
          <span>
            {t(($) => $.company.nextDate.at, { date: formatDateTime(next.at, language) })}
            {next.text !== "" && <> · {next.text}</>}
          </span>
        </p>
        <div className="row">
          <a href={toUrl(getNextDateFile.path, {}, { id })} download>
            {t(($) => $.company.nextDate.calendar)}
          </a>
          <Button size="small" icon="cross" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t(($) => $.company.nextDate.remove)}
          </Button>
        </div>
      </div>
    );
  if (!isAsking)
    return (
      <div className="row">
        <Button size="small" icon="clock" onClick={() => setAsking(true)}>
          {t(($) => $.company.nextDate.add)}
        </Button>
      </div>
    );
  return (
    <NextDateForm
      companyId={id}
      cancel={t(($) => $.common.cancel)}
      onSaved={(company) => {
        onCompany(company);
        setAsking(false);
      }}
      onCancel={() => setAsking(false)}
      onError={onError}
    />
  );
}
