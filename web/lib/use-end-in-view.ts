import { type RefObject, useEffect, useRef } from "react";
import { useEventCallback } from "./use-event-callback";

/**
 * Calls `onEnd` when the end of a text is in view, once for each `text`; null for none yet.
 * @param coveredPx height at the bottom of a dialog's body that other content may cover, in CSS pixels
 * @returns the ref of an element right after the text. A text field beside it must be scrolled to its end, too.
 */
export function useEndInView(
  text: string | number | null,
  onEnd: () => void,
  coveredPx = 0,
): RefObject<HTMLSpanElement | null> {
  const end = useRef<HTMLSpanElement>(null);
  const report = useEventCallback(onEnd);
  useEffect(() => {
    const marker = end.current;
    if (!marker || text === null) return;
    const field = marker.parentElement?.querySelector("textarea");
    let visible = false;
    const check = () => {
      if (!visible || (field && !isScrolledToEnd(field))) return;
      stop();
      report();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        visible = entries.at(-1)?.isIntersecting === true;
        check();
      },
      { root: marker.closest(".dialog-body"), rootMargin: `0px 0px -${coveredPx}px 0px` },
    );
    const stop = () => {
      observer.disconnect();
      field?.removeEventListener("scroll", check);
    };
    observer.observe(marker);
    field?.addEventListener("scroll", check);
    return stop;
  }, [text, report, coveredPx]);
  return end;
}

/** True when a visible box is scrolled to its end or does not scroll. In CSS pixels; 4 allow for rounding. */
export const isScrolledToEnd = (box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean =>
  box.clientHeight > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
