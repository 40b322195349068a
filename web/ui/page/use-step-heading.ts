import { type RefObject, useEffect, useRef } from "react";

let mountedSteps = 0;

/**
 * Focuses the heading of a step reached from another step, so that screen readers announce it; not on arrival at the
 * page. The page marks its list of steps with `aria-current`.
 */
export function useStepHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    mountedSteps += 1;
    if (mountedSteps > 1) heading.current?.focus();
    return () => {
      // When the whole page unmounts, reset: the next visit starts afresh.
      queueMicrotask(() => {
        if (!document.querySelector("[aria-current=step]")) mountedSteps = 0;
      });
    };
  }, []);
  return heading;
}
