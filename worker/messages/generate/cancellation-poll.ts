import { logError } from "../../lib/log";

/** How often a run renews itself and asks whether it is still wanted. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/**
 * Polls at once and then every second until stopped; the signal fires when the message is no longer wanted.
 * @param isWanted called with whether this is the first time
 */
export function pollCancellation(isWanted: (isNew: boolean) => Promise<boolean>): {
  signal: AbortSignal;
  stop(): void;
} {
  const unwanted = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const poll = async (isNew = false) => {
    // A failed check counts as "not cancelled".
    const wanted = await isWanted(isNew).catch((error: unknown) => {
      logError("message_watch_failed", error);
      return true;
    });
    if (stopped) return;
    if (wanted) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    else unwanted.abort();
  };
  void poll(true);
  return {
    signal: unwanted.signal,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
