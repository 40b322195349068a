import { useTranslation } from "react-i18next";
import { type FileQuery, ListField, type ListPreview } from "../../../../../worker/contract/own-lists";
import { Checkbox } from "../../../../ui/form/checkbox";
import { SelectField } from "../../../../ui/form/field";
import { changeColumn, changeHeader } from "../../model/list-columns";

const NOT_USED = "-";

/** What each column of a file holds, as recognised, to be changed. */
export function ListColumns({ preview, onChange }: { preview: ListPreview; onChange: (query: FileQuery) => void }) {
  const { t } = useTranslation();
  const options = [
    { value: NOT_USED, label: t(($) => $.search.own.field.none) },
    ...ListField.options.map((value) => ({ value, label: t(($) => $.search.own.field[value]) })),
  ];
  return (
    <fieldset className="stack stack-tight">
      <legend>{t(($) => $.search.own.columns.title)}</legend>
      <Checkbox
        label={t(($) => $.search.own.columns.header)}
        checked={preview.has_header}
        onChange={(checked) => onChange(changeHeader(preview, checked))}
      />
      <div className="list-columns">
        {preview.columns.map(({ header, examples, field }, at) => (
          <SelectField
            // The columns of a file have no other identity than their place.
            key={at}
            label={header === "" ? t(($) => $.search.own.columns.unnamed, { number: at + 1 }) : header}
            hint={examples.length === 0 ? t(($) => $.search.own.columns.empty) : examples.join(" · ")}
            value={field ?? NOT_USED}
            options={options}
            onChange={(value) => onChange(changeColumn(preview, at, ListField.safeParse(value).data ?? null))}
          />
        ))}
      </div>
    </fieldset>
  );
}
