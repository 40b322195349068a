import { useTranslation } from "react-i18next";
import type { Language } from "../../../../worker/contract/field-schemas";
import { LANGUAGES } from "../../../../worker/contract/limits";
import { Checkbox } from "../../../ui/form/checkbox";
import { SelectField, TextField } from "../../../ui/form/field";
import { findSpanProblem, type Span, SPAN_CHOICES, type SpanChoice } from "../model/report-span";

/** What the user asks of a record. */
export interface ReportChoice {
  choice: SpanChoice;
  span: Span;
  language: Language;
  letters: boolean;
}

interface ReportFormProps {
  value: ReportChoice;
  onChange: (change: Partial<ReportChoice>) => void;
}

export function ReportForm({ value: { choice, span, language, letters }, onChange }: ReportFormProps) {
  const { t } = useTranslation();
  const problem = findSpanProblem(span);
  const changeDay = (change: Partial<Span>) => onChange({ span: { ...span, ...change } });
  return (
    <div className="report-form">
      <SelectField
        label={t(($) => $.numbers.report.span)}
        value={choice}
        options={SPAN_CHOICES.map((each) => ({ value: each, label: t(($) => $.numbers.report.choices[each]) }))}
        onChange={(next) => onChange({ choice: next as SpanChoice })}
      />
      {choice === "days" && (
        <>
          <TextField
            type="date"
            label={t(($) => $.numbers.report.from)}
            value={span.from}
            onChange={(event) => changeDay({ from: event.target.value })}
          />
          <TextField
            type="date"
            label={t(($) => $.numbers.report.to)}
            value={span.to}
            error={problem ? t(($) => $.numbers.report.problems[problem]) : undefined}
            onChange={(event) => changeDay({ to: event.target.value })}
          />
        </>
      )}
      <SelectField
        label={t(($) => $.numbers.report.language)}
        value={language}
        options={LANGUAGES.map((each) => ({ value: each, label: t(($) => $.numbers.report.languages[each]) }))}
        onChange={(next) => onChange({ language: next as Language })}
      />
      <Checkbox
        label={t(($) => $.numbers.report.letters)}
        hint={t(($) => $.numbers.report.lettersHint)}
        checked={letters}
        onChange={(checked) => onChange({ letters: checked })}
      />
    </div>
  );
}
