import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getNextDateFile, type OutcomeEvent } from "../../../../worker/contract/applications";
import { type Company, Outcome } from "../../../../worker/contract/companies";
import { toUrl } from "../../../../worker/contract/endpoint";
import { LIMITS } from "../../../../worker/contract/limits";
import { useShownLanguage } from "../../../i18n/use-language";
import { useOutcomeName } from "../../../i18n/use-outcome-name";
import { formatDate, formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { SelectField, TextField } from "../../../ui/form/field";
import { Icon } from "../../../ui/graphics/icon";
import { removeNextDate, saveNextDate } from "../api/application-requests";
import { useOutcome, useOutcomeKeys } from "../hooks/use-outcome";
import { findLastOutcome, findWaitingSince, isApplied, parseLocalTime } from "../model/outcomes";

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
  const timeField = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isAsking) timeField.current?.focus();
  }, [isAsking]);
  const [time, setTime] = useState("");
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeNextDate(id),
    onSuccess: ({ company }) => onCompany(company),
    onError,
  });
  const save = useMutation({
    mutationFn: (at: string) => saveNextDate(id, at, text.trim()),
    onSuccess: ({ company }) => {
      onCompany(company);
      setAsking(false);
      setTime("");
      setText("");
    },
    onError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = parseLocalTime(time);
    setMissing(at === null);
    if (at !== null && !save.isPending) save.mutate(at);
  };
  if (next)
    return (
      <div className="stack stack-tight">
        <p className="row">
          <Icon name="clock" />
          <span>
            {t(($) => $.applications.nextDate.at, { date: formatDateTime(next.at, language) })}
            {next.text !== "" && <> · {next.text}</>}
          </span>
        </p>
        <div className="row">
          <a href={toUrl(getNextDateFile.path, {}, { id })} download>
            {t(($) => $.applications.nextDate.calendar)}
          </a>
          <Button size="small" icon="cross" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t(($) => $.applications.nextDate.remove)}
          </Button>
        </div>
      </div>
    );
  if (!isAsking)
    return (
      <div className="row">
        <Button size="small" icon="clock" onClick={() => setAsking(true)}>
          {t(($) => $.applications.nextDate.add)}
        </Button>
      </div>
    );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        type="datetime-local"
        label={t(($) => $.applications.nextDate.time)}
        value={time}
        error={isMissing ? t(($) => $.applications.nextDate.missing) : undefined}
        onChange={(event) => setTime(event.target.value)}
        ref={timeField}
      />
      <TextField
        label={t(($) => $.applications.nextDate.text)}
        value={text}
        maxLength={LIMITS.nextDateText}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {t(($) => $.applications.nextDate.save)}
        </Button>
        <Button onClick={() => setAsking(false)} disabled={save.isPending}>
          {t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}
