import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same and does what that of the latest drawing does: what it is given to need not be drawn again. For what is pressed, not for drawing. */
export function useEventCallback<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args) => latest.current(...args), []);
}
