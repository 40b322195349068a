import type { OsmRequester, QueuePosition } from "../../platform/ports";
import { type QueueLimits, FairQueue, type QueueTicket } from "./fair-queue";

/** An answer that nobody has fetched for so long is thrown away. Milliseconds. */
const UNFETCHED_ANSWER_TTL_MS = 30_000;
/** A server that wants to be left alone for longer than this is not waited for. Milliseconds. */
const MAX_SERVER_PAUSE_MS = 120_000;
/** How long a request takes while none has been made. Milliseconds. */
const INITIAL_REQUEST_ESTIMATE_MS = 2_000;
/** What the latest request counts in the estimate. */
const LATEST_REQUEST_WEIGHT = 0.3;

export type RequestOutcome<A> = { value: A } | { error: unknown };

/** Time as a lane sees it; milliseconds. */
export interface QueueClock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** A question, and what it is about: an answer tells nothing of what is about something else. */
interface GroupedQuestion {
  about: string;
}

export interface RequestQueueWork<Q extends GroupedQuestion, A> {
  /** Requests at a time, and the pause after each. */
  parallel: number;
  pauseMs: number;
  /** Until when all servers want to be left alone; 0 when one may be asked. */
  getPausedUntil(): number;
  /** What is known of all of a question without a request. */
  findCached(question: Q): RequestOutcome<A> | undefined;
  /**
   * Makes one request.
   * @param others questions that wait about the same: what the request answers of them too is recalled afterwards
   * @returns undefined when the question needs another turn
   */
  request(question: Q, others: Q[]): Promise<RequestOutcome<A> | undefined>;
  /** What a question is answered while the servers are silent for too long, or while too many wait. */
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
 * Questions to servers that are asked one at a time, with a pause, each user in turn. Whoever waits asks again and
 * again, and is told the place.
 */
export class RequestQueue<Q extends GroupedQuestion, A> {
  readonly #work: RequestQueueWork<Q, A>;
  readonly #clock: QueueClock;
  readonly #queue: FairQueue<PendingQuestion<Q, A>>;
  /** Questions whose turn has come, until their answers are fetched. */
  readonly #issued = new Map<string, PendingQuestion<Q, A>>();
  /** When each server slot is free for the next request, as far as can be told. */
  readonly #slots: { busy: boolean; freeAt: number }[];
  #requestMs = INITIAL_REQUEST_ESTIMATE_MS;

  constructor(work: RequestQueueWork<Q, A>, bounds: QueueLimits, clock: QueueClock) {
    this.#work = work;
    this.#clock = clock;
    this.#queue = new FairQueue(bounds);
    this.#slots = Array.from({ length: work.parallel }, () => ({ busy: false, freeAt: 0 }));
  }

  /** Waits for the answer, `patienceMs` at most. @returns a place of 0 for a question that is being asked */
  async ask(
    asker: OsmRequester,
    key: string,
    question: Q,
    patienceMs: number,
  ): Promise<RequestOutcome<A> | QueuePosition> {
    const known = this.#work.findCached(question);
    if (known) {
      this.leave(asker.searchId, key);
      return known;
    }
    const ticket =
      this.#issued.get(getTicketId(asker.searchId, key)) ??
      this.#queue.join(createTicket(asker, key, question), this.#clock.now());
    if (!ticket) return this.#work.toRefusal("full", this.#estimateSeconds(this.#queue.listTickets().length));
    const release = this.#queue.addWaiter(ticket);
    this.#startSlots();
    await Promise.race([ticket.done, this.#clock.wait(patienceMs)]);
    release(this.#clock.now());
    if (ticket.outcome) {
      this.#issued.delete(getTicketId(asker.searchId, key));
      return ticket.outcome;
    }
    const place = this.#queue.findPlace(ticket);
    return { place, seconds: place === 0 ? 0 : this.#estimateSeconds(place) };
  }

  /** Nobody waits for a search's questions any more, or for one of them. */
  leave(searchId: string, key?: string): void {
    const isMeant = (ticket: QueueTicket) => ticket.searchId === searchId && (key === undefined || ticket.key === key);
    for (const ticket of this.#queue.removeMatching(isMeant)) ticket.settle();
    for (const [id, ticket] of this.#issued) if (ticket.outcome && isMeant(ticket)) this.#issued.delete(id);
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
        const silence = this.#work.getPausedUntil() - now;
        if (silence > MAX_SERVER_PAUSE_MS) this.#refuseAll(silence);
        if (this.#queue.listTickets().length === 0) return;
        const wait = Math.max(slot.freeAt - now, silence);
        if (wait > 0) await this.#clock.wait(wait);
        else await this.#serveNext(slot);
      }
    } finally {
      slot.busy = false;
    }
  }

  #refuseAll(silenceMs: number): void {
    const refusal = this.#work.toRefusal("silent", Math.ceil(silenceMs / 1000));
    for (const ticket of this.#queue.removeMatching(() => true)) this.#settle(ticket, refusal);
  }

  /** Gives the next ticket its turn. Never throws: a fault is the answer of the ticket that met it. */
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
      // Others may have asked what has just been answered.
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

  /** Those in line that ask about the same. */
  #listSameGroup(ticket: PendingQuestion<Q, A>): PendingQuestion<Q, A>[] {
    return this.#queue.listTickets().filter(({ question }) => question.about === ticket.question.about);
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
