/** A wake-up that nobody has answered is sent again, ever more rarely: it probably still waits in the queue (ms). */
const WAKE_UP_RETRY_MS = 5_000;
const MAX_WAKE_UP_DELAY_MS = 5 * 60_000;
/** Consumers report every second; after this long one is dead (ms). */
const CONSUMER_TIMEOUT_MS = 8_000;

/**
 * The consumers of one search, and the wake-ups under way for more. In memory: after a restart the first ones are due
 * at once.
 */
export class ConsumerPool {
  readonly #seenAt = new Map<string, number>();
  /** Wake-ups that no consumer has answered. */
  #unanswered = 0;
  #retries = 0;
  #sentAt = -Infinity;
  #notBefore = -Infinity;

  /**
   * A consumer has reported.
   * @param held sites it reads now; without any it leaves
   * @param takesMore whether it reads more sites afterwards; if not, another one may take its place
   */
  markSeen(consumer: string, { held, takesMore }: { held: number; takesMore: boolean }, now: number): void {
    const isNew = !this.#seenAt.has(consumer);
    if (isNew && takesMore) {
      this.#unanswered = Math.max(0, this.#unanswered - 1);
      this.#retries = 0;
      // Nothing could be leased to it: the next one would come in vain as well.
      if (held === 0) this.#notBefore = now + WAKE_UP_RETRY_MS;
    }
    if (held > 0 && takesMore) this.#seenAt.set(consumer, now);
    else this.#seenAt.delete(consumer);
  }

  /**
   * @param wanted consumers that the waiting sites would keep busy
   * @returns how many wake-ups to send now; they then count as sent
   */
  takeWakeUps(wanted: number, now: number): number {
    for (const [consumer, at] of this.#seenAt) if (now - at > CONSUMER_TIMEOUT_MS) this.#seenAt.delete(consumer);
    // One first: of a hundred searches that start at once, each is served before any gets its second consumer.
    const missing = this.#seenAt.size === 0 ? Math.min(1, wanted) : wanted - this.#seenAt.size;
    if (missing <= 0 || now < this.#notBefore) return 0;
    const isRetry = missing <= this.#unanswered;
    if (isRetry && now - this.#sentAt < Math.min(MAX_WAKE_UP_DELAY_MS, WAKE_UP_RETRY_MS * 2 ** this.#retries)) return 0;
    const count = isRetry ? 1 : missing - this.#unanswered;
    if (isRetry) this.#retries += 1;
    else this.#unanswered += count;
    this.#sentAt = now;
    return count;
  }
}
