import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../graphics/icon";
import "./table.css";
import { AllRows, type Column, type RowTarget, useIsLongList } from "./table-row";
import { useCardLayout } from "./use-card-layout";
import { VirtualRows } from "./virtual-rows";

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** Headers that change while their column object stays the same, by column key. */
  heads?: Readonly<Record<string, ReactNode>>;
  rows: readonly Row[];
  /** Height of a row on a wide screen, if not that of two lines (px). */
  rowHeight?: number;
  /** Whether a row is selected, by its id. */
  selected?: (id: string) => boolean;
  /** A row to show. */
  target?: RowTarget | undefined;
  sort?: { by: string; order: "asc" | "desc" } | undefined;
  onSort?: (key: string) => void;
  /** Number of rows including those not loaded; sets `aria-rowcount`. */
  total?: number | undefined;
}

/**
 * A table; below 760 px each row becomes a card. Long lists are virtualized. Stable column objects avoid rendering
 * rows again.
 */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  heads,
  rows,
  rowHeight,
  selected,
  target,
  sort,
  onSort,
  total,
}: TableProps<Row>) {
  const Rows = useIsLongList(total ?? rows.length) ? VirtualRows : AllRows;
  const { t } = useTranslation();
  const cards = useCardLayout();
  const ordered = (key: string) =>
    sort?.by === key ? (sort.order === "asc" ? ("ascending" as const) : ("descending" as const)) : undefined;
  return (
    <table className="table" role={cards ? "table" : undefined} aria-rowcount={(total ?? rows.length) + 1}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.className} aria-sort={ordered(column.key)}>
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className="sort"
                  onClick={() => onSort(column.key)}
                  title={ordered(column.key) && t(($) => $.common.sorted[ordered(column.key) ?? "ascending"])}
                >
                  {column.header}
                  <span className={`sort-mark ${ordered(column.key) ?? "none"}`}>
                    <Icon name="chevron" />
                  </span>
                </button>
              ) : (
                (heads?.[column.key] ?? column.header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <Rows columns={columns} rows={rows} rowHeight={rowHeight} selected={selected} target={target} cards={cards} />
    </table>
  );
}
