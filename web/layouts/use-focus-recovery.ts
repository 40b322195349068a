import { useEffect } from "react";

interface AncestorEntry {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** The element and its ancestors, each with what stands beside it. */
function listAncestors(element: Element): AncestorEntry[] {
  const kin: AncestorEntry[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    kin.push({ element: each, next: each.nextElementSibling, previous: each.previousElementSibling });
  return kin;
}

/** What took the place of something that is gone: the row or item beside it, else the part of the page it was in. */
function findFocusFallback(kin: readonly AncestorEntry[]): HTMLElement | null {
  const gone = kin.findLast(({ element }) => !element.isConnected);
  const beside = [gone?.next, gone?.previous].find(
    (each) => each?.isConnected === true && each.matches("tr:not([aria-hidden]), li"),
  );
  const around = kin.find(({ element }) => element.isConnected)?.element.closest("dialog, section, main");
  const heir = beside ?? around;
  return heir instanceof HTMLElement ? heir : null;
}

/** Where something goes away that had the focus (a row that is archived, a button that did its work), the keyboard goes on there and not at the top of the page. */
export function useFocusRecovery(): void {
  useEffect(() => {
    let kin: AncestorEntry[] = [];
    const rememberFocus = ({ target }: FocusEvent) => {
      kin = target instanceof Element ? listAncestors(target) : [];
    };
    const restoreFocus = () => {
      if (kin[0] === undefined || kin[0].element.isConnected || document.activeElement !== document.body) return;
      const heir = findFocusFallback(kin);
      kin = [];
      if (!heir) return;
      if (!heir.hasAttribute("tabindex")) heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(restoreFocus);
    document.addEventListener("focusin", rememberFocus);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", rememberFocus);
      watcher.disconnect();
    };
  }, []);
}
