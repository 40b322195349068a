import { useState } from "react";
import type { Language } from "../../worker/contract/fields";
import { localeOf } from "./format";

/** How much was done at a moment, in ms. */
export interface Mark {
  at: number;
  done: number;
}

/** Watched for less than this long, or with fewer pieces done meanwhile, a pace is no more than a guess. */
const WATCHED = 4_000;
const PIECES = 2;

/** Seconds until all is done at the pace seen so far; null while that cannot be told. */
export function secondsLeft(first: Mark, now: Mark, total: number): number | null {
  const [time, pieces] = [now.at - first.at, now.done - first.done];
  if (time < WATCHED || pieces < PIECES || now.done >= total) return null;
  return ((time / pieces) * (total - now.done)) / 1_000;
}

/** "10 secondes", "2 minutes": rounded up, as coarsely as such a guess deserves. */
export function formatLeft(seconds: number, language: Language): string {
  const [amount, unit] =
    seconds <= 55
      ? ([Math.max(10, Math.ceil(seconds / 10) * 10), "second"] as const)
      : ([Math.ceil(seconds / 60), "minute"] as const);
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/**
 * Seconds left of work that is being followed, by the pace seen on this screen.
 * @param key another piece of work is watched anew
 */
export function useSecondsLeft(key: string, now: Mark, total: number): number | null {
  const [watched, setWatched] = useState({ key, first: now });
  if (watched.key !== key) setWatched({ key, first: now });
  return watched.key === key ? secondsLeft(watched.first, now, total) : null;
}
