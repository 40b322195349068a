/** A search that has nothing to do at once is looked at so often. Milliseconds. */
export const IDLE_STEP_MS = 2_000;
/** Steps that fail in a row before the search gives up, five minutes after the first; and the longest pause between two. Milliseconds. */
export const MAX_FAILED_STEPS = 10;
const MAX_BACKOFF_MS = 60_000;

/** Milliseconds until the next step: after a fault longer and longer; at once while a city waits to be asked about. */
export const computeStepDelayMs = (faults: number, cityWaits: boolean): number =>
  faults > 0 ? Math.min(MAX_BACKOFF_MS, IDLE_STEP_MS * 2 ** (faults - 1)) : cityWaits ? 0 : IDLE_STEP_MS;
