import { NARROW_SCREEN_PX } from "../../lib/narrow-screen";
import { reserveBottomRoom } from "../../lib/reserve-bottom-room";

/** Id of the element that holds the toasts. */
export const TOAST_LAYER = "toast-layer";

/** What toasts leave free, in CSS pixels from the left and the top of the window. */
interface Surroundings {
  window: { width: number; height: number };
  /** The head of the dialog in front, up to the button that closes it. */
  dialogHead: { left: number; right: number; top: number; bottom: number } | undefined;
  /** The height of the toasts that are shown. */
  toasts: number;
  /** The bar at the bottom of a phone. */
  bar: { top: number } | undefined;
  /** The buttons of a step that stay in view. */
  steps: { left: number; top: number; bottom: number } | undefined;
  /** The foot of the sidebar. */
  sidebarFoot: { top: number } | undefined;
  /** The offer to undo a send, which stands in the same place. */
  undo: { top: number } | undefined;
}

const isPhone = (width: number): boolean => width <= NARROW_SCREEN_PX;
const GAP_PX = 12;
/** As high as a toast of two lines on a phone, with its gaps. */
const TOAST_ROOM_PX = 90;
/** The width of the sidebar's free part. */
const TOAST_WIDTH_PX = 184;
const MAX_WIDTH_PX = 366;
/** What a toast may take of the text below a title. */
const EDGE_PX = 2;

/**
 * Toasts stand in the empty part of the sidebar, above its foot, where there is nothing to press; on a phone above its
 * bar. Where a dialog takes that room, they stand above it, or, if it leaves none there, over its title, beside the
 * button that closes it, and grow upwards.
 * @returns their distances from the left and the bottom of the window, and their width
 */
export function findToastPlace({
  window: { width, height },
  dialogHead: head,
  toasts,
  bar,
  steps,
  sidebarFoot,
  undo,
}: Surroundings) {
  const left = GAP_PX;
  const toastWidth = isPhone(width) ? width - 2 * GAP_PX : TOAST_WIDTH_PX;
  const ifCovered = <Box extends { left: number }>(box: Box | undefined) =>
    box && box.left < left + toastWidth ? box : undefined;
  const coveredHead = ifCovered(head);
  if (coveredHead) {
    const start = coveredHead.left + GAP_PX;
    const hasRoomAbove = coveredHead.top >= Math.max(TOAST_ROOM_PX, toasts + 2 * GAP_PX);
    // The first of several lines must not be above the window.
    const end = hasRoomAbove ? coveredHead.top - GAP_PX : Math.max(coveredHead.bottom, toasts) + EDGE_PX;
    return {
      left: start,
      bottom: height - end,
      width: Math.min(MAX_WIDTH_PX, coveredHead.right - GAP_PX - start),
    };
  }
  const free = Math.min(height, ...[bar, sidebarFoot, undo].map((box) => box?.top ?? height));
  const coveredSteps = ifCovered(steps);
  // On a short page there is room below them.
  const isBelowSteps = coveredSteps === undefined || free - coveredSteps.bottom > TOAST_ROOM_PX;
  const end = isBelowSteps ? free : Math.min(free, coveredSteps.top);
  return { left, bottom: height - end + GAP_PX, width: toastWidth };
}

const readBox = (element: Element | null | undefined): DOMRect | undefined => {
  const box = element?.getBoundingClientRect();
  return box && box.width > 1 ? box : undefined;
};

function readSurroundings(): Surroundings {
  const dialogHead = [...document.querySelectorAll("dialog[open] > .dialog-head")].at(-1);
  const head = readBox(dialogHead);
  const close = readBox(dialogHead?.querySelector(".icon-button"));
  const hasBar = isPhone(window.innerWidth);
  return {
    window: { width: window.innerWidth, height: window.innerHeight },
    dialogHead: head && { left: head.left, right: close?.left ?? head.right, top: head.top, bottom: head.bottom },
    toasts: readBox(document.querySelector(".Toastify__toast-container"))?.height ?? 0,
    bar: hasBar ? readBox(document.querySelector(".sidebar nav")) : undefined,
    steps: readBox(document.querySelector(".step-actions")),
    sidebarFoot: hasBar ? undefined : readBox(document.querySelector(".sidebar-foot")),
    undo: readBox(document.querySelector(".undo-notice.floating")),
  };
}

/** A popover shown after a modal dialog lies above it. */
export function raiseToasts(): void {
  const layer = document.getElementById(TOAST_LAYER);
  if (!layer) return;
  layer.hidePopover();
  layer.showPopover();
  placeToasts();
  // Only then is it known how many lines they have at that width.
  requestAnimationFrame(placeToasts);
}

/** Puts them where they cover nothing, as the screen is now. */
export function placeToasts(): void {
  const layer = document.getElementById(TOAST_LAYER);
  if (!layer) return;
  const surroundings = readSurroundings();
  for (const [name, px] of Object.entries(findToastPlace(surroundings)))
    layer.style.setProperty(`--toast-${name}`, `${px}px`);
  const { window, dialogHead, toasts } = surroundings;
  const liesOverPage = isPhone(window.width) && dialogHead === undefined && toasts > 0;
  reserveBottomRoom("toast", liesOverPage ? toasts + GAP_PX : 0);
}
