import type { RobotsRules } from "./robots-txt";

/** When the last request to each host ended or will end at the latest, shared by the consumers of an isolate (ms). */
type RequestEndsByHost = Map<string, number>;
/** Longest time a page may take: after it, the request of a dead consumer no longer blocks the host (ms). */
const HOST_LEASE_MS = 9_000;
/** With more hosts than this, those idle for a minute are removed. */
const MAX_REMEMBERED_HOSTS = 2_000;
const HOST_IDLE_MS = 60_000;

/** One request at a time to a host and a pause between two, however many companies have their site there. */
export class HostQueue {
  /** One request for robots.txt a host, however many sites it has. */
  readonly robotsByHost = new Map<string, Promise<RobotsRules>>();
  readonly #queueTails = new Map<string, Promise<unknown>>();
  readonly #requestEnds: RequestEndsByHost;

  /** @param requestEnds shared with other consumers, so that the pause holds across them */
  constructor(requestEnds: RequestEndsByHost = new Map()) {
    this.#requestEnds = requestEnds;
  }

  /** @param pauseMs since the end of the previous request to the host */
  async run<T>(host: string, pauseMs: number, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queueTails.get(host) ?? Promise.resolve()).then(async () => {
      await this.#acquire(host, pauseMs);
      try {
        return await work();
      } finally {
        this.#requestEnds.set(host, Date.now());
      }
    });
    // Errors go to this caller only; the queue continues.
    this.#queueTails.set(
      host,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Waits for the pause to end, then blocks the host at once: another consumer may wake at the same moment. */
  async #acquire(host: string, pauseMs: number): Promise<void> {
    const getRemainingPauseMs = () => (this.#requestEnds.get(host) ?? -Infinity) + pauseMs - Date.now();
    for (let left = getRemainingPauseMs(); left > 0; left = getRemainingPauseMs())
      await scheduler.wait(Math.min(left, Math.max(pauseMs, 100)));
    if (this.#requestEnds.size > MAX_REMEMBERED_HOSTS) this.#removeIdleHosts();
    this.#requestEnds.set(host, Date.now() + HOST_LEASE_MS);
  }

  #removeIdleHosts(): void {
    for (const [host, end] of this.#requestEnds) if (end + HOST_IDLE_MS < Date.now()) this.#requestEnds.delete(host);
  }
}
