/** Id of the element that holds the toasts. */
export const TOAST_LAYER = "toast-layer";

/** A popover shown after a modal dialog lies above it. */
export function raiseToasts(): void {
  const layer = document.getElementById(TOAST_LAYER);
  layer?.hidePopover();
  layer?.showPopover();
}
