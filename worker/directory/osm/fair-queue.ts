import { interleave } from "../../lib/interleave";
import type { OsmRequester } from "../../platform/ports";

/** Whoever has not asked again for so long is gone. Milliseconds. */
const TICKET_TIMEOUT_MS = 10_000;

/** One place in the line. */
export interface QueueTicket extends OsmRequester {
  /** What tells it from the other questions of its search. */
  key: string;
}

interface QueueEntry<T extends QueueTicket> {
  ticket: T;
  /** Calls that wait for it now. */
  waiters: number;
  seenAt: number;
}

export interface QueueLimits {
  /** Tickets in all, and of one user. */
  most: number;
  mostOfUser: number;
}

/**
 * A line in which users take turns, and so do the searches of one user. A ticket keeps its place as long as somebody
 * waits for it or has asked within the lease: one whose caller died holds nobody up. Times in milliseconds.
 */
export class FairQueue<T extends QueueTicket> {
  readonly #limits: QueueLimits;
  /** Users in the order of their turns, their searches in the order of theirs. */
  readonly #users = new Map<string, Map<string, QueueEntry<T>[]>>();

  constructor(bounds: QueueLimits) {
    this.#limits = bounds;
  }

  /** Takes a place at the end, or finds the one taken before. @returns undefined when the line is full */
  join(ticket: T, now: number): T | undefined {
    this.#removeExpired(now);
    const searches = this.#users.get(ticket.userId) ?? new Map<string, QueueEntry<T>[]>();
    const own = [...searches.values()].flat();
    const known = own.find((waiting) => isSameTicket(waiting.ticket, ticket));
    if (known) {
      known.seenAt = now;
      return known.ticket;
    }
    if (own.length >= this.#limits.mostOfUser || this.listTickets().length >= this.#limits.most) return undefined;
    searches.set(ticket.searchId, [...(searches.get(ticket.searchId) ?? []), { ticket, waiters: 0, seenAt: now }]);
    this.#users.set(ticket.userId, searches);
    return ticket;
  }

  /** A call waits for a ticket from now on. @returns to be called, with the time, when it no longer does */
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

  /** 1 for the next; 0 for one that is not in the line. */
  findPlace(ticket: T): number {
    return this.listTickets().indexOf(ticket) + 1;
  }

  /** Takes the next ticket out of the line; its user and its search wait behind the others from now on. */
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

  /** Takes tickets out wherever they stand. @returns those that were in the line */
  removeMatching(isMeant: (ticket: T) => boolean): T[] {
    return this.#remove(({ ticket }) => isMeant(ticket)).map(({ ticket }) => ticket);
  }

  #removeExpired(now: number): void {
    this.#remove(({ waiters: present, seenAt }) => present === 0 && seenAt + TICKET_TIMEOUT_MS < now);
  }

  #find(ticket: T): QueueEntry<T> | undefined {
    return this.#users
      .get(ticket.userId)
      ?.get(ticket.searchId)
      ?.find((waiting) => waiting.ticket === ticket);
  }

  #remove(isMeant: (waiting: QueueEntry<T>) => boolean): QueueEntry<T>[] {
    const removed: QueueEntry<T>[] = [];
    for (const [userId, searches] of this.#users) {
      for (const [searchId, all] of searches) {
        const left = all.filter((waiting) => !isMeant(waiting));
        if (left.length === all.length) continue;
        removed.push(...all.filter(isMeant));
        if (left.length > 0) searches.set(searchId, left);
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
