import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useEventCallback } from "../../lib/use-event-callback";
import { isTyping, useSingleKeys } from "../../lib/use-single-keys";

// The grid pattern of ARIA, with rows as its stops: Tab reaches one row, up and down lead to the others, right and left
// to the controls of a row. https://www.w3.org/WAI/ARIA/apg/patterns/grid/

const CONTROL_SELECTOR = "a[href], button, input, select, textarea";
const ROW_SELECTOR = "tr[data-index]";
export const toRowSelector = (index: number): string => `tr[data-index="${index}"]`;
/** Rows that Page Up and Page Down pass. */
const ROWS_PER_PAGE = 10;
/** Frames in which a row that is scrolled to has to appear. */
const MAX_FRAMES = 30;

interface RowKeyboardOptions<Row> {
  body: RefObject<HTMLTableSectionElement | null>;
  rows: readonly Row[];
  /** Without it, Tab goes through all controls as in any table. */
  isGrid: boolean;
  /** Renders a row that is further away. */
  scrollTo: (index: number) => void;
  /** Enter on a row. */
  onOpen: ((row: Row) => void) | undefined;
}

/** @returns a function that moves the focus to a row, or to its control in one cell */
export function useRowKeyboard<Row extends { id: string }>({
  body,
  rows,
  isGrid,
  scrollTo,
  onOpen,
}: RowKeyboardOptions<Row>): (index: number, cell?: number) => void {
  /** The row that Tab reaches. */
  const stopId = useRef<string | null>(null);
  const markStop = useEventCallback(() => {
    const shown = listRows(body.current);
    const stop = shown.find((row) => rows[toIndex(row)]?.id === stopId.current) ?? shown[0];
    for (const row of shown) row.tabIndex = row === stop ? 0 : -1;
  });
  useLayoutEffect(() => {
    if (isGrid) markStop();
  });

  /** To a row that is not rendered yet: the next key counts from there. */
  const pendingMove = useRef<{ to: number } | null>(null);
  const focusRow = useEventCallback((index: number, cell: number = -1) => {
    const move = { to: Math.max(0, Math.min(rows.length - 1, index)) };
    pendingMove.current = move;
    if (!body.current?.querySelector(toRowSelector(move.to))) scrollTo(move.to);
    const focusOnceRendered = (frames: number) => {
      if (pendingMove.current !== move) return;
      const row = body.current?.querySelector<HTMLTableRowElement>(toRowSelector(move.to));
      if (!row && frames > 0) return void requestAnimationFrame(() => focusOnceRendered(frames - 1));
      pendingMove.current = null;
      if (row) focusIn(row, cell);
    };
    focusOnceRendered(MAX_FRAMES);
  });
  const findFocused = () => {
    const focused = document.activeElement;
    const row = focused?.closest<HTMLTableRowElement>(ROW_SELECTOR);
    if (!focused || !row || !body.current?.contains(row)) return undefined;
    return { row, index: pendingMove.current?.to ?? toIndex(row), control: focused === row ? undefined : focused };
  };

  const press = useEventCallback((event: KeyboardEvent) => {
    const focused = findFocused();
    if (!focused || event.defaultPrevented || event.altKey || event.metaKey || isTyping(event.target)) return;
    const { row, index, control } = focused;
    const isAway = event.ctrlKey;
    if (isAway && event.key !== "Home" && event.key !== "End") return;
    const controls = listControls(row);
    const at = control ? controls.indexOf(control as HTMLElement) : -1;
    const cell = control?.closest("td")?.cellIndex ?? -1;
    const inRow = (place: number) => (controls[place] ?? row).focus();
    const actions: Partial<Record<string, () => void>> = {
      ArrowDown: () => focusRow(index + 1, cell),
      ArrowUp: () => focusRow(index - 1, cell),
      PageDown: () => focusRow(index + ROWS_PER_PAGE, cell),
      PageUp: () => focusRow(index - ROWS_PER_PAGE, cell),
      ArrowRight: () => inRow(Math.min(at + 1, controls.length - 1)),
      ArrowLeft: () => inRow(at - 1),
      Home: () => (isAway || !control ? focusRow(0, cell) : inRow(0)),
      End: () => (isAway || !control ? focusRow(rows.length - 1, cell) : inRow(controls.length - 1)),
      ...(!control && {
        Enter: () => {
          const opened = rows[index];
          if (opened) onOpen?.(opened);
        },
        " ": () => pressCheckbox(row, event.shiftKey),
      }),
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const moveBy = (step: number) => {
    const focused = findFocused();
    if (focused) return focusRow(focused.index + step);
    const stop = listRows(body.current).find(({ tabIndex }) => tabIndex === 0);
    if (stop) focusRow(toIndex(stop));
  };
  useSingleKeys(
    isGrid
      ? {
          j: () => moveBy(1),
          k: () => moveBy(-1),
          x: ({ shiftKey }) => {
            const focused = findFocused();
            if (focused) pressCheckbox(focused.row, shiftKey);
          },
        }
      : {},
  );

  const follow = useEventCallback(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLTableRowElement>(ROW_SELECTOR) : null;
    if (!row) return;
    stopId.current = rows[toIndex(row)]?.id ?? null;
    markStop();
  });
  useEffect(() => {
    const element = body.current;
    if (!isGrid || !element) return;
    // Cells render on their own too: their controls leave the order of Tab whenever they appear.
    leaveToArrows(element);
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof HTMLElement) leaveToArrows(node);
    });
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("focusin", follow);
    element.addEventListener("keydown", press);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", follow);
      element.removeEventListener("keydown", press);
    };
  }, [body, isGrid, follow, press]);
  return focusRow;
}

/** The row in which the focus is. */
export function findFocusedRow<Row>(rows: readonly Row[]): Row | undefined {
  const row = document.activeElement?.closest<HTMLElement>(ROW_SELECTOR);
  return row ? rows[toIndex(row)] : undefined;
}

const toIndex = (row: HTMLElement): number => Number(row.dataset.index);
const listRows = (body: HTMLElement | null): HTMLTableRowElement[] => [
  ...(body?.querySelectorAll<HTMLTableRowElement>(ROW_SELECTOR) ?? []),
];
const listControls = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter((control) => control.checkVisibility());

function leaveToArrows(added: HTMLElement): void {
  if (added.matches(CONTROL_SELECTOR)) added.tabIndex = -1;
  for (const control of added.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)) control.tabIndex = -1;
}

/** Shift extends the selection, as with the mouse. */
function pressCheckbox(row: HTMLElement, shiftKey: boolean): void {
  const checkbox = row.querySelector("input[type=checkbox]");
  checkbox?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}

/** Focuses a row, or the control in one of its cells. A row that is no stop is entered at its first control. */
function focusIn(row: HTMLTableRowElement, cell: number): void {
  const control = row.cells[cell]?.querySelector<HTMLElement>(CONTROL_SELECTOR);
  const stop = row.hasAttribute("tabindex") ? row : row.querySelector<HTMLElement>(CONTROL_SELECTOR);
  (control ?? stop)?.focus();
}
