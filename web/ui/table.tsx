import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation";
import { Icon } from "./icon";
import "./table.css";

export interface Column<Row> {
  key: string;
  /** Also the label of the value on a phone's card; hide it there with `bare`. */
  header: ReactNode;
  /** The header as plain text, when `header` is none. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** No label beside the value on a phone's card. */
  bare?: boolean;
  className?: string;
  sortable?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selected?: (row: Row) => boolean;
  sort?: { by: string; order: "asc" | "desc" } | undefined;
  onSort?: (key: string) => void;
}

/** A table with hairlines; below 760 px each row becomes a card. */
export function Table<Row>({ caption, columns, rows, rowKey, selected, sort, onSort }: TableProps<Row>) {
  const { t } = useTranslation();
  const ordered = (key: string) => (sort?.by === key ? (sort.order === "asc" ? "ascending" as const : "descending" as const) : undefined);
  return (
    <table className="table" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} scope="col" role="columnheader" className={column.className} aria-sort={ordered(column.key)}>
              {column.sortable && onSort ? (
                <button type="button" className="sort" onClick={() => onSort(column.key)} title={ordered(column.key) && t(($) => $.common.sorted[ordered(column.key) ?? "ascending"])}>
                  {column.header}
                  <span className={`sort-mark ${ordered(column.key) ?? "none"}`}><Icon name="chevron" /></span>
                </button>
              ) : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={selected?.(row) ? "selected" : undefined}>
            {columns.map((column) => (
              <td key={column.key} role="cell" className={column.className}>
                {!column.bare && <span className="cell-label" aria-hidden="true">{column.label ?? column.header}</span>}
                <div className="cell-value">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
