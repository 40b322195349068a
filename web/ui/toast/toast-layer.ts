/** Id of the element that holds the toasts. */
export const TOAST_LAYER = "toast-layer";

/** What toasts must leave free, in CSS pixels from the left and the top of the window. */
interface Surroundings {
  window: { width: number; height: number };
  /** The dialog in front, and its buttons. */
  dialog: { right: number; bottom: number; foot: { top: number } | undefined } | undefined;
  /** The bar at the bottom of a phone. */
  bar: { top: number } | undefined;
  /** The buttons beside the title of the page. */
  actions: { left: number; bottom: number } | undefined;
}

const GAP_PX = 12;
/** The widest toast, and what stays beside it. */
const TOAST_WIDTH_PX = 360;

/** Distances of the toasts from the edges of the window; null where they end by themselves. */
export function findToastPlace({ window: { width, height }, dialog, bar, actions }: Surroundings) {
  if (dialog) {
    const end = Math.min(height, dialog.foot?.top ?? dialog.bottom);
    return { top: null, right: Math.max(0, width - dialog.right) + GAP_PX, bottom: height - end + GAP_PX };
  }
  if (bar) return { top: null, right: GAP_PX, bottom: height - bar.top + GAP_PX };
  const isBeside = actions && actions.bottom > 0 && actions.left > TOAST_WIDTH_PX + 2 * GAP_PX;
  return { top: GAP_PX, right: (isBeside ? width - actions.left : 0) + GAP_PX, bottom: null };
}

const readBox = (element: Element | null | undefined): DOMRect | undefined => {
  const box = element?.getBoundingClientRect();
  return box && box.width > 1 ? box : undefined;
};

function readSurroundings(): Surroundings {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const { right = 0, bottom = 0 } = readBox(dialog) ?? {};
  const nav = document.querySelector(".sidebar nav");
  return {
    window: { width: window.innerWidth, height: window.innerHeight },
    dialog: dialog && { right, bottom, foot: readBox(dialog.querySelector(".dialog-foot")) },
    bar: nav && getComputedStyle(nav).position === "fixed" ? readBox(nav) : undefined,
    actions: readBox(document.querySelector(".page-head > .row")),
  };
}

/** A popover shown after a modal dialog lies above it; there it keeps off what can be pressed. */
export function raiseToasts(): void {
  const layer = document.getElementById(TOAST_LAYER);
  if (!layer) return;
  layer.hidePopover();
  layer.showPopover();
  for (const [edge, px] of Object.entries(findToastPlace(readSurroundings())))
    layer.style.setProperty(`--toast-${edge}`, px === null ? "auto" : `${px}px`);
}
