import { INTERVALS_MS } from "../../contract/limits";
import type { LetterRevocation, LetterRun } from "../../platform/letter-runs";

/** A run renews itself every second; without a renewal for this long it is dead. Milliseconds. */
export const DEAD_AFTER_MS = 15_000;
/** After a start of the object every run that lives has renewed itself by then. Milliseconds. */
const SETTLING_MS = 3_000;

/** As the row of a running item has it: the company, and the time of the start. */
const toKey = ({ companyId, startedAt }: LetterRun): string => `${companyId} ${startedAt}`;

/**
 * The runs that write letters of a user at this moment, in the memory of the user's object: a renewal writes nothing.
 * What is lost with the object comes back with the next renewals.
 */
export class LiveRuns {
  readonly #startedAt: number;
  readonly #renewedAt = new Map<string, number>();
  #revoked: { what: LetterRevocation; at: number }[] = [];

  constructor(now: number) {
    this.#startedAt = now;
  }

  /** @returns whether the run is still wanted; null when it is not known: its claim tells */
  renew(run: LetterRun, isNew: boolean, now: number): boolean | null {
    const key = toKey(run);
    if (this.#isRevoked(run, now)) {
      this.#renewedAt.delete(key);
      return false;
    }
    if (!isNew && now - (this.#renewedAt.get(key) ?? 0) >= DEAD_AFTER_MS) return null;
    this.#renewedAt.set(key, now);
    return true;
  }

  revoke(what: LetterRevocation, now: number): void {
    this.#revoked.push({ what, at: now });
  }

  /** Milliseconds until the list of those alive is complete. */
  computeSettlingMs(now: number): number {
    return Math.max(0, this.#startedAt + SETTLING_MS - now);
  }

  /** The keys of the runs alive. */
  listAlive(now: number): string[] {
    for (const [key, at] of this.#renewedAt) if (now - at >= DEAD_AFTER_MS) this.#renewedAt.delete(key);
    return [...this.#renewedAt.keys()];
  }

  #isRevoked(run: LetterRun, now: number): boolean {
    // No run lasts longer: what was revoked before that has ended.
    this.#revoked = this.#revoked.filter(({ at }) => now - at < INTERVALS_MS.staleGeneration);
    return this.#revoked.some(({ what }) =>
      "generationId" in what
        ? what.generationId === run.generationId
        : what.companyId === run.companyId && run.startedAt <= what.startedBy,
    );
  }
}
