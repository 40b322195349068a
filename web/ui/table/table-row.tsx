import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useAfterFirstPaint } from "../../lib/use-after-first-paint";
import { useEventCallback } from "../../lib/use-event-callback";
import { toRowSelector, useRowKeyboard } from "./use-row-keyboard";

export interface Column<Row> {
  key: string;
  /** Also the label of the value on a phone's card; `bare` hides it there. */
  header: ReactNode;
  /** The header as text, when `header` is not. */
  label?: string;
  cell: (row: Row, selected: boolean, complete: boolean) => ReactNode;
  /** Shows the selection: only such cells render again when it changes. */
  dependsOnSelection?: boolean;
  /**
   * Rendered after the first paint, without changing the row's height: the whole cell (`all`, for buttons) or a part
   * that `cell` omits until the row is `complete`.
   */
  afterFirstPaint?: "all" | "part";
  /** No label beside the value on a phone's card. */
  bare?: boolean;
  className?: string;
  sortable?: boolean;
}

/** A row to show; `focus` also moves the keyboard there. A new object shows it again. */
export interface RowTarget {
  id: string;
  focus: boolean;
}

export interface RowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Whether a row is selected, by its id. */
  selected?: ((id: string) => boolean) | undefined;
  /** Scrolled into view when it changes. */
  target?: RowTarget | undefined;
  /** Height of a row that is not measured yet (px). */
  rowHeight?: number | undefined;
  /** Rows are cards with a label per value. Styled as such, they lose their table roles, which are set explicitly. */
  cards: boolean;
  /** Rows are stops of the keyboard with this name; without it, their controls are. */
  nameRow?: ((row: Row) => string) | undefined;
  /** Enter on a row. */
  onOpen?: ((row: Row) => void) | undefined;
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  selected: boolean;
  cards: boolean;
  /** Undefined in a table whose rows are no stops of the keyboard. */
  name: string | undefined;
  /** Cells that wait for the first paint are rendered too. */
  complete: boolean;
  /** Index among all rows, from 0; the header is the table's first row. */
  index: number;
  /** Reports the element, to measure its height. */
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function renderCell<Row>(
  column: Column<Row>,
  row: Row,
  selected: boolean,
  role: string | undefined,
  complete: boolean,
): ReactNode {
  const value = (complete || column.afterFirstPaint !== "all") && column.cell(row, selected, complete);
  return (
    <td key={column.key} role={role} className={column.bare ? `${column.className ?? ""} bare` : column.className}>
      {role !== undefined && !column.bare && <span className="cell-label">{column.label ?? column.header}</span>}
      {role === undefined ? value : <div className="cell-value">{value}</div>}
    </td>
  );
}

function TableRow<Row>({ row, columns, selected, cards, name, complete, index, measure }: TableRowProps<Row>) {
  const isStop = name !== undefined;
  const cellRole = cards ? (isStop ? "gridcell" : "cell") : undefined;
  const isSelectable = isStop && columns.some(({ dependsOnSelection }) => dependsOnSelection);
  const first = useMemo(
    () =>
      columns.map((column) =>
        column.dependsOnSelection || column.afterFirstPaint ? null : renderCell(column, row, false, cellRole, true),
      ),
    [columns, row, cellRole],
  );
  const deferred = useMemo(
    () =>
      columns.map((column) =>
        column.afterFirstPaint && !column.dependsOnSelection
          ? renderCell(column, row, false, cellRole, complete)
          : null,
      ),
    [columns, row, cellRole, complete],
  );
  return (
    <tr
      ref={measure}
      role={cards ? "row" : undefined}
      aria-rowindex={index + 2}
      aria-label={name}
      aria-selected={isSelectable ? selected : undefined}
      // use-row-keyboard.ts makes one of them the stop of Tab.
      tabIndex={isStop ? -1 : undefined}
      data-index={index}
      className={selected ? "selected" : undefined}
    >
      {columns.map((column, i) =>
        column.dependsOnSelection ? renderCell(column, row, selected, cellRole, complete) : (first[i] ?? deferred[i]),
      )}
    </tr>
  );
}
/** Renders again only when its own props change, so that scrolling renders new rows only. */
export const MemoRow = memo(TableRow) as typeof TableRow;

/** Estimated height of a row, and of a card on a phone, before it is measured (px). */
export const ROW_HEIGHT_PX = 57;
export const CARD_HEIGHT_PX = 220;

/** All rows, for lists of a few screens; before the first paint only those of one screen. */
export function AllRows<Row extends { id: string }>({
  columns,
  rows,
  rowHeight = ROW_HEIGHT_PX,
  selected,
  target,
  cards,
  nameRow,
  onOpen,
}: RowsProps<Row>): ReactNode {
  const painted = useAfterFirstPaint();
  const body = useRef<HTMLTableSectionElement>(null);
  const scrollTo = (index: number) =>
    body.current?.querySelector(toRowSelector(index))?.scrollIntoView({ block: "nearest" });
  const focusRow = useRowKeyboard({ body, rows, isGrid: painted && nameRow !== undefined, scrollTo, onOpen });
  useShowTarget(rows, target, scrollTo, focusRow);
  const estimatedHeight = cards ? CARD_HEIGHT_PX : rowHeight;
  const rendered = painted ? rows : rows.slice(0, Math.ceil(window.innerHeight / estimatedHeight));
  return (
    <tbody ref={body} role={cards ? "rowgroup" : undefined}>
      {rendered.map((row, index) => (
        <MemoRow
          key={row.id}
          row={row}
          columns={columns}
          cards={cards}
          name={nameRow?.(row)}
          complete={painted || cards}
          selected={selected?.(row.id) ?? false}
          index={index}
        />
      ))}
      <SpacerRow height={(rows.length - rendered.length) * estimatedHeight} />
    </tbody>
  );
}

/** Shows a row once for each target. */
export function useShowTarget(
  rows: readonly { id: string }[],
  target: RowTarget | undefined,
  scrollTo: (index: number) => void,
  focusRow: (index: number) => void,
): void {
  const show = useEventCallback(({ id, focus }: RowTarget) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) return;
    scrollTo(index);
    if (focus) focusRow(index);
  });
  useEffect(() => {
    if (target) show(target);
  }, [target, show]);
}

/** Whether the list is long. Sticky, so that rows are not remounted while one has focus. */
export function useIsLongList(count: number): boolean {
  const [long, setLong] = useState(count > VIRTUAL_ROWS_THRESHOLD);
  if (!long && count > VIRTUAL_ROWS_THRESHOLD) setLong(true);
  return long;
}
const VIRTUAL_ROWS_THRESHOLD = 60;

/** Takes the height of rows that are not rendered. */
export const SpacerRow = ({ height }: { height: number }) =>
  height > 0 ? <tr className="gap" aria-hidden="true" style={{ height }} /> : null;
