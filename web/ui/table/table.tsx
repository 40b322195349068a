import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../graphics/icon";
import "./table.css";
import { AllRows, type Column, useIsLongList } from "./table-row";
import { useCardLayout } from "./use-card-layout";
import { VirtualRows } from "./virtual-rows";

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  /** A head that changes while its column stays the same, by the key of the column. */
  heads?: Readonly<Record<string, ReactNode>>;
  rows: readonly Row[];
  /** Whether a row is selected, by its id. */
  selected?: (id: string) => boolean;
  sort?: { by: string; order: "asc" | "desc" } | undefined;
  onSort?: (key: string) => void;
  /** How many rows there are when more can be fetched; the table says so. */
  total?: number | undefined;
}

/** A table with hairlines; below 760 px each row becomes a card. Of a long list only the rows on screen are drawn. Columns that stay the same object spare the rows drawing. */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  heads,
  rows,
  selected,
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
      <Rows columns={columns} rows={rows} selected={selected} cards={cards} />
    </table>
  );
}
