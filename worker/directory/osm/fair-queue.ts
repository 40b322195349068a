import { interleave } from "../../lib/interleave";
import type { OsmRequester } from "../../platform/ports";

/** A ticket whose caller has not polled for this long is dropped (ms). */
const TICKET_TIMEOUT_MS = 10_000;

/** One place in the queue. */
export interface QueueTicket extends OsmRequester {
  /** Unique within its search. */
  key: string;
}

interface QueueEntry<T extends QueueTicket> {
  ticket: T;
  /** Calls waiting for it now. */
  waiters: number;
  seenAt: number;
}

export interface QueueLimits {
  maxTickets: number;
  maxPerUser: number;
}

/**
 * A queue in which users take turns, and so do the searches of one user. A ticket keeps its place while a call waits
 * for it or polled recently, so tickets of dead callers do not block others. Times in milliseconds.
 */
export class FairQueue<T extends QueueTicket> {
  readonly #limits: QueueLimits;
  /** Users in the order of their turns, and their searches in the order of theirs. */
  readonly #users = new Map<string, Map<string, QueueEntry<T>[]>>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Adds a ticket at the end, or finds the same one added before. @returns undefined when the queue is full */
  join(ticket: T, now: number): T | undefined {
    this.#removeExpired(now);
    const searches = this.#users.get(ticket.userId) ?? new Map<string, QueueEntry<T>[]>();
    const own = [...searches.values()].flat();
    const known = own.find((waiting) => isSameTicket(waiting.ticket, ticket));
    if (known) {
      known.seenAt = now;
      return known.ticket;
    }
    if (own.length >= this.#limits.maxPerUser || this.listTickets().length >= this.#limits.maxTickets) return undefined;
    searches.set(ticket.searchId, [...(searches.get(ticket.searchId) ?? []), { ticket, waiters: 0, seenAt: now }]);
    this.#users.set(ticket.userId, searches);
    return ticket;
  }

  /** @returns a function to call, with the time, when the call stops waiting */
  addWaiter(ticket: T): (now: number) => void {
    const waiting = this.#find(ticket);
    if (waiting) waiting.waiters += 1;
    return (now) => {
      if (!waiting) return;
      waiting.waiters -= 1;
      waiting.seenAt = now;
    };
  }

  /** All tickets, next first. */
  listTickets(): T[] {
    return interleave([...this.#users.values()].map((searches) => interleave([...searches.values()]))).map(
      ({ ticket }) => ticket,
    );
  }

  /** 1 for the next ticket; 0 for one that is not in the queue. */
  findPlace(ticket: T): number {
    return this.listTickets().indexOf(ticket) + 1;
  }

  /** Removes the next ticket; its user and its search go to the end. */
  takeNext(now: number): T | undefined {
    this.#removeExpired(now);
    const [ticket] = this.listTickets();
    if (!ticket) return undefined;
    const searches = this.#users.get(ticket.userId);
    this.#remove((waiting) => waiting.ticket === ticket);
    moveToEnd(this.#users, ticket.userId);
    if (searches) moveToEnd(searches, ticket.searchId);
    return ticket;
  }

  /** @returns the removed tickets */
  removeMatching(matches: (ticket: T) => boolean): T[] {
    return this.#remove(({ ticket }) => matches(ticket)).map(({ ticket }) => ticket);
  }

  #removeExpired(now: number): void {
    this.#remove(({ waiters, seenAt }) => waiters === 0 && seenAt + TICKET_TIMEOUT_MS < now);
  }

  #find(ticket: T): QueueEntry<T> | undefined {
    return this.#users
      .get(ticket.userId)
      ?.get(ticket.searchId)
      ?.find((waiting) => waiting.ticket === ticket);
  }

  #remove(matches: (waiting: QueueEntry<T>) => boolean): QueueEntry<T>[] {
    const removed: QueueEntry<T>[] = [];
    for (const [userId, searches] of this.#users) {
      for (const [searchId, all] of searches) {
        const rest = all.filter((waiting) => !matches(waiting));
        if (rest.length === all.length) continue;
        removed.push(...all.filter(matches));
        if (rest.length > 0) searches.set(searchId, rest);
        else searches.delete(searchId);
      }
      if (searches.size === 0) this.#users.delete(userId);
    }
    return removed;
  }
}

const isSameTicket = (one: QueueTicket, other: QueueTicket): boolean =>
  one.searchId === other.searchId && one.key === other.key;

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
