import { useEffect, useMemo, useRef, useState } from "react";
import { rangeOf } from "./rules";

export interface Selection {
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Ticks or unticks one row; with a range, all rows from the last one pressed. */
  press: (id: string, checked: boolean, range: boolean) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

interface Memory {
  read: () => string[];
  write: (ids: string[]) => void;
}

/**
 * Which rows are ticked.
 * @param order ids in the order shown
 * @param existing ids that still exist, once known: others are dropped from the selection
 * @param memory where the selection outlives the page
 */
export function useSelection(order: readonly string[], existing: ReadonlySet<string> | undefined, memory?: Memory): Selection {
  const [chosen, setChosen] = useState<readonly string[]>(() => memory?.read() ?? []);
  const anchor = useRef<string | null>(null);
  const ids = useMemo(() => (existing ? chosen.filter((id) => existing.has(id)) : chosen), [chosen, existing]);
  const lookup = useMemo(() => new Set(ids), [ids]);

  useEffect(() => memory?.write([...ids]), [ids, memory]);

  return {
    ids,
    has: (id) => lookup.has(id),
    press: (id, checked, range) => {
      const pressed = range ? rangeOf(order, anchor.current, id) : [id];
      anchor.current = id;
      const touched = new Set(pressed);
      setChosen(checked ? [...new Set([...ids, ...touched])] : ids.filter((other) => !touched.has(other)));
    },
    set: (next) => setChosen([...new Set(next)]),
    clear: () => setChosen([]),
  };
}
