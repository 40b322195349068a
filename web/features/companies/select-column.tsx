import { useTranslation } from "../../i18n/use-translation";
import type { Company } from "../../../worker/contract/companies";
import { nameOf } from "../../lib/format";
import { Checkbox } from "../../ui/checkbox";
import type { Column } from "../../ui/table-rows";
import type { Selection } from "./use-selection";

/** The column of boxes to tick; its head ticks everything the list holds. With Shift, a range. */
export function useSelectColumn(selection: Selection, rows: readonly Company[], onAll: () => void): Column<Company> {
  const { t } = useTranslation();
  const ticked = rows.filter(({ id }) => selection.has(id)).length;
  const all = rows.length > 0 && ticked === rows.length;
  return {
    key: "select",
    label: t(($) => $.companies.column.select),
    bare: true,
    className: "company-tick",
    header: <Checkbox bare label={t(($) => $.companies.row.selectAll)} checked={all} mixed={ticked > 0} onChange={() => (all ? selection.clear() : onAll())} />,
    cell: (company) => (
      <Checkbox
        bare label={t(($) => $.companies.row.select, { name: nameOf(company) })} checked={selection.has(company.id)}
        onChange={(checked, { shiftKey }) => selection.press(company.id, checked, shiftKey)}
      />
    ),
  };
}
