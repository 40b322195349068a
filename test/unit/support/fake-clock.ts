import type { QueueClock } from "../../../worker/directory/osm/osm-request-queue";

/** A clock that only moves by `advance`. Milliseconds. */
export class FakeClock implements QueueClock {
  #now = 0;
  readonly #sleepers: { at: number; wake: () => void }[] = [];

  now = (): number => this.#now;

  wait = (ms: number): Promise<void> => new Promise((wake) => this.#sleepers.push({ at: this.#now + ms, wake }));

  /** Advances, waking each sleeper at its time and running its continuation. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await flushMicrotasks();
      const next = this.#sleepers.reduce((soonest, { at }) => Math.min(soonest, at), Infinity);
      if (next > end) break;
      this.#now = Math.max(this.#now, next);
      for (const { wake } of this.#sleepers.splice(
        this.#sleepers.findIndex(({ at }) => at === next),
        1,
      ))
        wake();
    }
    this.#now = end;
    await flushMicrotasks();
  }
}

/** Enough turns for all work that does not wait for the clock. */
async function flushMicrotasks(): Promise<void> {
  for (let i = 0; i < 40; i += 1) await Promise.resolve();
}
