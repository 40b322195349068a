import { memo, type ReactNode, useMemo, useState } from "react";

export interface Column<Row> {
  key: string;
  /** Also the label of the value on a phone's card; hide it there with `bare`. */
  header: ReactNode;
  /** The header as plain text, when `header` is none. */
  label?: string;
  cell: (row: Row, selected: boolean) => ReactNode;
  /** Shows whether the row is selected: alone among its cells it is drawn again with the selection. */
  ticks?: boolean;
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
  /** Rows are cards, on which each value has its label. */
  cards: boolean;
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  selected: boolean;
  cards: boolean;
  /** Place among all rows, from 0; the head is the first row of the table. */
  index: number;
  /** Tells how high it is. */
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function cellOf<Row>(column: Column<Row>, row: Row, selected: boolean, cards: boolean): ReactNode {
  const value = column.cell(row, selected);
  return (
    <td key={column.key} role="cell" className={column.bare ? `${column.className ?? ""} bare` : column.className}>
      {cards && !column.bare && <span className="cell-label">{column.label ?? column.header}</span>}
      {cards ? <div className="cell-value">{value}</div> : value}
    </td>
  );
}

function TableRow<Row>({ row, columns, selected, cards, index, measure }: TableRowProps<Row>) {
  const still = useMemo(() => columns.map((column) => (column.ticks ? null : cellOf(column, row, false, cards))), [columns, row, cards]);
  return (
    <tr ref={measure} role="row" aria-rowindex={index + 2} data-index={index} className={selected ? "selected" : undefined}>
      {columns.map((column, i) => (column.ticks ? cellOf(column, row, selected, cards) : still[i]))}
    </tr>
  );
}
/** Drawn again only when something of its own has changed, so that scrolling draws what appears and nothing else. */
export const MemoRow = memo(TableRow) as typeof TableRow;

/** Every row, for lists of a few screens. */
export function AllRows<Row extends { id: string }>({ columns, rows, selected, cards }: RowsProps<Row>): ReactNode {
  return (
    <tbody role="rowgroup">
      {rows.map((row, index) => <MemoRow key={row.id} row={row} columns={columns} cards={cards} selected={selected?.(row.id) ?? false} index={index} />)}
    </tbody>
  );
}

/** True from the moment a list is long: it stays so, lest rows be made anew while somebody is in one of them. */
export function useIsLong(count: number): boolean {
  const [long, setLong] = useState(count > LONG);
  if (!long && count > LONG) setLong(true);
  return long;
}
const LONG = 60;
