import { type RefObject, useEffect, useRef } from "react";

let mountedSteps = 0;

/**
 * Moves the focus to the heading of a step reached from another one, so that a screen reader says where one is; not on arrival at the page.
 * The page marks its list of steps with `aria-current`.
 */
export function useStepHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    mountedSteps += 1;
    if (mountedSteps > 1) heading.current?.focus();
    return () => {
      // Leaving the page altogether unmounts the last step: the next arrival is a fresh one.
      queueMicrotask(() => {
        if (!document.querySelector("[aria-current=step]")) mountedSteps = 0;
      });
    };
  }, []);
  return heading;
}
