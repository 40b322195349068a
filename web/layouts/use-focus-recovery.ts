import { useEffect } from "react";

interface AncestorEntry {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** The element and its ancestors, each with its siblings. */
function listAncestors(element: Element): AncestorEntry[] {
  const ancestors: AncestorEntry[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    ancestors.push({ element: each, next: each.nextElementSibling, previous: each.previousElementSibling });
  return ancestors;
}

/**
 * Takes the focus of a removed element: the row, item or status beside it, such as the number of companies above a
 * button that loaded the last of them; else the part of the page around it.
 */
function findFocusFallback(ancestors: readonly AncestorEntry[]): HTMLElement | null {
  const removed = ancestors.findLast(({ element }) => !element.isConnected);
  const beside = [removed?.next, removed?.previous].find(
    (each) => each?.isConnected === true && each.matches("tr:not([aria-hidden]), li, p[role=status]"),
  );
  const around = ancestors.find(({ element }) => element.isConnected)?.element.closest("dialog, section, main");
  const fallback = beside ?? around;
  return fallback instanceof HTMLElement ? fallback : null;
}

/**
 * Moves the focus when the focused element is removed (an archived row, a button that did its work): without this the
 * browser would start again at the top of the page.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let ancestors: AncestorEntry[] = [];
    const rememberFocus = ({ target }: FocusEvent) => {
      ancestors = target instanceof Element ? listAncestors(target) : [];
    };
    const restoreFocus = () => {
      if (ancestors[0] === undefined || ancestors[0].element.isConnected || document.activeElement !== document.body)
        return;
      const fallback = findFocusFallback(ancestors);
      ancestors = [];
      if (!fallback) return;
      if (!fallback.hasAttribute("tabindex")) fallback.tabIndex = -1;
      fallback.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restoreFocus);
    document.addEventListener("focusin", rememberFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", rememberFocus);
      observer.disconnect();
    };
  }, []);
}
