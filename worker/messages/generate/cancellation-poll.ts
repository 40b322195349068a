import { logError } from "../../lib/log";

/** How often a run renews its claim and checks for cancellation. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** Polls every second until stopped; the signal fires when the message is no longer wanted. */
export function pollCancellation(isWanted: () => Promise<boolean>): { signal: AbortSignal; stop(): void } {
  const unwanted = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const poll = async () => {
    // A failed check counts as "not cancelled".
    const wanted = await isWanted().catch((error: unknown) => {
      logError("message_watch_failed", error);
      return true;
    });
    if (stopped) return;
    if (wanted) schedule();
    else unwanted.abort();
  };
  const schedule = () => {
    timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
  };
  schedule();
  return {
    signal: unwanted.signal,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
