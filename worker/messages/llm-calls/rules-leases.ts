// How the day's LLM calls of all users are handed out.

/** How long a lease may be drawn on. Milliseconds. */
export const LEASE_MS = 10 * 60_000;

/** Few: what a user does not use is missing elsewhere until the lease ends. */
const MAX_LEASE_CALLS = 5;
/** So that the last calls are leased one by one. */
const MAX_LEASE_PERCENT = 1;

/**
 * A user may have this many times their share of what the others have left. So the share itself holds until half of the
 * day's calls are gone; after that the most goes to those who have had the least.
 */
const SCARCITY_FACTOR = 2;

/** The day's calls. Those on lease count as used. */
export interface DayOfCalls {
  perDay: number;
  /** Of all users. */
  used: number;
  /** Of the user who wants more. */
  ownUsed: number;
  /** What one user may have of `perDay`. */
  share: number;
}

/** @returns how many calls the user may have now; 0 for none */
export function computeLease({ perDay, used, ownUsed, share }: DayOfCalls): number {
  const left = perDay - used;
  if (left <= 0) return 0;
  const leftByOthers = left + ownUsed;
  const ownMost = Math.max(1, Math.floor((SCARCITY_FACTOR * share * leftByOthers) / perDay));
  const largest = Math.max(1, Math.floor((left * MAX_LEASE_PERCENT) / 100));
  return Math.max(0, Math.min(MAX_LEASE_CALLS, largest, ownMost - ownUsed));
}

/** Percentages of the day's calls that are logged when reached. */
const BUDGET_MARKS_PERCENT = [100, 80, 50];

/** The highest of the marks that so many calls have reached; 0 for none. */
export const findReachedMark = (used: number, perDay: number): number =>
  BUDGET_MARKS_PERCENT.find((percent) => used >= Math.ceil((perDay * percent) / 100)) ?? 0;
