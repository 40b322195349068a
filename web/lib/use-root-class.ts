import { useLayoutEffect } from "react";

/**
 * Sets a class on the root element, for example for scroll padding past a bar. `:has()` would make the browser
 * restyle the whole page for every row that is added or removed.
 */
export function useRootClass(mark: "with-nav" | "with-selection" | "offline", on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return undefined;
    document.documentElement.classList.add(mark);
    return () => document.documentElement.classList.remove(mark);
  }, [mark, on]);
}
