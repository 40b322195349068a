import { logError } from "../../lib/log";

/** How often a piece of writing shows that it lives and asks whether it is still wanted. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** Asks every second until stopped; the signal fires at the first no. */
export function pollCancellation(isWanted: () => Promise<boolean>): { signal: AbortSignal; stop(): void } {
  const unwanted = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const look = async () => {
    // A database that does not answer is no cancellation.
    const wanted = await isWanted().catch((error: unknown) => {
      logError("message_watch_failed", error);
      return true;
    });
    if (stopped) return;
    if (wanted) arm();
    else unwanted.abort();
  };
  const arm = () => {
    timer = setTimeout(() => void look(), POLL_INTERVAL_MS);
  };
  arm();
  return {
    signal: unwanted.signal,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
