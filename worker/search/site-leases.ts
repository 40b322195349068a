/** A consumer says every second what it holds; a site that nobody has held for so long is lost. Milliseconds. */
const LEASE_TIMEOUT_MS = 8_000;

/** Which sites are in living hands. Kept in memory: after a restart those who hold some speak up within a second. */
export class SiteLeases {
  readonly #startedAt = Date.now();
  readonly #renewedAt = new Map<number, number>();

  renew(numbers: number[]): void {
    for (const number of numbers) this.#renewedAt.set(number, Date.now());
  }

  /** @returns null while it is too early to tell */
  listActive(): number[] | null {
    const since = Date.now() - LEASE_TIMEOUT_MS;
    if (this.#startedAt > since) return null;
    for (const [number, at] of this.#renewedAt) if (at < since) this.#renewedAt.delete(number);
    return [...this.#renewedAt.keys()];
  }
}
