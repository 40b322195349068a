import { useState } from "react";
import type { Language } from "../../worker/contract/field-schemas";
import { getLocale } from "./format";

/** How much was done at a moment, in ms. */
export interface ProgressSample {
  at: number;
  done: number;
}

/** Watched for less than this long, or with fewer pieces done meanwhile, a pace is no more than a guess. */
const MIN_OBSERVATION_MS = 4_000;
const MIN_PIECES_DONE = 2;

/** Seconds until all is done at the pace seen so far; null while that cannot be told. */
export function estimateSecondsLeft(first: ProgressSample, now: ProgressSample, total: number): number | null {
  const [time, pieces] = [now.at - first.at, now.done - first.done];
  if (time < MIN_OBSERVATION_MS || pieces < MIN_PIECES_DONE || now.done >= total) return null;
  return ((time / pieces) * (total - now.done)) / 1_000;
}

/** "10 secondes", "2 minutes": rounded up, as coarsely as such a guess deserves. */
export function formatTimeLeft(seconds: number, language: Language): string {
  const [amount, unit] =
    seconds <= 55
      ? ([Math.max(10, Math.ceil(seconds / 10) * 10), "second"] as const)
      : ([Math.ceil(seconds / 60), "minute"] as const);
  return new Intl.NumberFormat(getLocale(language), { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/**
 * Seconds left of work that is being followed, by the pace seen on this screen.
 * @param key another piece of work is watched anew
 */
export function useSecondsLeft(key: string, now: ProgressSample, total: number): number | null {
  const [watched, setWatched] = useState({ key, first: now });
  if (watched.key !== key) setWatched({ key, first: now });
  return watched.key === key ? estimateSecondsLeft(watched.first, now, total) : null;
}
