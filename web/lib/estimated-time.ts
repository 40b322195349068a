import { useState } from "react";
import type { Language } from "../../worker/contract/field-schemas";
import { getLocale } from "./format";

/** Pieces done at a time (ms). */
export interface ProgressSample {
  at: number;
  done: number;
}

/** A pace measured for less time, or over fewer pieces, is only a guess. */
const MIN_OBSERVATION_MS = 4_000;
const MIN_PIECES_DONE = 2;

/** Seconds until all is done at the measured pace; null while that is unknown. */
export function estimateSecondsLeft(first: ProgressSample, now: ProgressSample, total: number): number | null {
  const [time, pieces] = [now.at - first.at, now.done - first.done];
  if (time < MIN_OBSERVATION_MS || pieces < MIN_PIECES_DONE || now.done >= total) return null;
  return ((time / pieces) * (total - now.done)) / 1_000;
}

/** "10 secondes", "2 minutes": rounded up, and coarse because it is an estimate. */
export function formatTimeLeft(seconds: number, language: Language): string {
  const [amount, unit] =
    seconds <= 55
      ? ([Math.max(10, Math.ceil(seconds / 10) * 10), "second"] as const)
      : ([Math.ceil(seconds / 60), "minute"] as const);
  return new Intl.NumberFormat(getLocale(language), { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/**
 * Seconds left, by the pace measured since this screen opened.
 * @param key identifies the work; another key restarts the measurement
 */
export function useSecondsLeft(key: string, now: ProgressSample, total: number): number | null {
  const [watched, setWatched] = useState({ key, first: now });
  if (watched.key !== key) setWatched({ key, first: now });
  return watched.key === key ? estimateSecondsLeft(watched.first, now, total) : null;
}
