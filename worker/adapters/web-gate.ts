import { OutsideError } from "../ports";

export interface Gate {
  /** Waits for a free place and returns the way out; call it exactly once. @throws OutsideError aborted while waiting. */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Lets at most `places` in at once, first come, first served. */
export function createGate(places: number): Gate {
  let free = places;
  const queue: (() => void)[] = [];

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    async enter(signal) {
      if (signal?.aborted) throw new OutsideError("web", "aborted", "The read was given up");
      if (free > 0) {
        free -= 1;
        return leave;
      }
      await new Promise<void>((resolve, reject) => {
        const admit = () => {
          signal?.removeEventListener("abort", quit);
          resolve();
        };
        const quit = () => {
          const place = queue.indexOf(admit);
          if (place !== -1) queue.splice(place, 1);
          reject(new OutsideError("web", "aborted", "The read was given up"));
        };
        queue.push(admit);
        signal?.addEventListener("abort", quit, { once: true });
      });
      return leave;
    },
  };
}
