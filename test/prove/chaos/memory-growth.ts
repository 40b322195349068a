import { measureLiveHeaps, PRODUCT_ISOLATE } from "../../bench/live-heap.ts";
import { readMemoryMib } from "../../bench/process-cost.ts";
import type { MiniflareServer } from "../sending/miniflare-server.ts";

interface MemorySample {
  /** Since this workerd was first seen, minutes. */
  age: number;
  /** What the product's isolate holds. MiB. */
  live: number;
  /** The whole process, with the simulators of D1, R2 and queues and the sandbox. MiB. */
  process: number;
}
type MemoryKind = "live" | "process";

/** How long a fresh workerd is let to fill its caches before its memory is judged. Minutes. */
const WARM_UP_MINUTES = 3;

const MINUTE_MS = 60_000;

/**
 * What workerd holds, life by life, each time once its garbage is collected. Uncollected, the process grows for many minutes whatever runs in
 * it: the platform's objects keep memory that V8 does not count, so V8 sees no reason to collect.
 */
export class MemoryGrowth {
  readonly #lives = new Map<number, { born: number; samples: MemorySample[] }>();

  async sample(server: MiniflareServer): Promise<void> {
    const pid = server.pid();
    const life = this.#lives.get(pid) ?? { born: Date.now(), samples: [] };
    this.#lives.set(pid, life);
    try {
      const live = (await measureLiveHeaps(server.inspector())).get(PRODUCT_ISOLATE);
      if (live !== undefined && server.pid() === pid)
        life.samples.push({ age: (Date.now() - life.born) / MINUTE_MS, live, process: readMemoryMib(pid) });
    } catch (error) {
      // Killed between two looks.
      if (server.pid() === pid && !server.isDown()) throw error;
    }
  }

  /** The longest life, from when it is warm. */
  #longest(): MemorySample[] {
    return [...this.#lives.values()]
      .map(({ samples }) => samples.filter(({ age }) => age >= WARM_UP_MINUTES))
      .reduce((best, each) => (each.length > best.length ? each : best), []);
  }

  /** Minutes of the longest life that are judged. */
  minutes(): number {
    const judged = this.#longest();
    return (judged.at(-1)?.age ?? 0) - (judged[0]?.age ?? 0);
  }

  /** MiB by age in minutes, of the longest life. */
  curve(of: MemoryKind): string {
    const judged = this.#longest();
    return judged
      .filter((_, i) => i % Math.ceil(judged.length / 12) === 0)
      .map((sample) => `${sample.age.toFixed(1)}: ${sample[of].toFixed(0)}`)
      .join(", ");
  }

  /** MiB a minute: the median of the slopes between any two samples of the longest life (Theil and Sen), which a few that stand out do not turn. */
  slope(of: MemoryKind): number {
    return medianSlope(this.#longest().map((sample) => [sample.age, sample[of]]));
  }
}

/** Theil and Sen's. @param points x and y, by x */
export function medianSlope(points: readonly (readonly [number, number])[]): number {
  const slopes = points
    .flatMap(([x, y], i) => points.slice(i + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)))
    .sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}
