/** The id of the layer that the toasts lie in. */
export const TOAST_LAYER = "toast-layer";

/** A modal dialog lies above everything else; what is shown as a popover after it lies above the dialog. */
export function raiseToasts(): void {
  const layer = document.getElementById(TOAST_LAYER);
  layer?.hidePopover();
  layer?.showPopover();
}
