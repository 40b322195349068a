import { useSyncExternalStore } from "react";
import { NARROW_SCREEN_PX } from "../../lib/narrow-screen";

const matchNarrowScreen = (): MediaQueryList => window.matchMedia(`(max-width: ${NARROW_SCREEN_PX}px)`);
const isNarrowScreen = (): boolean => matchNarrowScreen().matches;

function subscribeToWidth(listener: () => void): () => void {
  const query = matchNarrowScreen();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether tables are shown as cards; false without a window. */
export const useCardLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isNarrowScreen, () => false);
