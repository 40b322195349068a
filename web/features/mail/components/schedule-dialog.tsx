import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS } from "../../../../worker/contract/limits";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatClockTime, formatDay } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { TextField } from "../../../ui/form/field";
import { parseChosenTime, suggestTime, toLocalInput } from "../model/rules-outbox";

interface ScheduleDialogProps {
  /** Number of mails. */
  count: number;
  busy: boolean;
  /** Mails without a chosen time wait for office hours. */
  hasOfficeHours: boolean;
  onClose: () => void;
  /** Called with an ISO time. */
  onChoose: (sendAt: string) => void;
}

/** Asks for the time at which mails are sent. */
export function ScheduleDialog({ count, busy, hasOfficeHours, onClose, onChoose }: ScheduleDialogProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const formId = useId();
  const [opened] = useState(() => new Date());
  const [value, setValue] = useState(() => toLocalInput(suggestTime(opened)));
  const [problem, setProblem] = useState<"missing" | "past" | "far">();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const time = parseChosenTime(value, new Date());
    if ("problem" in time) setProblem(time.problem);
    else onChoose(time.at);
  };
  // The browser writes the field in its own way, such as 11/12 for a day in November or December.
  const chosen = value === "" ? "" : `${formatDay(value, language)}, ${formatClockTime(value, language)}`;
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button look="primary" type="submit" form={formId} busy={busy}>
        {t(($) => $.outbox.choose)}
      </Button>
    </>
  );
  return (
    <Dialog title={t(($) => $.outbox.scheduleTitle, { count })} onClose={onClose} locked={busy} footer={footer}>
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        <TextField
          type="datetime-local"
          label={t(($) => $.outbox.time)}
          hint={
            <>
              <strong className="chosen-time">{chosen}</strong>
              {hasOfficeHours && t(($) => $.outbox.scheduleHint)}
            </>
          }
          error={problem && t(($) => $.outbox.problem[problem], { days: LIMITS.outboxDaysAhead })}
          min={toLocalInput(opened)}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setProblem(undefined);
          }}
          data-first-focus
        />
      </form>
    </Dialog>
  );
}
