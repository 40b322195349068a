/** A search that has nothing to do at once is looked at so often. Milliseconds. */
export const HEARTBEAT = 2_000;
/** Steps that fail in a row before the search gives up, five minutes after the first; and the longest pause between two. Milliseconds. */
export const MOST_FAULTS = 10;
const LONGEST_PAUSE = 60_000;

/** Milliseconds until the next step: after a fault longer and longer; at once while a city waits to be asked about. */
export const pauseAfter = (faults: number, cityWaits: boolean): number =>
  faults > 0 ? Math.min(LONGEST_PAUSE, HEARTBEAT * 2 ** (faults - 1)) : cityWaits ? 0 : HEARTBEAT;
