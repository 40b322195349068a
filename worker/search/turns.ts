import { interleave } from "../interleave";
import type { Asker } from "../ports";

/** Whoever has not asked again for so long is gone. Milliseconds. */
const LEASE_MS = 10_000;

/** One place in the line. */
export interface Ticket extends Asker {
  /** What tells it from the other questions of its search. */
  key: string;
}

interface Waiting<T extends Ticket> {
  ticket: T;
  /** Calls that wait for it now. */
  present: number;
  seenAt: number;
}

export interface Bounds {
  /** Tickets in all, and of one user. */
  most: number;
  mostOfUser: number;
}

/**
 * A line in which users take turns, and so do the searches of one user. A ticket keeps its place as long as somebody
 * waits for it or has asked within the lease: one whose caller died holds nobody up. Times in milliseconds.
 */
export class Turns<T extends Ticket> {
  readonly #bounds: Bounds;
  /** Users in the order of their turns, their searches in the order of theirs. */
  readonly #users = new Map<string, Map<string, Waiting<T>[]>>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Takes a place at the end, or finds the one taken before. @returns undefined when the line is full */
  join(ticket: T, now: number): T | undefined {
    this.#forgetGone(now);
    const searches = this.#users.get(ticket.userId) ?? new Map<string, Waiting<T>[]>();
    const own = [...searches.values()].flat();
    const known = own.find((waiting) => isSame(waiting.ticket, ticket));
    if (known) {
      known.seenAt = now;
      return known.ticket;
    }
    if (own.length >= this.#bounds.mostOfUser || this.order().length >= this.#bounds.most) return undefined;
    searches.set(ticket.searchId, [...(searches.get(ticket.searchId) ?? []), { ticket, present: 0, seenAt: now }]);
    this.#users.set(ticket.userId, searches);
    return ticket;
  }

  /** A call waits for a ticket from now on. @returns to be called, with the time, when it no longer does */
  hold(ticket: T): (now: number) => void {
    const waiting = this.#find(ticket);
    if (waiting) waiting.present += 1;
    return (now) => {
      if (!waiting) return;
      waiting.present -= 1;
      waiting.seenAt = now;
    };
  }

  /** All tickets, next first. */
  order(): T[] {
    return interleave([...this.#users.values()].map((searches) => interleave([...searches.values()]))).map(
      ({ ticket }) => ticket,
    );
  }

  /** 1 for the next; 0 for one that is not in the line. */
  findPlace(ticket: T): number {
    return this.order().indexOf(ticket) + 1;
  }

  /** Takes the next ticket out of the line; its user and its search wait behind the others from now on. */
  next(now: number): T | undefined {
    this.#forgetGone(now);
    const [ticket] = this.order();
    if (!ticket) return undefined;
    const searches = this.#users.get(ticket.userId);
    this.#remove((waiting) => waiting.ticket === ticket);
    moveToEnd(this.#users, ticket.userId);
    if (searches) moveToEnd(searches, ticket.searchId);
    return ticket;
  }

  /** Takes tickets out wherever they stand. @returns those that were in the line */
  take(isMeant: (ticket: T) => boolean): T[] {
    return this.#remove(({ ticket }) => isMeant(ticket)).map(({ ticket }) => ticket);
  }

  #forgetGone(now: number): void {
    this.#remove(({ present, seenAt }) => present === 0 && seenAt + LEASE_MS < now);
  }

  #find(ticket: T): Waiting<T> | undefined {
    return this.#users
      .get(ticket.userId)
      ?.get(ticket.searchId)
      ?.find((waiting) => waiting.ticket === ticket);
  }

  #remove(isMeant: (waiting: Waiting<T>) => boolean): Waiting<T>[] {
    const removed: Waiting<T>[] = [];
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

const isSame = (one: Ticket, other: Ticket): boolean => one.searchId === other.searchId && one.key === other.key;

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
