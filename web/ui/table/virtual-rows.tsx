import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
  windowScroll,
} from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useAfterFirstPaint } from "../../lib/use-after-first-paint";
import { CARD_HEIGHT_PX, SpacerRow, MemoRow, ROW_HEIGHT_PX, type RowsProps, useShowTarget } from "./table-row";
import { useRowKeyboard } from "./use-row-keyboard";

/** Rows rendered beyond either edge of the screen, and before the first paint. */
const OVERSCAN_ROWS = 6;
const INITIAL_OVERSCAN_ROWS = 2;

/** Height including the card's margin. Measured only after layout: measuring earlier would force a second one. */
function measureRow(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  { options, itemSizeCache, indexFromElement }: Virtualizer<Window, HTMLTableRowElement>,
): number {
  if (entry)
    return element.getBoundingClientRect().height + Number.parseFloat(window.getComputedStyle(element).marginBottom);
  const index = indexFromElement(element as HTMLTableRowElement);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}

/** The virtualizer begins by scrolling to where the page is, which would lay the page out before its first paint. */
const scrollAway: typeof windowScroll<Window> = (offset, options, virtualizer) => {
  if (offset !== virtualizer.scrollOffset) windowScroll(offset, options, virtualizer);
};

/**
 * Renders the rows on screen and a few around them; the page scrolls. The row focused last stays mounted wherever the
 * page scrolls: Tab leads back to it.
 */
export function VirtualRows<Row extends { id: string }>({
  columns,
  rows,
  rowHeight = ROW_HEIGHT_PX,
  selected,
  target,
  cards,
  nameRow,
  onOpen,
}: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  // Before layout, assume that rows start half way down the screen, cards below it.
  const [top, setTop] = useState(() => Math.round(window.innerHeight / (cards ? 1 : 2)));
  const [estimate] = useState(() => (cards ? () => CARD_HEIGHT_PX : () => rowHeight));
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const painted = useAfterFirstPaint();
  // The offset of the rows changes with the content above them, and so does the height of the page.
  useLayoutEffect(() => {
    if (!painted) return;
    const watcher = new ResizeObserver(() => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    });
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [painted]);
  const focusedIndex = useMemo(
    () => (focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId)),
    [rows, focusedId],
  );
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(focusedIndex < 0 ? [] : [focusedIndex])])].sort(
        (a, b) => a - b,
      ),
    [focusedIndex],
  );
  // A new function would recompute all positions, many times a second while scrolling.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    overscan: painted ? OVERSCAN_ROWS : cards ? 0 : INITIAL_OVERSCAN_ROWS,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor,
    estimateSize: estimate,
    getItemKey,
    measureElement: measureRow,
    scrollToFn: painted ? windowScroll : scrollAway,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "center" });
  const focusRow = useRowKeyboard({ body, rows, isGrid: painted && nameRow !== undefined, scrollTo, onOpen });
  useShowTarget(rows, target, scrollTo, focusRow);
  useLayoutEffect(() => {
    const { current } = body;
    const follow = ({ target }: FocusEvent) => {
      const index = target instanceof Element ? target.closest("tr")?.dataset.index : undefined;
      if (index !== undefined) setFocusedId(rows[Number(index)]?.id ?? null);
    };
    current?.addEventListener("focusin", follow);
    return () => current?.removeEventListener("focusin", follow);
  }, [rows]);

  let end = top;
  const shown = virtualizer.getVirtualItems().flatMap(({ index, key, start, end: next }) => {
    const row = rows[index];
    const gap = start - end;
    end = next;
    if (row === undefined) return [];
    const rendered = (
      <MemoRow
        key={key}
        row={row}
        columns={columns}
        cards={cards}
        name={nameRow?.(row)}
        complete={painted || cards}
        selected={selected?.(row.id) ?? false}
        index={index}
        measure={virtualizer.measureElement}
      />
    );
    return gap > 0 ? [<SpacerRow key={`before ${key}`} height={gap} />, rendered] : [rendered];
  });
  return (
    <tbody role={cards ? "rowgroup" : undefined} ref={body}>
      {shown}
      <SpacerRow height={virtualizer.getTotalSize() + top - end} />
    </tbody>
  );
}
