import { isScrolledToEnd } from "./use-end-in-view";

/**
 * Keeps room below a page for what lies over its end on a phone, so that the last button can be pressed. A page that is
 * at its end stays there.
 * @param layer a layer's own room, which the styles of the page add up
 */
export function reserveBottomRoom(layer: "toast" | "undo", px: number): void {
  const root = document.documentElement;
  const wasAtEnd = isScrolledToEnd(root);
  root.style.setProperty(`--${layer}-room`, `${px}px`);
  if (!wasAtEnd || px === 0) return;
  const scrollToEnd = () => root.scrollTo(0, root.scrollHeight);
  // Reduced motion is motion of a millisecond: the room is there with the second frame.
  requestAnimationFrame(() => requestAnimationFrame(scrollToEnd));
}
