const INTERVAL_MS = 2_000;
const KILO = 1_000;
const MEGA = 1_000_000;

export const formatCount = (count: number): string => count.toLocaleString("en");
export const formatBytes = (bytes: number): string =>
  bytes >= KILO * MEGA ? `${(bytes / KILO / MEGA).toFixed(2)} GB` : `${(bytes / MEGA).toFixed(1)} MB`;

/** Tells how far a step is, every two seconds and at its end. */
export class Progress {
  private readonly start = performance.now();
  private last = this.start;
  private readonly print: (line: string) => void;
  private readonly title: string;

  constructor(print: (line: string) => void, title: string) {
    this.print = print;
    this.title = title;
  }

  get seconds(): number {
    return (performance.now() - this.start) / KILO;
  }

  /** @param describe called only when a line is due */
  tell(describe: () => string): void {
    if (performance.now() - this.last < INTERVAL_MS) return;
    this.last = performance.now();
    this.print(`${this.title}: ${describe()}`);
  }

  finish(text: string): void {
    this.print(`${this.title}: ${text}, ${this.seconds.toFixed(1)} s`);
  }
}
