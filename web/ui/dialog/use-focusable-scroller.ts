import { type RefObject, useEffect, useRef } from "react";

const FOCUSABLE_SELECTOR = "a[href], button, input, select, textarea, [tabindex='0']";

/** Lets the keyboard into a part of the page that scrolls and holds nothing to focus: it could not be read to its end otherwise. Not every browser sees to it. */
export function useFocusableScroller(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const updateTabIndex = () => {
      if (box.scrollHeight > box.clientHeight && !box.querySelector(FOCUSABLE_SELECTOR)) box.tabIndex = 0;
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
