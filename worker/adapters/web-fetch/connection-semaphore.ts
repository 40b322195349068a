import { ExternalServiceError } from "../../platform/ports";

export interface Semaphore {
  /**
   * Waits for a free slot and returns its release; call that exactly once.
   * @throws ExternalServiceError aborted while waiting
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
}

/** Admits at most `places` at a time, in order of arrival. */
export function createSemaphore(places: number): Semaphore {
  let free = places;
  const queue: (() => void)[] = [];

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    async acquire(signal) {
      if (signal?.aborted) throw new ExternalServiceError("web", "aborted", "The read was given up");
      if (free > 0) {
        free -= 1;
        return release;
      }
      await new Promise<void>((resolve, reject) => {
        const admit = () => {
          signal?.removeEventListener("abort", abandon);
          resolve();
        };
        const abandon = () => {
          const place = queue.indexOf(admit);
          if (place !== -1) queue.splice(place, 1);
          reject(new ExternalServiceError("web", "aborted", "The read was given up"));
        };
        queue.push(admit);
        signal?.addEventListener("abort", abandon, { once: true });
      });
      return release;
    },
  };
}
