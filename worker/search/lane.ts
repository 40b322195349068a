import type { Asker, PlaceInLine } from "../ports";
import { type Bounds, Turns, type Ticket } from "./turns";

/** An answer that nobody has fetched for so long is thrown away. Milliseconds. */
const UNFETCHED_MS = 30_000;
/** A server that wants to be left alone for longer than this is not waited for. Milliseconds. */
const LONGEST_SILENCE_MS = 120_000;
/** How long a request takes while none has been made. Milliseconds. */
const FIRST_GUESS_MS = 2_000;
/** What the latest request counts in the estimate. */
const LATEST = 0.3;

export type Outcome<A> = { value: A } | { error: unknown };

/** Time as a lane sees it; milliseconds. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** A question, and what it is about: an answer tells nothing of what is about something else. */
interface About {
  about: string;
}

export interface LaneWork<Q extends About, A> {
  /** Requests at a time, and the pause after each. */
  parallel: number;
  pauseMs: number;
  /** Until when all servers want to be left alone; 0 when one may be asked. */
  silentUntil(): number;
  /** What is known of all of a question without a request. */
  recall(question: Q): Outcome<A> | undefined;
  /**
   * Makes one request.
   * @param others questions that wait about the same: what the request answers of them too is recalled afterwards
   * @returns undefined when the question needs another turn
   */
  request(question: Q, others: Q[]): Promise<Outcome<A> | undefined>;
  /** What a question is answered while the servers are silent for too long, or while too many wait. */
  refuse(why: "silent" | "full", seconds: number): Outcome<A>;
}

interface Asked<Q extends About, A> extends Ticket {
  question: Q;
  outcome: Outcome<A> | undefined;
  settledAt: number;
  done: Promise<void>;
  settle: () => void;
}

/**
 * Questions to servers that are asked one at a time, with a pause, each user in turn. Whoever waits asks again and
 * again, and is told the place.
 */
export class Lane<Q extends About, A> {
  readonly #work: LaneWork<Q, A>;
  readonly #clock: Clock;
  readonly #turns: Turns<Asked<Q, A>>;
  /** Questions whose turn has come, until their answers are fetched. */
  readonly #out = new Map<string, Asked<Q, A>>();
  /** When each server slot is free for the next request, as far as can be told. */
  readonly #slots: { busy: boolean; freeAt: number }[];
  #requestMs = FIRST_GUESS_MS;

  constructor(work: LaneWork<Q, A>, bounds: Bounds, clock: Clock) {
    this.#work = work;
    this.#clock = clock;
    this.#turns = new Turns(bounds);
    this.#slots = Array.from({ length: work.parallel }, () => ({ busy: false, freeAt: 0 }));
  }

