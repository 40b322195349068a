import { useSyncExternalStore } from "react";

/** Where a table is a list of cards: as wide as the styles say. */
const narrow = (): MediaQueryList => window.matchMedia("(max-width: 760px)");
const areCards = (): boolean => narrow().matches;

function whenTurned(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether rows are cards, on which each value has its label; they are none where there is no window. */
export const useCards = (): boolean => useSyncExternalStore(whenTurned, areCards, () => false);
