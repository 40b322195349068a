import type { OsmRequester, QueuePosition } from "../../platform/ports";
import { type QueueLimits, FairQueue, type QueueTicket } from "./fair-queue";

/** An answer that is not fetched within this time is dropped (ms). */
const UNFETCHED_ANSWER_TTL_MS = 30_000;
/** Longest pause of the servers that questions wait for (ms). */
const MAX_SERVER_PAUSE_MS = 120_000;
/** Estimated duration before the first request (ms). */
const INITIAL_REQUEST_ESTIMATE_MS = 2_000;
/** Weight of the latest request in the estimated duration. */
const LATEST_REQUEST_WEIGHT = 0.3;

export type RequestOutcome<A> = { value: A } | { error: unknown };

/** Replaced in tests. Milliseconds. */
export interface QueueClock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** One answer may also answer other questions with the same `groupKey`. */
interface GroupedQuestion {
  groupKey: string;
}

export interface RequestQueueWork<Q extends GroupedQuestion, A> {
  /** Requests at a time, and the pause after each (ms). */
  parallel: number;
  pauseMs: number;
  /** End of the pause of all servers; 0 when one is available. */
  getPausedUntil(): number;
  /** The complete answer to a question, if it is cached. */
  findCached(question: Q): RequestOutcome<A> | undefined;
  /**
   * Makes one request.
   * @param others waiting questions of the same group; afterwards `findCached` is tried for them
   * @returns undefined when the question needs another request
   */
  request(question: Q, others: Q[]): Promise<RequestOutcome<A> | undefined>;
  /** The answer while the pause of the servers is too long (`silent`) or the queue is full. */
  toRefusal(why: "silent" | "full", seconds: number): RequestOutcome<A>;
}

interface PendingQuestion<Q extends GroupedQuestion, A> extends QueueTicket {
  question: Q;
  outcome: RequestOutcome<A> | undefined;
  settledAt: number;
  done: Promise<void>;
  settle: () => void;
}

/**
 * Sends questions to rate-limited servers, one at a time with a pause between two, users in turn. Callers poll; each
 * call returns the answer or the place in the queue.
 */
export class RequestQueue<Q extends GroupedQuestion, A> {
  readonly #work: RequestQueueWork<Q, A>;
  readonly #clock: QueueClock;
  readonly #queue: FairQueue<PendingQuestion<Q, A>>;
  /** Questions being requested, and those whose answers are not fetched yet. */
  readonly #issued = new Map<string, PendingQuestion<Q, A>>();
  /** `freeAt`: estimated start of the next request of a slot. */
  readonly #slots: { busy: boolean; freeAt: number }[];
  #requestMs = INITIAL_REQUEST_ESTIMATE_MS;

  constructor(work: RequestQueueWork<Q, A>, limits: QueueLimits, clock: QueueClock) {
    this.#work = work;
    this.#clock = clock;
    this.#queue = new FairQueue(limits);
    this.#slots = Array.from({ length: work.parallel }, () => ({ busy: false, freeAt: 0 }));
  }

