import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A stable function that calls the latest `handler`, so that memoized components do not render again. For event
 * handlers, not for rendering.
 */
export function useEventCallback<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args) => latest.current(...args), []);
}
