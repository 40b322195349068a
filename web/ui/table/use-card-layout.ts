import { useSyncExternalStore } from "react";

/** Below this width tables are cards; the styles use the same one. */
const matchNarrowScreen = (): MediaQueryList => window.matchMedia("(max-width: 760px)");
const isNarrowScreen = (): boolean => matchNarrowScreen().matches;

function subscribeToWidth(listener: () => void): () => void {
  const query = matchNarrowScreen();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether tables are shown as cards; false without a window. */
export const useCardLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isNarrowScreen, () => false);
