/** What a person got for a call. Times in milliseconds since 1970. */
export interface CallEntry {
  /** Method and path, ids left out. */
  title: string;
  /** 0: the connection was lost. */
  status: number;
  /** Of a refusal, or what became of the connection. */
  code: string;
  began: number;
  ended: number;
}

/** A time in which anything may fail. */
interface FaultWindow {
  from: number;
  /** Null while it lasts. */
  to: number | null;
}

/** Every answer with its time, and when faults were on or the server was down. */
export class CallLog {
  readonly entries: CallEntry[] = [];
  readonly faultWindows: FaultWindow[] = [];
  /** What no answer tells: an invariant that does not hold. */
  readonly violations: string[] = [];
  windows = 0;
  kills = 0;

  /** @returns ends it. @param margin milliseconds in which its effects may still be felt */
  startFaultWindow(kind: "window" | "kill", margin: number): () => void {
    const storm: FaultWindow = { from: Date.now(), to: null };
    this.faultWindows.push(storm);
    if (kind === "kill") this.kills += 1;
    else this.windows += 1;
    return () => void (storm.to = Date.now() + margin);
  }

  /** Answers that nothing excuses: faults and lost connections of calls that met no storm. */
  listUnexplained(): CallEntry[] {
    return this.entries.filter(
      ({ status, began, ended }) =>
        (status === 0 || status >= 500) &&
        !this.faultWindows.some(({ from, to }) => began <= (to ?? Infinity) && ended >= from),
    );
  }

  /** Of all, and of those outside of every storm. */
  countStatuses(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status } of this.entries)
      counts[status === 0 ? "lost" : status] = (counts[status === 0 ? "lost" : status] ?? 0) + 1;
    return counts;
  }

  /** Milliseconds that a share of the calls which met no storm took at most. */
  percentileOutsideFaultsMs(share: number): number {
    const times = this.entries
      .filter(
        ({ began, ended }) => !this.faultWindows.some(({ from, to }) => began <= (to ?? Infinity) && ended >= from),
      )
      .map(({ began, ended }) => ended - began)
      .sort((a, b) => a - b);
    return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  }
}
