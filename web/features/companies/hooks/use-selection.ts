import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useEventCallback } from "../../../lib/use-event-callback";

export interface Selection {
  ids: readonly string[];
  /** The same function until the selection changes. */
  has: (id: string) => boolean;
  /** Ticks or unticks one row; with a range, all rows from the last one pressed. */
  press: (id: string, checked: boolean, range: boolean) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

interface SelectionStorage {
  read: () => string[];
  write: (ids: string[]) => void;
}

/**
 * Which rows are ticked.
 * @param rows in the order shown
 * @param exists whether there still is a company of an id, once known: others are dropped from the selection
 * @param memory where the selection outlives the page
 */
export function useSelection(
  rows: readonly { id: string }[],
  exists: ((id: string) => boolean) | undefined,
  memory?: SelectionStorage,
): Selection {
  const [chosen, setChosen] = useState<readonly string[]>(() => memory?.read() ?? []);
  const anchor = useRef<string | null>(null);
  const ids = useMemo(() => (!exists || chosen.every(exists) ? chosen : chosen.filter(exists)), [chosen, exists]);
  const lookup = useMemo(() => new Set(ids), [ids]);

  // Ten thousand ids take a while to write: after the frame that shows them, and at once when the page goes.
  useEffect(() => {
    if (!memory) return;
    let waiting = true;
    const write = () => {
      if (waiting) memory.write([...ids]);
      waiting = false;
    };
    const timer = setTimeout(write, WRITE_DELAY_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [ids, memory]);

  return {
    ids,
    has: useCallback((id) => lookup.has(id), [lookup]),
    press: useEventCallback((id, checked, range) => {
      const pressed = range
        ? listIdsInRange(
            rows.map((row) => row.id),
            anchor.current,
            id,
          )
        : [id];
      anchor.current = id;
      const touched = new Set(pressed);
      setChosen(checked ? [...new Set([...ids, ...touched])] : ids.filter((other) => !touched.has(other)));
    }),
    set: useCallback((next) => setChosen([...new Set(next)]), []),
    clear: useCallback(() => setChosen([]), []),
  };
}
const WRITE_DELAY_MS = 100;

/** Ids from the anchor to the one pressed, both included, in the order shown; only the one pressed when the anchor is gone. */
export function listIdsInRange(order: readonly string[], anchor: string | null, pressed: string): string[] {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(pressed)];
  return from < 0 || to < 0 ? [pressed] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
