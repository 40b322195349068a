import type { RobotsRules } from "./robots";

/** When the last request to each host ended, or at the latest will end, for all consumers of an isolate. Milliseconds of the clock. */
type Ends = Map<string, number>;
/** A consumer that died holds a host no longer than a page may take. Milliseconds. */
const LEASE_MS = 9_000;
/** With more hosts than this, those that have rested long enough for everybody are forgotten. */
const MANY = 2_000;
const LONG_RESTED_MS = 60_000;

/** One request at a time to a host and a pause between two, whatever the number of sites that stand on it. */
export class HostLanes {
  /** What the robots.txt of hosts said, so that a host on which many sites stand is asked once. */
  readonly robots = new Map<string, Promise<RobotsRules>>();
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #ends: Ends;

  /** @param ends shared with other consumers, who then keep the pause among each other */
  constructor(ends: Ends = new Map()) {
    this.#ends = ends;
  }

  /** Does the work when the host is free and rested. @param pauseMs since the end of the request before */
  async enter<T>(host: string, pauseMs: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#tails.get(host) ?? Promise.resolve()).then(async () => {
      await this.#take(host, pauseMs);
      try {
        return await work();
      } finally {
        this.#ends.set(host, Date.now());
      }
    });
    // The next one comes however this one ends; its failure is its own caller's.
    this.#tails.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Waits for the host's rest to end and takes it: another consumer that wakes at the same moment finds it taken. */
  async #take(host: string, pauseMs: number): Promise<void> {
    const pause = () => (this.#ends.get(host) ?? -Infinity) + pauseMs - Date.now();
    for (let left = pause(); left > 0; left = pause()) await scheduler.wait(Math.min(left, Math.max(pauseMs, 100)));
    if (this.#ends.size > MANY) this.#forget();
    this.#ends.set(host, Date.now() + LEASE_MS);
  }

  #forget(): void {
    for (const [host, end] of this.#ends) if (end + LONG_RESTED_MS < Date.now()) this.#ends.delete(host);
  }
}
