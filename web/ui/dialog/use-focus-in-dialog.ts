import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps the focus in a dialog that shows one thing after the other: what had it may have belonged to the one before,
 * and the page behind does not hear the next key.
 * @param place an element of the dialog
 */
export function useFocusInDialog(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const dialog = place.current?.closest("dialog[open]");
    if (dialog && !dialog.contains(document.activeElement)) dialog.querySelector("h2")?.focus();
  });
}
