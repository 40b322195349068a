import { type ReactNode, useId, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useAfterFirstPaint } from "../../lib/use-after-first-paint";
import { Icon } from "../graphics/icon";
import { SKIP_LINKS_ID } from "../page/skip-link";
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
  /** Makes the rows stops of the keyboard, with this name. Stable, like the columns. */
  nameRow?: (row: Row) => string;
  /** Enter on such a row. */
  onOpen?: (row: Row) => void;
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
  nameRow,
  onOpen,
}: TableProps<Row>) {
  const id = useId();
  const isGrid = nameRow !== undefined;
  const painted = useAfterFirstPaint();
  const Rows = useIsLongList(total ?? rows.length) ? VirtualRows : AllRows;
  const { t } = useTranslation();
  const cards = useCardLayout();
  const ordered = (key: string) =>
    sort?.by === key ? (sort.order === "asc" ? ("ascending" as const) : ("descending" as const)) : undefined;
  return (
    <table
      id={id}
      className="table"
      role={isGrid ? "grid" : cards ? "table" : undefined}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-multiselectable={isGrid && columns.some(({ dependsOnSelection }) => dependsOnSelection) ? true : undefined}
    >
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
      <Rows
        columns={columns}
        rows={rows}
        rowHeight={rowHeight}
        selected={selected}
        target={target}
        cards={cards}
        nameRow={nameRow}
        onOpen={onOpen}
      />
      {isGrid && painted && <SkipToRows tableId={id} />}
    </table>
  );
}

/** The place of the skip links stays once it is there. */
const subscribeToNothing = () => () => undefined;

/** A link beside the one that skips the navigation, to the row that Tab would reach. */
function SkipToRows({ tableId }: { tableId: string }) {
  const { t } = useTranslation();
  const place = useSyncExternalStore(
    subscribeToNothing,
    () => document.getElementById(SKIP_LINKS_ID),
    () => null,
  );
  const focusRow = () => {
    const table = document.getElementById(tableId);
    table?.querySelector<HTMLElement>("tbody tr[tabindex='0']")?.focus();
  };
  return (
    place &&
    createPortal(
      <a
        className="skip-link"
        href={`#${tableId}`}
        onClick={(event) => {
          event.preventDefault();
          focusRow();
        }}
      >
        {t(($) => $.common.skipToList)}
      </a>,
      place,
    )
  );
}
