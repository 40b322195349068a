import { memoryOf } from "../../bench/process-cost.ts";
import type { Server } from "../sending/server.ts";

interface Sample {
  /** Milliseconds since this workerd was first seen. */
  age: number;
  mib: number;
}

/** How long a fresh workerd is let to fill its caches before its memory is judged. Milliseconds. */
const WARM = 60_000;

/** What workerd holds, life by life. */
export class Memory {
  readonly #lives = new Map<number, { born: number; samples: Sample[] }>();

  sample(server: Server): void {
    const pid = server.pid();
    const life = this.#lives.get(pid) ?? { born: Date.now(), samples: [] };
    this.#lives.set(pid, life);
    try {
      life.samples.push({ age: Date.now() - life.born, mib: memoryOf(pid) });
    } catch {
      // Killed between two looks.
    }
  }

  /** MiB at this age of each life that reached it. */
  atAge(age: number): number[] {
    return [...this.#lives.values()].flatMap(({ samples }) => samples.find((sample) => sample.age >= age)?.mib ?? []);
  }

  /** MiB by age in minutes, of the longest life. */
  curve(): string {
    const best = [...this.#lives.values()].reduce((a, b) => (b.samples.length > a.samples.length ? b : a));
    return best.samples.filter((_, i) => i % 6 === 0).map(({ age, mib }) => `${(age / 60_000).toFixed(1)}:${mib.toFixed(0)}`).join(" ");
  }

  /** The longest life after it has warmed up: minutes, the largest, and the trend (Theil and Sen's: the median of all slopes) in MiB a minute. */
  longest(): { minutes: number; mostMib: number; mibAMinute: number } {
    const samples = [...this.#lives.values()].map((life) => life.samples.filter(({ age }) => age >= WARM)).reduce((best, each) => (each.length > best.length ? each : best), []);
    const slopes = samples.flatMap((a, i) => samples.slice(i + 1).map((b) => ((b.mib - a.mib) / (b.age - a.age)) * 60_000)).sort((a, b) => a - b);
    return { minutes: ((samples.at(-1)?.age ?? 0) - (samples[0]?.age ?? 0)) / 60_000, mostMib: Math.max(0, ...samples.map(({ mib }) => mib)), mibAMinute: slopes[Math.floor(slopes.length / 2)] ?? 0 };
  }
}
