/** How long the product may refuse to ask a model again that was misconfigured. */
const MISCONFIGURED_SKIP_MS = 60_000;

/** An answer that a user got. Times in milliseconds since 1970. */
interface CallEntry {
  /** Method and path without ids. */
  title: string;
  /** 0: the connection was lost. */
  status: number;
  /** Error code of the answer, or of the lost connection. */
  code: string;
  startedAt: number;
  endedAt: number;
}

/** A time in which anything may fail. */
interface FaultWindow {
  from: number;
  /** Null while it lasts. */
  to: number | null;
}

const countBy = (values: string[]): string =>
  Object.entries(Object.groupBy(values, (value) => value))
    .map(([value, list]) => `${list?.length} × ${value}`)
    .join(", ");

/** Every answer with its time, and when faults were on or the server was down. */
export class CallLog {
  readonly entries: CallEntry[] = [];
  readonly #faultWindows: FaultWindow[] = [];
  /** Answers of a wrong shape. */
  readonly violations: string[] = [];
  windows = 0;
  kills = 0;

  /** @param margin milliseconds in which its effects may still be felt @returns ends it */
  startFaultWindow(kind: "window" | "kill", margin: number): () => void {
    const faultWindow: FaultWindow = { from: Date.now(), to: null };
    this.#faultWindows.push(faultWindow);
    if (kind === "kill") this.kills += 1;
    else this.windows += 1;
    return () => void (faultWindow.to = Date.now() + margin);
  }

  #isOutsideFaults({ code, startedAt, endedAt }: CallEntry): boolean {
    // A model that refused as misconfigured is not asked again for a while.
    const skipMs = code === "writer_misconfigured" ? MISCONFIGURED_SKIP_MS : 0;
    return !this.#faultWindows.some(({ from, to }) => startedAt <= (to ?? Infinity) + skipMs && endedAt >= from);
  }

  /** Answers of 500 and above and lost connections, outside of faults and kills. */
  listUnexplained(): CallEntry[] {
    return this.entries.filter((entry) => (entry.status === 0 || entry.status >= 500) && this.#isOutsideFaults(entry));
  }

  /** Milliseconds that a share of the calls outside of faults took at most. */
  #percentileMs(share: number): number {
    const times = this.entries
      .filter((entry) => this.#isOutsideFaults(entry))
      .map(({ startedAt, endedAt }) => endedAt - startedAt)
      .sort((a, b) => a - b);
    return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  }

  describe(): string[] {
    const [median, slow, slowest] = [0.5, 0.99, 1].map((share) => this.#percentileMs(share));
    return [
      countBy(this.entries.map(({ status, code }) => `${status} ${code}`)),
      `${this.entries.length} answers: ${countBy(this.entries.map(({ status }) => String(status || "lost")))}`,
      `${this.listUnexplained().length} of 500 and above outside of faults and kills`,
      `outside of them answered in ${median} ms at the median, ${slow} at the 99th percentile, ${slowest} at most`,
    ];
  }
}
