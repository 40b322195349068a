import { type RefObject, useEffect, useRef } from "react";

const FOCUSABLE_SELECTOR = "a[href], button, input, select, textarea, [tabindex='0']";

/**
 * Makes a scrolling area focusable when it holds nothing focusable, so that the keyboard can scroll it. Not every
 * browser does that.
 */
export function useFocusableScroller(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const updateTabIndex = () => {
      const scrolls = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
      if (scrolls && !box.querySelector(FOCUSABLE_SELECTOR)) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    };
    const resized = new ResizeObserver(updateTabIndex);
    const filled = new MutationObserver(updateTabIndex);
    resized.observe(box);
    filled.observe(box, { childList: true, subtree: true });
    return () => {
      resized.disconnect();
      filled.disconnect();
    };
  }, []);
  return place;
}