  /** Waits for the answer, `patienceMs` at most. @returns a place of 0 for a question that is being asked */
  async ask(asker: Asker, key: string, question: Q, patienceMs: number): Promise<Outcome<A> | PlaceInLine> {
    const known = this.#work.recall(question);
    if (known) {
      this.leave(asker.searchId, key);
      return known;
    }
    const ticket =
      this.#out.get(getTicketId(asker.searchId, key)) ??
      this.#turns.join(createTicket(asker, key, question), this.#clock.now());
    if (!ticket) return this.#work.refuse("full", this.#secondsUntil(this.#turns.order().length));
    const release = this.#turns.hold(ticket);
    this.#start();
    await Promise.race([ticket.done, this.#clock.wait(patienceMs)]);
    release(this.#clock.now());
    if (ticket.outcome) {
      this.#out.delete(getTicketId(asker.searchId, key));
      return ticket.outcome;
    }
    const place = this.#turns.findPlace(ticket);
    return { place, seconds: place === 0 ? 0 : this.#secondsUntil(place) };
  }

  /** Nobody waits for a search's questions any more, or for one of them. */
  leave(searchId: string, key?: string): void {
    const isMeant = (ticket: Ticket) => ticket.searchId === searchId && (key === undefined || ticket.key === key);
    for (const ticket of this.#turns.take(isMeant)) ticket.settle();
    for (const [id, ticket] of this.#out) if (ticket.outcome && isMeant(ticket)) this.#out.delete(id);
  }

  #secondsUntil(place: number): number {
    const now = this.#clock.now();
    const first = Math.max(
      0,
      Math.min(...this.#slots.map(({ freeAt }) => freeAt)) - now,
      this.#work.silentUntil() - now,
    );
    const turns = Math.floor(Math.max(0, place - 1) / this.#work.parallel);
    return Math.max(1, Math.ceil((first + turns * (this.#requestMs + this.#work.pauseMs)) / 1000));
  }

  #start(): void {
    for (const [id, { outcome, settledAt }] of this.#out)
      if (outcome && settledAt + UNFETCHED_MS < this.#clock.now()) this.#out.delete(id);
    for (const slot of this.#slots) if (!slot.busy) void this.#run(slot);
  }

  async #run(slot: { busy: boolean; freeAt: number }): Promise<void> {
    slot.busy = true;
    try {
      for (;;) {
        const now = this.#clock.now();
        const silence = this.#work.silentUntil() - now;
        if (silence > LONGEST_SILENCE_MS) this.#refuseAll(silence);
        if (this.#turns.order().length === 0) return;
        const wait = Math.max(slot.freeAt - now, silence);
        if (wait > 0) await this.#clock.wait(wait);
        else await this.#serve(slot);
      }
    } finally {
      slot.busy = false;
    }
  }

  #refuseAll(silenceMs: number): void {
    const refusal = this.#work.refuse("silent", Math.ceil(silenceMs / 1000));
    for (const ticket of this.#turns.take(() => true)) this.#settle(ticket, refusal);
  }

  /** Gives the next ticket its turn. Never throws: a fault is the answer of the ticket that met it. */
  async #serve(slot: { freeAt: number }): Promise<void> {
    const began = this.#clock.now();
    const ticket = this.#turns.next(began);
    if (!ticket) return;
    this.#out.set(getTicketId(ticket.searchId, ticket.key), ticket);
    try {
      const known = this.#work.recall(ticket.question);
      if (known) return this.#settle(ticket, known);
      slot.freeAt = began + this.#requestMs + this.#work.pauseMs;
      const outcome = await this.#work.request(
        ticket.question,
        this.#findLike(ticket).map(({ question }) => question),
      );
      if (outcome) this.#settle(ticket, outcome);
      else this.#again(ticket, this.#clock.now());
      // Others may have asked what has just been answered.
      const answers = new Map(this.#findLike(ticket).map((other) => [other, this.#work.recall(other.question)]));
      for (const other of this.#turns.take((each) => answers.get(each) !== undefined))
        this.#settle(other, answers.get(other));
    } catch (error) {
      if (!ticket.outcome) this.#settle(ticket, { error });
    }
    const ended = this.#clock.now();
    slot.freeAt = ended + this.#work.pauseMs;
    this.#requestMs += LATEST * (ended - began - this.#requestMs);
  }

  /** Those in line that ask about the same. */
  #findLike(ticket: Asked<Q, A>): Asked<Q, A>[] {
    return this.#turns.order().filter(({ question }) => question.about === ticket.question.about);
  }

  #again(ticket: Asked<Q, A>, now: number): void {
    this.#out.delete(getTicketId(ticket.searchId, ticket.key));
    if (!this.#turns.join(ticket, now))
      this.#settle(ticket, this.#work.refuse("full", this.#secondsUntil(this.#turns.order().length)));
  }

  #settle(ticket: Asked<Q, A>, outcome: Outcome<A> | undefined): void {
    ticket.outcome = outcome;
    ticket.settledAt = this.#clock.now();
    this.#out.set(getTicketId(ticket.searchId, ticket.key), ticket);
    ticket.settle();
  }
}

const getTicketId = (searchId: string, key: string): string => `${searchId} ${key}`;

function createTicket<Q extends About, A>({ userId, searchId }: Asker, key: string, question: Q): Asked<Q, A> {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { userId, searchId, key, question, outcome: undefined, settledAt: 0, done: promise, settle: resolve };
}
