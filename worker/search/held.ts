/** A consumer says every second what it holds; a site that nobody has held for so long is lost. Milliseconds. */
const LOST_AFTER = 8_000;

/** Which sites are in living hands. Kept in memory: after a restart those who hold some speak up within a second. */
export class Held {
  readonly #born = Date.now();
  readonly #at = new Map<number, number>();

  hear(numbers: number[]): void {
    for (const number of numbers) this.#at.set(number, Date.now());
  }

  /** @returns null while it is too early to tell */
  alive(): number[] | null {
    const since = Date.now() - LOST_AFTER;
    if (this.#born > since) return null;
    for (const [number, at] of this.#at) if (at < since) this.#at.delete(number);
    return [...this.#at.keys()];
  }
}