  /** Waits for the answer, at most `timeoutMs`. @returns place 0 while the question is being requested */
  async ask(
    requester: OsmRequester,
    key: string,
    question: Q,
    timeoutMs: number,
  ): Promise<RequestOutcome<A> | QueuePosition> {
    const known = this.#work.findCached(question);
    if (known) {
      this.leave(requester.searchId, key);
      return known;
    }
    const ticket =
      this.#issued.get(getTicketId(requester.searchId, key)) ??
      this.#queue.join(createTicket(requester, key, question), this.#clock.now());
    if (!ticket) return this.#work.toRefusal("full", this.#estimateSeconds(this.#queue.listTickets().length));
    const release = this.#queue.addWaiter(ticket);
    this.#startSlots();
    await Promise.race([ticket.done, this.#clock.wait(timeoutMs)]);
    release(this.#clock.now());
    if (ticket.outcome) {
      this.#issued.delete(getTicketId(requester.searchId, key));
      return ticket.outcome;
    }
    const place = this.#queue.findPlace(ticket);
    return { place, seconds: place === 0 ? 0 : this.#estimateSeconds(place) };
  }

  /** Removes the questions of a search, or one of them. */
  leave(searchId: string, key?: string): void {
    const matches = (ticket: QueueTicket) => ticket.searchId === searchId && (key === undefined || ticket.key === key);
    for (const ticket of this.#queue.removeMatching(matches)) ticket.settle();
    for (const [id, ticket] of this.#issued) if (ticket.outcome && matches(ticket)) this.#issued.delete(id);
  }

  #estimateSeconds(place: number): number {
    const now = this.#clock.now();
    const first = Math.max(
      0,
      Math.min(...this.#slots.map(({ freeAt }) => freeAt)) - now,
      this.#work.getPausedUntil() - now,
    );
    const turns = Math.floor(Math.max(0, place - 1) / this.#work.parallel);
    return Math.max(1, Math.ceil((first + turns * (this.#requestMs + this.#work.pauseMs)) / 1000));
  }

  #startSlots(): void {
    for (const [id, { outcome, settledAt }] of this.#issued)
      if (outcome && settledAt + UNFETCHED_ANSWER_TTL_MS < this.#clock.now()) this.#issued.delete(id);
    for (const slot of this.#slots) if (!slot.busy) void this.#runSlot(slot);
  }

  async #runSlot(slot: { busy: boolean; freeAt: number }): Promise<void> {
    slot.busy = true;
    try {
      for (;;) {
        const now = this.#clock.now();
        const pauseMs = this.#work.getPausedUntil() - now;
        if (pauseMs > MAX_SERVER_PAUSE_MS) this.#refuseAll(pauseMs);
        if (this.#queue.listTickets().length === 0) return;
        const wait = Math.max(slot.freeAt - now, pauseMs);
        if (wait > 0) await this.#clock.wait(wait);
        else await this.#serveNext(slot);
      }
    } finally {
      slot.busy = false;
    }
  }

  #refuseAll(pauseMs: number): void {
    const refusal = this.#work.toRefusal("silent", Math.ceil(pauseMs / 1000));
    for (const ticket of this.#queue.removeMatching(() => true)) this.#settle(ticket, refusal);
  }

  /** Never throws: an error is the answer of its ticket. */
  async #serveNext(slot: { freeAt: number }): Promise<void> {
    const began = this.#clock.now();
    const ticket = this.#queue.takeNext(began);
    if (!ticket) return;
    this.#issued.set(getTicketId(ticket.searchId, ticket.key), ticket);
    try {
      const known = this.#work.findCached(ticket.question);
      if (known) return this.#settle(ticket, known);
      slot.freeAt = began + this.#requestMs + this.#work.pauseMs;
      const outcome = await this.#work.request(
        ticket.question,
        this.#listSameGroup(ticket).map(({ question }) => question),
      );
      if (outcome) this.#settle(ticket, outcome);
      else this.#requeue(ticket, this.#clock.now());
      // The request may have answered other questions of the group.
      const answers = new Map(
        this.#listSameGroup(ticket).map((other) => [other, this.#work.findCached(other.question)]),
      );
      for (const other of this.#queue.removeMatching((each) => answers.get(each) !== undefined))
        this.#settle(other, answers.get(other));
    } catch (error) {
      if (!ticket.outcome) this.#settle(ticket, { error });
    }
    const ended = this.#clock.now();
    slot.freeAt = ended + this.#work.pauseMs;
    this.#requestMs += LATEST_REQUEST_WEIGHT * (ended - began - this.#requestMs);
  }

  /** Waiting questions of the same group. */
  #listSameGroup(ticket: PendingQuestion<Q, A>): PendingQuestion<Q, A>[] {
    return this.#queue.listTickets().filter(({ question }) => question.groupKey === ticket.question.groupKey);
  }

  #requeue(ticket: PendingQuestion<Q, A>, now: number): void {
    this.#issued.delete(getTicketId(ticket.searchId, ticket.key));
    if (!this.#queue.join(ticket, now))
      this.#settle(ticket, this.#work.toRefusal("full", this.#estimateSeconds(this.#queue.listTickets().length)));
  }

  #settle(ticket: PendingQuestion<Q, A>, outcome: RequestOutcome<A> | undefined): void {
    ticket.outcome = outcome;
    ticket.settledAt = this.#clock.now();
    this.#issued.set(getTicketId(ticket.searchId, ticket.key), ticket);
    ticket.settle();
  }
}

const getTicketId = (searchId: string, key: string): string => `${searchId} ${key}`;

function createTicket<Q extends GroupedQuestion, A>(
  { userId, searchId }: OsmRequester,
  key: string,
  question: Q,
): PendingQuestion<Q, A> {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { userId, searchId, key, question, outcome: undefined, settledAt: 0, done: promise, settle: resolve };
}
