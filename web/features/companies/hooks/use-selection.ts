import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { listIdsInRange } from "../../../lib/range";
import { useEventCallback } from "../../../lib/use-event-callback";

const WRITE_DELAY_MS = 100;

export interface Selection {
  ids: readonly string[];
  /** Stable until the selection changes. */
  has: (id: string) => boolean;
  /** Selects or deselects one row; with `range`, all rows from the last one pressed. */
  press: (id: string, checked: boolean, range: boolean) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

interface SelectionStorage {
  read: () => string[];
  write: (ids: string[]) => void;
}

/**
 * The selected rows.
 * @param rows in the order shown
 * @param exists whether a company still exists, once known: others leave the selection
 * @param memory stores the selection beyond the page
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

  // Writing ten thousand ids is slow: delayed past the next frame, but flushed when the page is left.
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
