import type { RobotsRules } from "./robots-txt";

/** When the last request to each host ended, or at the latest will end, for all consumers of an isolate. Milliseconds of the clock. */
type RequestEndsByHost = Map<string, number>;
/** A consumer that died holds a host no longer than a page may take. Milliseconds. */
const HOST_LEASE_MS = 9_000;
/** With more hosts than this, those that have rested long enough for everybody are forgotten. */
const MAX_REMEMBERED_HOSTS = 2_000;
const FORGET_HOST_AFTER_MS = 60_000;

/** One request at a time to a host and a pause between two, whatever the number of sites that stand on it. */
export class HostQueue {
  /** What the robots.txt of hosts said, so that a host on which many sites stand is asked once. */
  readonly robotsByHost = new Map<string, Promise<RobotsRules>>();
  readonly #queueTails = new Map<string, Promise<unknown>>();
  readonly #requestEnds: RequestEndsByHost;

  /** @param ends shared with other consumers, who then keep the pause among each other */
  constructor(ends: RequestEndsByHost = new Map()) {
    this.#requestEnds = ends;
  }

  /** Does the work when the host is free and rested. @param pauseMs since the end of the request before */
  async run<T>(host: string, pauseMs: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queueTails.get(host) ?? Promise.resolve()).then(async () => {
      await this.#acquire(host, pauseMs);
      try {
        return await work();
      } finally {
        this.#requestEnds.set(host, Date.now());
      }
    });
    // The next one comes however this one ends; its failure is its own caller's.
    this.#queueTails.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Waits for the host's rest to end and takes it: another consumer that wakes at the same moment finds it taken. */
  async #acquire(host: string, pauseMs: number): Promise<void> {
    const getRemainingPauseMs = () => (this.#requestEnds.get(host) ?? -Infinity) + pauseMs - Date.now();
    for (let left = getRemainingPauseMs(); left > 0; left = getRemainingPauseMs())
      await scheduler.wait(Math.min(left, Math.max(pauseMs, 100)));
    if (this.#requestEnds.size > MAX_REMEMBERED_HOSTS) this.#forgetRestedHosts();
    this.#requestEnds.set(host, Date.now() + HOST_LEASE_MS);
  }

  #forgetRestedHosts(): void {
    for (const [host, end] of this.#requestEnds)
      if (end + FORGET_HOST_AFTER_MS < Date.now()) this.#requestEnds.delete(host);
  }
}
