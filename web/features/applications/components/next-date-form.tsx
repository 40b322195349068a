import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { Button } from "../../../ui/button/button";
import { TextField } from "../../../ui/form/field";
import { saveNextDate } from "../api/application-requests";
import { parseLocalTime } from "../model/outcomes";

interface NextDateFormProps {
  companyId: string;
  /** Proposed, as a field for date and time has it. */
  initialTime?: string;
  initialText?: string;
  hint?: string | undefined;
  look?: "primary" | "plain";
  /** Label of the button that saves none. */
  cancel: string;
  onSaved: (company: Company) => void;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** No date of an application is earlier. Milliseconds. */
const EARLIEST_MS = Date.UTC(2000, 0);

/** The fields of the next date with a company. It takes the focus. */
export function NextDateForm({
  companyId,
  initialTime = "",
  initialText = "",
  hint,
  look = "plain",
  cancel,
  onSaved,
  onCancel,
  onError,
}: NextDateFormProps) {
  const { t } = useTranslation();
  const timeField = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => timeField.current?.focus(), []);
  const [time, setTime] = useState(initialTime);
  const [text, setText] = useState(initialText);
  const [isMissing, setMissing] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const chosen = parseLocalTime(time);
  // A year is typed digit by digit.
  const chosenMs = chosen === null ? NaN : Date.parse(chosen);
  const isPast = chosenMs > EARLIEST_MS && chosenMs < openedAt;
  const hints = [isPast && t(($) => $.company.nextDate.past), hint].filter(Boolean).join(" ");
  const save = useMutation({
    mutationFn: (at: string) => saveNextDate(companyId, at, text.trim()),
    onSuccess: ({ company }) => onSaved(company),
    onError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen === null);
    if (chosen !== null && !save.isPending) save.mutate(chosen);
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        type="datetime-local"
        label={t(($) => $.company.nextDate.time)}
        hint={hints || undefined}
        value={time}
        error={isMissing ? t(($) => $.company.nextDate.missing) : undefined}
        onChange={(event) => setTime(event.target.value)}
        ref={timeField}
      />
      <TextField
        label={t(($) => $.company.nextDate.text)}
        value={text}
        maxLength={LIMITS.nextDateText}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" look={look} busy={save.isPending}>
          {t(($) => $.company.nextDate.save)}
        </Button>
        <Button onClick={onCancel} disabled={save.isPending}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}
