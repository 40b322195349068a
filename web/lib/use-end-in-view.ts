import { type RefObject, useEffect, useRef } from "react";
import { useEventCallback } from "./use-event-callback";

/**
 * Calls `onEnd` when the end of a text is in view, once for each `text`; null for none yet.
 * @param coveredPx height at the bottom of a dialog's body that other content may cover, in CSS pixels
 * @param leastMs how long the text must have been on screen: one that passes by was not read
 * @returns the ref of an element right after the text. A text field beside it must be scrolled to its end, too.
 */
export function useEndInView(
  text: string | number | null,
  onEnd: () => void,
  { coveredPx = 0, leastMs = 0 }: { coveredPx?: number; leastMs?: number } = {},
): RefObject<HTMLSpanElement | null> {
  const end = useRef<HTMLSpanElement>(null);
  const report = useEventCallback(onEnd);
  useEffect(() => {
    const marker = end.current;
    if (!marker || text === null) return;
    const field = marker.parentElement?.querySelector("textarea");
    const readableAt = performance.now() + leastMs;
    let timer: number | undefined;
    let visible = false;
    const check = () => {
      window.clearTimeout(timer);
      if (!visible || (field && !isScrolledToEnd(field))) return;
      const missingMs = readableAt - performance.now();
      if (missingMs > 0) {
        timer = window.setTimeout(check, missingMs);
        return;
      }
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
      window.clearTimeout(timer);
      observer.disconnect();
      field?.removeEventListener("scroll", check);
    };
    observer.observe(marker);
    field?.addEventListener("scroll", check);
    return stop;
  }, [text, report, coveredPx, leastMs]);
  return end;
}

/** True when a visible box is scrolled to its end or does not scroll. In CSS pixels; 4 allow for rounding. */
export const isScrolledToEnd = (box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean =>
  box.clientHeight > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
