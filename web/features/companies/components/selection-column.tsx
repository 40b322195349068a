import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName } from "../../../lib/company-name";
import { Checkbox } from "../../../ui/form/checkbox";
import type { Column } from "../../../ui/table/table-row";
import type { Selection } from "../hooks/use-selection";

/** The column of checkboxes; Shift selects a range. Independent of the selection, so it is stable. */
export function useSelectionColumn(press: Selection["press"]): Column<Company> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      key: "select",
      label: t(($) => $.companies.column.select),
      bare: true,
      className: "company-tick",
      dependsOnSelection: true,
      afterFirstPaint: "all",
      header: null,
      cell: (company, selected) => (
        <Checkbox
          bare
          label={t(($) => $.companies.row.select, { name: formatCompanyName(company) })}
          checked={selected}
          onChange={(checked, { shiftKey }) => press(company.id, checked, shiftKey)}
        />
      ),
    }),
    [t, press],
  );
}

/** Header of that column: selects the whole list. */
export function SelectAllCheckbox({
  selection: { has, clear },
  rows,
  onAll,
}: {
  selection: Selection;
  rows: readonly Company[];
  onAll: () => void;
}) {
  const { t } = useTranslation();
  const ticked = useMemo(() => rows.reduce((sum, { id }) => sum + (has(id) ? 1 : 0), 0), [rows, has]);
  const all = rows.length > 0 && ticked === rows.length;
  return (
    <Checkbox
      bare
      label={t(($) => $.companies.row.selectAll)}
      checked={all}
      mixed={ticked > 0}
      onChange={() => (all ? clear() : onAll())}
    />
  );
}
