import { useSyncExternalStore } from "react";

/** Where a table is a list of cards: as wide as the styles say. */
const matchNarrowScreen = (): MediaQueryList => window.matchMedia("(max-width: 760px)");
const isNarrowScreen = (): boolean => matchNarrowScreen().matches;

function subscribeToWidth(listener: () => void): () => void {
  const query = matchNarrowScreen();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether rows are cards, on which each value has its label; they are none where there is no window. */
export const useCardLayout = (): boolean => useSyncExternalStore(subscribeToWidth, isNarrowScreen, () => false);
