import { measureProductHeap } from "../../harness/live-heap.ts";
import { readMemoryMib } from "../../harness/process-usage.ts";
import type { Product } from "../../harness/product.ts";

interface MemorySample {
  /** Minutes since the first sample of this workerd. */
  age: number;
  /** The product's live heap. MiB. */
  live: number;
  /** The whole process, with the simulators of D1, R2 and queues and the sandbox. MiB. */
  process: number;
}
type MemoryKind = "live" | "process";

/** A new workerd fills its caches first. */
const WARM_UP_MINUTES = 3;
const MINUTE_MS = 60_000;
const CURVE_POINTS = 12;

/**
 * The memory of each workerd after a collection. Uncollected, the process grows for many minutes under any worker: the
 * platform's objects keep memory that V8 does not count, so V8 sees no reason to collect.
 */
export class MemoryGrowth {
  readonly #lives = new Map<number, { born: number; samples: MemorySample[] }>();

  async sample(server: Product): Promise<void> {
    const pid = server.pid();
    const life = this.#lives.get(pid) ?? { born: Date.now(), samples: [] };
    this.#lives.set(pid, life);
    try {
      const live = await measureProductHeap(server.inspector());
      if (live === undefined || server.pid() !== pid) return;
      life.samples.push({ age: (Date.now() - life.born) / MINUTE_MS, live, process: readMemoryMib(pid) });
    } catch (error) {
      // A kill during the sample is no error.
      if (server.pid() === pid && !server.isDown()) throw error;
    }
  }

  /** Samples of the longest life after its warm-up. */
  #longest(): MemorySample[] {
    return [...this.#lives.values()]
      .map(({ samples }) => samples.filter(({ age }) => age >= WARM_UP_MINUTES))
      .reduce((best, samples) => (samples.length > best.length ? samples : best), []);
  }

  /** Minutes of the longest life that are judged. */
  minutes(): number {
    const samples = this.#longest();
    return (samples.at(-1)?.age ?? 0) - (samples[0]?.age ?? 0);
  }

  /** MiB by age in minutes, of the longest life. */
  curve(kind: MemoryKind): string {
    const samples = this.#longest();
    const step = Math.ceil(samples.length / CURVE_POINTS);
    return samples
      .filter((_, i) => i % step === 0)
      .map((sample) => `${sample.age.toFixed(1)}: ${sample[kind].toFixed(0)}`)
      .join(", ");
  }

  /** MiB a minute, of the longest life. */
  slope(kind: MemoryKind): number {
    return medianSlope(this.#longest().map((sample) => [sample.age, sample[kind]]));
  }
}

/** The median slope between any two points (Theil and Sen), which outliers do not move. @param points sorted by x */
export function medianSlope(points: readonly (readonly [number, number])[]): number {
  const slopes = points
    .flatMap(([x, y], i) => points.slice(i + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)))
    .sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}
