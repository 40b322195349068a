import { memo, type ReactNode, useMemo, useState } from "react";
import { useAfterFirstPaint } from "../../lib/use-after-first-paint";

export interface Column<Row> {
  key: string;
  /** Also the label of the value on a phone's card; hide it there with `bare`. */
  header: ReactNode;
  /** The header as plain text, when `header` is none. */
  label?: string;
  cell: (row: Row, selected: boolean, complete: boolean) => ReactNode;
  /** Shows whether the row is selected: alone among its cells it is drawn again with the selection. */
  dependsOnSelection?: boolean;
  /**
   * Comes once what is read is on the screen, in a row whose height it does not change: all of the cell, which is there to be pressed and not to be
   * read, or a part of it that `cell` leaves out until the row is `complete`.
   */
  afterFirstPaint?: "all" | "part";
  /** No label beside the value on a phone's card. */
  bare?: boolean;
  className?: string;
  sortable?: boolean;
}

export interface RowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Whether a row is selected, by its id. */
  selected?: ((id: string) => boolean) | undefined;
  /** Rows are cards, on which each value has its label, and which no longer tell by themselves that they are rows. */
  cards: boolean;
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  selected: boolean;
  cards: boolean;
  /** What comes later is drawn too. */
  complete: boolean;
  /** Place among all rows, from 0; the head is the first row of the table. */
  index: number;
  /** Tells how high it is. */
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function renderCell<Row>(
  column: Column<Row>,
  row: Row,
  selected: boolean,
  cards: boolean,
  complete: boolean,
): ReactNode {
  const value = (complete || column.afterFirstPaint !== "all") && column.cell(row, selected, complete);
  return (
    <td
      key={column.key}
      role={cards ? "cell" : undefined}
      className={column.bare ? `${column.className ?? ""} bare` : column.className}
    >
      {cards && !column.bare && <span className="cell-label">{column.label ?? column.header}</span>}
      {cards ? <div className="cell-value">{value}</div> : value}
    </td>
  );
}

function TableRow<Row>({ row, columns, selected, cards, complete, index, measure }: TableRowProps<Row>) {
  const first = useMemo(
    () =>
      columns.map((column) =>
        column.dependsOnSelection || column.afterFirstPaint ? null : renderCell(column, row, false, cards, true),
      ),
    [columns, row, cards],
  );
  const deferred = useMemo(
    () =>
      columns.map((column) =>
        column.afterFirstPaint && !column.dependsOnSelection ? renderCell(column, row, false, cards, complete) : null,
      ),
    [columns, row, cards, complete],
  );
  return (
    <tr
      ref={measure}
      role={cards ? "row" : undefined}
      aria-rowindex={index + 2}
      data-index={index}
      className={selected ? "selected" : undefined}
    >
      {columns.map((column, i) =>
        column.dependsOnSelection ? renderCell(column, row, selected, cards, complete) : (first[i] ?? deferred[i]),
      )}
    </tr>
  );
}
/** Drawn again only when something of its own has changed, so that scrolling draws what appears and nothing else. */
export const MemoRow = memo(TableRow) as typeof TableRow;

/** How high a row is before it is measured, in pixels; on a phone, where it is a card. */
export const ROW_HEIGHT_PX = 57;
export const CARD_HEIGHT_PX = 220;

/** Every row, for lists of a few screens; at first those of one screen. */
export function AllRows<Row extends { id: string }>({ columns, rows, selected, cards }: RowsProps<Row>): ReactNode {
  const painted = useAfterFirstPaint();
  const high = cards ? CARD_HEIGHT_PX : ROW_HEIGHT_PX;
  const drawn = painted ? rows : rows.slice(0, Math.ceil(window.innerHeight / high));
  return (
    <tbody role={cards ? "rowgroup" : undefined}>
      {drawn.map((row, index) => (
        <MemoRow
          key={row.id}
          row={row}
          columns={columns}
          cards={cards}
          complete={painted || cards}
          selected={selected?.(row.id) ?? false}
          index={index}
        />
      ))}
      <SpacerRow height={(rows.length - drawn.length) * high} />
    </tbody>
  );
}

/** True from the moment a list is long: it stays so, lest rows be made anew while somebody is in one of them. */
export function useIsLongList(count: number): boolean {
  const [long, setLong] = useState(count > VIRTUAL_ROWS_THRESHOLD);
  if (!long && count > VIRTUAL_ROWS_THRESHOLD) setLong(true);
  return long;
}
const VIRTUAL_ROWS_THRESHOLD = 60;

/** Stands in for rows that are not drawn. */
export const SpacerRow = ({ height }: { height: number }) =>
  height > 0 ? <tr className="gap" aria-hidden="true" style={{ height }} /> : null;
