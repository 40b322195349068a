import { useLayoutEffect } from "react";

/**
 * Marks the page itself with a class, for what only its own style can say, such as how far to scroll past a bar. The styles do not find out
 * by `:has()`: at every row that comes or goes the browser would look at the whole page anew.
 */
export function useRootClass(mark: "with-nav" | "with-selection", on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return undefined;
    document.documentElement.classList.add(mark);
    return () => document.documentElement.classList.remove(mark);
  }, [mark, on]);
}
