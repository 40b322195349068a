/** Queues may lose a wake-up, so it is repeated, ever more rarely: it probably still waits in the queue (ms). */
const WAKE_UP_RETRY_MS = 5_000;
const MAX_WAKE_UP_DELAY_MS = 5 * 60_000;

/** When a search may send wake-ups. In memory: after a restart the first one is due at once. */
export class WakeUpThrottle {
  #sentAt = 0;
  #unanswered = 0;

  /** A consumer has answered a wake-up. */
  markConsumerSeen(): void {
    this.#unanswered = 0;
  }

  /** For new work. */
  allowAtOnce(): void {
    this.#sentAt = 0;
  }

  /** @returns whether a wake-up is due; it then counts as sent */
  tryTake(): boolean {
    const pause = Math.min(MAX_WAKE_UP_DELAY_MS, WAKE_UP_RETRY_MS * 2 ** Math.max(0, this.#unanswered - 1));
    if (Date.now() - this.#sentAt < pause) return false;
    this.#sentAt = Date.now();
    this.#unanswered += 1;
    return true;
  }
}
