/** Queues may lose a wake-up, so it is repeated; the longer nobody comes, the surer it waits in line and not another one is wanted. Milliseconds. */
const AGAIN_MS = 5_000;
const LONGEST_MS = 5 * 60_000;

/** When a search may send wake-ups. Kept in memory: after a restart the first one is due at once. */
export class WakeUps {
  #sentAt = 0;
  #unheard = 0;

  /** Somebody came to read. */
  heard(): void {
    this.#unheard = 0;
  }

  /** There is new work: the next one is due at once. */
  hurry(): void {
    this.#sentAt = 0;
  }

  /** Whether it is time for another one, which then counts as sent. */
  take(): boolean {
    const pause = Math.min(LONGEST_MS, AGAIN_MS * 2 ** Math.max(0, this.#unheard - 1));
    if (Date.now() - this.#sentAt < pause) return false;
    this.#sentAt = Date.now();
    this.#unheard += 1;
    return true;
  }
}
