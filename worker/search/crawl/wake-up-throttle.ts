/** Queues may lose a wake-up, so it is repeated; the longer nobody comes, the surer it waits in line and not another one is wanted. Milliseconds. */
const WAKE_UP_RETRY_MS = 5_000;
const MAX_WAKE_UP_DELAY_MS = 5 * 60_000;

/** When a search may send wake-ups. Kept in memory: after a restart the first one is due at once. */
export class WakeUpThrottle {
  #sentAt = 0;
  #unanswered = 0;

  /** Somebody came to read. */
  markConsumerSeen(): void {
    this.#unanswered = 0;
  }

  /** There is new work: the next one is due at once. */
  allowAtOnce(): void {
    this.#sentAt = 0;
  }

  /** Whether it is time for another one, which then counts as sent. */
  tryTake(): boolean {
    const pause = Math.min(MAX_WAKE_UP_DELAY_MS, WAKE_UP_RETRY_MS * 2 ** Math.max(0, this.#unanswered - 1));
    if (Date.now() - this.#sentAt < pause) return false;
    this.#sentAt = Date.now();
    this.#unanswered += 1;
    return true;
  }
}
