import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { ApiError, type ClientErrorCode } from "../../../lib/api-error";

/** Failures that say something of one company: the others can be written all the same. */
const SINGLE_FAILURES: ReadonlySet<ClientErrorCode> = new Set([
  "message_refused",
  "message_changed",
  "writer_declined",
  "writer_cut_short",
  "not_found",
  "answer_known",
  "followed_up",
  "in_flight",
]);
const isOfOneCompany = (error: unknown): boolean => error instanceof ApiError && SINGLE_FAILURES.has(error.code);

export interface QueueState {
  /** Where each follow-up stands that is to be written. */
  states: ReadonlyMap<string, "waiting" | "writing">;
  /** Why the last try failed, by company. */
  failures: ReadonlyMap<string, unknown>;
}
export const EMPTY_QUEUE: QueueState = { states: new Map(), failures: new Map() };

/** Writes follow-ups one after the other. A failure that would meet the next ones too ends it. */
export class FollowUpQueue {
  #left: FollowUp[] = [];
  #failures: ReadonlyMap<string, unknown> = EMPTY_QUEUE.failures;
  #request: AbortController | undefined;
  readonly #write: (followUp: FollowUp, signal: AbortSignal) => Promise<void>;
  readonly #onState: (state: QueueState) => void;

  constructor(write: (followUp: FollowUp, signal: AbortSignal) => Promise<void>, onState: (state: QueueState) => void) {
    this.#write = write;
    this.#onState = onState;
  }

  /** Adds those that are not in it yet. @returns when all are written */
  async add(followUps: readonly FollowUp[]): Promise<void> {
    const added = followUps.filter(({ company_id: id }) => !this.#left.some((each) => each.company_id === id));
    const ids = new Set(added.map(({ company_id: id }) => id));
    const isIdle = this.#left.length === 0;
    this.#left = [...this.#left, ...added];
    this.#failures = new Map([...this.#failures].filter(([id]) => !ids.has(id)));
    this.#tell();
    if (isIdle) await this.#run();
  }

  stop(id: string): void {
    if (this.#left[0]?.company_id === id) return this.#request?.abort();
    this.#left = this.#left.filter((each) => each.company_id !== id);
    this.#tell();
  }

  /** Stops all of it. */
  end(): void {
    this.#left = this.#left.slice(0, 1);
    this.#request?.abort();
  }

  async #run(): Promise<void> {
    for (let next = this.#left[0]; next; next = this.#left[0]) {
      const { signal } = (this.#request = new AbortController());
      try {
        await this.#write(next, signal);
      } catch (error) {
        if (!signal.aborted) this.#failures = new Map(this.#failures).set(next.company_id, error);
        if (!signal.aborted && !isOfOneCompany(error)) this.#left = this.#left.slice(0, 1);
      }
      this.#left = this.#left.slice(1);
      this.#tell();
    }
  }

  #tell(): void {
    const states = new Map(
      this.#left.map(({ company_id: id }, at) => [id, at === 0 ? ("writing" as const) : ("waiting" as const)]),
    );
    this.#onState({ states, failures: this.#failures });
  }
}
